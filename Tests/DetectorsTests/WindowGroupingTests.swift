import Foundation
import Testing
import TrackModel

@testable import Detectors

@Suite struct WindowGroupingTests {
    private func window(_ left: Double, _ top: Double, _ side: Double, _ weight: Double = 1) -> CandidateWindow {
        CandidateWindow(box: Box(left: left, top: top, width: side, height: side), weight: weight)
    }

    @Test func joinsWindowsThatAreAlikeAndKeepsTheirNumberAndHighestWeight() {
        let groups = WindowGrouping.groups(
            of: [window(10, 10, 20, 3), window(12, 11, 22, 5), window(100, 10, 20)], minimumNeighbors: 0)
        #expect(groups.count == 2)
        #expect(groups[0] == WindowGroup(box: Box(left: 11, top: 10.5, width: 21, height: 21), weight: 5, count: 2))
    }

    @Test func dropsGroupsWithTooFewNeighbors() {
        let windows = [window(10, 10, 20), window(11, 10, 20), window(10, 11, 20), window(100, 10, 20)]
        #expect(WindowGrouping.groups(of: windows, minimumNeighbors: 2).count == 1)
        #expect(WindowGrouping.groups(of: windows, minimumNeighbors: 3).isEmpty)
        #expect(WindowGrouping.groups(of: [], minimumNeighbors: 0).isEmpty)
    }

    @Test func dropsAWeakGroupInsideAStrongOne() {
        let strong = (0..<5).map { window(Double($0), 0, 100) }
        #expect(WindowGrouping.groups(of: strong + [window(30, 30, 20)], minimumNeighbors: 0).count == 1)
    }

    /// OpenCV's own grouping is the reference; it rounds to whole pixels.
    @Test(arguments: [1, 3, 8]) func groupsAsOpenCVDoes(minimumNeighbors: Int) throws {
        let classifier = try CascadeClassifier(
            path: CascadeLocator().requiredPath(of: "haarcascade_frontalface_alt2.xml"))
        let search = try CascadeSearch()
        try search.setPicture(PictureView(Portrait.luma()), scaleFactor: 1.1)
        let raw = try search.windows(of: classifier)
        let grouped = try search.windows(of: classifier, minimumNeighbors: minimumNeighbors)
        let groups = WindowGrouping.groups(of: raw, minimumNeighbors: minimumNeighbors)
            .sorted { ($0.box.top, $0.box.left) < ($1.box.top, $1.box.left) }
        #expect(raw.count > 20)
        #expect(groups.count == grouped.count && !groups.isEmpty)
        for (ours, reference) in zip(groups, grouped) {
            #expect(ours.weight == reference.weight)
            #expect(
                abs(ours.box.left - reference.box.left) <= 0.51 && abs(ours.box.width - reference.box.width) <= 0.51)
        }
    }
}
