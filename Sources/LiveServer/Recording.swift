internal import Foundation
internal import Synchronization
public import TrackFormats
internal import TrackModel
internal import TrackReport
internal import VideoIO

/// Where recordings go.
public struct RecordingOptions: Sendable {
    /// A folder; made when it is not there.
    public var folder = "."
    /// Of the tracks.
    public var formats: [TrackFormat] = [.csv]
    /// The program's name and version.
    public var producer: String

    public init(producer: String) { self.producer = producer }
}

/// One recording: takes tracked frames as they come and writes tracks and an annotated video, on whatever task runs `write`.
///
/// Frames count from 0 with the recording, and tracks and video have the same ones. When writing is late, frames are left out of
/// both, and counted.
final class Recording: Sendable {
    struct Item: Sendable {
        let picture: SharedPicture
        let observed: FrameObservations
    }

    let report = RecordingReport()
    /// The size all of its pictures have.
    let size: PixelSize
    private let items: AsyncStream<Item>
    private let entry: AsyncStream<Item>.Continuation
    private let place: Mutex<(index: Int, start: Double?)>
    private let options: RecordingOptions
    private let facts: SourceFacts
    private let name: String

    /// Pictures that may wait to be written.
    static let capacity = 16

    /// - Parameter name: of its files, without ending.
    init(name: String, facts: SourceFacts, size: PixelSize, options: RecordingOptions) {
        self.name = name
        self.options = options
        self.size = size
        var facts = facts
        facts.size = size
        facts.declaredFrameCount = nil
        facts.declaredDuration = nil
        self.facts = facts
        place = Mutex((0, nil))
        (items, entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
        report.change { $0.isOn = true }
    }

    /// A name that tells when: live-20260131-175959.
    static func name(at date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyyMMdd-HHmmss"
        return "live-" + formatter.string(from: date)
    }

    /// Adds a frame. Never waits.
    func add(_ picture: SharedPicture, _ observations: [Observation]) {
        let (index, start) = place.withLock { place in
            if place.start == nil { place.start = picture.time }
            return (place.index, place.start ?? picture.time)
        }
        let time = picture.time - start
        let observed = FrameObservations(frame: index, time: time, observations: observations)
        if case .enqueued = entry.yield(Item(picture: picture, observed: observed)) {
            place.withLock { $0.index += 1 }
            report.change { status in
                status.frames += 1
                status.seconds = time.rounded(toDecimals: 1)
            }
        } else {
            report.change { $0.leftOut += 1 }
        }
    }

    /// No more frames come: what is there is written, and the files are completed.
    func finish() {
        report.change { ($0.isOn, $0.isFinishing) = (false, true) }
        entry.finish()
    }

    /// Writes until `finish`; the report tells how it went.
    func write() async {
        do {
            let files = try await writeFiles()
            report.change { ($0.isOn, $0.isFinishing, $0.files) = (false, false, files) }
        } catch {
            entry.finish()
            let message = (error as? TrackletError)?.message ?? "\(error)"
            report.change { ($0.isOn, $0.isFinishing, $0.failure) = (false, false, message) }
        }
    }

    private func writeFiles() async throws -> [String] {
        try createFolder()
        let base = options.folder == "." ? name : options.folder + "/" + name
        let outputs = try TrackOutput.parse(options.formats.map { "\($0.name):\(base).\($0.endings.first ?? $0.name)" })
        let tracks = MultiTrackWriter(outputs.map { $0.makeWriter() })
        try tracks.begin(TrackFileHeader(source: facts, producer: options.producer))
        do {
            let path = base + ".mp4"
            let video = try AnnotatedVideo(path: path, frameRate: facts.nominalFrameRate)
            for await item in items {
                try tracks.write(item.observed)
                try video.write(item.picture, item.observed)
            }
            guard try video.finish() else {
                tracks.cancel()
                return []
            }
            try tracks.finish()
            return outputs.map(\.path) + [path]
        } catch {
            tracks.cancel()
            throw error
        }
    }

    private func createFolder() throws {
        do {
            try FileManager.default.createDirectory(atPath: options.folder, withIntermediateDirectories: true)
        } catch {
            throw TrackletError(
                .cannotCreate,
                "The folder \(options.folder) for recordings cannot be created: a part of it is a file, or you have no right to; choose another with --output-dir."
            )
        }
    }
}
