internal import COpenCV
internal import Foundation
public import TrackModel

/// Finds faces with several Haar cascades that vote: the frontal one, the profile one both ways, and the frontal one on the
/// picture turned to either side.
///
/// The usual effort runs the frontal cascade alone, over the whole picture. A thorough search and a second look run all of them;
/// a second look searches only the surroundings of the expected face, for faces of about its size, so that it costs about a millisecond.
public struct FaceDetector: Detector {
    public let name = "face"
    public let label: String
    public let options: CascadeOptions
    private let frontal: CascadePool
    private let profile: CascadePool
    private let searches = CascadeSearchPool()
    private let defaults: CascadeDefaults

    /// Turned heads are looked for at these angles, in degrees clockwise.
    static let turns = [-25.0, 25.0]
    /// From a profile window to the middle of the face that looks to the left, in sides of the window, and the face's width.
    static let profileShift = 0.13
    static let profileWidth = 0.74

    /// The whole picture is searched for views other than the frontal one from this many times the smallest height: two sizes of the
    /// search. It halves their cost, and the smallest profiles are false more often than not.
    static let otherViewsFrom = 1.44
    /// The usual search looks for faces from this share of the picture's height on, if the smallest size is not larger anyway.
    static let usualShare = 1.0 / 12

    /// Boxes with less evidence are not faces; a caller that only wants to hold a track may use such weak ones.
    static let weakEvidence = 1.5
    /// Faces with less are verified.
    static let sureEvidence = 8.0

    init(label: String, frontal: CascadePool, profile: CascadePool, defaults: CascadeDefaults, options: CascadeOptions)
        throws
    {
        try options.validate()
        self.label = label
        self.frontal = frontal
        self.profile = profile
        self.defaults = defaults
        self.options = options
    }

    /// Sorted by falling confidence. Throws `TrackletError` (`usage`) when the search region lies outside the frame.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let area = try PixelArea(searching: options.region, in: frame.size)
        let sizes = options.heights(
            inHeight: frame.size.height, defaults: defaults, effort: effort, usualShare: Self.usualShare)
        let search = Search(
            frame: frame, area: area, smallest: sizes.smallest, largest: sizes.largest,
            otherViewsFrom: Self.otherViewsFrom, scaleFactor: options.scaleFactor ?? defaults.scaleFactor)
        let views: [FaceVote.View] =
            effort == .quick
            ? [.frontal] : [.frontal, .leftProfile, .rightProfile] + Self.turns.map { .turned($0) }
        return try faces(search, views: views).filter { try isVerified($0, in: frame) }.map(detection)
    }

    /// Whether a face with little evidence stands a closer look, with all views and in fine steps: what a texture gives in one
    /// place and at one size it rarely gives again a pixel further.
    private func isVerified(_ face: FaceVoting.Face, in frame: Frame) throws -> Bool {
        guard face.evidence < Self.sureEvidence, options.minimumNeighbors == nil else { return true }
        return try closeFace(expectedIn: face.box, of: frame) != nil
    }

    public func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        guard label == self.label, box.isUsable else { return nil }
        return try closeFace(expectedIn: box, of: frame).map(detection)
    }

    /// The face in the surroundings of the box that overlaps it most, found with all views in fine steps.
    private func closeFace(expectedIn box: Box, of frame: Frame) throws -> FaceVoting.Face? {
        guard let area = PixelArea(touchedBy: box.scaled(width: 2.6, height: 2.2), in: frame.size) else { return nil }
        let search = Search(
            frame: frame, area: area, smallest: box.height * 0.7, largest: box.height * 1.4, scaleFactor: 1.1)
        let views: [FaceVote.View] = [.frontal, .leftProfile, .rightProfile] + Self.turns.map { .turned($0) }
        return try faces(search, views: views).max {
            $0.box.intersectionOverUnion(with: box) < $1.box.intersectionOverUnion(with: box)
        }
    }

    private func faces(_ search: Search, views: [FaceVote.View]) throws -> [FaceVoting.Face] {
        let votes = try searches.withSearch { cascades in
            var searched: SearchedPicture?
            return try views.flatMap { try self.votes(of: $0, search, with: cascades, searched: &searched) }
        }
        let minimum = options.minimumNeighbors.map { Double($0 + 1) } ?? Self.weakEvidence
        return FaceVoting.faces(from: votes, minimumEvidence: minimum)
    }

    private func detection(_ face: FaceVoting.Face) -> Detection {
        Detection(
            box: options.rawBoxes ? Self.tight.undone(face.box) : face.box, confidence: face.confidence, label: label)
    }
}

// MARK: - Votes

extension FaceDetector {
    /// From the frontal cascade's square to the tight face box: fitted on faces of many clips.
    static let tight = BoxAdjustment(centerX: 0.5, centerY: 0.51, width: 0.83, height: 1.1)
    static let tightProfile = BoxAdjustment(
        centerX: 0.5 - profileShift, centerY: 0.525, width: profileWidth, height: 0.97)

    private struct Search {
        let frame: Frame
        let area: PixelArea
        /// Heights of tight boxes in pixels of the frame.
        let smallest: Double
        let largest: Double?
        /// Views other than the frontal one are looked for from this many times the smallest height.
        var otherViewsFrom = 1.0
        /// The ratio of one searched size to the next.
        let scaleFactor: Double
    }

    /// What makes a picture made of the searched area differ from another.
    private struct SearchedPicture: Equatable {
        let size: PixelSize
        /// Clockwise.
        let degrees: Double
    }

    /// - Parameter searched: the picture that `cascades` has, nil for none yet; views of one picture share what is made of it.
    private func votes(
        of view: FaceVote.View, _ search: Search, with cascades: CascadeSearch, searched: inout SearchedPicture?
    ) throws -> [FaceVote] {
        let pool: CascadePool
        let adjustment: BoxAdjustment
        switch view {
        case .frontal, .turned: (pool, adjustment) = (frontal, Self.tight)
        case .leftProfile: (pool, adjustment) = (profile, Self.tightProfile)
        case .rightProfile: (pool, adjustment) = (profile, Self.tightProfile.mirrored)
        }
        let window = Double(pool.window.height)
        let smallest = view == .frontal ? search.smallest : search.smallest * search.otherViewsFrom
        let scale = min(window / (smallest / adjustment.height), 2)
        let size = PixelSize(
            width: Int((Double(search.area.width) * scale).rounded()),
            height: Int((Double(search.area.height) * scale).rounded()))
        guard size.width >= pool.window.width, size.height >= pool.window.height,
            search.largest ?? .infinity >= smallest
        else { return [] }
        let wanted = SearchedPicture(size: size, degrees: view.turn)
        if searched != wanted {
            var picture = try ReducedLumaSet.picture(of: search.frame, area: search.area, size: size)
            if wanted.degrees != 0 { picture = try Self.turned(picture, by: -wanted.degrees) }
            try cascades.setPicture(picture, scaleFactor: search.scaleFactor)
            searched = wanted
        }
        let windows = try pool.withClassifier { classifier in
            try cascades.windows(
                of: classifier, maximumHeight: search.largest.map { $0 / adjustment.height * scale },
                mirrored: view == .rightProfile)
        }
        let horizontal = Double(search.area.width) / Double(size.width)
        let vertical = Double(search.area.height) / Double(size.height)
        return windows.map { window in
            var box = adjustment(window.box)
            if case .turned(let degrees) = view { box = Self.turnedBack(box, by: degrees, in: size) }
            return FaceVote(
                box: Box(
                    left: Double(search.area.left) + box.left * horizontal,
                    top: Double(search.area.top) + box.top * vertical,
                    width: box.width * horizontal, height: box.height * vertical),
                view: view)
        }
    }

    private static func turned(_ picture: PictureView, by degrees: Double) throws -> PictureView {
        PictureView(
            try LumaPlane(size: picture.size) { pixels in
                guard let destination = pixels.baseAddress else { return }
                try picture.withImage { image in
                    var error = tcv_error()
                    guard tcv_turn(image, degrees, destination, Int64(picture.size.width), &error) == TCV_OK else {
                        throw TrackletError(.failure, "Cannot turn a picture of \(picture.size) pixels: \(error.text).")
                    }
                }
            })
    }

    /// The upright box around a face that is tilted clockwise by `degrees`, from its box in the picture that was turned back by as
    /// much. The face is taken for an ellipse.
    private static func turnedBack(_ box: Box, by degrees: Double, in size: PixelSize) -> Box {
        let angle = degrees * .pi / 180
        let middle = Point(x: Double(size.width - 1) / 2, y: Double(size.height - 1) / 2)
        let dx = box.center.x - middle.x
        let dy = box.center.y - middle.y
        let center = Point(
            x: middle.x + dx * cos(angle) - dy * sin(angle), y: middle.y + dx * sin(angle) + dy * cos(angle))
        let (cosine, sine) = (cos(angle), sin(angle))
        return Box(
            center: center,
            width: hypot(box.width * cosine, box.height * sine), height: hypot(box.width * sine, box.height * cosine))
    }
}
