import TrackModel

/// Reads COCO's JSON in TAO's form: one video, whose images have a `frame_index`.
///
/// Annotations without a `track_id` are detections. Without a `score` they count as sure, without a `source` as `detected`.
/// Track ids may count from 0; all are one higher then.
enum COCOTrackReader {
    @Sendable
    static func parse(_ text: TrackText, _ options: TrackReadingOptions) -> CheckedReading {
        let json = JSONReading(text: text, line: nil, whole: "the document")
        do throws(TrackletError) {
            let file = try json.decode(COCOFile.self, from: text.bytes)
            return reading(of: file, JSONPlaces(bytes: text.bytes), options)
        } catch {
            return CheckedReading(text) { () throws(TrackletError) in throw error }
        }
    }

    private static func reading(
        of file: COCOFile, _ places: JSONPlaces, _ options: TrackReadingOptions
    ) -> CheckedReading {
        var reading = CheckedReading()
        func line(_ list: String, _ index: Int) -> Int { places.line(of: [JSONStep(list), JSONStep(index)]) }
        guard file.videos.count <= 1, Set(file.images.compactMap(\.video)).count <= 1 else {
            reading.findings = [
                Finding(
                    line: places.line(of: [JSONStep("videos")]),
                    "it holds several videos, and one video's tracks are read at a time")
            ]
            return reading
        }

        var collector = FrameCollector()
        var frames: [Int: Int] = [:]
        for (index, image) in file.images.enumerated() {
            var problem = collector.contains(frame: image.frame) ? "frame_index \(image.frame) is there twice" : nil
            if frames.updateValue(image.frame, forKey: image.id) != nil {
                problem = "the id \(image.id) is there twice"
            }
            problem = problem ?? collector.addFrame(image.frame, time: image.time ?? options.time(ofFrame: image.frame))
            if let problem { reading.findings.append(Finding(line: line("images", index), problem)) }
        }
        let names = Dictionary(file.categories.map { ($0.id, $0.name) }) { first, _ in first }
        let shift = file.annotations.contains { $0.track == 0 } ? 1 : 0
        for (index, annotation) in file.annotations.enumerated() {
            guard let frame = frames[annotation.image] else {
                reading.findings.append(
                    Finding(
                        line: line("annotations", index), "image_id is \(annotation.image), and there is no such image")
                )
                continue
            }
            let observation = Observation(
                track: annotation.track.map { $0 + shift } ?? Observation.withoutTrack,
                label: names[annotation.category] ?? options.label, box: annotation.box,
                confidence: annotation.confidence, source: annotation.source, corners: annotation.corners)
            if let problem = collector.add(observation, toFrame: frame) {
                reading.findings.append(Finding(line: line("annotations", index), problem))
            }
        }
        reading.findings += COCORules(file: file, places: places).findings()
        reading.findings.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        reading.document = TrackDocument(header: header(of: file), frames: collector.sorted())
        return reading
    }

    private static func header(of file: COCOFile) -> TrackFileHeader? {
        let video = file.videos.first
        let sizes = ([video?.size] + [file.images.first?.size]).compactMap { $0 }
        guard let size = sizes.first(where: { $0.width > 0 && $0.height > 0 }) else { return nil }
        return TrackFileHeader(
            source: SourceFacts(name: video?.name ?? "", size: size, nominalFrameRate: video?.frameRate), producer: "")
    }
}
