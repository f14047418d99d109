import TrackModel

/// One picture as the decoder hands it out, not yet upright.
struct DecodedPicture {
    let reference: PictureReference
    /// Presentation time in seconds, nil when the container has none.
    let time: Double?
    /// Seconds the picture is shown, nil when unknown.
    let duration: Double?
    /// How it is to be turned; nil when it states a turn that is no quarter.
    let orientation: Orientation?
    /// Whether the decoder had to patch it up.
    let isDamaged: Bool
    /// Packets lost since the picture before.
    let lostPackets: Int
}
