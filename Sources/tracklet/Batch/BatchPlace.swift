internal import TrackModel

/// What a run that is one of several does otherwise than a run by itself.
struct BatchPlace: Sendable {
    let board: BatchBoard
    let place: Int
    /// What its results are called.
    let name: String
    /// Makes the folders that the outputs go to.
    let prepare: @Sendable () throws -> Void
    /// Called when all of the video is read and tracked, before the outputs are put in their places.
    let beforeFinish: @Sendable () throws -> Void

    func line(_ expected: ExpectedFrames) -> any ProgressDisplay {
        BatchLine(board: board, place: place, expected: expected)
    }

    func say(_ text: String) { board.say(name, text) }
}
