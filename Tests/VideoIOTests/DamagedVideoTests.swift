import Testing
import TrackModel
import VideoIO

@Suite("Damaged and odd video", .timeLimit(.minutes(10)))
struct DamagedVideoTests {
    @Test("a cut-off Matroska file gives what decodes and says that it was cut off")
    func cutOffMatroska() throws {
        let reader = try Fixture.open("cut-off.mkv")
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == Array(0..<15))
        #expect(reader.facts.declaredFrameCount == 30)
        #expect(reader.summary.endedEarly)
        #expect(reader.summary.warnings.contains { $0.contains("cut off") && $0.contains("3.0 s") })
    }

    @Test("a cut-off MP4 file with its index in front gives what decodes and says so")
    func cutOffWithIndex() throws {
        let reader = try Fixture.open("cut-off-with-index.mp4")
        let count = try reader.pullAll().count
        #expect(count > 2 && count < 30)
        #expect(reader.summary.endedEarly)
        #expect(!reader.summary.hasVariableFrameRate)
    }

    @Test("corrupt packets are skipped and counted; the frames after them keep their times")
    func corruptPackets() throws {
        let reader = try Fixture.open("corrupt-packets.mkv")
        let frames = try reader.pullAll()
        #expect(frames.map(\.index) == Array(0..<17))
        let missing = Set(0..<20).subtracting(frames.map { Int(($0.time * 10).rounded()) })
        #expect(missing == [5, 6, 13])
        #expect(reader.summary.corruptPackets == 3)
        #expect(!reader.summary.endedEarly && !reader.summary.hasVariableFrameRate)
        #expect(reader.summary.warnings == ["3 corrupt packets were skipped."])
    }

    @Test("patched-up frames are counted, and are the same whether or not earlier frames are still held")
    func corruptStretch() async throws {
        let pulled = try Fixture.open("corrupt-stretch.mkv")
        var sums: [Int] = []
        while let frame = try pulled.nextFrame() { sums.append(frame.checksum) }
        #expect(sums.count == 40)
        #expect(pulled.summary.damagedFrames > 0)
        var held: [Frame] = []
        for try await frame in try Fixture.open("corrupt-stretch.mkv") { held.append(frame) }
        #expect(held.map(\.checksum) == sums)
    }

    @Test("an undamaged video gives the same pictures for any number of threads", arguments: [0, 2, 5])
    func threads(_ threads: Int) throws {
        let one = try Fixture.open("plain.mp4").pullAll()
        let many = try Fixture.open("plain.mp4") { $0.threads = threads }.pullAll()
        #expect(many.map(\.checksum) == one.map(\.checksum))
        #expect(many.map(\.time) == one.map(\.time))
    }

    @Test("frames of another size are scaled to the first one's, and said to be")
    func sizeChange() throws {
        let reader = try Fixture.open("size-change.h264") { $0.wantsColor = true }
        let frames = try reader.pullAll()
        #expect(frames.count == 7)
        for frame in frames {
            #expect(frame.size == PixelSize(width: 64, height: 32))
            #expect(try frame.color?.plane().size == frame.size)
            #expect(abs(frame.luma(8, 3) - 235) < 12 && frame.luma(30, 20) < 28)
        }
        #expect(reader.summary.changedSize == PixelSize(width: 128, height: 64))
        #expect(reader.summary.warnings.contains { $0.contains("128x64") && $0.contains("64x32") })
    }

    @Test("times a raw stream does not have are reckoned from the frame rate, and said to be")
    func noTimes() throws {
        let reader = try Fixture.open("size-change.h264")
        let times = try reader.pullAll().map(\.time)
        #expect(times.first == 0)
        #expect(zip(times, times.dropFirst()).allSatisfy { abs($1 - $0 - 0.1) < 1e-9 })
        #expect(reader.summary.estimatedTimes == 7)
        #expect(!reader.summary.endedEarly)
    }

    @Test("uneven times are kept and said to be uneven")
    func variableRate() throws {
        let reader = try Fixture.open("variable-rate.mkv")
        let times = try reader.pullAll().map(\.time)
        let milliseconds = Array(stride(from: 0, to: 400, by: 40)) + Array(stride(from: 400, to: 1200, by: 80))
        let expected = milliseconds.map { Double($0) / 1000 }
        #expect(zip(times, expected).allSatisfy { abs($0 - $1) < 1e-9 } && times.count == 20)
        #expect(reader.summary.hasVariableFrameRate && !reader.summary.endedEarly)
    }

    @Test("times below zero are kept as the container has them")
    func negativeTimes() throws {
        let reader = try Fixture.open("negative-times.mkv")
        let frames = try reader.pullAll()
        #expect(frames.count == 8 && frames.first?.time == -0.5)
        #expect(reader.summary.firstTime == -0.5 && reader.summary.warnings == [])
    }

    @Test("frames an edit list hides are not counted as missing")
    func editList() throws {
        let reader = try Fixture.open("edit-list.mp4")
        #expect(try reader.pullAll().map(\.index) == [0, 1, 2])
        #expect(reader.facts.declaredFrameCount == 3)
        #expect(reader.summary.warnings == [])
    }

    @Test("sound that goes on after the pictures is no sign of a cut")
    func longerSound() throws {
        let reader = try Fixture.open("longer-sound.mp4")
        #expect(try reader.pullAll().count == 5)
        #expect(reader.summary.warnings == [])
    }

    @Test("a video of one frame is a video")
    func oneFrame() async throws {
        let reader = try Fixture.open("one-frame.mp4")
        var times: [Double] = []
        for try await frame in reader { times.append(frame.time) }
        #expect(times == [0] && reader.summary.warnings == [])
    }

    @Test("pixels that are not square are said not to be")
    func widePixels() throws {
        let reader = try Fixture.open("wide-pixels.mp4")
        #expect(reader.facts.size == PixelSize(width: 32, height: 48))
        _ = try reader.pullAll()
        #expect(reader.summary.pixelAspect == 2 && reader.summary.warnings.count == 1)
    }
}
