/// Kinds of address behind which something is sent at its own pace.
enum LiveSchemes {
    private static let names: Set<String> = [
        "rtsp", "rtsps", "rtp", "srtp", "rtmp", "rtmps", "rtmpt", "rtmpe", "udp", "udplite", "tcp", "srt", "mms",
        "mmsh", "mmst",
    ]

    static func contains(_ url: String) -> Bool {
        names.contains(url.prefix { $0 != ":" }.lowercased())
    }
}
