/// One frame as the metrics see it: who is there, whom the tracker reports, and how alike each two are.
public struct MetricsFrame: Sendable, Hashable {
    /// The identities of the ground truth in this frame, each once.
    public let truth: [Int]
    /// The identities of the tracker's results in this frame, each once.
    public let results: [Int]
    /// 0...1, higher is more alike; row by row, a row for each of `truth` and a column for each of `results`.
    public let similarities: [Double]

    public init(truth: [Int], results: [Int], similarities: [Double]) {
        self.truth = truth
        self.results = results
        self.similarities = similarities
    }

    /// How alike the ground truth at `row` of `truth` and the result at `column` of `results` are.
    func similarity(_ row: Int, _ column: Int) -> Double {
        similarities[row * results.count + column]
    }
}
