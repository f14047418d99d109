import Detectors
import Foundation
import Testing

/// Holds Models/manifest.json against the detectors and against the files installed here.
@Suite struct ModelManifestTests {
    private struct Manifest: Decodable {
        struct Model: Decodable {
            let name: String
            let purpose: String
            let detectors: [String]
            let source: String
            let licence: String
            let bytes: Int
            let sha256: String
        }

        let models: [Model]
    }

    private func models() throws -> [Manifest.Model] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Models/manifest.json")
        return try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: url)).models
    }

    /// YuNet is its user's to get: there are many exports of it, and any will do.
    @Test func namesJustTheFilesThatTheBuiltInDetectorsNeed() throws {
        let models = try models()
        func files(_ detector: DetectorSpecification) -> [String] {
            detector.cascadeFiles + [detector.name == "yunet" ? nil : detector.modelFile].compactMap(\.self)
        }
        #expect(models.map(\.name).sorted() == Set(DetectorRegistry.all.flatMap(files)).sorted())
        for model in models {
            let users = DetectorRegistry.all.filter { files($0).contains(model.name) }.map(\.name)
            #expect(model.detectors == users, "\(model.name)")
            #expect(![model.purpose, model.source, model.licence].contains(""))
        }
    }

    /// A file of another size is another release's, and says nothing of this one.
    @Test func checksumsAreThoseOfTheInstalledFiles() throws {
        let paths = try models().compactMap { model -> (Manifest.Model, String)? in
            guard let path = CascadeLocator().path(of: model.name),
                try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == model.bytes
            else { return nil }
            return (model, path)
        }
        let tools: [(path: String, arguments: [String])] = [
            ("/usr/bin/sha256sum", []), ("/usr/bin/shasum", ["-a", "256"]),
        ]
        guard let tool = tools.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tool.path)
        process.arguments = tool.arguments + paths.map(\.1)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            .split(separator: "\n")
        process.waitUntilExit()
        #expect(lines.count == paths.count)
        for (line, (model, path)) in zip(lines, paths) {
            #expect(line.hasPrefix(model.sha256), "\(path)")
        }
    }
}
