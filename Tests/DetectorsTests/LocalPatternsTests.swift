import COpenCV
import Testing
import TrackModel

@testable import Detectors

@Suite struct LocalPatternsTests {
    private let patterns = LocalPatterns()

    private func described(_ frame: Frame, _ box: Box) throws -> AppearanceDescription {
        try #require(
            try patterns.describe(Detection(box: box, confidence: 0.9, label: "face"), in: frame))
    }

    private func changed(_ frame: Frame, _ change: (Int, UInt8) -> UInt8) -> Frame {
        let luma = frame.luma.withPixels { source in
            LumaPlane(size: frame.size) { pixels in
                for index in pixels.indices { pixels[index] = change(index, source[index]) }
            }
        }
        return Frame(index: 0, time: 0, luma: luma)
    }

    @Test func aFaceIsNearItselfInOtherLightAndInABoxThatFitsLessWell() throws {
        let frame = try Portrait.frame()
        let face = try described(frame, Portrait.faceBox)
        try #expect(patterns.distance(face, face) == 0)
        let dim = changed(frame) { UInt8(Double($1) * 0.7) }
        try #expect(patterns.distance(face, described(dim, Portrait.faceBox)) < patterns.galleryThreshold)
        let shifted = Portrait.faceBox.offset(x: 2, y: 2).scaled(width: 1.03, height: 1.03)
        try #expect(patterns.distance(face, described(frame, shifted)) < patterns.galleryThreshold)
    }

    @Test func whatIsNotTheFaceIsFar() throws {
        let frame = try Portrait.frame()
        let face = try described(frame, Portrait.faceBox)
        let mirrored = try Portrait.frame(in: frame.size, isMirrored: true)
        let other = Box(left: 20, top: 150, width: 95, height: 100)
        try #expect(patterns.distance(face, described(frame, other)) > patterns.galleryThreshold)
        try #expect(
            patterns.distance(face, described(frame, other))
                > patterns.distance(face, described(mirrored, Portrait.faceBox)))
    }

    @Test func whatIsHardlyThereIsNotDescribed() throws {
        let frame = try Portrait.frame()
        for box in [
            Box(left: -90, top: 60, width: 100, height: 100), Box(left: 50, top: 50, width: 5, height: 5),
            Box(left: .nan, top: 0, width: 40, height: 40), Box(left: 5000, top: 0, width: 40, height: 40),
        ] {
            let detection = Detection(box: box, confidence: 0.9, label: "face")
            try #expect(patterns.describe(detection, in: frame) == nil)
        }
    }

    @Test func aCutOutShowsTheBoxAndAveragesWhatIsReduced() throws {
        let plane = LumaPlane(size: PixelSize(width: 40, height: 40)) { pixels in
            for index in pixels.indices { pixels[index] = (index % 40 + index / 40).isMultiple(of: 2) ? 0 : 200 }
        }
        let part = CutOut(Box(left: 8, top: 4, width: 32, height: 32), size: PixelSize(width: 8, height: 8))
        let values = try part.withImage(of: Frame(index: 0, time: 0, luma: plane), inColor: true) { image in
            (0..<64).map { image.pixels[$0] }
        }
        #expect(values.allSatisfy { abs(Int($0) - 100) <= 2 }, "\(values)")
        let exact = CutOut(Box(left: 8, top: 4, width: 5, height: 3), size: PixelSize(width: 5, height: 3))
        let copied = try exact.withImage(of: Frame(index: 0, time: 0, luma: plane), inColor: false) { image in
            (0..<15).map { image.pixels[$0] }
        }
        #expect(copied == (0..<15).map { (8 + $0 % 5 + 4 + $0 / 5).isMultiple(of: 2) ? 0 : 200 })
    }

    @Test func theBridgeRefusesWhatBreaksItsContract() throws {
        var error = tcv_error()
        let source = [UInt8](repeating: 0, count: 400)
        var pixels = [UInt8](repeating: 0, count: 400)
        var values = [Float](repeating: 0, count: Int(TCV_PATTERNS_LENGTH))
        try source.withUnsafeBufferPointer { source in
            let base = try #require(source.baseAddress)
            let image = tcv_image(pixels: base, width: 20, height: 20, bytes_per_row: 20, channels: 1)
            let small = tcv_image(pixels: base, width: 9, height: 9, bytes_per_row: 9, channels: 1)
            #expect(tcv_patterns_describe(small, &values, &error) == TCV_INVALID_ARGUMENT)
            #expect(tcv_patterns_describe(image, &values, &error) == TCV_OK)
            for map in [[0, 0, 0, 0, 0, 0], [1, 0, .nan, 0, 1, 0], [.infinity, 0, 0, 0, 1, 0]] as [[Double]] {
                #expect(tcv_cut_out(image, map, &pixels, 10, 10, &error) == TCV_INVALID_ARGUMENT)
                #expect(error.text.contains("inverse"))
            }
            #expect(tcv_cut_out(image, [1, 0, 0, 0, 1, 0], &pixels, 0, 10, &error) == TCV_INVALID_ARGUMENT)
        }
    }
}
