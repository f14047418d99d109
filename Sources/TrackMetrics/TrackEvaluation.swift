public import TrackModel

/// What all metrics say of one sequence, or of several pooled.
public struct TrackEvaluation: Sendable, Hashable {
    public let hota: HOTAResult
    public let clear: CLEARResult
    public let identity: IdentityResult

    private init(hota: HOTAResult, clear: CLEARResult, identity: IdentityResult) {
        self.hota = hota
        self.clear = clear
        self.identity = identity
    }

    /// Evaluates one sequence.
    ///
    /// - Parameter threshold: the similarity, 0...1, from which on CLEAR MOT and the identity measures let two boxes match; HOTA
    ///   goes through 19 of them.
    /// - Throws: `TrackletError`: `usage` for a threshold outside 0...1, `badData` for a sequence that cannot be compared.
    public init(_ sequence: MetricsSequence, threshold: Double = 0.5) throws(TrackletError) {
        self.init(
            hota: try HOTAMetric().evaluate(sequence),
            clear: try CLEARMetric(threshold: threshold).evaluate(sequence),
            identity: try IdentityMetric(threshold: threshold).evaluate(sequence))
    }

    /// All sequences taken together, each box weighing the same, as TrackEval's COMBINED row.
    public static func pooled(_ evaluations: [TrackEvaluation]) -> TrackEvaluation {
        TrackEvaluation(
            hota: .pooled(evaluations.map(\.hota)), clear: .pooled(evaluations.map(\.clear)),
            identity: .pooled(evaluations.map(\.identity)))
    }
}
