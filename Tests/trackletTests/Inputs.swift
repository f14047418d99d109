import Foundation

/// What the tests let the program read.
enum Inputs {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Four people for 12 seconds, 300 frames of 640x360, with ground truth.
    static let sample = package.appending(path: "Scripts/sample/sample.mp4").path
    static let sampleTruth = package.appending(path: "Scripts/sample/gt/gt.txt").path

    /// A small video made by Scripts/make-video-fixtures.
    static func video(_ name: String) -> String {
        package.appending(path: "Tests/VideoIOTests/Fixtures/\(name)").path
    }

    /// A scene of boxes, or TrackEval's numbers for it, made by Scripts/make-metric-fixtures.
    static func metricFixture(_ name: String) -> String {
        package.appending(path: "Tests/TrackMetricsTests/Fixtures/\(name)").path
    }

    /// A network of the detectors' tests.
    static func network(_ name: String) -> String {
        package.appending(path: "Tests/DetectorsTests/Fixtures/networks/\(name).onnx").path
    }

    /// 25 frames of 64x48, 10 a second, in an MP4 with its index in front.
    static let plain = video("plain.mp4")
    /// 20 frames of 64x48 in Matroska.
    static let matroska = video("variable-rate.mkv")

    static func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    /// A gray picture with a bright middle, as PGM.
    static func picture(_ width: Int, _ height: Int) -> Data {
        var data = Data("P5\n\(width) \(height)\n255\n".utf8)
        for y in 0..<height {
            for x in 0..<width {
                data.append(UInt8((x * 37 + y * 91) % 256))
            }
        }
        return data
    }

    /// Half a second of a tone as WAV.
    static var sound: Data {
        let samples = (0..<4000).map { Int16(8000 * sin(Double($0) / 5)) }
        func bytes(_ value: some FixedWidthInteger) -> Data { withUnsafeBytes(of: value.littleEndian) { Data($0) } }
        let body = samples.reduce(into: Data()) { $0 += bytes($1) }
        return Data("RIFF".utf8) + bytes(UInt32(36 + body.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
            + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8000)) + bytes(UInt32(16000)) + bytes(UInt16(2))
            + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(body.count)) + body
    }
}
