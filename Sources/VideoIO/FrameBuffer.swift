import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A bounded queue between one thread that decodes and tasks that read: the thread sleeps while it is full, a task is
/// suspended while it is empty.
final class FrameBuffer<Element: Sendable>: @unchecked Sendable {
    // Unchecked: everything below is touched only under `mutex`. A Mutex cannot be slept on, a condition can.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let hasRoom: UnsafeMutablePointer<pthread_cond_t>
    private let capacity: Int
    private var elements: [Element] = []
    private var readers: [(id: UInt64, continuation: UnsafeContinuation<Element?, any Error>)] = []
    private var nextReader: UInt64 = 0
    private var isClosed = false
    private var failure: (any Error)?
    private var isAbandoned = false

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        hasRoom = .allocate(capacity: 1)
        hasRoom.initialize(to: pthread_cond_t())
        pthread_cond_init(hasRoom, nil)
        elements.reserveCapacity(self.capacity)
    }

    deinit {
        pthread_cond_destroy(hasRoom)
        hasRoom.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// How many elements wait to be taken.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return elements.count
    }

    /// Whether a task waits for an element.
    var hasReaders: Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return !readers.isEmpty
    }

    // MARK: The thread's side

    /// Sleeps until there is room, then adds the element. Returns false, and adds nothing, once nobody reads any more.
    func put(_ element: Element) -> Bool {
        pthread_mutex_lock(mutex)
        while elements.count >= capacity, !isAbandoned { pthread_cond_wait(hasRoom, mutex) }
        guard !isAbandoned else {
            pthread_mutex_unlock(mutex)
            return false
        }
        // A reader waits only while there are no elements.
        let reader = readers.isEmpty ? nil : readers.removeFirst().continuation
        if reader == nil { elements.append(element) }
        pthread_mutex_unlock(mutex)
        reader?.resume(returning: element)
        return true
    }

    /// No more elements come; readers see the end, or the error once, behind those already there.
    func close(throwing error: (any Error)? = nil) {
        pthread_mutex_lock(mutex)
        isClosed = true
        failure = error
        let waiting = readers
        readers = []
        if error != nil, !waiting.isEmpty { failure = nil }
        pthread_mutex_unlock(mutex)
        for (position, reader) in waiting.enumerated() {
            if position == 0, let error {
                reader.continuation.resume(throwing: error)
            } else {
                reader.continuation.resume(returning: nil)
            }
        }
    }

    // MARK: The readers' side

    /// Nobody reads any more: wakes the thread, drops what is there.
    func abandon() {
        pthread_mutex_lock(mutex)
        isAbandoned = true
        elements = []
        pthread_cond_broadcast(hasRoom)
        pthread_mutex_unlock(mutex)
    }

    /// The next element in order; nil at the end. Throws what the thread closed with, or `CancellationError`.
    func take() async throws -> Element? {
        try Task.checkCancellation()
        switch takeNow() {
        case .element(let element): return element
        case .end: return nil
        case .failure(let error): throw error
        case .empty: break
        }
        let id = newReader()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in wait(continuation, id: id) }
        } onCancel: {
            cancel(id)
        }
    }

    private enum Outcome {
        case element(Element)
        case end
        case failure(any Error)
        case empty
    }

    private func takeNow() -> Outcome {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return outcome()
    }

    /// Only under the lock.
    private func outcome() -> Outcome {
        if !elements.isEmpty {
            let element = elements.removeFirst()
            pthread_cond_signal(hasRoom)
            return .element(element)
        }
        guard isClosed || isAbandoned else { return .empty }
        guard let failure else { return .end }
        self.failure = nil
        return .failure(failure)
    }

    private func newReader() -> UInt64 {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        nextReader += 1
        return nextReader
    }

    private func wait(_ continuation: UnsafeContinuation<Element?, any Error>, id: UInt64) {
        pthread_mutex_lock(mutex)
        // Cancelled before it could be found in the list: `cancel` has come and gone.
        if Task.isCancelled {
            pthread_mutex_unlock(mutex)
            return continuation.resume(throwing: CancellationError())
        }
        let found = outcome()
        if case .empty = found { readers.append((id, continuation)) }
        pthread_mutex_unlock(mutex)
        switch found {
        case .element(let element): continuation.resume(returning: element)
        case .end: continuation.resume(returning: nil)
        case .failure(let error): continuation.resume(throwing: error)
        case .empty: break
        }
    }

    private func cancel(_ id: UInt64) {
        pthread_mutex_lock(mutex)
        let position = readers.firstIndex { $0.id == id }
        let reader = position.map { readers.remove(at: $0) }
        pthread_mutex_unlock(mutex)
        reader?.continuation.resume(throwing: CancellationError())
    }
}
