import TrackModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Sorts text that comes frame by frame into one piece a track, in memory that does not grow with the number of frames.
///
/// Each track's text is a chain of slots of one size in an unlinked temporary file; the end of a slot says which comes
/// next. Only the slots being filled are in memory, and of those only the most recently used: a track that is over
/// costs a few numbers. Short runs never touch the disk.
final class ObservationSpool {
    private struct Chain {
        let firstSlot: Int
        var lastSlot: Int
        /// Bytes of text in the last slot.
        var fill = 0
        /// The last slot's text when it is in memory.
        var resident: [UInt8]?
        var lastUse = 0
    }

    /// The most text kept in memory, in slots.
    private let residentLimit: Int
    private let slotSize: Int
    private let openFile: () throws(TrackletError) -> Int32
    private let outputPath: String
    private var descriptor: Int32 = -1
    private var chains: [Int: Chain] = [:]
    private var residents: Set<Int> = []
    private var slotCount = 0
    private var clock = 0

    private static let linkSize = MemoryLayout<Int>.size

    /// - Parameters:
    ///   - outputPath: named in errors.
    ///   - openFile: a descriptor to read and write, asked for when memory no longer suffices; closed here.
    init(
        outputPath: String, residentLimit: Int = 256, slotSize: Int = 4096,
        openFile: @escaping () throws(TrackletError) -> Int32
    ) {
        precondition(slotSize > Self.linkSize && residentLimit > 0)
        self.outputPath = outputPath
        self.residentLimit = residentLimit
        self.slotSize = slotSize
        self.openFile = openFile
    }

    /// A spool beside the output, where room for the output is needed anyway; in the temporary folder for a stream.
    convenience init(besideOutput path: String) {
        self.init(outputPath: path) { () throws(TrackletError) in
            try Self.openUnlinkedFile(forOutput: path)
        }
    }

    deinit {
        if descriptor >= 0 {
            close(descriptor)
        }
    }

    /// The tracks there is text of, ascending.
    var tracks: [Int] { chains.keys.sorted() }

    /// How many slots are in memory: never more than the limit.
    var residentCount: Int { residents.count }

    /// Adds text to the end of a track's. Throws `cannotCreate` when the disk is full.
    func append(_ text: [UInt8], to track: Int) throws(TrackletError) {
        var chain = try residentChain(of: track)
        var rest = text[...]
        while !rest.isEmpty {
            let room = slotSize - Self.linkSize - chain.fill
            let part = rest.prefix(room)
            chain.resident?.append(contentsOf: part)
            chain.fill += part.count
            rest = rest.dropFirst(part.count)
            if part.count == room {
                try store(chain, next: slotCount)
                chain.lastSlot = slotCount
                slotCount += 1
                chain.fill = 0
                chain.resident?.removeAll(keepingCapacity: true)
            }
        }
        chains[track] = chain
    }

    /// Hands out a track's text in the order it was added. Throws what `body` throws, or `cannotCreate`.
    func forEachPart(of track: Int, _ body: ([UInt8]) throws(TrackletError) -> Void) throws(TrackletError) {
        guard let chain = chains[track] else { return }
        var slot = chain.firstSlot
        while slot != chain.lastSlot {
            var content = try load(slot, count: slotSize)
            let link = content.suffix(Self.linkSize).reversed().reduce(0) { $0 << 8 | Int($1) }
            content.removeLast(Self.linkSize)
            try body(content)
            slot = link
        }
        if let resident = chain.resident {
            try body(resident)
        } else {
            try body(try load(slot, count: chain.fill))
        }
    }

    // MARK: - Slots in memory

    private func residentChain(of track: Int) throws(TrackletError) -> Chain {
        clock += 1
        var chain: Chain
        if let known = chains[track] {
            chain = known
            // One owner of the text at a time, so that adding to it copies nothing.
            chains[track]?.resident = nil
        } else {
            chain = Chain(firstSlot: slotCount, lastSlot: slotCount)
            chain.resident = []
            slotCount += 1
        }
        chain.lastUse = clock
        if chain.resident == nil {
            chain.resident = try load(chain.lastSlot, count: chain.fill)
        }
        if residents.insert(track).inserted, residents.count > residentLimit {
            try evictLeastRecentlyUsed(except: track)
        }
        return chain
    }

    private func evictLeastRecentlyUsed(except track: Int) throws(TrackletError) {
        var oldest: (track: Int, lastUse: Int)?
        for candidate in residents where candidate != track {
            let lastUse = chains[candidate]?.lastUse ?? 0
            if oldest.map({ lastUse < $0.lastUse }) ?? true {
                oldest = (candidate, lastUse)
            }
        }
        guard let oldest, let chain = chains[oldest.track] else { return }
        try store(chain, next: nil)
        chains[oldest.track]?.resident = nil
        residents.remove(oldest.track)
    }

    // MARK: - Slots on disk

    private func store(_ chain: Chain, next: Int?) throws(TrackletError) {
        guard var content = chain.resident else { return }
        if let next {
            for byte in 0..<Self.linkSize {
                content.append(UInt8(truncatingIfNeeded: next >> (8 * byte)))
            }
        }
        if descriptor < 0 {
            descriptor = try openFile()
        }
        var done = 0
        while done < content.count {
            let (written, code) = content.withUnsafeBytes { bytes in
                WriteSignals.withheld { () -> (Int, Int32) in
                    guard let start = bytes.baseAddress else { return (0, EIO) }
                    let offset = off_t(chain.lastSlot * slotSize + done)
                    let written = pwrite(descriptor, start + done, bytes.count - done, offset)
                    return (written, written < 0 ? errno : EIO)
                }
            }
            if written > 0 {
                done += written
            } else if code != EINTR {
                throw WriteFailure.error(of: outputPath, code: code)
            }
        }
    }

    private func load(_ slot: Int, count: Int) throws(TrackletError) -> [UInt8] {
        var content = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = content.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { start in
                    pread(descriptor, start + done, count - done, off_t(slot * slotSize + done))
                } ?? 0
            }
            if got > 0 {
                done += got
            } else if got == 0 || errno != EINTR {
                throw WriteFailure.error(of: outputPath, code: got == 0 ? EIO : errno)
            }
        }
        return content
    }

    private static func openUnlinkedFile(forOutput path: String) throws(TrackletError) -> Int32 {
        let neighbour: String
        if case .file(let target) = try OutputTarget(path: path) {
            neighbour = target
        } else {
            neighbour = (getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp") + "/spool"
        }
        let hidden = OutputTarget.hiddenPath(beside: neighbour)
        let descriptor = open(hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WriteFailure.error(of: hidden, code: errno) }
        unlink(hidden)
        return descriptor
    }
}
