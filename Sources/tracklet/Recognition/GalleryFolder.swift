internal import TrackModel
internal import TrackingPipeline
internal import VideoIO

/// A folder with a folder of pictures for each person.
struct GalleryFolder {
    private let path: String
    private let people: [(name: String, pictures: [String])]

    /// Throws `TrackletError`: `noInput` when it cannot be read, `badData` when there is nobody in it, or somebody without a picture.
    init(_ path: String) throws {
        self.path = path
        people = try PictureFolder.folders(in: path).map { name in
            (name, try PictureFolder.paths(in: path + "/" + name))
        }
        guard !people.isEmpty else {
            throw TrackletError(
                .badData,
                "The gallery \(path) has no folder in it; make one for each person, named after them, with pictures of them."
            )
        }
        if let empty = people.first(where: { $0.pictures.isEmpty }) {
            throw TrackletError(
                .badData,
                "The folder \(path)/\(empty.name) of the gallery has no picture in it; put pictures of \(empty.name) there (JPEG, PNG …), or remove it."
            )
        }
    }

    /// All pictures, person by person.
    var pictures: [String] { people.flatMap(\.pictures) }

    /// Finds the largest face in each picture and describes it.
    ///
    /// - Parameter note: is told of each picture without a face.
    ///
    /// Throws `TrackletError`: `noInput` or `badData` for a picture that cannot be read, `badData` for a person without a face.
    func gallery(
        by model: any AppearanceModel, finding detectors: [any Detector], note: (String) -> Void
    ) throws -> Gallery {
        let wantsColor = model.wantsColor || detectors.contains(where: \.wantsColor)
        return Gallery(
            people: try people.map { person in
                let descriptions =
                    try person.pictures.compactMap { picture in
                        let frame = try read(picture, wantsColor: wantsColor)
                        let face = try Self.largest(in: frame, detectors) ?? Self.closeUp(in: frame, detectors)
                        if let face, let description = try model.describe(face, in: frame) { return description }
                        note("No face is found in \(picture), which is left out of the gallery.")
                        return nil
                    } as [AppearanceDescription]
                guard !descriptions.isEmpty else {
                    throw TrackletError(
                        .badData,
                        "No face is found in any picture of \(person.name) in the gallery \(path); give pictures with the whole head, from the front, or another --detector."
                    )
                }
                return Gallery.Person(name: person.name, pictures: descriptions)
            })
    }

    private func read(_ picture: String, wantsColor: Bool) throws -> Frame {
        var options = VideoReaderOptions()
        options.wantsColor = wantsColor
        do {
            guard let frame = try VideoReader.open(picture, options: options).nextFrame() else {
                throw TrackletError(.badData, "it holds no picture")
            }
            return frame
        } catch let error as TrackletError {
            throw TrackletError(
                error.kind,
                "The picture \(picture) of the gallery cannot be read: \(error.message) Replace it, or remove it from the folder."
            )
        }
    }

    private static func largest(in frame: Frame, _ detectors: [any Detector]) throws -> Detection? {
        try detectors.flatMap { try $0.detect(in: frame, effort: .thorough) }.max { $0.box.area < $1.box.area }
    }

    /// In a picture that a face fills, detectors see it only with something around it.
    private static func closeUp(in frame: Frame, _ detectors: [any Detector]) throws -> Detection? {
        let (width, height) = (frame.size.width, frame.size.height)
        let (left, top) = (width / 2, height / 2)
        let size = PixelSize(width: width + 2 * left, height: height + 2 * top)
        let framed = frame.luma.withPixels { pixels in
            LumaPlane(size: size) { target in
                target.update(repeating: 128)
                for row in 0..<height {
                    for column in 0..<width {
                        target[(row + top) * size.width + column + left] = pixels[row * frame.luma.bytesPerRow + column]
                    }
                }
            }
        }
        let found = try largest(in: Frame(index: frame.index, time: frame.time, luma: framed), detectors)
        return found.map { $0.carried(to: $0.box.offset(x: -Double(left), y: -Double(top))) }
    }
}
