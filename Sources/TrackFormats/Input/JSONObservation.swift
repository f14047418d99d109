internal import Foundation
import TrackModel

/// One observation or detection as JSON and JSON Lines hold it, with whatever of its place stands beside it.
///
/// `left`, `top`, `width` and `height` must be there; members that are unknown are passed over.
struct JSONObservation: Decodable {
    let frame: Int?
    let time: Double?
    let track: Int?
    let label: String?
    let box: Box
    let confidence: Double
    let source: ObservationSource
    let corners: Quadrilateral?
    let landmarks: FaceLandmarks?

    private enum CodingKeys: String, CodingKey {
        case frame, time, track, label, left, top, width, height, confidence, source, corners, landmarks
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.ifPresent(.frame) { try members.wholeNumber($0) }
        time = try members.ifPresent(.time) { try members.number($0) }
        track = try members.ifPresent(.track) { try members.track($0) }
        label = try members.ifPresent(.label) { try members.decode(String.self, forKey: $0) }
        box = Box(
            left: try members.number(.left), top: try members.number(.top), width: try members.number(.width),
            height: try members.number(.height))
        confidence = try members.ifPresent(.confidence) { try members.number($0) } ?? 1
        source = try members.ifPresent(.source) { try Self.source(of: members, $0) } ?? .detected
        corners = try members.ifPresent(.corners) { try Self.corners(of: members, $0) }
        landmarks = try members.ifPresent(.landmarks) { try Self.landmarks(of: members, $0) }
    }

    /// The observation, with what it does not say of itself.
    func observation(track: Int, label: String) -> Observation {
        Observation(
            track: track, label: self.label ?? label, box: box, confidence: confidence, source: source,
            corners: corners,
            landmarks: landmarks)
    }

    private static func source(
        of members: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> ObservationSource {
        let name = try members.decode(String.self, forKey: key)
        guard let source = ObservationSource(rawValue: name) else {
            throw members.fault(key, unknownSource(name))
        }
        return source
    }

    private static func corners(
        of members: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> Quadrilateral {
        let corners = try members.decode([[Double]].self, forKey: key)
        if let corner = corners.first(where: { $0.count != 2 }) {
            throw members.fault(key, "has a corner of \(corner.count) numbers, not 2")
        }
        guard corners.count == 4 else {
            throw members.fault(key, "has \(corners.count) corners, not 4")
        }
        let points = corners.map { Point(x: $0[0], y: $0[1]) }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }

    private enum LandmarkKeys: String, CodingKey {
        case rightEye, leftEye, nose, rightMouth, leftMouth
    }

    private static func landmarks(
        of members: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys
    ) throws -> FaceLandmarks {
        let points = try members.nestedContainer(keyedBy: LandmarkKeys.self, forKey: key)
        func point(_ name: LandmarkKeys) throws -> Point {
            let numbers = try points.decode([Double].self, forKey: name)
            guard numbers.count == 2 else { throw points.fault(name, "has \(numbers.count) numbers, not 2") }
            return Point(x: numbers[0], y: numbers[1])
        }
        return FaceLandmarks(
            rightEye: try point(.rightEye), leftEye: try point(.leftEye), nose: try point(.nose),
            rightMouth: try point(.rightMouth), leftMouth: try point(.leftMouth))
    }
}

/// What to say of a source nobody knows, after where it is.
func unknownSource(_ name: String) -> String {
    let known = ObservationSource.allCases.map(\.rawValue).joined(separator: ", ")
    return "is \"\(name)\", which is none of \(known)"
}
