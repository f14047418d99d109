package import TrackModel

/// Frames handed out one by one; `next` may count, fail or cancel.
package struct FrameFeed: AsyncSequence, Sendable {
    package typealias Element = Frame
    /// The frame at a place from 0; nil at the end.
    package let next: @Sendable (_ place: Int) throws -> Frame?

    package struct AsyncIterator: AsyncIteratorProtocol {
        let feed: FrameFeed
        var place = 0

        package mutating func next() async throws -> Frame? {
            defer { place += 1 }
            return try feed.next(place)
        }
    }

    package init(next: @escaping @Sendable (_ place: Int) throws -> Frame?) { self.next = next }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(feed: self) }
}
