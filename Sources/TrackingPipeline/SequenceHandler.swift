public import TrackModel

/// Follows many objects over the frames of one video, as Vision's `VNSequenceRequestHandler`: it lives as long as the
/// sequence, and each frame is handed to all of its trackers.
///
/// The trackers run concurrently in a task group of at most `maximumConcurrency` tasks. Results come in ascending order of
/// id and do not depend on the number of tasks. Calls from several tasks are handled one after another, in the order they
/// come: a tracker is never used by two at once.
public actor SequenceHandler {
    private let factory: TrackerFactory
    private let maximumConcurrency: Int
    /// Ascending by id.
    private var entries: [Entry] = []
    /// Whether a call is using the trackers, and the calls that wait for their turn. Being an actor is not enough: it takes
    /// the next call while the trackers of this one run.
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private struct Entry: Sendable {
        let id: Int
        let tracker: any ObjectTracker
    }

    /// - Parameter maximumConcurrency: how many trackers may run at once; at least 1.
    public init(tracker factory: TrackerFactory, maximumConcurrency: Int = 2) {
        self.factory = factory
        self.maximumConcurrency = max(1, maximumConcurrency)
    }

    /// The ids being followed, ascending.
    public var ids: [Int] { entries.map(\.id) }

    /// Starts following the object in `box`, or starts again if the id is already followed.
    ///
    /// Returns false, and does not follow, when there is nothing to hold on to in the box.
    @discardableResult
    public func start(_ id: Int, on frame: Frame, box: Box) async throws -> Bool {
        await takeTurn()
        defer { endTurn() }
        return try startNow(id, on: frame, box: box)
    }

    /// Tells the tracker of `id`, which was started on or moved to `frame`, where its object's corners are.
    public func hold(_ corners: Quadrilateral, of id: Int, on frame: Frame) async throws {
        await takeTurn()
        defer { endTurn() }
        guard let entry = entries.first(where: { $0.id == id }) else { return }
        try StageClock.measure(.tracking) { try entry.tracker.hold(corners, on: frame) }
    }

    private func startNow(_ id: Int, on frame: Frame, box: Box) throws -> Bool {
        let position = entries.firstIndex { $0.id >= id } ?? entries.endIndex
        let known = position < entries.endIndex && entries[position].id == id
        let tracker = known ? entries[position].tracker : try factory.makeTracker()
        let started = try StageClock.measure(.tracking) { try tracker.start(on: frame, box: box) }
        if started, !known {
            entries.insert(Entry(id: id, tracker: tracker), at: position)
        } else if !started, known {
            entries.remove(at: position)
        }
        return started
    }

    public func stop(_ id: Int) {
        entries.removeAll { $0.id == id }
    }

    /// Forgets every object: the tutorial's reset button.
    public func stopAll() {
        entries.removeAll()
    }

    /// Moves every tracker to this frame. One result for each id, ascending; nil where the tracker lost its object (it is
    /// kept, and may find it again on a later frame).
    public func update(on frame: Frame) async throws -> [(id: Int, estimate: TrackerEstimate?)] {
        await takeTurn()
        defer { endTurn() }
        return try await updateNow(on: frame)
    }

    private func updateNow(on frame: Frame) async throws -> [(id: Int, estimate: TrackerEstimate?)] {
        let entries = entries
        let tasks = min(maximumConcurrency, entries.count)
        guard tasks > 1 else {
            return try StageClock.measure(.tracking) { try entries.map { ($0.id, try $0.tracker.update(on: frame)) } }
        }
        // Contiguous groups rather than a task for each tracker: a tracker costs little more than a task.
        let estimates = try await withThrowingTaskGroup(
            of: (task: Int, estimates: [TrackerEstimate?]).self
        ) { group in
            for task in 0..<tasks {
                let share = entries[entries.count * task / tasks..<entries.count * (task + 1) / tasks]
                group.addTask {
                    (task, try StageClock.measure(.tracking) { try share.map { try $0.tracker.update(on: frame) } })
                }
            }
            var parts = [[TrackerEstimate?]](repeating: [], count: tasks)
            for try await part in group { parts[part.task] = part.estimates }
            return parts.flatMap { $0 }
        }
        return zip(entries, estimates).map { ($0.id, $1) }
    }

    /// Performs each request on the frame: a request the handler has not seen starts on its box, the others are followed.
    ///
    /// One observation for each request, in the order of the requests; nil where there was nothing to hold on to or the
    /// object is lost. Requests that are left out are no longer followed.
    public func perform(_ requests: [TrackRequest], on frame: Frame) async throws -> [Observation?] {
        await takeTurn()
        defer { endTurn() }
        let wanted = Set(requests.map(\.id))
        entries.removeAll { !wanted.contains($0.id) }
        let updated = try await updateNow(on: frame)
        var found: [Int: TrackerEstimate] = [:]
        for (id, estimate) in updated { found[id] = estimate }
        let known = Set(updated.map(\.id))
        return try requests.map { request in
            guard known.contains(request.id) else {
                guard try startNow(request.id, on: frame, box: request.box) else { return nil }
                return Observation(
                    track: request.id, label: request.label, box: request.box, confidence: 1, source: .seeded)
            }
            return found[request.id].map {
                Observation(
                    track: request.id, label: request.label, box: $0.box, confidence: $0.confidence, source: .tracked)
            }
        }
    }

    private func takeTurn() async {
        guard isBusy else {
            isBusy = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the turn to whoever waits longest; `isBusy` stays set for it.
    private func endTurn() {
        if waiting.isEmpty {
            isBusy = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
