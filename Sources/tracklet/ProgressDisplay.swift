/// Where a run shows how far it is.
protocol ProgressDisplay {
    /// - Parameters:
    ///   - frame: the source's index of the frame done last.
    ///   - framesDone: how many are done.
    ///   - liveTracks: how many tracks are followed; nil where there are none by nature.
    func show(frame: Int, framesDone: Int, liveTracks: Int?)

    /// Takes away what was shown.
    func clear()
}
