import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A thread for work that blocks, outside the pool that tasks run on.
final class BackgroundThread: Sendable {
    private let work: @Sendable () -> Void

    private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// Starts a thread of its own for `work`, which ends with it.
    static func start(_ work: @escaping @Sendable () -> Void) throws {
        let opaque = Unmanaged.passRetained(BackgroundThread(work)).toOpaque()
        let status = launch(opaque)
        guard status == 0 else {
            Unmanaged<BackgroundThread>.fromOpaque(opaque).release()
            throw TrackletError(
                .failure, "The video cannot be decoded: the system allows no further thread (error \(status)).")
        }
    }

    private static func launch(_ opaque: UnsafeMutableRawPointer) -> Int32 {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Some decoders need more than the half megabyte other systems give a thread.
        pthread_attr_setstacksize(attributes, 4 << 20)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread: pthread_t = 0
        #endif
        let status = pthread_create(&thread, attributes, perform, opaque)
        pthread_attr_destroy(attributes)
        attributes.deallocate()
        return status
    }

    fileprivate static func run(_ opaque: UnsafeMutableRawPointer) {
        Unmanaged<BackgroundThread>.fromOpaque(opaque).takeRetainedValue().work()
    }
}

private let perform: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { opaque in
    if let opaque { BackgroundThread.run(opaque) }
    return nil
}
