import TrackModel

extension TrackFormat {
    /// COCO's JSON with videos and tracks, in the form of the TAO data set.
    public static let coco = TrackFormat(
        name: "coco", endings: ["coco.json"],
        summary: "COCO with videos and tracks (TAO), for pycocotools and TrackEval; frames from 0, pixels from 0",
        isStreaming: false,
        holds: [.boxes, .times, .labels, .labelChanges, .confidences, .sources, .corners, .emptyFrames, .detections],
        needs: .pictureSize,
        makeWriter: { path, options in COCOTrackWriter(path: path, options: options) },
        parse: COCOTrackReader.parse)
}

/// Writes COCO's JSON (cocodataset.org, format-data) with the `videos` and `tracks` of TAO (github.com/TAO-Dataset/tao), an
/// annotation a line.
///
/// Each frame is an image, also without anything in it: `frame_index` is its number, `id` one more, `timestamp` its time.
/// An annotation is an observation, `score` its confidence, `source` its source; four corners are its `segmentation`.
/// Detections have no `track_id`. A track has the category of its first observation. Boxes have 2 decimals. The order of the
/// members is such that nothing waits in memory: annotations go to the file, images to an `ObservationSpool`.
final class COCOTrackWriter: TrackWriter {
    private let file: RecordFile
    private let content: TrackWritingOptions.Content
    /// The images' text, under one number.
    private let images: ObservationSpool
    private var strings = JSONStrings()
    private var row = TextBuffer()
    private var header: TrackFileHeader?
    /// The file name's part that is the same for all images, as JSON without the closing quote.
    private var imageNameStart = ""
    private var categories: [String: Int] = [:]
    private var categoryOfTrack: [Int: Int] = [:]
    private var annotationCount = 0
    private var imageCount = 0

    private static let imageList = 0

    init(path: String, options: TrackWritingOptions) {
        file = RecordFile(path: path, options: options)
        content = options.content
        images = ObservationSpool(besideOutput: path)
    }

    func begin(_ header: TrackFileHeader) throws {
        try file.open(.coco, for: header)
        self.header = header
        imageNameStart = String(try strings.quoted(Self.stem(of: header.source.name) + "/frame_").dropLast())
        file.text.append("{\"info\": {\"description\": ")
        file.text.append(try strings.quoted(header.producer))
        file.text.append("},\n\"licenses\": [],\n\"annotations\": [")
        try file.endRecord()
    }

    func write(_ frame: FrameObservations) throws {
        try file.check(frame)
        try appendImage(frame)
        for observation in frame.observations {
            let category = categories[observation.label] ?? categories.count + 1
            categories[observation.label] = category
            if observation.track != Observation.withoutTrack, categoryOfTrack[observation.track] == nil {
                categoryOfTrack[observation.track] = category
            }
            append(observation, category: category, image: frame.frame + 1)
        }
        try file.endRecord()
    }

    func finish() throws {
        try file.endRecord()
        guard let header else { preconditionFailure("finished before it was begun") }
        file.text.append("],\n\"images\": [")
        try file.endRecord()
        try file.keepingFailure { () throws(TrackletError) in
            try images.forEachPart(of: Self.imageList) { part throws(TrackletError) in try file.write(part) }
        }
        file.text.append("],\n\"tracks\": [")
        for (index, track) in categoryOfTrack.sorted(by: { $0.key < $1.key }).enumerated() {
            file.text.append(index == 0 ? "\n" : ",\n")
            file.text.append("{\"id\": \(track.key), \"category_id\": \(track.value), \"video_id\": 1}")
        }
        file.text.append("],\n\"categories\": [")
        for (index, category) in categories.sorted(by: { $0.value < $1.value }).enumerated() {
            file.text.append(index == 0 ? "\n" : ",\n")
            file.text.append("{\"id\": \(category.value), \"name\": ")
            file.text.append(try strings.quoted(category.key))
            file.text.append("}")
        }
        let source = header.source
        file.text.append("],\n\"videos\": [\n{\"id\": 1, \"name\": ")
        file.text.append(try strings.quoted(source.name))
        file.text.append(", \"width\": \(source.size.width), \"height\": \(source.size.height)")
        if let rate = source.usableFrameRate { file.text.append(", \"fps\": \(rate)") }
        // The classes that were looked for and are not there, and those not annotated everywhere: TrackEval asks for both.
        file.text.append(", \"neg_category_ids\": [], \"not_exhaustive_category_ids\": []}]}\n")
        try file.finish()
    }

    func cancel() {
        file.cancel()
    }

    // MARK: - Parts of the document

    private func append(_ observation: Observation, category: Int, image: Int) {
        annotationCount += 1
        file.text.append(annotationCount == 1 ? "\n{\"id\": " : ",\n{\"id\": ")
        file.text.append(annotationCount)
        file.text.append(", \"image_id\": ")
        file.text.append(image)
        file.text.append(", \"video_id\": 1")
        if observation.track != Observation.withoutTrack {
            file.text.append(", \"track_id\": ")
            file.text.append(observation.track)
        }
        file.text.append(", \"category_id\": ")
        file.text.append(category)
        file.text.append(", \"bbox\": [")
        let box = observation.box
        for (index, value) in [box.left, box.top, box.width, box.height].enumerated() {
            if index > 0 { file.text.append(", ") }
            file.text.append(value, decimals: 2)
        }
        file.text.append("], \"area\": ")
        // Areas of the largest boxes that can be written could not be.
        file.text.append(min(box.area, 1e12), decimals: 2)
        file.text.append(", \"iscrowd\": 0, \"score\": ")
        file.text.append(observation.confidence, decimals: 4)
        file.text.append(", \"source\": \"")
        file.text.append(observation.source.rawValue)
        file.text.append("\"")
        if let corners = observation.corners?.corners {
            file.text.append(", \"segmentation\": [[")
            for (index, value) in corners.flatMap({ [$0.x, $0.y] }).enumerated() {
                if index > 0 { file.text.append(", ") }
                file.text.append(value, decimals: 2)
            }
            file.text.append("]]")
        }
        file.text.append("}")
    }

    private func appendImage(_ frame: FrameObservations) throws {
        guard let size = header?.source.size else { preconditionFailure("written before it was begun") }
        row.removeAll()
        imageCount += 1
        row.append(imageCount == 1 ? "\n{\"id\": " : ",\n{\"id\": ")
        row.append(frame.frame + 1)
        row.append(", \"video_id\": 1, \"frame_index\": ")
        row.append(frame.frame)
        row.append(", \"timestamp\": ")
        row.append(frame.time, decimals: 6)
        row.append(", \"width\": \(size.width), \"height\": \(size.height), \"file_name\": ")
        row.append(imageNameStart)
        row.append(frame.frame, digits: 6)
        row.append(".jpg\"}")
        try file.keepingFailure { () throws(TrackletError) in try images.append(row.bytes, to: Self.imageList) }
    }

    /// "talk" of "videos/talk.mp4".
    private static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? "video"
        guard let point = name.lastIndex(of: "."), point != name.startIndex else { return name }
        return String(name[..<point])
    }
}
