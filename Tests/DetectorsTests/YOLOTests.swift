import Detectors
import Foundation
import Testing
import TrackModel

/// The detector with networks of our own for 64x64 pixels, which see a first kind of object in each blue cell of 8 pixels and a second
/// in each red one: 12 wide and 16 high about the cell's middle.
@Suite struct YOLOTests {
    private func named<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).txt")
        try Data(text.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        return try body(path.path)
    }

    private func detector(_ fixture: String, names: String = "drop\r\nrose\n\n", label: String? = nil) throws
        -> any Detector
    {
        try named(names) { path in
            try DetectorRegistry.make(
                name: "any", label: label, modelPath: NetworkPicture.fixture(fixture), namesPath: path)
        }
    }

    /// In a picture of 128x64 the network's 64x64 show each pixel at half its size, and the lower half is black.
    private let frame = NetworkPicture.frame(
        PixelSize(width: 128, height: 64),
        [
            (Box(left: 32, top: 16, width: 16, height: 16), NetworkPicture.blue),
            (Box(left: 96, top: 32, width: 16, height: 16), NetworkPicture.red),
        ])

    @Test(arguments: ["yolo5", "yolo8"]) func bothLayoutsGiveKindsAndPlaces(_ fixture: String) throws {
        let found = try detector(fixture).detect(in: frame).sorted { $0.box.left < $1.box.left }
        try #require(found.map(\.label) == ["drop", "rose"])
        #expect(found[0].box.intersectionOverUnion(with: Box(left: 28, top: 8, width: 24, height: 32)) > 0.999)
        #expect(found[1].box.intersectionOverUnion(with: Box(left: 92, top: 24, width: 24, height: 32)) > 0.999)
        #expect(found.allSatisfy { $0.landmarks == nil && $0.confidence > 0.99 })
    }

    @Test func tinyPicturesAreSearchedLikeOthers() throws {
        let detector = try detector("yolo8")
        for (width, height) in [(1, 1), (3, 5), (64, 2), (1, 300)] {
            let bounds = PixelSize(width: width, height: height).bounds
            for detection in try detector.detect(in: Canvas(width, height).frame) {
                #expect(detection.box.clipped(to: bounds) != nil)
            }
        }
    }

    @Test func aLabelTakesThePlaceOfAllNames() throws {
        #expect(try detector("yolo8", label: "thing").detect(in: frame).map(\.label) == ["thing", "thing"])
    }

    @Test(arguments: ["yolo5", "yolo8"]) func anotherNumberOfNamesIsRefused(_ fixture: String) throws {
        let error = #expect(throws: TrackletError.self) { try detector(fixture, names: "one\ntwo\nthree") }
        #expect(error?.kind == .badData)
        #expect(error?.message.contains("with 3 names it should have one output of 1xNx8 or 1x7xN") == true)
        #expect(error?.message.contains("this has output 1x") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["", "\n\n", "one\n\nthree\n"]) func namesThatAreNoneAreRefused(_ text: String) {
        let error = #expect(throws: TrackletError.self) { try detector("yolo8", names: text) }
        #expect(error?.kind == .badData)
    }

    @Test func modelAndNamesAreBothNeededAndOnlyHere() throws {
        func kind(_ name: String, model: String?, names: String?) throws -> TrackletError.Kind? {
            let model = try model.map(NetworkPicture.fixture)
            do {
                _ = try DetectorRegistry.make(name: name, modelPath: model, namesPath: names)
                return nil
            } catch {
                return (error as? TrackletError)?.kind
            }
        }
        #expect(try kind("any", model: nil, names: "/nowhere") == .noInput)
        #expect(try kind("any", model: "yolo8", names: nil) == .usage)
        #expect(try kind("any", model: "yolo8", names: "/nowhere") == .noInput)
        #expect(try kind("yunet", model: "yunet", names: "/nowhere") == .usage)
        #expect(try kind("face", model: nil, names: "/nowhere") == .usage)
    }
}
