import Detectors
import Foundation
import Testing
import TrackModel

/// The detector with a network of our own that sees a face in each blue cell of 8 pixels: 24 wide and 32 high about the cell's
/// middle, its landmarks on the cell's corners, middle and lower edge.
@Suite struct YuNetTests {
    private func detector(_ options: CascadeOptions = CascadeOptions()) throws -> any Detector {
        try DetectorRegistry.make(name: "yunet", options: options, modelPath: NetworkPicture.fixture("yunet"))
    }

    /// Its smallest face is 12 pixels high in the input: the input is the picture itself.
    private let asItIs = CascadeOptions(minimumSize: .pixels(12))

    @Test func boxAndLandmarksLieWhereTheNetworkSaysInThePicture() throws {
        let patch = Box(left: 80, top: 48, width: 8, height: 8)
        let frame = NetworkPicture.frame(PixelSize(width: 160, height: 96), [(patch, NetworkPicture.blue)])
        let found = try detector(asItIs).detect(in: frame)
        let face = try #require(found.first)
        #expect(found.count == 1)
        #expect(face.box.intersectionOverUnion(with: Box(left: 72, top: 36, width: 24, height: 32)) > 0.999)
        let landmarks = try #require(face.landmarks)
        #expect(landmarks.rightEye == Point(x: 80, y: 48) && landmarks.leftEye == Point(x: 88, y: 48))
        #expect(landmarks.nose == Point(x: 84, y: 52))
        #expect(landmarks.rightMouth == Point(x: 82, y: 56) && landmarks.leftMouth == Point(x: 86, y: 56))
        #expect(face.confidence > 0.99 && face.label == "face")
    }

    /// 200 x 100 pixels in an input of half the size, which is filled up to 128 x 64.
    @Test func aReducedPictureInALetterboxGivesTheSamePlace() throws {
        let patch = Box(left: 64, top: 48, width: 16, height: 16)
        let frame = NetworkPicture.frame(PixelSize(width: 200, height: 100), [(patch, NetworkPicture.blue)])
        let face = try #require(try detector(CascadeOptions(minimumSize: .pixels(24))).detect(in: frame).first)
        #expect(face.box.intersectionOverUnion(with: Box(left: 48, top: 24, width: 48, height: 64)) > 0.99)
    }

    @Test func coloursComeInTheNetworksOrder() throws {
        let size = PixelSize(width: 160, height: 96)
        let patch = Box(left: 80, top: 48, width: 8, height: 8)
        #expect(try detector(asItIs).detect(in: NetworkPicture.frame(size, [(patch, NetworkPicture.red)])).isEmpty)
        let gray = NetworkPicture.frame(size, [(patch, NetworkPicture.red)], isColored: false)
        #expect(try detector(asItIs).detect(in: gray).count == 1, "gray stands for all colours")
        #expect(try detector(asItIs).wantsColor)
    }

    @Test func whatIsSaidTwiceOfOneFaceIsSaidOnceAndTheSurestWins() throws {
        let size = PixelSize(width: 160, height: 96)
        let patches: [(Box, [UInt8])] = [
            (Box(left: 80, top: 48, width: 8, height: 8), [220, 0, 0]),
            (Box(left: 88, top: 48, width: 8, height: 8), [255, 0, 0]),
            (Box(left: 24, top: 48, width: 8, height: 8), [220, 0, 0]),
        ]
        let found = try detector(asItIs).detect(in: NetworkPicture.frame(size, patches))
        #expect(found.map(\.box.center.x) == [92, 28])
        #expect(found[0].confidence > found[1].confidence)
    }

    @Test func sizesAndRegionBoundWhatIsFound() throws {
        let patch = Box(left: 80, top: 48, width: 8, height: 8)
        let frame = NetworkPicture.frame(PixelSize(width: 160, height: 96), [(patch, NetworkPicture.blue)])
        func count(_ change: (inout CascadeOptions) -> Void) throws -> Int {
            var options = asItIs
            change(&options)
            return try detector(options).detect(in: frame).count
        }
        #expect(try count { $0.maximumSize = .pixels(30) } == 0)
        #expect(try count { $0.maximumSize = .pixels(34) } == 1)
        #expect(try count { $0.region = .percent(Box(left: 0, top: 0, width: 40, height: 100)) } == 0)
        #expect(try count { $0.region = .percent(Box(left: 50, top: 0, width: 50, height: 100)) } == 1)
    }

    @Test func aSecondLookSeesTheFaceThatIsExpectedAndNoOther() throws {
        let size = PixelSize(width: 640, height: 360)
        let patches = [(Box(left: 300, top: 200, width: 20, height: 20), NetworkPicture.blue)]
        let frame = NetworkPicture.frame(size, patches)
        let detector = try detector()
        let expected = Box(left: 290, top: 180, width: 45, height: 60)
        let seen = try #require(try detector.look(for: "face", expectedIn: expected, of: frame))
        #expect(seen.box.intersectionOverUnion(with: expected) > 0.3 && seen.landmarks != nil)
        #expect(try detector.look(for: "page", expectedIn: expected, of: frame) == nil)
        #expect(
            try detector.look(for: "face", expectedIn: expected.offset(x: 150, y: 0), of: frame) == nil)
        #expect(
            try detector.look(for: "face", expectedIn: expected.offset(x: 1000, y: 0), of: frame) == nil)
    }

    @Test(.timeLimit(.minutes(10))) func manyThreadsFindWhatOneFinds() async throws {
        let size = PixelSize(width: 320, height: 192)
        let patches = (0..<6).map { index -> (box: Box, color: [UInt8]) in
            let blue = UInt8(255 - index * 4)
            return (Box(left: Double(index * 48), top: 80, width: 8, height: 8), [blue, 0, 0])
        }
        let frame = NetworkPicture.frame(size, patches)
        let detector = try detector(asItIs)
        let alone = try detector.detect(in: frame)
        #expect(alone.count == 6)
        try await withThrowingTaskGroup(of: [Detection].self) { group in
            for _ in 0..<8 { group.addTask { try detector.detect(in: frame) } }
            for try await found in group { #expect(found == alone) }
        }
    }
}
