import Testing
import TrackModel

@testable import TrackingPipeline

@Suite("The window of frames that are not final")
struct TrackLedgerTests {
    private let box = Box(left: 10, top: 10, width: 12, height: 12)

    private func ledger(frames: Int, looksBack: Bool = true) -> TrackLedger {
        var configuration = TrackingConfiguration()
        configuration.looksBack = looksBack
        var ledger = TrackLedger(configuration: configuration)
        for place in 0..<frames { ledger.append(place: place, index: 100 + 2 * place, time: Double(place) / 25) }
        return ledger
    }

    private func draft(_ box: Box, _ source: ObservationSource = .tracked, confidence: Double = 0.9) -> Draft {
        Draft(box: box, confidence: confidence, source: source)
    }

    @Test("every frame leaves once, in order, with its own number, also empty ones")
    func releasing() {
        var ledger = ledger(frames: 10)
        #expect(ledger.release(before: 0).isEmpty)
        #expect(ledger.release(before: 4).map(\.frame) == [100, 102, 104, 106])
        #expect(ledger.release(before: 4).isEmpty && ledger.release(before: 2).isEmpty)
        #expect(ledger.release(before: 99).map(\.frame) == [108, 110, 112, 114, 116, 118])
        #expect(ledger.firstPlace == nil && ledger.heldSeconds == 0)
    }

    @Test("ids go to the first that appears, of those that appear together to the leftmost, whoever was known first")
    func ids() {
        var ledger = ledger(frames: 3, looksBack: false)
        for (key, first, left) in [(1, 2, 0.0), (2, 1, 50), (3, 1, 20), (4, 0, 70)] {
            for place in first..<3 {
                ledger.set(draft(box.offset(x: left, y: 0)), of: key, label: "face", at: place)
            }
            ledger.count(key)
        }
        let frames = ledger.release(before: 3)
        #expect(frames.map { $0.observations.map(\.track) } == [[1], [1, 2, 3], [1, 2, 3, 4]])
        #expect(frames[2].observations.map(\.box.left) == [80, 30, 60, 10])
        #expect(ledger.trackCount == 4)
    }

    @Test("a track that does not count is not written, has no id, and can be forgotten")
    func tentative() {
        var ledger = ledger(frames: 4, looksBack: false)
        ledger.set(draft(box), of: 1, label: "face", at: 0)
        ledger.set(draft(box), of: 2, label: "face", at: 1)
        ledger.count(2)
        ledger.discard(1)
        #expect(ledger.release(before: 4).map { $0.observations.map(\.track) } == [[], [1], [], []])
    }

    @Test("what is less sure than the cut is not shown")
    func cut() {
        var ledger = ledger(frames: 2, looksBack: false)
        ledger.set(draft(box, confidence: ledger.minimumConfidence), of: 1, label: "face", at: 0)
        ledger.set(draft(box, confidence: ledger.minimumConfidence - 0.01), of: 1, label: "face", at: 1)
        ledger.count(1)
        #expect(ledger.release(before: 2).map(\.observations.count) == [1, 0])
    }

    @Test("trails of tracks that ended are forgotten once they are written, those of the living are kept")
    func forgetting() {
        var ledger = ledger(frames: 100)
        for key in 1...20 {
            for place in key * 4..<key * 4 + 10 { ledger.set(draft(box), of: key, label: "face", at: place) }
            ledger.count(key)
        }
        for place in stride(from: 10, through: 100, by: 10) {
            _ = ledger.release(before: place)
            ledger.forgetTrails(except: [1])
            let waiting = ledger.trails.filter { $0.value.end > place }
            #expect(Set(ledger.trails.keys) == Set(waiting.keys).union([1]))
            #expect(ledger.trails.values.allSatisfy { $0.drafts.count <= max(0, $0.end - place) })
        }
        #expect(ledger.trails.count == 1)
    }

    @Test("a gap is filled also when both its ends leave the window long apart")
    func gapAcrossReleases() {
        var ledger = ledger(frames: 40)
        for place in [0, 1, 2, 30, 31] {
            ledger.set(draft(box, .detected), of: 1, label: "face", at: place)
            ledger.update(1, at: place) { $0.measurement = box }
        }
        ledger.count(1)
        let frames = (1...40).flatMap { ledger.release(before: $0) }
        #expect(frames.map(\.observations.count) == (0..<40).map { $0 < 32 ? 1 : 0 })
        #expect(frames[3..<30].allSatisfy { $0.observations.first?.source == .interpolated })
    }

    @Test("one track that turns out to be another's continuation takes its place from its first frame on")
    func joining() {
        var ledger = ledger(frames: 6, looksBack: false)
        for place in 0..<4 { ledger.set(draft(box), of: 1, label: "face", at: place) }
        for place in 2..<6 { ledger.set(draft(box.offset(x: 40, y: 0)), of: 2, label: "face", at: place) }
        ledger.count(1)
        ledger.join(2, into: 1)
        let frames = ledger.release(before: 6)
        #expect(frames.map { $0.observations.map(\.track) } == Array(repeating: [1], count: 6))
        #expect(frames.map { $0.observations.first?.box.left } == [10, 10, 50, 50, 50, 50])
    }
}
