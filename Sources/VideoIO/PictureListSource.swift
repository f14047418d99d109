import TrackModel

/// Picture files one after another, as the frames of a video of a fixed rate. Used by one thread at a time.
final class PictureListSource: PictureSource {
    let declared: DeclaredFacts
    private(set) var corruptPackets = 0
    let readFailure: String? = nil

    private let paths: [String]
    private let rate: Double
    private let interruption: Interruption
    private var position = 0
    private var lostPackets = 0

    init(paths: [String], rate: Double, interruption: Interruption) {
        self.paths = paths
        self.rate = rate
        self.interruption = interruption
        var facts = DeclaredFacts()
        facts.frameRate = rate
        facts.frameCount = paths.count
        facts.duration = Double(paths.count) / rate
        facts.durationIsOfVideo = true
        facts.startTime = 0
        facts.container = "pictures"
        let ending = paths.first?.split(separator: ".").last.map(String.init) ?? ""
        facts.codec = ending.lowercased()
        declared = facts
    }

    func nextPicture() throws -> DecodedPicture? {
        while position < paths.count {
            if interruption.stopped { throw CancellationError() }
            let path = paths[position]
            let time = Double(position) / rate
            position += 1
            guard let picture = try picture(at: path) else {
                corruptPackets += 1
                lostPackets += 1
                continue
            }
            defer { lostPackets = 0 }
            return DecodedPicture(
                reference: picture.reference, time: time, duration: 1 / rate, orientation: picture.orientation,
                isDamaged: picture.isDamaged, lostPackets: lostPackets)
        }
        return nil
    }

    /// Nil for a file that is no picture, or corrupt: the others go on without it.
    private func picture(at path: String) throws -> DecodedPicture? {
        let address = ContainerAddress(name: path, url: "file:" + path, medium: .picture)
        do {
            // One picture gives threads nothing to share.
            let source = try ContainerSource(address, threads: 1, interruption: interruption, networkTimeout: 0)
            return try source.nextPicture()
        } catch let error as TrackletError where error.kind == .badData {
            return nil
        }
    }
}
