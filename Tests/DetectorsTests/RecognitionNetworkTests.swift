import Foundation
import Testing
import TrackModel

@testable import Detectors

/// Networks that are shown what is in a box: what they answer, and every way in which one may not fit.
@Suite struct RecognitionNetworkTests {
    private static let size = PixelSize(width: 60, height: 40)

    /// Red on the left, blue on the right.
    private func frame() -> Frame {
        let color = ColorPlane(size: Self.size) { pixels in
            for index in 0..<Self.size.width * Self.size.height {
                let isLeft = index % Self.size.width < 30
                (pixels[3 * index], pixels[3 * index + 1], pixels[3 * index + 2]) = isLeft ? (0, 0, 255) : (255, 0, 0)
            }
        }
        // Its brightness is another picture: dark on the left, bright on the right.
        let luma = LumaPlane(size: Self.size) { pixels in
            for index in pixels.indices { pixels[index] = index % Self.size.width < 30 ? 20 : 230 }
        }
        return Frame(index: 0, time: 0, luma: luma, color: ColorSource(color))
    }

    private func box(_ left: Double) -> Detection {
        Detection(box: Box(left: left, top: 10, width: 20, height: 20), confidence: 0.9, label: "face")
    }

    private func names(_ lines: [String], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).txt")
        try Data(lines.joined(separator: "\n").utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        try body(path.path)
    }

    @Test func aClassifierSaysWhatIsInTheBoxAlone() throws {
        try names(["red", "blue"]) { names in
            let classifier = try ClassifierNetwork(
                path: NetworkPicture.fixture("classifier"), namesPath: names, pixels: .unit)
            #expect(classifier.wantsColor && classifier.kinds == ["red", "blue"])
            let left = try #require(try classifier.classify(box(5), in: frame()))
            let right = try #require(try classifier.classify(box(35), in: frame()))
            #expect(left[0] > 0.99 && abs(left[0] + left[1] - 1) < 1e-9, "\(left)")
            #expect(right[1] > 0.99, "\(right)")
            #expect(try classifier.classify(box(-18), in: frame()) == nil, "most of it is outside the picture")
        }
    }

    @Test func aNetworkForGrayPicturesIsShownTheBrightness() throws {
        try names(["dark", "bright"]) { names in
            let classifier = try ClassifierNetwork(path: NetworkPicture.fixture("gray-classifier"), namesPath: names)
            #expect(!classifier.wantsColor)
            #expect(try classifier.classify(box(5), in: frame())?[0] ?? 0 > 0.99)
            #expect(try classifier.classify(box(35), in: frame())?[1] ?? 0 > 0.99)
        }
    }

    @Test(
        arguments: [
            ("shares are taken as they are", [0.25, 0.75], [0.25, 0.75]),
            ("all else for logits", [0.0, 0.0], [0.5, 0.5]), ("however large", [1000, 0], [1, 0]),
        ] as [(String, [Double], [Double])])
    func sharesAddUpToOne(_ point: String, _ answer: [Double], _ shares: [Double]) {
        let made = ClassifierNetwork.shares(answer)
        #expect(zip(made, shares).allSatisfy { abs($0 - $1) < 1e-9 }, "\(point): \(made)")
    }

    @Test func descriptionsOfTheSameAreNearAndOfOthersFar() throws {
        let network = try EmbeddingNetwork(path: NetworkPicture.fixture("embedding"))
        let red = try #require(try network.describe(box(2), in: frame()))
        let alsoRed = try #require(try network.describe(box(5), in: frame()))
        let blue = try #require(try network.describe(box(38), in: frame()))
        #expect(network.distance(red, red) < 1e-6)
        #expect(network.distance(red, alsoRed) < 0.1)
        #expect(network.distance(red, blue) > network.galleryThreshold)
        #expect(abs(red.values.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }

    /// A face that lies on its side is described as one that stands, where landmarks say how it lies.
    @Test func landmarksBringAFaceUpright() throws {
        let network = try EmbeddingNetwork(path: NetworkPicture.fixture("embedding"))
        let side = 120
        func face(turned: Bool) -> (Frame, Detection) {
            // Red above the eyes, blue below the mouth.
            let color = ColorPlane(size: PixelSize(width: side, height: side)) { pixels in
                for y in 0..<side {
                    for x in 0..<side {
                        let isUpper = (turned ? side - 1 - x : y) < side / 2
                        let place = 3 * (y * side + x)
                        (pixels[place], pixels[place + 2]) = isUpper ? (0, 255) : (255, 0)
                    }
                }
            }
            func point(_ x: Double, _ y: Double) -> Point {
                turned ? Point(x: Double(side) - y, y: x) : Point(x: x, y: y)
            }
            let landmarks = FaceLandmarks(
                rightEye: point(45, 50), leftEye: point(75, 50), nose: point(60, 65), rightMouth: point(48, 82),
                leftMouth: point(72, 82))
            let luma = LumaPlane(size: PixelSize(width: side, height: side)) { _ in }
            return (
                Frame(index: 0, time: 0, luma: luma, color: ColorSource(color)),
                Detection(
                    box: Box(left: 30, top: 20, width: 60, height: 80), confidence: 0.9, label: "face",
                    landmarks: landmarks)
            )
        }
        func description(turned: Bool, hasLandmarks: Bool) throws -> AppearanceDescription {
            var (frame, detection) = face(turned: turned)
            if !hasLandmarks { detection.landmarks = nil }
            return try #require(try network.describe(detection, in: frame))
        }
        let upright = try description(turned: false, hasLandmarks: true)
        #expect(network.distance(upright, try description(turned: true, hasLandmarks: true)) < 0.02)
        #expect(network.distance(upright, try description(turned: true, hasLandmarks: false)) > 0.3)
    }

    // MARK: - What does not fit

    private func failure(_ make: () throws -> Void) -> TrackletError? {
        do {
            try make()
            return nil
        } catch {
            return error as? TrackletError
        }
    }

    @Test(arguments: [
        ("yunet", "one row of 2 numbers or more, and this has bbox_16"), ("yolo8", "this has output 1x6x64"),
        ("one-colour", "this has output 1x1x64x64"), ("unknown-operator", "the operator Gelu, which OpenCV"),
        (
            "channels-last",
            "one input of 1x3xHEIGHTxWIDTH, or of 1 plane for gray pictures, and this has input 1x32x32x3"
        ),
    ])
    func aNetworkOfAnotherKindIsRefusedWithWhatItIs(_ name: String, _ words: String) throws {
        let path = try NetworkPicture.fixture(name)
        try names(["a", "b"]) { names in
            for error in [
                failure { _ = try ClassifierNetwork(path: path, namesPath: names) },
                failure { _ = try EmbeddingNetwork(path: path) },
            ] {
                #expect(error?.kind == .badData)
                #expect(error?.message.contains(words) == true, "\(error?.message ?? "none")")
                #expect(error?.message.contains("\n") == false)
            }
        }
    }

    @Test func namesMustBeAsManyAsThereAreKindsAndDifferent() throws {
        let path = try NetworkPicture.fixture("classifier")
        try names(["a", "b", "c"]) { names in
            let error = failure { _ = try ClassifierNetwork(path: path, namesPath: names) }
            #expect(error?.message.contains("tells 2 kinds apart") == true, "\(error?.message ?? "none")")
            #expect(error?.message.contains("has 3 names") == true)
        }
        try names(["a", "a"]) { names in
            let error = failure { _ = try ClassifierNetwork(path: path, namesPath: names) }
            #expect(error?.message.contains("'a' twice") == true, "\(error?.message ?? "none")")
        }
    }

    /// Not one of them may end the process.
    @Test func damagedBytesAreRefusedOrRun() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: NetworkPicture.fixture("embedding")))
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).onnx")
        defer { try? FileManager.default.removeItem(at: path) }
        for place in stride(from: 0, to: whole.count, by: 13) {
            var damaged = whole
            damaged[place] ^= 0x41
            try damaged.write(to: path)
            let error = failure {
                let network = try EmbeddingNetwork(path: path.path)
                _ = try network.describe(box(5), in: frame())
            }
            #expect(error == nil || error?.kind == .badData, "byte \(place): \(error?.message ?? "")")
        }
        try whole.prefix(whole.count / 2).write(to: path)
        let error = failure { _ = try EmbeddingNetwork(path: path.path) }
        #expect(error?.message.contains("ends in the midst") == true, "\(error?.message ?? "none")")
    }
}
