internal import Foundation
import TrackModel

/// A COCO document with what TAO adds, as far as it concerns boxes in a video.
struct COCOFile: Decodable {
    struct Video: Decodable {
        let id: Int
        let name: String?
        let size: PixelSize
        let frameRate: Double?
        /// Whether it lists the categories that TrackEval asks for.
        let hasCategoryLists: Bool
    }

    struct Image: Decodable {
        let id: Int
        let video: Int?
        let frame: Int
        let time: Double?
        let size: PixelSize
    }

    struct Annotation: Decodable {
        let id: Int?
        let image: Int
        let video: Int?
        let track: Int?
        let category: Int
        let box: Box
        let confidence: Double
        let source: ObservationSource
        let corners: Quadrilateral?
    }

    struct Track: Decodable {
        let id: Int
        let category: Int?
    }

    struct Category: Decodable {
        let id: Int
        let name: String
    }

    let videos: [Video]
    let images: [Image]
    let annotations: [Annotation]
    let tracks: [Track]
    let categories: [Category]

    private enum CodingKeys: String, CodingKey { case videos, images, annotations, tracks, categories }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        for (key, name) in [(CodingKeys.images, "images"), (.annotations, "annotations")] where !members.contains(key) {
            throw members.foreign(without: "\"\(name)\", as COCO has them")
        }
        videos = try members.ifPresent(.videos) { try members.decode([Video].self, forKey: $0) } ?? []
        images = try members.decode([Image].self, forKey: .images)
        annotations = try members.decode([Annotation].self, forKey: .annotations)
        tracks = try members.ifPresent(.tracks) { try members.decode([Track].self, forKey: $0) } ?? []
        categories = try members.ifPresent(.categories) { try members.decode([Category].self, forKey: $0) } ?? []
    }
}

extension COCOFile.Video {
    private enum CodingKeys: String, CodingKey {
        case id, name, width, height, fps
        case negativeCategories = "neg_category_ids"
        case partlyAnnotatedCategories = "not_exhaustive_category_ids"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.wholeNumber(.id)
        name = try? members.decode(String.self, forKey: .name)
        size = PixelSize(
            width: (try? members.wholeNumber(.width)) ?? 0, height: (try? members.wholeNumber(.height)) ?? 0)
        frameRate = try? members.number(.fps)
        hasCategoryLists = members.contains(.negativeCategories) && members.contains(.partlyAnnotatedCategories)
    }
}

extension COCOFile.Image {
    private enum CodingKeys: String, CodingKey {
        case id, timestamp, width, height
        case videoID = "video_id"
        case frameIndex = "frame_index"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.wholeNumber(.id)
        video = try members.ifPresent(.videoID) { try members.wholeNumber($0) }
        frame = try members.wholeNumber(.frameIndex)
        time = try members.ifPresent(.timestamp) { try members.number($0) }
        size = PixelSize(
            width: (try? members.wholeNumber(.width)) ?? 0, height: (try? members.wholeNumber(.height)) ?? 0)
    }
}

extension COCOFile.Annotation {
    private enum CodingKeys: String, CodingKey {
        case id, bbox, score, source, segmentation
        case imageID = "image_id"
        case videoID = "video_id"
        case trackID = "track_id"
        case categoryID = "category_id"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.ifPresent(.id) { try members.wholeNumber($0) }
        image = try members.wholeNumber(.imageID)
        video = try members.ifPresent(.videoID) { try members.wholeNumber($0) }
        track = try members.ifPresent(.trackID) { try members.wholeNumber($0) }
        if let track, track < 0 { throw members.fault(.trackID, "is \(track), and tracks are counted from 0") }
        category = try members.wholeNumber(.categoryID)
        let numbers = try members.decode([Double].self, forKey: .bbox)
        guard numbers.count == 4 else { throw members.fault(.bbox, "has \(numbers.count) numbers, not 4") }
        box = Box(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
        confidence = min(max(try members.ifPresent(.score) { try members.number($0) } ?? 1, 0), 1)
        source =
            (try? members.decode(String.self, forKey: .source)).flatMap { ObservationSource(rawValue: $0) } ?? .detected
        // Masks come in other shapes too; one polygon of four corners is what can be kept.
        let polygons = (try? members.decode([[Double]].self, forKey: .segmentation)) ?? []
        corners = polygons.count == 1 ? Self.quadrilateral(polygons[0], unlike: box) : nil
    }

    /// nil for a polygon that has not four corners, or that is the box itself.
    private static func quadrilateral(_ numbers: [Double], unlike box: Box) -> Quadrilateral? {
        guard numbers.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        let isBox = points.allSatisfy { point in
            [box.left, box.right].contains { abs($0 - point.x) < 0.02 }
                && [box.top, box.bottom].contains { abs($0 - point.y) < 0.02 }
        }
        return isBox
            ? nil
            : Quadrilateral(topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

extension COCOFile.Track {
    private enum CodingKeys: String, CodingKey {
        case id
        case categoryID = "category_id"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.wholeNumber(.id)
        category = try? members.wholeNumber(.categoryID)
    }
}

extension COCOFile.Category {
    private enum CodingKeys: String, CodingKey { case id, name }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        id = try members.wholeNumber(.id)
        name = try members.decode(String.self, forKey: .name)
    }
}
