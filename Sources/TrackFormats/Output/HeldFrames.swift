import TrackModel

/// Frames that wait until what they say of their tracks is known, in memory that does not grow with their number.
///
/// They lie in an unlinked temporary file beside the output, every number as it was.
final class HeldFrames {
    private let spool: ObservationSpool
    private var labels: [String] = []
    private var places: [String: Int] = [:]
    private var record: [UInt8] = []

    /// - Parameter path: the output that they wait for, where room is needed anyway; "-" for standard output.
    init(besideOutput path: String) {
        spool = ObservationSpool(besideOutput: path)
    }

    /// Throws `TrackletError` (`cannotCreate`) when the disk is full.
    func append(_ frame: FrameObservations) throws {
        record.removeAll(keepingCapacity: true)
        put(frame.frame)
        put(frame.time)
        put(frame.horizon == nil ? 0 : 1)
        if let horizon = frame.horizon {
            put(horizon.angle)
            put(horizon.confidence)
        }
        put(frame.observations.count)
        for observation in frame.observations {
            put(observation.track)
            put(place(of: observation.label))
            put(observation.box)
            put(observation.confidence)
            put(ObservationSource.allCases.firstIndex(of: observation.source) ?? 0)
            put(points: observation.corners?.corners)
            put(points: observation.landmarks?.points)
        }
        let length = record.count
        let body = record
        record.removeAll(keepingCapacity: true)
        put(length)
        try spool.append(record + body, to: 0)
    }

    /// Hands out all frames in the order they came. Throws what `body` throws, or `cannotCreate`.
    func replay(_ body: (FrameObservations) throws -> Void) throws {
        var waiting: [UInt8] = []
        var failure: (any Error)?
        try spool.forEachPart(of: 0) { part throws(TrackletError) in
            guard failure == nil else { return }
            waiting += part
            var reading = Reading(bytes: waiting)
            do {
                while let frame = reading.nextFrame(labels: labels) { try body(frame) }
            } catch {
                failure = error
            }
            waiting.removeFirst(reading.done)
        }
        if let failure { throw failure }
    }

    private func place(of label: String) -> Int {
        if let place = places[label] { return place }
        places[label] = labels.count
        labels.append(label)
        return labels.count - 1
    }

    private func put(_ number: Int) { put(bits: UInt64(bitPattern: Int64(number))) }
    private func put(_ number: Double) { put(bits: number.bitPattern) }
    private func put(bits: UInt64) {
        for byte in 0..<8 { record.append(UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))) }
    }
    private func put(_ box: Box) { for number in [box.left, box.top, box.width, box.height] { put(number) } }
    private func put(points: [Point]?) {
        put(points?.count ?? 0)
        for point in points ?? [] {
            put(point.x)
            put(point.y)
        }
    }

    /// What was put together, taken apart again.
    private struct Reading {
        let bytes: [UInt8]
        /// Bytes of whole frames that were taken.
        private(set) var done = 0
        private var place = 0

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Nil when the next frame is not whole.
        mutating func nextFrame(labels: [String]) -> FrameObservations? {
            place = done
            guard bytes.count >= place + 8 else { return nil }
            let length = whole()
            guard bytes.count >= place + length else { return nil }
            var frame = FrameObservations(frame: whole(), time: number(), observations: [])
            if whole() == 1 { frame.horizon = Horizon(angle: number(), confidence: number()) }
            for _ in 0..<whole() {
                var observation = Observation(
                    track: whole(), label: labels[whole()],
                    box: Box(left: number(), top: number(), width: number(), height: number()), confidence: number(),
                    source: ObservationSource.allCases[whole()])
                let corners = points()
                if corners.count == 4 {
                    observation.corners = Quadrilateral(
                        topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
                }
                let face = points()
                if face.count == 5 {
                    observation.landmarks = FaceLandmarks(
                        rightEye: face[0], leftEye: face[1], nose: face[2], rightMouth: face[3], leftMouth: face[4])
                }
                frame.observations.append(observation)
            }
            done = place
            return frame
        }

        private mutating func bits() -> UInt64 {
            defer { place += 8 }
            return (0..<8).reduce(0) { $0 | UInt64(bytes[place + $1]) << (8 * UInt64($1)) }
        }
        private mutating func whole() -> Int { Int(Int64(bitPattern: bits())) }
        private mutating func number() -> Double { Double(bitPattern: bits()) }
        private mutating func points() -> [Point] { (0..<whole()).map { _ in Point(x: number(), y: number()) } }
    }
}
