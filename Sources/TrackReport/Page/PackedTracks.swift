import TrackFormats
import TrackModel

/// The boxes and sources of tracks, packed for a page so that ten minutes of 20 tracks fit, whatever they do.
///
/// Boxes are kept as key frames: a straight line between two of them stays within `tolerance` of every box between. It is doubled until all fit.
/// For each key frame: the frame less the one before, twice, and one more where a span of consecutive frames begins; then
/// left, top, width and height in units, less those before, signed.
///
/// Sources are kept exactly, as runs of frames of one kind, gaps among them: the length times 16, 8 more when the confidence is below 0.5, and
/// the kind (`ObservationSource.allCases`, then `gap`). The kind `again` says that the last two runs come so many times more, as they
/// do where every tenth frame is detected.
struct PackedTracks {
    /// Pixels by which an edge drawn may be beside the true one.
    private(set) var tolerance: Double
    /// Pixels.
    var unit: Double { tolerance / 2 }
    /// Base64, in the order of the paths.
    private(set) var keys: [String] = []
    private(set) var runs: [String] = []

    static let gap = ObservationSource.allCases.count
    static let again = gap + 1
    /// Below it an observation is doubtful.
    static let lowConfidence = BlurAudit.lowConfidence

    /// - Parameters:
    ///   - size: the picture's, from which the finest tolerance follows: half a pixel, or 1/1280 of the width.
    ///   - budget: characters all key frames together may take.
    init(_ paths: [TrackPath], size: PixelSize, budget: Int) {
        tolerance = max(0.5, Double(size.width) / 1280)
        runs = paths.map { Self.runs(of: $0).base64 }
        repeat {
            keys = paths.map { keys(of: $0).base64 }
            guard keys.reduce(0, { $0 + $1.utf8.count }) > budget, tolerance < Double(size.width) else { break }
            tolerance *= 2
        } while true
    }

    private func keys(of path: TrackPath) -> PackedNumbers {
        var packed = PackedNumbers()
        var (lastFrame, last) = (0, [0, 0, 0, 0])
        func write(_ sample: TrackPath.Sample, beginsSpan: Bool) {
            let box = sample.box
            let numbers = [box.left, box.top, box.width, box.height].map { Int(($0 / unit).rounded()) }
            packed.append((sample.frame - lastFrame) * 2 + (beginsSpan ? 1 : 0))
            for (now, before) in zip(numbers, last) { packed.append(signed: now - before) }
            (lastFrame, last) = (sample.frame, numbers)
        }
        var selection = KeyframeSelection(tolerance: tolerance)
        var previous: TrackPath.Sample?
        // Whether the box before is a key frame already.
        var isWritten = false
        for sample in path.samples {
            if let before = previous, before.frame + 1 == sample.frame {
                if !selection.reaches(frame: sample.frame, values: sample.edges) {
                    if !isWritten { write(before, beginsSpan: false) }
                    selection.begin(frame: before.frame, values: before.edges)
                }
                selection.pass(frame: sample.frame, values: sample.edges)
                isWritten = false
            } else {
                if let previous, !isWritten { write(previous, beginsSpan: false) }
                write(sample, beginsSpan: true)
                selection.begin(frame: sample.frame, values: sample.edges)
                isWritten = true
            }
            previous = sample
        }
        if let previous, !isWritten { write(previous, beginsSpan: false) }
        return packed
    }

    private struct Run: Equatable {
        var length: Int
        let kind: Int
    }

    private static func runs(of path: TrackPath) -> PackedNumbers {
        var packed = PackedNumbers()
        // The last two written, and how often they have come again since.
        var (known, waiting, repeats): ([Run], [Run], Int) = ([], [], 0)
        func write(_ run: Run) {
            packed.append(run.length * 16 + run.kind)
            known = known.suffix(1) + [run]
        }
        func settle() {
            if repeats > 0 { packed.append(repeats * 16 + again) }
            repeats = 0
            for run in waiting { write(run) }
            waiting = []
        }
        func add(_ run: Run) {
            if known.count == 2, run == known[waiting.count] {
                waiting.append(run)
                if waiting.count == 2 { (waiting, repeats) = ([], repeats + 1) }
            } else {
                settle()
                write(run)
            }
        }
        var run: Run?
        var previous: Int?
        for sample in path.samples {
            if let previous, sample.frame > previous + 1 {
                if let run { add(run) }
                add(Run(length: sample.frame - previous - 1, kind: gap))
                run = nil
            }
            let kind = sample.kind
            if run?.kind == kind {
                run?.length += 1
            } else {
                if let run { add(run) }
                run = Run(length: 1, kind: kind)
            }
            previous = sample.frame
        }
        if let run { add(run) }
        settle()
        return packed
    }
}

extension TrackPath.Sample {
    fileprivate var edges: SIMD4<Double> { SIMD4(box.left, box.top, box.right, box.bottom) }

    fileprivate var kind: Int {
        (ObservationSource.allCases.firstIndex(of: source) ?? 0) + (confidence < PackedTracks.lowConfidence ? 8 : 0)
    }
}
