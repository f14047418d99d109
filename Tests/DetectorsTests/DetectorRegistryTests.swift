import Detectors
import Foundation
import Testing
import TrackModel

@Suite struct DetectorRegistryTests {
    private func failure(_ make: () throws -> any Detector) -> TrackletError? {
        do {
            _ = try make()
            return nil
        } catch {
            return error as? TrackletError
        }
    }

    @Test func everyBuiltInDetectorCanBeMadeUnderItsName() throws {
        for specification in DetectorRegistry.all where !specification.needsModel {
            #expect(try DetectorRegistry.make(name: specification.name).name == specification.name)
        }
        #expect(Set(DetectorRegistry.all.map(\.name)).count == DetectorRegistry.all.count)
    }

    @Test func anUnknownNameIsAnsweredWithTheNearest() {
        let error = failure { try DetectorRegistry.make(name: "fase") }
        #expect(error?.kind == .usage)
        #expect(error?.message.contains("'fase'") == true && error?.message.contains("did you mean 'face'?") == true)
        #expect(failure { try DetectorRegistry.make(name: "submarine") }?.message.contains("did you mean") == false)
    }

    @Test func aCascadeOfTheUsersRunsByItsPathUnderItsLabel() throws {
        let path = try CascadeLocator().requiredPath(of: "lbpcascade_frontalface_improved.xml")
        let detector = try DetectorRegistry.make(name: "cascade", label: "someone", cascadePath: path)
        let found = try detector.detect(in: Portrait.frame())
        #expect(found.count == 1)
        #expect(found.first?.label == "someone")
        #expect(found.first?.box.intersectionOverUnion(with: Portrait.faceBox) ?? 0 > 0.4)
    }

    @Test func aCascadeThatIsNoneIsRefusedByName() throws {
        let missing = failure { try DetectorRegistry.make(name: "cascade", cascadePath: "/nowhere/mine.xml") }
        #expect(missing?.kind == .noInput && missing?.message.contains("/nowhere/mine.xml") == true)
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).xml")
            .path
        try Data("no cascade".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let wrong = failure { try DetectorRegistry.make(name: "cascade", cascadePath: path) }
        #expect(wrong?.kind == .badData && wrong?.message.contains(path) == true)
        #expect(failure { try DetectorRegistry.make(name: "cascade") }?.kind == .usage)
        #expect(failure { try DetectorRegistry.make(name: "face", cascadePath: path) }?.kind == .usage)
    }

    @Test func aCascadeThatIsNotInstalledNamesThePlacesAndThePackage() {
        let locator = CascadeLocator(folders: ["/nowhere/one", "/nowhere/two"])
        let error = failure { try DetectorRegistry.make(name: "face", locator: locator) }
        #expect(error?.kind == .failure)
        for part in ["haarcascade_frontalface_alt2.xml", "/nowhere/one", "/nowhere/two", "opencv-data"] {
            #expect(error?.message.contains(part) == true, "\(part)")
        }
    }

    @Test func sizesAndRegionCountForRectanglesToo() throws {
        var canvas = Canvas(320, 240)
        canvas.fill(Canvas.corners(center: Point(x: 160, y: 120), width: 100, height: 60, degrees: 0), with: 200)
        func count(_ options: CascadeOptions) throws -> Int {
            try DetectorRegistry.make(name: "rectangle", options: options, label: "page").detect(in: canvas.frame).count
        }
        #expect(try count(CascadeOptions()) == 1)
        #expect(try count(CascadeOptions(minimumSize: .pixels(70))) == 0)
        #expect(try count(CascadeOptions(maximumSize: .pixels(90))) == 0)
        #expect(try count(CascadeOptions(region: .percent(Box(left: 0, top: 0, width: 40, height: 100)))) == 0)
    }
}
