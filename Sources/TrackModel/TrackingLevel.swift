/// How much is spent on following one object, as Vision's `VNRequestTrackingLevel`.
public enum TrackingLevel: String, Sendable, Hashable, Codable, CaseIterable {
    case fast
    case accurate
}
