import TrackModel

/// What every observation must keep to, written or read.
enum ObservationCheck {
    /// The first thing wrong with the observation as the end of a sentence; nil when it is sound.
    static func problem(with observation: Observation) -> String? {
        let box = observation.box
        for (name, value) in [("left", box.left), ("top", box.top), ("width", box.width), ("height", box.height)]
        where !TextBuffer.isWritable(value) {
            return "\(name) is \(value), which is no place in a picture"
        }
        if box.width < 0 {
            return "width is \(box.width), and a width cannot be negative"
        }
        if box.height < 0 {
            return "height is \(box.height), and a height cannot be negative"
        }
        if !(0...1).contains(observation.confidence) {
            return "confidence is \(observation.confidence), and it must lie between 0 and 1"
        }
        if let corners = observation.corners?.corners,
            !corners.allSatisfy({ TextBuffer.isWritable($0.x) && TextBuffer.isWritable($0.y) })
        {
            return "a corner is not a number"
        }
        if let points = observation.landmarks?.points,
            !points.allSatisfy({ TextBuffer.isWritable($0.x) && TextBuffer.isWritable($0.y) })
        {
            return "a landmark is not a number"
        }
        return nil
    }
}
