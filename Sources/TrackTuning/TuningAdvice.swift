/// Which setting to use: the cheapest of those that lose little.
public enum TuningAdvice: Sendable, Hashable {
    /// Another setting than the reference.
    case use(setting: Int)
    /// Nothing cheaper stays within the loss. `nearest` is the cheaper setting that loses least; nil when none is cheaper.
    case stay(nearest: Int?)
    /// The reference found nothing, so nothing can be compared with it.
    case nothingFound

    /// One setting's numbers.
    public struct Candidate: Sendable, Hashable {
        /// Agreement with the reference, in HOTA from 0 to 100.
        public let hota: Double
        /// Processor milliseconds a frame: lower is better.
        public let cost: Double

        public init(hota: Double, cost: Double) {
            self.hota = hota
            self.cost = cost
        }
    }

    /// - Parameters:
    ///   - candidates: in the order the user named them; the reference has a HOTA of 100, or it found nothing. Of two of equal cost the one
    ///     that loses less is taken, and of two that lose the same the one named first.
    ///   - loss: what may be lost at most, in HOTA.
    public init(_ candidates: [Candidate], reference: Int, loss: Double, hasReference: Bool) {
        guard hasReference else {
            self = .nothingFound
            return
        }
        // Rounding takes a hair away from a HOTA that is exactly at the limit.
        let allowed = candidates.indices.filter {
            $0 == reference || 100 - candidates[$0].hota <= loss + 1e-9
        }
        func precedes(_ first: Int, _ second: Int) -> Bool {
            let (one, other) = (candidates[first], candidates[second])
            return (one.cost, -one.hota, first) < (other.cost, -other.hota, second)
        }
        let cheapest = allowed.min(by: precedes) ?? reference
        guard cheapest == reference else {
            self = .use(setting: cheapest)
            return
        }
        let cheaper = candidates.indices.filter { candidates[$0].cost < candidates[reference].cost }
        self = .stay(
            nearest: cheaper.min {
                (-candidates[$0].hota, candidates[$0].cost, $0) < (-candidates[$1].hota, candidates[$1].cost, $1)
            })
    }
}
