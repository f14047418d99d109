import CFFmpeg
import Synchronization
public import TrackModel

/// Reads a source at its own pace, on a thread of its own, and hands out the newest picture: what is not taken in time is dropped
/// and counted, never queued.
///
/// Cameras, streams and everything else that goes on by itself are opened again when they fail or end. Files play at the speed they
/// were filmed at, once or in a loop. Letting go of the feed ends its thread.
public final class PictureFeed: Sendable {
    /// A picture and when it came.
    public struct Arrival: Sendable {
        public let picture: SharedPicture
        /// When it left the decoder; of a file, when it was due.
        public let captured: ContinuousClock.Instant
        /// Whether the source began, or began again, with it or with one that was dropped before it.
        public let beginsAnew: Bool
    }

    /// What happened to the source.
    public enum Notice: Sendable, Equatable {
        /// It failed or ended, which the sentence says, and is opened again in so many seconds.
        case lost(String, retryIn: Double)
        /// It is open again.
        case found
        /// It is over: a file's end, or what cannot be opened a second time. With the cause, when that was a failure.
        case ended(String?)
    }

    /// What is there to be taken at one moment.
    public struct Delivery: Sendable {
        public var arrival: Arrival?
        public var notices: [Notice]
        /// Pictures dropped since the last delivery.
        public var dropped: Int
    }

    /// What is known of the source, from its first opening.
    public let facts: SourceFacts

    private let slot: NewestSlot<Arrival, Notice>
    private let interruption: Interruption
    private let plan: FeedPlan

    /// Opens the source and decodes its first picture. Throws as `VideoReader.open` does.
    ///
    /// - Parameters:
    ///   - source: as for `VideoReader.open`.
    ///   - loops: whether a file begins again at its end.
    public init(_ source: String, options: VideoReaderOptions = VideoReaderOptions(), loops: Bool = false) throws {
        interruption = Interruption()
        let reader = try PictureReader(source, options: options, interruption: interruption)
        facts = reader.facts
        plan = FeedPlan(
            source: source, options: options, isLive: facts.isLive, mayReopen: facts.isLive ? source != "-" : loops)
        slot = NewestSlot { older, newer in
            Arrival(
                picture: newer.picture, captured: newer.captured, beginsAnew: older.beginsAnew || newer.beginsAnew)
        }
        let first = FirstReader(reader)
        let (plan, slot, interruption) = (plan, slot, interruption)
        try BackgroundThread.start { plan.run(from: first, into: slot, interruption) }
    }

    deinit { interruption.stop() }

    /// What is there; waits until something is. For one task at a time. Returns at once when that is cancelled.
    public func next() async -> Delivery {
        let delivery = await slot.take()
        return Delivery(arrival: delivery.picture, notices: delivery.notices, dropped: delivery.dropped)
    }

    /// Has `next` return even though nothing came.
    public func wake() { slot.wake() }

    /// Ends the reading, from any thread; nothing comes any more.
    public func stop() { interruption.stop() }
}

/// The reader made by `init`, on its way to the thread that reads.
private final class FirstReader: Sendable {
    private let reader: Mutex<PictureReader?>

    init(_ reader: sending PictureReader) { self.reader = Mutex(reader) }

    func take() -> sending PictureReader? {
        reader.withLock { reader in
            let taken = reader
            reader = nil
            return taken
        }
    }
}

/// What the thread does.
private struct FeedPlan: Sendable {
    typealias Slot = NewestSlot<PictureFeed.Arrival, PictureFeed.Notice>

    let source: String
    let options: VideoReaderOptions
    let isLive: Bool
    let mayReopen: Bool

    func run(from first: FirstReader, into slot: Slot, _ interruption: Interruption) {
        var timeline = FeedTimeline()
        var delay = ReopeningDelay()
        var reader = first.take()
        while !interruption.stopped {
            var failure: String?
            do {
                if reader == nil {
                    interruption.forgetTimeout()
                    reader = try PictureReader(source, options: options, interruption: interruption)
                    if isLive { slot.put(.found) }
                }
                if let reader {
                    failure = try play(reader, &timeline, into: slot, interruption) { delay.reset() }
                }
            } catch is CancellationError {
                return
            } catch {
                failure = (error as? TrackletError)?.message ?? "\(error)"
            }
            reader = nil
            guard !interruption.stopped else { return }
            guard mayReopen, isLive || failure == nil else {
                slot.put(.ended(failure))
                return
            }
            guard isLive else {
                timeline.beginAnew(after: nil)
                continue
            }
            let wait = delay.next()
            slot.put(.lost(failure ?? "\(SourceName.shown(source)) ended.", retryIn: wait))
            let began = ContinuousClock.now
            Self.sleep(until: began + .seconds(wait), unless: interruption)
            timeline.beginAnew(after: (ContinuousClock.now - began) / .seconds(1))
        }
    }

    /// Plays to the end. Returns what ended it early, if anything did.
    private func play(
        _ reader: PictureReader, _ timeline: inout FeedTimeline, into slot: Slot, _ interruption: Interruption,
        started: () -> Void
    ) throws -> String? {
        var pace = PlaybackPace()
        while !interruption.stopped, let picture = try reader.nextPicture() {
            started()
            var captured = ContinuousClock.now
            if !isLive {
                captured = pace.due(time: picture.time, now: captured)
                Self.sleep(until: captured, unless: interruption)
            }
            let place = timeline.place(time: picture.time, duration: picture.duration)
            slot.put(
                PictureFeed.Arrival(
                    picture: try SharedPicture(picture, index: place.index, time: place.time), captured: captured,
                    beginsAnew: place.beginsAnew))
        }
        return reader.summary.readFailure.map { "\(SourceName.shown(source)) stopped: \($0)." }
    }

    /// In pieces, so that the thread ends soon after it is told to.
    private static func sleep(until end: ContinuousClock.Instant, unless interruption: Interruption) {
        while !interruption.stopped {
            let left = (end - ContinuousClock.now) / .microseconds(1)
            guard left > 0 else { return }
            av_usleep(UInt32(min(left.rounded(.up), 20_000)))
        }
    }
}
