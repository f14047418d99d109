public import TrackModel

/// What reading a video has come to so far; complete once the reader has handed out its last frame.
public struct ReadSummary: Sendable, Hashable {
    /// Frames decoded from the source's beginning, those before a start included.
    public internal(set) var framesDecoded = 0
    /// Frames handed out.
    public internal(set) var framesDelivered = 0
    /// The number of frames the container declares or its duration implies; nil when unknown.
    public internal(set) var declaredFrameCount: Int?
    /// Packets (or pictures of a sequence) that could not be decoded and were skipped.
    public internal(set) var corruptPackets = 0
    /// Frames the decoder had to patch up, handed out like any other.
    public internal(set) var damagedFrames = 0
    /// Whether the times of the frames are unevenly spaced.
    public internal(set) var hasVariableFrameRate = false
    /// The clockwise turn applied to stand pictures upright: 0, 90, 180 or 270 degrees.
    public internal(set) var rotation = 0
    /// Whether pictures were mirrored left and right before being turned.
    public internal(set) var isMirrored = false
    /// The other upright size the first frame that did not have the video's size came in; nil when there was none.
    public internal(set) var changedSize: PixelSize?
    /// The upright size of the video, to which frames of another size were scaled.
    public internal(set) var size = PixelSize(width: 0, height: 0)
    /// Whether the source ended before the length it declares; false while it is being read, and when an end was asked for.
    public internal(set) var endedEarly = false
    /// Seconds the container declares; nil when unknown.
    public internal(set) var declaredDuration: Double?
    /// Presentation times in seconds of the first and the last frame handed out; nil when there was none.
    public internal(set) var firstTime: Double?
    public internal(set) var lastTime: Double?
    /// Frames whose time the container does not give; reckoned from the frame before.
    public internal(set) var estimatedTimes = 0
    /// Frames whose time did not come after the frame before; moved just behind it.
    public internal(set) var repairedTimes = 0
    /// Width over height of a stored pixel, where the container says it is not square.
    public internal(set) var pixelAspect: Double?
    /// A rotation that is no multiple of a quarter turn, which is not applied.
    public internal(set) var hasOddRotation = false
    /// What ended reading before the end of the data, in words; nil when nothing did.
    public internal(set) var readFailure: String?
    /// Whether a start or an end was asked for and no frame lies between them.
    public internal(set) var limitsExcludeAll = false
    /// Presentation times of the first and last frame decoded, handed out or not.
    var decodedTimes: ClosedRange<Double>?

    /// Of nothing read.
    public init() {}
}

extension ReadSummary {
    /// Whatever is odd about the source, each as a plain sentence; empty when nothing is.
    public var warnings: [String] {
        var sentences: [String] = []
        if corruptPackets > 0 {
            sentences.append("\(Self.count(corruptPackets, "corrupt packet")) skipped.")
        }
        if damagedFrames > 0 {
            sentences.append("\(Self.count(damagedFrames, "frame")) damaged and patched up by the decoder.")
        }
        if endedEarly, let declaredDuration {
            let reached = decodedTimes.map { Self.seconds($0.upperBound) } ?? "the start"
            sentences.append(
                "The video ends at \(reached) of the declared \(Self.seconds(declaredDuration)): it was cut off.")
        }
        if let readFailure { sentences.append("Reading stopped before the end of the data: \(readFailure).") }
        if limitsExcludeAll {
            let span =
                decodedTimes.map { "from \(Self.seconds($0.lowerBound)) to \(Self.seconds($0.upperBound))" } ?? "none"
            sentences.append("No frame lies between the start and the end asked for; times read run \(span).")
        }
        if hasVariableFrameRate { sentences.append("The frame rate varies; times are the container's own.") }
        if rotation != 0 || isMirrored {
            let turn = rotation == 0 ? "" : "turned by \(rotation) degrees"
            let mirror = isMirrored ? "mirrored" : ""
            let both = [mirror, turn].filter { !$0.isEmpty }.joined(separator: " and ")
            sentences.append(
                "Pictures are stored \(isMirrored ? "otherwise" : "lying") and were \(both) to stand upright.")
        }
        if hasOddRotation { sentences.append("The rotation stated is no quarter turn and was not applied.") }
        if let changedSize {
            sentences.append("The picture size changes to \(changedSize) midway; those frames were scaled to \(size).")
        }
        if let pixelAspect {
            let aspect = (pixelAspect * 1000).rounded() / 1000
            sentences.append("Pixels are not square (\(aspect) as wide as high); boxes are in stored pixels.")
        }
        if estimatedTimes > 0 {
            sentences.append("\(Self.count(estimatedTimes, "frame")) without a time and given one by the frame rate.")
        }
        if repairedTimes > 0 {
            sentences.append(
                "\(Self.count(repairedTimes, "frame")) out of order in time and moved behind the one before.")
        }
        return sentences
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        number == 1 ? "1 \(noun) was" : "\(number) \(noun)s were"
    }

    private static func seconds(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return "\(tenths) s"
    }
}
