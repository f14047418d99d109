internal import TrackModel

/// Windows that mean the same object.
struct WindowGroup: Sendable, Hashable {
    /// The mean of the windows' boxes.
    var box: Box
    /// The highest of the windows' weights.
    var weight: Double
    /// How many windows.
    var count: Int
}

/// Groups the windows of one picture as OpenCV's `groupRectangles` does, but keeps fractions of a pixel, the number of
/// windows and their highest weight, of which OpenCV gives only some.
enum WindowGrouping {
    /// How far the sides of two windows of one object may lie apart, as a share of their mean size.
    static let tolerance = 0.2

    /// - Parameter minimumNeighbors: a group needs more windows than this.
    static func groups(of windows: [CandidateWindow], minimumNeighbors: Int) -> [WindowGroup] {
        let classes = connected(windows.map(\.box))
        let means = classes.map { members in mean(of: members.map { windows[$0] }) }
        let large = means.filter { $0.count > minimumNeighbors }
        return large.filter { group in !large.contains { liesInside(group, $0) } }
    }

    /// Lists of indices of boxes that are alike, directly or by way of others, in order of their first members.
    private static func connected(_ boxes: [Box]) -> [[Int]] {
        var classes: [[Int]] = []
        var isTaken = [Bool](repeating: false, count: boxes.count)
        for start in boxes.indices where !isTaken[start] {
            isTaken[start] = true
            var members = [start]
            var next = 0
            while next < members.count {
                let box = boxes[members[next]]
                next += 1
                for other in boxes.indices where !isTaken[other] && areAlike(box, boxes[other]) {
                    isTaken[other] = true
                    members.append(other)
                }
            }
            classes.append(members.sorted())
        }
        return classes
    }

    private static func areAlike(_ one: Box, _ other: Box) -> Bool {
        let allowed = tolerance * (min(one.width, other.width) + min(one.height, other.height)) / 2
        return abs(one.left - other.left) <= allowed && abs(one.top - other.top) <= allowed
            && abs(one.right - other.right) <= allowed && abs(one.bottom - other.bottom) <= allowed
    }

    private static func mean(of windows: [CandidateWindow]) -> WindowGroup {
        var sum = Box(left: 0, top: 0, width: 0, height: 0)
        var weight = -Double.infinity
        for window in windows {
            sum.left += window.box.left
            sum.top += window.box.top
            sum.width += window.box.width
            sum.height += window.box.height
            weight = max(weight, window.weight)
        }
        return WindowGroup(box: sum.multiplied(by: 1 / Double(windows.count)), weight: weight, count: windows.count)
    }

    /// A small weak group inside a larger stronger one is a part of the same object, such as one eye taken for a face.
    private static func liesInside(_ group: WindowGroup, _ other: WindowGroup) -> Bool {
        guard group != other else { return false }
        let slackX = other.box.width * tolerance
        let slackY = other.box.height * tolerance
        return group.box.left >= other.box.left - slackX && group.box.top >= other.box.top - slackY
            && group.box.right <= other.box.right + slackX && group.box.bottom <= other.box.bottom + slackY
            && (other.count > max(3, group.count) || group.count < 3)
    }
}
