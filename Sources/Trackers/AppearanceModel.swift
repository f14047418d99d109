import COpenCV
import Foundation
import TrackModel

/// What an object looked like, and how surely it is what one sees now. Every tracker's confidence comes from here.
///
/// Two witnesses: the **likeness** of the whole box to its look at the start or lately, which is coarse but forgives a turn of
/// the head; and the share of the **key frame's points** that are found again, each by its own surroundings and all in one motion. What covers
/// the object, or the background left when it is gone, hardly ever repeats those.
struct AppearanceModel {
    /// The look at the start: does not drift.
    private let first: AppearancePatch
    /// The look lately: follows turns of the head and the light.
    private var recent: AppearancePatch
    /// The frame whose points are looked for: the first, or a later one once the object has turned away from that.
    private var key: FlowPyramid
    private var keyBox: Box
    private var keyPoints: [tcv_point]

    init(_ patch: AppearancePatch, pyramid: FlowPyramid, box: Box, parameters: tcv_flow_parameters) throws {
        first = patch
        recent = patch
        key = pyramid
        keyBox = box
        keyPoints = try pyramid.points(in: box, parameters: parameters)
    }

    /// Judges the box, looking for the key frame's points from there on.
    func judge(_ box: Box, in pyramid: FlowPyramid, parameters: tcv_flow_parameters) throws -> AppearanceJudgement {
        let patch = try pyramid.patch(of: box)
        let found = try key.follow(keyPoints, of: keyBox, into: pyramid, guess: box, parameters: parameters)
        let keyedBox = found.agreeing >= 4 ? keyBox.moved(by: found) : nil
        // Points that were found, but elsewhere, speak against the box.
        let isHere = keyedBox.map { $0.intersectionOverUnion(with: box) >= 0.3 } ?? true
        return AppearanceJudgement(
            patch: patch, likeness: max(patch.likeness(to: first), patch.likeness(to: recent)),
            keyShare: isHere ? found.agreeingShare : 0, keyedBox: keyedBox)
    }

    /// Takes a little of a sure look into the recent one.
    mutating func learn(_ judgement: AppearanceJudgement) {
        guard judgement.confidence > 0.6, judgement.patch.hasTexture else { return }
        recent = recent.blended(with: judgement.patch, share: 0.05)
    }

    /// From now on looks for the points of this frame instead.
    mutating func takeKey(_ pyramid: FlowPyramid, box: Box, parameters: tcv_flow_parameters) throws {
        key = pyramid
        keyBox = box
        keyPoints = try pyramid.points(in: box, parameters: parameters)
    }
}

/// What there is to say of a box in one frame.
struct AppearanceJudgement {
    var patch: AppearancePatch
    /// -1...1, to whichever look is nearer.
    var likeness: Double
    /// The share of the key frame's points found again, here and in one motion, 0...1.
    var keyShare: Double
    /// Where those points say the object is; nil when hardly any was found.
    var keyedBox: Box?

    /// 0...1: how likely the box holds the object. A logistic function of the two witnesses.
    ///
    /// The coefficients were set by hand and checked on some 37,000 boxes followed over real and synthetic clips for up to 90
    /// frames: of those that overlap the truth by half 1 % fall below 0.3, of those on something else 9 in 10 do.
    var confidence: Double {
        let evidence = -3.2 + 4 * max(0, likeness) + 17 * min(0.5, keyShare)
        return 1 / (1 + exp(-evidence))
    }
}

extension tcv_flow_estimate {
    /// 0...1
    var agreeingShare: Double { chosen > 0 ? Double(agreeing) / Double(chosen) : 0 }
}

extension Box {
    /// The box after the motion that was estimated for it.
    func moved(by motion: tcv_flow_estimate) -> Box {
        Box(
            center: Point(x: center.x + motion.shift_x, y: center.y + motion.shift_y),
            width: width * motion.scale, height: height * motion.scale)
    }
}
