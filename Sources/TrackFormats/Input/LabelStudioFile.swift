internal import Foundation
import TrackModel

/// A Label Studio task as it is exported and imported, as far as it concerns boxes in a video.
struct LabelStudioTask: Decodable {
    let video: String?
    let frameRate: Double?
    /// The regions of the first annotation, or else of the first prediction.
    let regions: [LabelStudioRegion]
    /// Where these stand in the task.
    let path: [JSONStep]

    private enum CodingKeys: String, CodingKey { case data, annotations, predictions }
    private enum DataKeys: String, CodingKey { case video, fps }

    private struct Result: Decodable {
        let result: [LabelStudioRegion]
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        guard members.contains(.data) else { throw members.foreign(without: "\"data\", as each Label Studio task has") }
        let data = try members.nestedContainer(keyedBy: DataKeys.self, forKey: .data)
        // Any name may lead to the video; this is the one we write.
        video = try? data.decode(String.self, forKey: .video)
        frameRate = try data.ifPresent(.fps) { try data.number($0) }
        let annotations = try members.ifPresent(.annotations) { try members.decode([Result].self, forKey: $0) } ?? []
        let predictions = try members.ifPresent(.predictions) { try members.decode([Result].self, forKey: $0) } ?? []
        guard let first = annotations.first ?? predictions.first else {
            throw members.foreign(without: "annotation and no prediction")
        }
        regions = first.result
        path = [JSONStep(annotations.isEmpty ? "predictions" : "annotations"), JSONStep(0), JSONStep("result")]
    }
}

/// One region of a result. Of those that are no boxes in a video, only the type is known.
struct LabelStudioRegion: Decodable {
    static let type = "videorectangle"

    let id: String?
    let type: String
    let hasNames: Bool
    let score: Double?
    let size: PixelSize?
    let value: LabelStudioValue?

    private enum CodingKeys: String, CodingKey {
        case id, type, score, value
        case fromName = "from_name"
        case toName = "to_name"
        case originalWidth = "original_width"
        case originalHeight = "original_height"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try? members.decode(String.self, forKey: .id)
        type = try members.ifPresent(.type) { try members.decode(String.self, forKey: $0) } ?? ""
        hasNames = members.contains(.fromName) && members.contains(.toName)
        guard type.lowercased() == Self.type else {
            (score, size, value) = (nil, nil, nil)
            return
        }
        score = try? members.decode(Double.self, forKey: .score)
        if let width = try? members.decode(Int.self, forKey: .originalWidth),
            let height = try? members.decode(Int.self, forKey: .originalHeight), width > 0, height > 0
        {
            size = PixelSize(width: width, height: height)
        } else {
            size = nil
        }
        value = try members.decode(LabelStudioValue.self, forKey: .value)
    }
}

struct LabelStudioValue: Decodable {
    let frameCount: Int?
    let duration: Double?
    let labels: [String]
    let sequence: [LabelStudioEntry]

    private enum CodingKeys: String, CodingKey { case framesCount, duration, labels, sequence }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frameCount = try members.ifPresent(.framesCount) { try members.wholeNumber($0) }
        duration = try members.ifPresent(.duration) { try members.number($0) }
        labels = try members.ifPresent(.labels) { try members.decode([String].self, forKey: $0) } ?? []
        sequence = try members.decode([LabelStudioEntry].self, forKey: .sequence)
    }
}

/// One box of a sequence, in percent of the picture.
struct LabelStudioEntry: Decodable {
    /// From 1.
    let frame: Int
    let isEnabled: Bool
    let percent: Box
    let rotation: Double?
    let time: Double?
    let confidence: Double?
    let source: ObservationSource?
    /// Whether members are missing that label-studio-sdk's interpolation reads without asking.
    let isComplete: Bool

    private enum CodingKeys: String, CodingKey {
        case frame, enabled, x, y, width, height, rotation, time, confidence, source
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        frame = try members.wholeNumber(.frame)
        isEnabled = try members.ifPresent(.enabled) { try members.decode(Bool.self, forKey: $0) } ?? true
        percent = Box(
            left: try members.number(.x), top: try members.number(.y), width: try members.number(.width),
            height: try members.number(.height))
        rotation = try members.ifPresent(.rotation) { try members.number($0) }
        time = try members.ifPresent(.time) { try members.number($0) }
        confidence = try members.ifPresent(.confidence) { try members.number($0) }
        source = (try? members.decode(String.self, forKey: .source)).flatMap { ObservationSource(rawValue: $0) }
        isComplete = [.enabled, .rotation, .time].allSatisfy { members.contains($0) }
    }
}
