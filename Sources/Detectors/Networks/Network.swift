internal import COpenCV
internal import Foundation
internal import TrackModel

/// One loaded network. It has working memory and serves one thread at a time: see `NetworkPool`.
final class Network: @unchecked Sendable {
    // Unchecked: the handle never changes, and `NetworkPool` lends an instance to one thread at a time.
    private let handle: OpaquePointer
    private let path: String
    /// In the order in which `run` gives them.
    let outputNames: [String]

    /// Throws `TrackletError` (`badData`) when OpenCV cannot make a network of the file.
    init(_ file: NetworkFile) throws {
        var error = tcv_error()
        var made: OpaquePointer?
        let status = tcv_network_create(file.path, &made, &error)
        guard status == TCV_OK, let made else {
            throw status == TCV_BAD_FILE
                ? Self.unloadable(file, error.text)
                : TrackletError(.failure, "Cannot load the model '\(file.path)': \(error.text).")
        }
        handle = made
        path = file.path
        outputNames = (0..<tcv_network_output_count(made)).map { index in
            tcv_network_output_name(made, index).map { String(cString: $0) } ?? ""
        }
    }

    deinit { tcv_network_destroy(handle) }

    /// Runs the network on a picture and hands its outputs to `body`, which must not let them out.
    ///
    /// Throws `TrackletError` (`badData`) when the network cannot be run on an input of that size.
    func run<Result>(
        on picture: tcv_image, as input: tcv_network_input, _ body: ([NetworkOutput]) throws -> Result
    ) throws -> Result {
        var error = tcv_error()
        guard tcv_network_run(handle, picture, input, &error) == TCV_OK else {
            throw TrackletError(
                .badData,
                "The model '\(path)' cannot be run on a picture of \(input.width)x\(input.height) pixels: OpenCV \(Self.version) says \"\(Self.short(error.text))\"; give a network that takes such pictures."
            )
        }
        let outputs = try outputNames.enumerated().map { index, name in
            var tensor = tcv_tensor()
            guard tcv_network_output(handle, Int32(index), &tensor, &error) == TCV_OK else {
                throw TrackletError(.failure, "The model '\(path)' gives no output \(name): \(error.text).")
            }
            return NetworkOutput(name: name, tensor)
        }
        return try body(outputs)
    }

    private static var version: String { String(cString: tcv_version()) }

    /// OpenCV knows the operators of its own time, and says "Node [Gelu@ai.onnx]:(name) parse error: … Can't create layer …" of others.
    private static func unloadable(_ file: NetworkFile, _ reason: String) -> TrackletError {
        let set = file.operatorSet.map { "of ONNX's operator set \($0)" } ?? "of no operator set of ONNX"
        let advice = "export it for operator set 11 with a fixed input size"
        let kind = reason.range(of: "Node [").map { reason[$0.upperBound...].prefix { !"@]".contains($0) } }
        if let kind, reason.contains("Can't create layer") {
            return file.misfit(
                "it has the operator \(kind), which OpenCV \(version) does not know, and is \(set); \(advice)")
        }
        let node = kind.map { "at an operator \($0), " } ?? ""
        return file.misfit(
            "OpenCV \(version) cannot make a network of it, which is \(set): \(node)\"\(short(reason))\"; \(advice)")
    }

    /// OpenCV's words without the places in its source: "OpenCV(4.6.0) …cpp:571: error: (-5:Bad argument) Blob b not found".
    private static func short(_ text: String) -> String {
        var reason = text[...]
        if let mark = text.range(of: "error: (", options: .backwards),
            let end = text[mark.upperBound...].firstIndex(of: ")")
        {
            reason = text[end...].dropFirst()
        }
        let line = reason.split(separator: " ").joined(separator: " ")
        return line.count > 160 ? line.prefix(160) + "…" : line
    }
}

/// One output of a network's run: an array of numbers, the last dimension innermost. Valid as long as the network is not run again.
struct NetworkOutput: CustomStringConvertible {
    let name: String
    let shape: [Int]
    let values: UnsafeBufferPointer<Float>

    init(name: String, _ tensor: tcv_tensor) {
        self.name = name
        let sizes = tensor.sizes
        let all = [sizes.0, sizes.1, sizes.2, sizes.3, sizes.4, sizes.5]
        shape = all.prefix(Int(tensor.dimensions)).map(Int.init)
        values = UnsafeBufferPointer(start: tensor.values, count: Int(tensor.count))
    }

    var description: String { "\(name) \(shape.map(String.init).joined(separator: "x"))" }
}
