import TrackModel

/// What CVAT (dataset_manager/formats/cvat.py, and its documentation of the format) and datumaro (plugins/data_formats/cvat)
/// ask of a file beyond what reading it takes.
enum CVATRules {
    static func findings(in file: CVATFile, frameCount: Int?) -> [Finding] {
        var findings: [Finding] = []
        if !file.hasMeta {
            findings.append(.rule(line: nil, "there is no <meta>, without which datumaro reads nothing"))
        }
        for track in file.tracks {
            if file.hasMeta, !file.labels.contains(track.label) {
                findings.append(
                    .rule(
                        line: track.line,
                        "the label \(track.label) is not among those of <meta>; CVAT refuses a label that the task does not have"
                    ))
            }
            findings += self.findings(in: track, frameCount: frameCount)
        }
        return findings
    }

    private static func findings(in track: CVATFile.Track, frameCount: Int?) -> [Finding] {
        guard let first = track.boxes.first else {
            return [.rule(line: track.line, "the track has no box")]
        }
        var findings: [Finding] = []
        if !first.isKeyframe || first.isOutside {
            findings.append(
                .rule(line: first.line, "a track must begin with a box with keyframe=\"1\" and outside=\"0\""))
        }
        var isOpen = false
        var lastFrame = -1
        for box in track.boxes {
            if box.frame <= lastFrame {
                findings.append(
                    .rule(line: box.line, "frame \(box.frame) comes after frame \(lastFrame), and frames must ascend"))
            }
            if let frameCount, box.frame >= frameCount {
                findings.append(
                    .rule(line: box.line, "frame \(box.frame) lies beyond the task's \(frameCount) frames"))
            }
            if box.isOutside, !box.isKeyframe, isOpen {
                findings.append(
                    .rule(
                        line: box.line,
                        "CVAT imports key frames only: outside=\"1\" ends nothing without keyframe=\"1\"")
                )
            }
            if box.box.width == 0 || box.box.height == 0, !box.isOutside {
                findings.append(.warning(line: box.line, "the box has no area"))
            }
            if box.isKeyframe { isOpen = !box.isOutside }
            lastFrame = max(lastFrame, box.frame)
        }
        if isOpen, frameCount.map({ lastFrame + 1 < $0 }) ?? true {
            findings.append(
                .warning(
                    line: track.boxes.last?.line,
                    "no box with outside=\"1\" follows, so CVAT keeps this one until the video ends"))
        }
        return findings
    }
}
