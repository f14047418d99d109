internal import COpenCV
internal import TrackModel

/// A network that is shown what is in one box and answers with one row of numbers.
struct VectorNetwork: Sendable {
    let file: NetworkFile
    /// The input's size, and its planes: 3, a plane a colour, or 1.
    let size: PixelSize
    let planes: Int
    /// How many numbers it answers with.
    let length: Int
    private let pixels: PixelValues
    private let pool: NetworkPool

    /// Runs the network once, so that one that does not fit is found before the first picture.
    ///
    /// - Parameters:
    ///   - what: what it is to be, as in "a classifier".
    ///   - usualSide: the input's sides where the file leaves them open.
    ///   - pixels: what numbers it wants the pixels to be; nil for `usualPixels`, and bytes if the pictures are gray.
    ///
    /// Throws `TrackletError`: `noInput` when there is no such file, `badData` when it holds no network, or another kind of network.
    init(path: String, as what: String, usualSide: Int, pixels: PixelValues?, usualPixels: PixelValues) throws {
        file = try NetworkFile(path: path)
        let shape = file.inputs.count == 1 ? file.inputs[0].shape : []
        guard shape.count == 4, [nil, 1, 3].contains(shape[1]) else {
            let found = file.inputs.map(\.description).joined(separator: ", ")
            throw file.misfit(
                "\(what) has one input of 1x3xHEIGHTxWIDTH, or of 1 plane for gray pictures, and this has \(found.isEmpty ? "none" : found); give a network that is shown one picture"
            )
        }
        planes = shape[1] ?? 3
        let pixels = pixels ?? (planes == 1 ? .bytes : usualPixels)
        self.pixels = pixels
        size = PixelSize(width: shape[3] ?? usualSide, height: shape[2] ?? usualSide)
        guard size.width <= 2048, size.height <= 2048 else {
            throw file.misfit(
                "its input is \(file.inputs[0]), and \(what) is shown small pictures; give another network")
        }
        pool = NetworkPool(file)
        let blank = LumaPlane(size: size) { _ in }
        let input = pixels.input(size: size, planes: planes)
        let file = file
        let size = size
        length = try pool.withNetwork(for: size) { network in
            try PictureView(blank).withImage { image in
                try network.run(on: image, as: input) { outputs in
                    guard outputs.count == 1, let output = outputs.first, output.values.count >= 2,
                        output.shape.max() == output.values.count
                    else {
                        throw file.misfit(
                            "\(what) answers a picture of \(size) pixels with one row of 2 numbers or more, and this has \(outputs.map(\.description).joined(separator: ", ")); give another network"
                        )
                    }
                    return output.values.count
                }
            }
        }
    }

    var wantsColor: Bool { planes == 3 }

    /// What it answers to a part of a frame. Throws `TrackletError` when it cannot be run, or answers with what are no numbers.
    func answer(to part: CutOut, of frame: Frame) throws -> [Float] {
        let input = pixels.input(size: size, planes: planes)
        return try pool.withNetwork(for: size) { network in
            try part.withImage(of: frame, inColor: wantsColor) { image in
                try network.run(on: image, as: input) { outputs in
                    guard outputs.count == 1, outputs[0].values.count == length else {
                        throw file.misfit(
                            "it answers with \(outputs.map(\.description).joined(separator: ", ")), and did with \(length) numbers before; give another network"
                        )
                    }
                    guard outputs[0].values.allSatisfy(\.isFinite) else {
                        throw file.misfit(
                            "it answers with what are no numbers; give a network that is whole, and its --pixels")
                    }
                    return Array(outputs[0].values)
                }
            }
        }
    }
}
