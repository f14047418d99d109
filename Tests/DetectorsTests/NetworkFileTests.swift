import Detectors
import Foundation
import Testing
import TrackModel

/// Every way in which a model may not fit, and what the user is told.
@Suite struct NetworkFileTests {
    private func failure(_ path: String, name: String = "yunet") -> TrackletError? {
        do {
            _ = try DetectorRegistry.make(name: name, modelPath: path)
            return nil
        } catch {
            return error as? TrackletError
        }
    }

    /// A file in the temporary folder for as long as `body` runs.
    private func with(_ data: Data, _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).onnx")
        try data.write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        try body(path.path)
    }

    @Test func aFileThatIsNotThereIsNoInput() {
        #expect(failure("/nowhere/face.onnx")?.kind == .noInput)
        #expect(failure("/nowhere/face.onnx")?.message.contains("'/nowhere/face.onnx'") == true)
        #expect(failure("/")?.message.contains("it is a folder") == true)
    }

    @Test(arguments: ["", "no network", "<?xml version=\"1.0\"?><opencv_storage/>", "\u{8}\u{7}", "PK\u{3}\u{4}\u{14}"])
    func whatIsNoONNXFileIsCalledThat(_ text: String) throws {
        try with(Data(text.utf8)) { path in
            let error = failure(path)
            #expect(error?.kind == .badData)
            #expect(error?.message.contains("it is no ONNX file") == true, "\(error?.message ?? "none")")
        }
    }

    @Test func aFileCutOffAnywhereIsRefused() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: NetworkPicture.fixture("yunet")))
        for share in [0.05, 0.5, 0.9, 0.999] {
            try with(whole.prefix(Int(Double(whole.count) * share))) { path in
                let error = failure(path)
                #expect(error?.kind == .badData)
                #expect(error?.message.contains("ends in the midst") == true, "\(share): \(error?.message ?? "none")")
            }
        }
    }

    /// Not one of them may end the process.
    @Test func damagedBytesAreRefusedOrRun() throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: NetworkPicture.fixture("yunet")))
        for place in stride(from: 0, to: whole.count, by: 97) {
            var damaged = whole
            damaged[place] ^= 0x41
            try with(damaged) { path in
                let error = failure(path)
                #expect(error == nil || error?.kind == .badData, "byte \(place): \(error?.message ?? "")")
            }
        }
    }

    @Test(
        arguments: [
            ("yunet-2022", ["outputs cls_8, obj_8", "this has loc 1x?x14, conf 1x?x2, iou 1x?x1"]),
            ("one-colour", ["one input of 1x3xHEIGHTxWIDTH", "this has input 1x1x64x64"]),
            ("unknown-operator", ["the operator Gelu, which OpenCV", "operator set 20"]),
        ])
    func aNetworkThatDoesNotFitSaysWhatWasExpectedAndWhatWasFound(_ name: String, _ parts: [String]) throws {
        let error = failure(try NetworkPicture.fixture(name))
        #expect(error?.kind == .badData)
        for part in parts { #expect(error?.message.contains(part) == true, "\(error?.message ?? "none")") }
        #expect(error?.message.contains("\n") == false)
    }

    @Test func onlyNetworksTakeAModelAndTheyNeedOne() throws {
        #expect(failure(try NetworkPicture.fixture("yunet"), name: "face")?.kind == .usage)
        let locator = CascadeLocator(folders: ["/nowhere"])
        let error = #expect(throws: TrackletError.self) { try DetectorRegistry.make(name: "yunet", locator: locator) }
        #expect(error?.kind == .noInput && error?.message.contains("--model") == true)
    }
}
