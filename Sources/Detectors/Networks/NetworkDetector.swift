internal import COpenCV
internal import Foundation
public import TrackModel

/// Finds objects with a neural network in an ONNX file of the user's.
///
/// The picture is reduced so that the smallest wanted object is as large as the network needs to see it, so the cost depends on the
/// smallest wanted object's share of the picture and not on the picture's resolution; the usual search looks for less small ones.
/// A second look shows the network the surroundings of the expected object alone, which costs about a millisecond. Safe to call
/// from several threads at once.
public struct NetworkDetector: Detector {
    public let name: String
    public let options: CascadeOptions
    public var wantsColor: Bool { true }
    /// What its kinds of objects are called.
    private let labels: [String]
    private let layout: any NetworkLayout
    private let pool: NetworkPool
    private let defaults: CascadeDefaults

    /// The usual search looks for objects from this share of the picture's height on, if the smallest size is not larger anyway.
    static let usualShare = 1.0 / 12
    /// A picture is enlarged no more than this: beyond, there is nothing to see.
    static let maximumEnlargement = 2.0
    /// The surroundings of an expected object that a second look shows, in its heights.
    static let surroundings = 2.4

    /// Runs the network once, so that one that does not fit is found before the first picture.
    init(
        name: String, labels: [String], layout: any NetworkLayout, file: NetworkFile, defaults: CascadeDefaults,
        options: CascadeOptions
    ) throws {
        try options.validate()
        self.name = name
        self.labels = labels
        self.layout = layout
        self.defaults = defaults
        self.options = options
        pool = NetworkPool(file)
        try checkNetwork()
    }

    private func checkNetwork() throws {
        let file = pool.file
        guard file.inputs.count == 1, file.inputs[0].shape.count == 4, [nil, 3].contains(file.inputs[0].shape[1]) else {
            let found = file.inputs.map(\.description).joined(separator: ", ")
            throw file.misfit(
                "a detector has one input of 1x3xHEIGHTxWIDTH, and this has \(found.isEmpty ? "none" : found); give a network for colour pictures"
            )
        }
        let size =
            layout.search.fixedSize ?? PixelSize(width: 2 * layout.search.multiple, height: layout.search.multiple)
        let blank = LumaPlane(size: size) { _ in }
        try run(on: Frame(index: 0, time: 0, luma: blank), Letterbox(PixelArea(of: size), in: size)) { outputs in
            try layout.check(outputs, size: size, of: file)
        }
    }

    /// Sorted by falling confidence. Throws `TrackletError` (`usage`) when the search region lies outside the frame.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let area = try PixelArea(searching: options.region, in: frame.size)
        let sizes = options.heights(
            inHeight: frame.size.height, defaults: defaults, effort: effort, usualShare: Self.usualShare)
        let search = layout.search
        let box =
            search.fixedSize.map { Letterbox(area, in: $0) }
            ?? Letterbox(
                area, scale: min(search.smallestHeight / sizes.smallest, Self.maximumEnlargement),
                multiple: search.multiple)
        let wanted = options.heights(inHeight: frame.size.height, defaults: defaults)
        return try detections(in: frame, box).filter {
            $0.box.height >= wanted.smallest && $0.box.height <= wanted.largest ?? .infinity
        }
    }

    public func look(for label: String, expectedIn box: Box, of frame: Frame) throws -> Detection? {
        guard let look = layout.search.look, labels.contains(label), box.isUsable else { return nil }
        let side = Self.surroundings * max(box.width, box.height)
        let around = Box(center: box.center, width: side, height: side)
        guard let area = PixelArea(touchedBy: around, in: frame.size) else { return nil }
        return try detections(in: frame, Letterbox(area, in: PixelSize(width: look.side, height: look.side)))
            .filter { $0.label == label && $0.box.intersectionOverUnion(with: box) > 0 }
            .max { $0.box.intersectionOverUnion(with: box) < $1.box.intersectionOverUnion(with: box) }
    }

    private func detections(in frame: Frame, _ letterbox: Letterbox) throws -> [Detection] {
        let search = layout.search
        let candidates = try run(on: frame, letterbox) { outputs in
            layout.candidates(in: outputs, size: letterbox.input, minimumScore: search.minimumScore)
        }
        let adjustment = options.rawBoxes ? .none : layout.adjustment
        return Suppression.objects(of: candidates, overlap: search.duplicateOverlap).compactMap { candidate in
            let box = adjustment(letterbox.inFrame(candidate.box))
            guard box.isUsable, box.clipped(to: frame.size.bounds) != nil else { return nil }
            return Detection(
                box: box, confidence: layout.confidence.confidence(candidate.score),
                label: labels.indices.contains(candidate.kind) ? labels[candidate.kind] : labels[0],
                landmarks: candidate.landmarks.map(letterbox.inFrame))
        }
    }

    private func run<Result>(
        on frame: Frame, _ letterbox: Letterbox, _ body: ([NetworkOutput]) throws -> Result
    ) throws -> Result {
        try pool.withNetwork(for: letterbox.input) { network in
            try frame.withImage(letterbox.area) { image in
                try network.run(
                    on: image,
                    as: tcv_network_input(
                        width: Int32(letterbox.input.width), height: Int32(letterbox.input.height),
                        content_width: Int32(letterbox.content.width),
                        content_height: Int32(letterbox.content.height),
                        scale: (layout.inputScale, layout.inputScale, layout.inputScale), offset: (0, 0, 0), planes: 3,
                        red_first: layout.isRedFirst ? 1 : 0),
                    body)
            }
        }
    }
}

extension Frame {
    /// Runs `body` with the bridge's description of a part of the picture, in colour if the frame has it.
    fileprivate func withImage<Result>(_ area: PixelArea, _ body: (tcv_image) throws -> Result) throws -> Result {
        guard let color = try color?.plane() else { return try PictureView(luma, area: area).withImage(body) }
        return try color.withPixels { pixels in
            guard let base = pixels.baseAddress else { throw TrackletError(.failure, "The picture has no pixels.") }
            return try body(
                tcv_image(
                    pixels: base + area.top * color.bytesPerRow + area.left * 3, width: Int32(area.width),
                    height: Int32(area.height), bytes_per_row: Int64(color.bytesPerRow), channels: 3))
        }
    }
}
