import Testing
import TrackModel

@testable import Trackers

@Suite struct TrackerRegistryTests {
    @Test("names every tracker once, and makes each under its name")
    func names() throws {
        let names = TrackerRegistry.all.map(\.name)
        #expect(names == ["flow", "kcf", "csrt", "mosse", "median-flow"])
        for name in names { #expect(try TrackerRegistry.make(name: name).name == name) }
        #expect(TrackerRegistry.all.allSatisfy { !$0.purpose.isEmpty && $0.costPerUpdate > 0 })
    }

    @Test(
        "a wrong name is a usage error that offers the nearest",
        arguments: [("csrtt", "csrt"), ("median_flow", "median-flow"), ("KFC", "kcf"), ("flwo", "flow")])
    func wrongName(name: String, nearest: String) throws {
        let error = try #require(throws: TrackletError.self) { try TrackerRegistry.make(name: name) }
        #expect(error.kind == .usage)
        #expect(error.message.contains("'\(name)'"))
        #expect(error.message.contains("'\(nearest)'"))
    }

    @Test("both levels stand for a tracker that needs no colour", arguments: TrackingLevel.allCases)
    func levels(level: TrackingLevel) throws {
        #expect(!TrackerRegistry.factory(for: level).wantsColor)
    }
}
