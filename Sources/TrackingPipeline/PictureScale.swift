internal import TrackModel

/// Between the pixels of a frame, in which detectors and users speak, and those of the smaller picture that the trackers look at.
struct PictureScale: Sendable, Hashable {
    private let frame: PixelSize
    private let picture: PixelSize

    init(frame: PixelSize, picture: PixelSize) {
        self.frame = frame
        self.picture = picture
    }

    func inPicture(_ box: Box) -> Box { map(box, from: frame, to: picture) }
    func inFrame(_ box: Box) -> Box { map(box, from: picture, to: frame) }

    func inFrame(_ corners: Quadrilateral) -> Quadrilateral { corners.mapped(from: picture.bounds, to: frame.bounds) }

    func inPicture(_ detection: Detection) -> Detection {
        guard frame != picture else { return detection }
        return detection.carried(to: inPicture(detection.box))
    }

    func inFrame(_ frames: [FrameObservations]) -> [FrameObservations] {
        guard frame != picture else { return frames }
        return frames.map { observed in
            var observed = observed
            for index in observed.observations.indices {
                observed.observations[index].box = inFrame(observed.observations[index].box)
                observed.observations[index].corners = observed.observations[index].corners.map(inFrame)
                observed.observations[index].landmarks =
                    observed.observations[index].landmarks?.mapped(from: picture.bounds, to: frame.bounds)
            }
            return observed
        }
    }

    private func map(_ box: Box, from first: PixelSize, to second: PixelSize) -> Box {
        guard first != second else { return box }
        let x = Double(second.width) / Double(first.width)
        let y = Double(second.height) / Double(first.height)
        return Box(left: box.left * x, top: box.top * y, width: box.width * x, height: box.height * y)
    }
}
