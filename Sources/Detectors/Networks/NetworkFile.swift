internal import Foundation
internal import TrackModel

/// What an ONNX file says of its network before anything is run (onnx.proto of github.com/onnx/onnx): enough to tell the user what a
/// file that does not fit is.
struct NetworkFile: Sendable, Hashable {
    let path: String
    /// Without the weights, which older files list among the inputs.
    let inputs: [Tensor]
    let outputs: [Tensor]
    /// The kinds of its operators, each once, sorted.
    let operators: [String]
    /// The version of the set of ONNX's own operators.
    let operatorSet: Int?

    /// The name and the shape of an input or output. A dimension that is left open has no number.
    struct Tensor: Sendable, Hashable, CustomStringConvertible {
        let name: String
        let shape: [Int?]

        /// As in "input 1x3x320x?".
        var description: String {
            shape.isEmpty
                ? name : "\(name) \(shape.map { $0.map(String.init) ?? "?" }.joined(separator: "x"))"
        }
    }

    /// Throws `TrackletError`: `noInput` when there is no such file or it cannot be read, `badData` when it holds no network.
    init(path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw Self.unreadable(path, "there is no such file")
        }
        guard !isFolder.boolValue else { throw Self.unreadable(path, "it is a folder") }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
        } catch {
            throw Self.unreadable(path, "this user may not read it")
        }
        do {
            let model = try ProtocolBuffer.fields(of: data)
            // What begins as a model and goes on as none is another kind of file, whose first bytes may pass for fields.
            guard let graph = try ProtocolBuffer.messages(7, in: data).first,
                model.contains(where: { $0.number == 1 && $0.integer != nil })
            else { throw ProtocolBuffer.Fault.foreign }
            let weights = Set(try ProtocolBuffer.messages(5, in: graph).compactMap { try Self.text(8, of: $0) })
            inputs = try ProtocolBuffer.messages(11, in: graph).map(Self.tensor)
                .filter { !weights.contains($0.name) }
            outputs = try ProtocolBuffer.messages(12, in: graph).map(Self.tensor)
            let nodes = try ProtocolBuffer.messages(1, in: graph)
            operators = Set(try nodes.compactMap { try Self.text(4, of: $0) }).sorted()
            operatorSet = try ProtocolBuffer.messages(8, in: data).compactMap(Self.version).max()
        } catch ProtocolBuffer.Fault.cutOff where Self.beginsAsModel(data) {
            throw Self.unusable(path, "it ends in the midst of a network after \(data.count) bytes; get the whole file")
        } catch is ProtocolBuffer.Fault {
            throw Self.unusable(path, "it is no ONNX file; give a network in that format, as its publisher has it")
        }
    }

    /// The outputs, as found in a message.
    var outputText: String {
        let shown = outputs.prefix(6).map(\.description).joined(separator: ", ")
        return outputs.isEmpty ? "none" : outputs.count > 6 ? shown + " and \(outputs.count - 6) more" : shown
    }

    /// That the file does not fit. `problem` says what was expected, what was found, and what to do.
    func misfit(_ problem: String) -> TrackletError { Self.unusable(path, problem) }

    private static func unusable(_ path: String, _ problem: String) -> TrackletError {
        TrackletError(.badData, "The model '\(path)' cannot be used: \(problem).")
    }

    private static func unreadable(_ path: String, _ problem: String) -> TrackletError {
        TrackletError(.noInput, "The model '\(path)' cannot be read: \(problem); give the path of an ONNX file.")
    }

    /// Every ONNX file begins with the version of the format, a small number.
    private static func beginsAsModel(_ data: Data) -> Bool {
        data.count >= 2 && data[data.startIndex] == 0x08 && (1...64).contains(data[data.startIndex + 1])
    }

    private static func text(_ number: Int, of message: Data) throws -> String? {
        // Weights are large: their bytes are passed over, not copied.
        var buffer = ProtocolBuffer(message)
        while let field = try buffer.next() {
            if field.number == number { return field.text }
        }
        return nil
    }

    /// OperatorSetIdProto: the version, if the set is ONNX's own.
    private static func version(_ message: Data) throws -> Int? {
        let domain = try text(1, of: message) ?? ""
        guard domain.isEmpty || domain == "ai.onnx" else { return nil }
        return try ProtocolBuffer.fields(of: message).first { $0.number == 2 }?.integer
    }

    /// ValueInfoProto: name, and type (tensor type (shape (dimensions (value or name)))).
    private static func tensor(_ message: Data) throws -> Tensor {
        var parts = [message]
        for number in [2, 1, 2] {
            parts = try parts.flatMap { try ProtocolBuffer.messages(number, in: $0) }
        }
        var shape: [Int?] = []
        for dimension in try parts.flatMap({ try ProtocolBuffer.messages(1, in: $0) }) {
            let size = try ProtocolBuffer.fields(of: dimension).first { $0.number == 1 }?.integer ?? 0
            shape.append(size > 0 ? size : nil)
        }
        return Tensor(name: try text(1, of: message) ?? "", shape: shape)
    }
}
