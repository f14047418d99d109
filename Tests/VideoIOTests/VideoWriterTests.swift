import CFFmpeg
import Foundation
import Testing
import TrackModel

@testable import VideoIO

@Suite("Writing videos")
struct VideoWriterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Writes a video as it is read.
    @discardableResult
    private func copy(
        _ source: String, to name: String = "out.mp4", reading: VideoReaderOptions = VideoReaderOptions(),
        options: VideoWriterOptions = VideoWriterOptions(), encoders: [String] = H264Encoder.names
    ) throws -> [String] {
        let reader = try PictureReader(source, options: reading)
        let first = try #require(try reader.nextPicture())
        let writer = try VideoWriter(
            path: folder.path(name), name: name, reader: reader, first: first, options: options, encoders: encoders)
        try writer.write(first)
        while let picture = try reader.nextPicture() { try writer.write(picture) }
        try writer.finish(reachedEnd: true)
        return writer.notes
    }

    private func frames(_ path: String) throws -> [Frame] {
        let reader = try VideoReader.open(path)
        var frames: [Frame] = []
        while let frame = try reader.nextFrame() { frames.append(frame) }
        return frames
    }

    private func difference(_ one: Frame, _ other: Frame) -> Double {
        one.luma.withPixels { first in
            other.luma.withPixels { second in
                var sum = 0
                for y in 0..<one.size.height {
                    for x in 0..<one.size.width {
                        sum += abs(
                            Int(first[y * one.luma.bytesPerRow + x]) - Int(second[y * other.luma.bytesPerRow + x]))
                    }
                }
                return Double(sum) / Double(one.size.width * one.size.height)
            }
        }
    }

    @Test(
        "the pictures, their number, their size and their times are the source's",
        arguments: [
            "plain.mp4", "variable-rate.mkv", "edit-list.mp4", "upright.mp4", "rotated-90.mp4", "rotated-180.mp4",
            "rotated-270.mp4", "wide-pixels.mp4", "format-full-range.mkv", "format-yuv444p12.mkv", "format-gray.mkv",
            "interlaced.mkv", "one-frame.mp4", "size-change.h264", "numbered",
        ])
    func sameFrames(name: String) throws {
        var options = VideoWriterOptions()
        options.crf = 10
        try copy(Fixture.path(name), options: options)
        let (source, written) = (try frames(Fixture.path(name)), try frames(folder.path("out.mp4")))
        #expect(written.map(\.index) == source.map(\.index))
        #expect(written.map(\.size) == source.map(\.size))
        for (one, other) in zip(source, written) {
            #expect(abs(one.time - other.time) < 1e-9)
            #expect(difference(one, other) < 4)
        }
        let reader = try VideoReader.open(folder.path("out.mp4"))
        #expect(reader.facts.rotation == 0)
        #expect(reader.facts.codec == "h264")
        let aspect = try VideoReader.open(Fixture.path(name)).summary.pixelAspect
        #expect(reader.summary.pixelAspect == aspect)
    }

    @Test("range, matrix and primaries are the source's; RGB becomes limited range by BT.601")
    func color() throws {
        func color(_ path: String) throws -> (AVColorRange, AVColorSpace, AVPixelFormat) {
            let source = try ContainerSource(
                ContainerAddress(name: path, url: "file:" + path, medium: .file), threads: 1,
                interruption: Interruption(), networkTimeout: 1)
            let picture = try #require(try source.nextPicture())
            return withExtendedLifetime(picture.reference) {
                let frame = picture.reference.pointer.pointee
                return (frame.color_range, frame.colorspace, AVPixelFormat(rawValue: frame.format))
            }
        }
        try copy(Fixture.path("red-bt709.mkv"), to: "709.mp4")
        #expect(try color(folder.path("709.mp4")).1 == AVCOL_SPC_BT709)
        try copy(Fixture.path("format-full-range.mkv"), to: "full.mp4")
        #expect(try color(folder.path("full.mp4")).0 == AVCOL_RANGE_JPEG)
        try copy(Fixture.path("format-rgb.mkv"), to: "rgb.mp4")
        let rgb = try color(folder.path("rgb.mp4"))
        #expect(rgb.0 == AVCOL_RANGE_MPEG && rgb.1 == AVCOL_SPC_SMPTE170M && rgb.2 == AV_PIX_FMT_YUV420P)
    }

    @Test("odd sides become even, the last column and row repeated, and a note says so")
    func oddSize() throws {
        let notes = try copy(Fixture.path("size-3x5-rgba.mkv"))
        #expect(notes.contains { $0.contains("4x6") })
        #expect(
            try frames(folder.path("out.mp4")).map(\.size) == [
                PixelSize(width: 4, height: 6), PixelSize(width: 4, height: 6),
            ])
    }

    @Test("times that begin below zero are moved to zero, and a note says so")
    func negativeTimes() throws {
        let notes = try copy(Fixture.path("negative-times.mkv"))
        #expect(notes.contains { $0.contains("-0.5") })
        let (source, written) = (try frames(Fixture.path("negative-times.mkv")), try frames(folder.path("out.mp4")))
        #expect(written.count == source.count)
        #expect(zip(source, written).allSatisfy { abs($0.time + 0.5 - $1.time) < 1e-6 })
    }

    @Test("a start makes its first picture time 0")
    func start() throws {
        var reading = VideoReaderOptions()
        (reading.start, reading.end) = (.frame(5), .frame(9))
        try copy(Fixture.path("plain.mp4"), reading: reading)
        #expect(try frames(folder.path("out.mp4")).map { Int(($0.time * 10).rounded()) } == [0, 1, 2, 3])
    }

    /// The sizes and times of the sound's packets.
    private func sound(_ path: String) throws -> [(size: Int32, time: Double)] {
        let address = ContainerAddress(name: path, url: "file:" + path, medium: .file)
        guard let source = try SoundSource(address, networkTimeout: 1) else { return [] }
        var packets: [(Int32, Double)] = []
        try source.read(until: nil) { packet, time in packets.append((packet.pointee.size, time ?? -1)) }
        return packets
    }

    @Test("sound is copied packet by packet, at its times", arguments: ["out.mp4", "out.mov", "out.mkv"])
    func soundCopied(name: String) throws {
        let notes = try copy(Fixture.path("with-sound.mp4"), to: name)
        let (source, written) = (
            try sound(Fixture.path("with-sound.mp4")), try sound(folder.path(name))
        )
        #expect(notes.isEmpty)
        #expect(source.count > 100)
        #expect(written.map(\.size) == source.map(\.size))
        #expect(zip(source, written).allSatisfy { abs($0.time - $1.time) < 0.025 })
    }

    @Test("of a part of a video only the part's sound is copied")
    func soundOfPart() throws {
        var reading = VideoReaderOptions()
        (reading.start, reading.end) = (.frame(5), .frame(10))
        try copy(Fixture.path("with-sound.mp4"), reading: reading)
        let written = try sound(folder.path("out.mp4"))
        #expect((18...26).contains(written.count))
        #expect(written.allSatisfy { $0.time > -0.1 && $0.time < 0.5 })
    }

    @Test("sound the container cannot hold is left out with a note that names it")
    func soundRefused() throws {
        let notes = try copy(Fixture.path("pcm-sound.mkv"))
        // FFmpeg 6 and newer put it into MP4.
        let sound = try sound(folder.path("out.mp4"))
        #expect(sound.isEmpty == notes.contains { $0.contains("pcm") && $0.contains(".mkv") })
        #expect(try copy(Fixture.path("pcm-sound.mkv"), to: "out.mkv").isEmpty)
        #expect(try !self.sound(folder.path("out.mkv")).isEmpty)
    }

    @Test("a source without sound makes a video without sound and no note")
    func withoutSound() throws {
        #expect(try copy(Fixture.path("plain.mp4")).isEmpty)
        #expect(try sound(folder.path("out.mp4")).isEmpty)
    }

    @Test("the index of an MP4 comes before its pictures")
    func fastStart() throws {
        try copy(Fixture.path("plain.mp4"))
        let data = try Data(contentsOf: URL(filePath: folder.path("out.mp4")))
        let index = try #require(data.range(of: Data("moov".utf8)))
        let pictures = try #require(data.range(of: Data("mdat".utf8)))
        #expect(index.lowerBound < pictures.lowerBound)
    }

    @Test("the same pictures make the same bytes, however many threads decode")
    func sameBytes() throws {
        try copy(Fixture.path("plain.mp4"), to: "one.mp4")
        var reading = VideoReaderOptions()
        reading.threads = 4
        try copy(Fixture.path("plain.mp4"), to: "two.mp4", reading: reading)
        let one = try Data(contentsOf: URL(filePath: folder.path("one.mp4")))
        #expect(try Data(contentsOf: URL(filePath: folder.path("two.mp4"))) == one)
    }

    @Test("a higher rate factor makes a smaller file")
    func rateFactor() throws {
        func size(_ crf: Double) throws -> Int {
            var options = VideoWriterOptions()
            options.crf = crf
            try copy(Fixture.path("plain.mp4"), options: options)
            return try Data(contentsOf: URL(filePath: folder.path("out.mp4"))).count
        }
        #expect(try size(40) < size(15))
    }

    @Test("what makes no sense is refused in a sentence", arguments: [0.0, 51.5, .nan])
    func refusedFactor(crf: Double) throws {
        var options = VideoWriterOptions()
        options.crf = crf
        let error = try #require(throws: TrackletError.self) { try copy(Fixture.path("plain.mp4"), options: options) }
        #expect(error.kind == .usage && error.message.contains("1 to 51"))
    }

    @Test("a missing encoder, an unknown preset and an unknown ending are told")
    func told() throws {
        let missing = try #require(throws: TrackletError.self) {
            try copy(Fixture.path("plain.mp4"), encoders: ["none-such"])
        }
        #expect(missing.kind == .failure && missing.message.contains("H.264") && missing.message.contains("libx264"))
        var options = VideoWriterOptions()
        options.preset = "hasty"
        #expect(throws: TrackletError.self) { try copy(Fixture.path("plain.mp4"), options: options) }
        let ending = try #require(throws: TrackletError.self) { try copy(Fixture.path("plain.mp4"), to: "out.avi") }
        #expect(ending.message.contains(".mp4"))
    }

    @Test("a full disk is told by the writer")
    func fullDisk() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let reader = try PictureReader(Fixture.path("plain.mp4"))
        let first = try #require(try reader.nextPicture())
        let error = try #require(throws: TrackletError.self) {
            let writer = try VideoWriter(path: "/dev/full", name: "out.mkv", reader: reader, first: first)
            try writer.write(first)
            while let picture = try reader.nextPicture() { try writer.write(picture) }
            try writer.finish(reachedEnd: true)
        }
        #expect(error.kind == .cannotCreate && error.message.contains("disk is full"))
    }

    @Test("a photo is cut out, scaled and encoded as JPEG")
    func photo() throws {
        let reader = try PictureReader(Fixture.path("upright.mp4"))
        let picture = try #require(try reader.nextPicture())
        // The white block at the top left.
        let photo = try PhotoEncoder().photo(
            of: picture, part: Box(left: 0, top: 0, width: 16, height: 8), size: PixelSize(width: 32, height: 16))
        let bytes = try PhotoEncoder.jpeg(of: photo)
        try Data(bytes).write(to: URL(filePath: folder.path("photo.jpg")))
        let read = try #require(try frames(folder.path("photo.jpg")).first)
        #expect(read.size == PixelSize(width: 32, height: 16))
        #expect(read.luma.withPixels { $0[8 * read.luma.bytesPerRow + 10] } > 245)
    }
}
