internal import Synchronization
internal import TrackMetrics
public import TrackModel
public import TrackingPipeline

/// Tracks a video with several settings at once, and measures each against one of them, the reference.
///
/// Every frame is read once and handed to all settings; every search is made once, for whoever asks first. Each setting's tracks are
/// those a run of its own would give, to the bit. Held in memory are the frames a run holds anyway and the tracks of one sample.
public struct SettingComparison: Sendable {
    private let configuration: TrackingConfiguration
    private let detectors: [any Detector]
    private let settings: [TuningSetting]
    private let reference: Int

    /// - Parameters:
    ///   - configuration: what all settings have in common; the interval is each setting's own.
    ///   - reference: the place of the reference in `settings`, of which there must be one.
    public init(
        configuration: TrackingConfiguration, detectors: [any Detector], settings: [TuningSetting], reference: Int
    ) {
        precondition(settings.indices.contains(reference))
        self.configuration = configuration
        self.detectors = detectors
        self.settings = settings
        self.reference = reference
    }

    /// Goes through the frames once and tracks those that lie in a sample. Switches the process's `StageClock` on.
    ///
    /// - Parameters:
    ///   - samples: in seconds from the first frame on, ascending, without overlap.
    ///   - progress: told of every frame read, and of how many there were so far.
    ///   - inspect: given the observations of each setting in each sample.
    /// - Throws: what the frames, the detectors or the trackers throw, and `CancellationError`: half a comparison is none.
    public func run<Frames: AsyncSequence & Sendable>(
        _ frames: Frames, samples: [Range<Double>], progress: ((_ frame: Int, _ framesRead: Int) -> Void)? = nil,
        inspect: ((_ setting: Int, [FrameObservations]) -> Void)? = nil
    ) async throws -> TuningResult where Frames.Element == Frame {
        StageClock.switchOn()
        var result = TuningResult(settings: settings.map { _ in TuningResult.Row() }, reference: reference)
        var ledger = CostLedger(settings: settings.count)
        var evaluations = settings.map { _ in [TrackEvaluation]() }
        let shared = SharedDetector(detectors)
        var source = SampledFrames(frames.makeAsyncIterator(), samples: samples, progress: progress)
        while try await source.findNextSample() {
            let before = StageClock.reading
            var sample: TuningResult.Sample?
            let runs = try await track(&source, detector: shared, accounts: ledger.accounts) { frame in
                sample = sample.map { $0.extended(to: frame) } ?? TuningResult.Sample(frame)
            }
            ledger.add(from: before, to: StageClock.reading)
            shared.forget()
            if let sample { result.samples.append(sample) }
            for (index, run) in runs.enumerated() {
                inspect?(index, run.frames)
                let sequence = try MetricsSequence(truth: runs[reference].frames, results: run.frames)
                evaluations[index].append(try TrackEvaluation(sequence))
                result.settings[index].tracks += run.summary.tracks
                result.settings[index].boxes += run.summary.observations
                result.settings[index].rounds += run.summary.rounds
            }
        }
        try Task.checkCancellation()
        result.framesRead = source.framesRead
        result.decodingMilliseconds = ledger.decodingMilliseconds(frames: source.framesRead)
        for index in settings.indices {
            result.settings[index].evaluation = .pooled(evaluations[index])
            result.settings[index].cost = ledger.cost(
                of: index, frames: result.frames, framesRead: source.framesRead,
                boxes: result.settings[index].boxes)
        }
        return result
    }

    private struct SettingRun: Sendable {
        let setting: Int
        /// Frames with observations alone.
        var frames: [FrameObservations] = []
        var summary = TrackingSummary()
    }

    /// Tracks one sample with all settings. The runs come in the order of the settings.
    private func track<Iterator: AsyncIteratorProtocol>(
        _ source: inout SampledFrames<Iterator>, detector: SharedDetector, accounts: [StageAccount],
        each: (Frame) -> Void
    ) async throws -> [SettingRun] where Iterator.Element == Frame {
        let fanOut = FrameFanOut(readers: settings.count)
        return try await withThrowingTaskGroup(of: SettingRun.self) { group in
            for (index, setting) in settings.enumerated() {
                var configuration = configuration
                configuration.interval = setting.interval
                let pipeline = TrackingPipeline(
                    configuration: configuration, detectors: [detector], tracker: setting.tracker)
                let account = accounts[index]
                group.addTask {
                    defer { fanOut.leave(index) }
                    return try await StageClock.$account.withValue(account) {
                        var run = SettingRun(setting: index)
                        do {
                            run.summary = try await pipeline.run(fanOut.frames(for: index)) { frame in
                                if !frame.observations.isEmpty { run.frames.append(frame) }
                            }
                        } catch {
                            // Nothing can be compared any more: the others need not go on.
                            fanOut.close()
                            throw error
                        }
                        return run
                    }
                }
            }
            do {
                while let frame = try await source.next() {
                    guard await fanOut.put(frame) else { break }
                    each(frame)
                }
            } catch {
                fanOut.close()
                throw error
            }
            fanOut.close()
            var runs = settings.indices.map { SettingRun(setting: $0) }
            for try await run in group { runs[run.setting] = run }
            return runs
        }
    }
}

extension TuningResult.Sample {
    fileprivate init(_ frame: Frame) {
        self.init(
            firstFrame: frame.index, lastFrame: frame.index, firstTime: frame.time, lastTime: frame.time, frames: 1)
    }

    fileprivate func extended(to frame: Frame) -> TuningResult.Sample {
        var sample = self
        sample.lastFrame = frame.index
        sample.lastTime = frame.time
        sample.frames += 1
        return sample
    }
}
