internal import COpenCV
internal import TrackModel

/// How a part of a picture lies in a network's input: undistorted, at its top left corner, the rest black.
struct Letterbox: Sendable, Hashable {
    /// In pixels of the frame.
    let area: PixelArea
    /// The input's size, and that of the picture in it.
    let input: PixelSize
    let content: PixelSize

    /// As large as it takes to show the area at this scale.
    ///
    /// - Parameters:
    ///   - scale: pixels of the input for one of the frame.
    ///   - multiple: the input's sides are multiples of it.
    init(_ area: PixelArea, scale: Double, multiple: Int) {
        func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
        func filled(_ length: Int) -> Int { (length + multiple - 1) / multiple * multiple }
        self.area = area
        content = PixelSize(width: scaled(area.width), height: scaled(area.height))
        input = PixelSize(width: filled(content.width), height: filled(content.height))
    }

    /// As large as fits into an input of this size.
    init(_ area: PixelArea, in input: PixelSize) {
        self.area = area
        self.input = input
        let scale = min(
            Double(input.width) / Double(area.width), Double(input.height) / Double(area.height))
        content = PixelSize(
            width: min(input.width, max(1, Int((Double(area.width) * scale).rounded()))),
            height: min(input.height, max(1, Int((Double(area.height) * scale).rounded()))))
    }

    /// From pixels of the input to those of the frame.
    func inFrame(_ box: Box) -> Box { box.mapped(from: contentBounds, to: areaBounds) }

    func inFrame(_ landmarks: FaceLandmarks) -> FaceLandmarks {
        landmarks.mapped(from: contentBounds, to: areaBounds)
    }

    private var contentBounds: Box { content.bounds }
    private var areaBounds: Box {
        Box(
            left: Double(area.left), top: Double(area.top), width: Double(area.width), height: Double(area.height))
    }
}

extension Box {
    /// The box carried along when one around it becomes `target`.
    fileprivate func mapped(from source: Box, to target: Box) -> Box {
        let (x, y) = (target.width / source.width, target.height / source.height)
        return Box(
            left: target.left + (left - source.left) * x, top: target.top + (top - source.top) * y, width: width * x,
            height: height * y)
    }
}
