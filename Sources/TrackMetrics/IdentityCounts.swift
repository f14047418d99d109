/// In how many frames each identity occurs.
struct IdentityCounts {
    private(set) var truth: [Double]
    private(set) var results: [Double]

    init(_ sequence: MetricsSequence) {
        truth = Array(repeating: 0, count: sequence.truthIdentityCount)
        results = Array(repeating: 0, count: sequence.resultIdentityCount)
        for frame in sequence.frames {
            for identity in frame.truth { truth[identity] += 1 }
            for identity in frame.results { results[identity] += 1 }
        }
    }
}
