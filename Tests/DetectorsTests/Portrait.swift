import Foundation
import TrackModel

/// A real face: NASA's portrait of Eileen Collins, in gray.
enum Portrait {
    /// Her face, by hand: hairline to chin, ear to ear.
    static let faceBox = Box(left: 66, top: 66, width: 95, height: 113)

    static func luma() throws -> LumaPlane {
        guard let url = Bundle.module.url(forResource: "astronaut", withExtension: "pgm", subdirectory: "Fixtures")
        else {
            throw TrackletError(.noInput, "the fixture astronaut.pgm is not there")
        }
        return try PortableGrayMap.read([UInt8](Data(contentsOf: url)))
    }

    /// The portrait in the middle of a gray picture.
    static func frame(in size: PixelSize, left: Int = 0, top: Int = 0, isMirrored: Bool = false) throws -> Frame {
        let portrait = try luma()
        let plane = portrait.withPixels { source in
            LumaPlane(size: size) { pixels in
                pixels.update(repeating: 128)
                for row in 0..<portrait.size.height where (0..<size.height).contains(row + top) {
                    for column in 0..<portrait.size.width where (0..<size.width).contains(column + left) {
                        let from = isMirrored ? portrait.size.width - 1 - column : column
                        pixels[(row + top) * size.width + column + left] = source[row * portrait.size.width + from]
                    }
                }
            }
        }
        return Frame(index: 0, time: 0, luma: plane)
    }

    static func frame() throws -> Frame {
        try Frame(index: 0, time: 0, luma: luma())
    }
}

/// Reads binary PGM pictures of 8 bits.
enum PortableGrayMap {
    static func read(_ bytes: [UInt8]) throws -> LumaPlane {
        var position = 0
        func word() -> String {
            while position < bytes.count, bytes[position] <= 32 { position += 1 }
            let start = position
            while position < bytes.count, bytes[position] > 32 { position += 1 }
            return String(decoding: bytes[start..<position], as: UTF8.self)
        }
        guard word() == "P5", let width = Int(word()), let height = Int(word()), word() == "255",
            bytes.count == position + 1 + width * height
        else {
            throw TrackletError(.badData, "the fixture is no binary PGM picture")
        }
        return LumaPlane(size: PixelSize(width: width, height: height)) { pixels in
            _ = pixels.update(from: bytes[(position + 1)...])
        }
    }
}
