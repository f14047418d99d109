import TrackModel

/// What pycocotools (coco.py) and TrackEval (datasets/tao.py) ask of a document beyond what reading it takes.
struct COCORules {
    let file: COCOFile
    let places: JSONPlaces

    func findings() -> [Finding] {
        var findings: [Finding] = []
        func tell(_ list: String, _ index: Int?, _ words: String) {
            let path = [JSONStep(list)] + (index.map { [JSONStep($0)] } ?? [])
            findings.append(.rule(line: places.line(of: path), words))
        }
        if file.videos.isEmpty { tell("videos", nil, "there are no \"videos\", which TrackEval asks for") }
        for (index, video) in file.videos.enumerated() where !video.hasCategoryLists || video.name == nil {
            tell(
                "videos", index,
                "the video has no name, neg_category_ids or not_exhaustive_category_ids, which TrackEval asks for")
        }
        for (list, ids) in [
            ("annotations", file.annotations.map(\.id)), ("tracks", file.tracks.map(\.id)),
            ("categories", file.categories.map(\.id)),
        ] as [(String, [Int?])] {
            var seen: Set<Int> = []
            for (index, id) in ids.enumerated() {
                guard let id else {
                    tell(list, index, "there is no id, which pycocotools asks for")
                    continue
                }
                if !seen.insert(id).inserted { tell(list, index, "the id \(id) is there twice") }
            }
        }
        let categories = Set(file.categories.map(\.id))
        let tracks = Dictionary(file.tracks.map { ($0.id, $0.category) }) { first, _ in first }
        for (index, annotation) in file.annotations.enumerated() {
            if !categories.contains(annotation.category) {
                tell(
                    "annotations", index, "category_id is \(annotation.category), and there is no such category")
            }
            if annotation.video == nil { tell("annotations", index, "there is no video_id, which TrackEval asks for") }
            if let track = annotation.track {
                if tracks[track] == nil {
                    tell("annotations", index, "track_id is \(track), and there is no such track")
                } else if let category = tracks[track] ?? nil, category != annotation.category {
                    findings.append(
                        .warning(
                            line: places.line(of: [JSONStep("annotations"), JSONStep(index)]),
                            "the category is \(annotation.category), and its track's is \(category)"))
                }
            }
        }
        return findings
    }
}
