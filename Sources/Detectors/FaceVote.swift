internal import TrackModel

/// One window of one cascade that passed, as a vote for a face.
struct FaceVote: Sendable {
    /// What the cascade looks for.
    enum View: Sendable, Hashable {
        case frontal
        /// A profile that looks to the picture's left.
        case leftProfile
        case rightProfile
        /// A frontal face in the picture turned by so many degrees.
        case turned(Double)

        /// By how many degrees clockwise the faces it looks for are turned.
        var turn: Double {
            if case .turned(let degrees) = self { degrees } else { 0 }
        }

        /// How much one window counts. A window of the frontal cascade is the unit; profiles are seen where there are none
        /// more often, and every turned picture is a further chance of a mistake.
        var weight: Double {
            switch self {
            case .frontal: 1
            case .leftProfile, .rightProfile: 0.75
            case .turned: 0.5
            }
        }
    }

    /// The tight box of the face that the window means, in pixels of the frame.
    var box: Box
    var view: View
}

/// From the votes of several cascades to faces.
///
/// Votes for one face overlap: the face is where most votes agree, in the manner of mean shift over boxes (Comaniciu and
/// Meer, 2002). The sum of the votes' weights V is the evidence; the confidence is V / (V + 4), so that four windows of the
/// frontal cascade, OpenCV's usual three neighbours, give 0.5.
enum FaceVoting {
    /// Votes that overlap a face's box by less (intersection over union) are for another.
    static let agreement = 0.4
    /// The evidence at which a confidence is one half.
    static let evenEvidence = 4.0

    struct Face: Sendable {
        var box: Box
        /// The sum of its votes' weights.
        var evidence: Double

        var confidence: Double { evidence / (evidence + evenEvidence) }
    }

    /// The faces the votes mean, the surest first; none with less evidence than `minimumEvidence`.
    static func faces(from votes: [FaceVote], minimumEvidence: Double) -> [Face] {
        var left = votes
        var faces: [Face] = []
        while let seed = peak(of: left) {
            let first = left.filter { $0.box.intersectionOverUnion(with: seed.box) >= agreement }
            let center = mean(of: first)
            let members = left.filter { $0.box.intersectionOverUnion(with: center) >= agreement }
            let chosen = members.isEmpty ? first : members
            let evidence = chosen.reduce(0) { $0 + $1.view.weight }
            let box = placed(chosen)
            if evidence >= minimumEvidence { faces.append(Face(box: box, evidence: evidence)) }
            let before = left.count
            left.removeAll {
                $0.box.intersectionOverUnion(with: center) >= 0.3
                    || $0.box.intersectionOverUnion(with: seed.box) >= agreement
            }
            if left.count == before { break }
        }
        faces.sort {
            (-$0.evidence, $0.box.top, $0.box.left, $0.box.width) < (
                -$1.evidence, $1.box.top, $1.box.left, $1.box.width
            )
        }
        return faces.reduce(into: []) { kept, face in
            let isPart = kept.contains { other in
                face.box.intersectionOverUnion(with: other.box) > 0.3
                    || face.box.intersectionArea(with: other.box) > 0.6 * min(face.box.area, other.box.area)
            }
            if !isPart { kept.append(face) }
        }
    }

    /// The vote that most others agree with; of equals the first.
    private static func peak(of votes: [FaceVote]) -> FaceVote? {
        var best: (support: Double, vote: FaceVote)?
        for vote in votes {
            var support = 0.0
            for other in votes {
                support += max(0, vote.box.intersectionOverUnion(with: other.box) - agreement) * other.view.weight
            }
            if support > best?.support ?? -1 { best = (support, vote) }
        }
        return best?.vote
    }

    private static func mean(of votes: [FaceVote], weight: (FaceVote) -> Double = { _ in 1 }) -> Box {
        var sum = Box(left: 0, top: 0, width: 0, height: 0)
        var total = 0.0
        for vote in votes {
            let share = weight(vote)
            sum.left += vote.box.left * share
            sum.top += vote.box.top * share
            sum.width += vote.box.width * share
            sum.height += vote.box.height * share
            total += share
        }
        return sum.multiplied(by: 1 / max(total, .leastNormalMagnitude))
    }

    /// The box of a face from its votes. Profile votes tell which way it is turned, and a turned face's frontal votes lie
    /// off its middle.
    private static func placed(_ votes: [FaceVote]) -> Box {
        let left = votes.count { $0.view == .leftProfile }
        let right = votes.count { $0.view == .rightProfile }
        let yaw = max(-1, min(1, 3 * Double(left - right) / Double(max(1, votes.count))))
        let shifted = votes.map { vote in
            var vote = vote
            switch vote.view {
            case .frontal, .turned: vote.box.left += 0.1 * yaw * vote.box.width
            case .leftProfile: vote.box.left += FaceDetector.profileShift * vote.box.width / FaceDetector.profileWidth
            case .rightProfile: vote.box.left -= FaceDetector.profileShift * vote.box.width / FaceDetector.profileWidth
            }
            return vote
        }
        return mean(of: shifted) { vote in
            switch vote.view {
            case .frontal: 1
            case .leftProfile, .rightProfile, .turned: 0.5
            }
        }
    }
}
