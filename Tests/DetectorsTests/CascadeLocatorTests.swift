import Foundation
import Testing

@testable import Detectors

@Suite struct CascadeLocatorTests {
    @Test func searchesTheOptionThenTheEnvironmentThenModelsThenTheSystem() throws {
        let locator = CascadeLocator(
            folder: "/option", environment: ["TRACKLET_CASCADES": "/environment"], workingDirectory: "/work",
            executable: "/package/.build/release/debug/tracklet")
        let order = ["/option", "/environment", "/work/Models", "/package/Models", "/usr/share/opencv4/haarcascades"]
        let places = try order.map { try #require(locator.folders.firstIndex(of: $0), "\($0)") }
        #expect(places == places.sorted())
        #expect(locator.folders.contains("/option/lbpcascades"))
    }

    @Test func takesTheFirstFolderThatHasTheFile() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        for name in ["one/haarcascades", "two"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(name), withIntermediateDirectories: true)
            try Data().write(to: root.appendingPathComponent(name).appendingPathComponent("mine.xml"))
        }
        let one = root.appendingPathComponent("one").path
        let two = root.appendingPathComponent("two").path
        let both = CascadeLocator(folder: one, environment: ["TRACKLET_CASCADES": two])
        #expect(both.path(of: "mine.xml") == one + "/haarcascades/mine.xml")
        #expect(CascadeLocator(environment: ["TRACKLET_CASCADES": two]).path(of: "mine.xml") == two + "/mine.xml")
        #expect(both.path(of: "nobodys.xml") == nil)
    }
}
