internal import Foundation
internal import TrackModel
internal import TrackingPipeline

/// What a page asks for.
enum LiveCommand: Equatable, Sendable {
    /// Follow the object at this point of a frame; of the current one when it is nil.
    case point(Point, frame: Int?)
    /// Follow what is in this box.
    case box(Box, label: String, frame: Int?)
    case end(track: Int)
    case name(track: Int, label: String)
    case reset
    case set(LiveSettingsChange)
    case record(Bool)
}

/// Settings that are changed; nil where they stay.
struct LiveSettingsChange: Equatable, Sendable {
    var detector: Bool?
    var level: TrackingLevel?
    var interval: DetectionInterval?
    var minimumConfidence: Double?
}

extension LiveCommand {
    /// The longest body of a request, in bytes.
    static let maximumBytes = 4096
    /// The longest label, in characters.
    static let maximumLabel = 60
    /// The smallest side of a box that is followed, in pixels.
    static let minimumSide = 8.0

    /// Reads a command, a JSON object: `{"command": "seed", "x": 320, "y": 180, "frame": 17}`.
    ///
    /// A box that reaches over the picture's edge is cut there. Throws `RequestRefusal`: 400 for what is no such object, 422 for a
    /// command that makes no sense for a picture of this size.
    init(json bytes: [UInt8], in size: PixelSize) throws(RequestRefusal) {
        let fields = try Fields(json: bytes)
        switch fields.command {
        case "seed":
            let frame = try fields.checkedFrame()
            if let numbers = fields.box {
                self = .box(try Self.box(numbers, in: size), label: try fields.checkedLabel() ?? "object", frame: frame)
            } else {
                guard let x = fields.x, let y = fields.y else {
                    throw .badRequest("A seed needs x and y, or box with left, top, width and height, in pixels.")
                }
                let point = Point(x: x, y: y)
                guard size.bounds.contains(point) else {
                    throw .unusable("The point \(x),\(y) lies outside the picture of \(size) pixels.")
                }
                self = .point(point, frame: frame)
            }
        case "end": self = .end(track: try fields.checkedTrack())
        case "label":
            guard let label = try fields.checkedLabel() else { throw .badRequest("A label command needs a label.") }
            self = .name(track: try fields.checkedTrack(), label: label)
        case "reset": self = .reset
        case "set": self = .set(try fields.change())
        case "record":
            guard let on = fields.on else { throw .badRequest("A record command needs on: true or false.") }
            self = .record(on)
        default:
            throw .badRequest(
                "There is no command '\(fields.command.prefix(40))'; there are seed, end, label, reset, set and record."
            )
        }
    }

    private static func box(_ numbers: [Double], in size: PixelSize) throws(RequestRefusal) -> Box {
        guard numbers.count == 4, numbers.allSatisfy({ $0.isFinite && abs($0) <= 1e6 }) else {
            throw .badRequest("A box is four numbers: left, top, width and height, in pixels.")
        }
        let box = Box(left: numbers[0], top: numbers[1], width: numbers[2], height: numbers[3])
        guard let inside = box.clipped(to: size.bounds) else {
            throw .unusable(
                "The box \(numbers.map { "\($0)" }.joined(separator: ",")) lies outside the picture of \(size) pixels.")
        }
        guard inside.width >= minimumSide, inside.height >= minimumSide else {
            throw .unusable(
                "The box is too small to be followed; draw one of at least \(Int(minimumSide)) pixels a side.")
        }
        return inside
    }

    /// What may stand in a command.
    private struct Fields: Decodable {
        var command: String
        var x: Double?
        var y: Double?
        var box: [Double]?
        var frame: Double?
        var track: Double?
        var label: String?
        var on: Bool?
        var detector: Bool?
        var level: String?
        var interval: String?
        var minimumConfidence: Double?

        init(json bytes: [UInt8]) throws(RequestRefusal) {
            do {
                self = try JSONDecoder().decode(Fields.self, from: Data(bytes))
            } catch DecodingError.keyNotFound {
                throw .badRequest("The command is missing: a command is an object as {\"command\": \"reset\"}.")
            } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
                let place = context.codingPath.map(\.stringValue).joined(separator: ".")
                throw .badRequest(
                    place.isEmpty
                        ? "A command is a JSON object as {\"command\": \"reset\"}."
                        : "The value of \(place.prefix(40)) is of the wrong kind.")
            } catch {
                throw .badRequest("The request is not valid JSON; a command is an object as {\"command\": \"reset\"}.")
            }
        }

        func checkedFrame() throws(RequestRefusal) -> Int? {
            guard let frame else { return nil }
            guard let index = Int(exactly: frame), index >= 0 else { throw .badRequest("A frame is a number from 0.") }
            return index
        }

        func checkedTrack() throws(RequestRefusal) -> Int {
            guard let track, let id = Int(exactly: track), id >= 1 else {
                throw .badRequest("The command needs a track, a number from 1.")
            }
            return id
        }

        func checkedLabel() throws(RequestRefusal) -> String? {
            guard let label = label?.trimmingCharacters(in: .whitespacesAndNewlines) else { return nil }
            guard !label.isEmpty, label.count <= LiveCommand.maximumLabel,
                label.utf8.count <= 4 * LiveCommand.maximumLabel,
                label.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
            else { throw .unusable("A label is a line of 1 to \(LiveCommand.maximumLabel) characters.") }
            return label
        }

        func change() throws(RequestRefusal) -> LiveSettingsChange {
            var change = LiveSettingsChange(detector: detector)
            if let text = level {
                guard let level = TrackingLevel(rawValue: text) else { throw .unusable("A level is fast or accurate.") }
                change.level = level
            }
            if let text = interval {
                guard let interval = DetectionInterval(text) else {
                    throw .unusable("An interval is frames as in \"10\", or seconds as in \"0.4s\".")
                }
                change.interval = interval
            }
            if let confidence = minimumConfidence {
                guard (0...1).contains(confidence) else { throw .unusable("A confidence is a number from 0 to 1.") }
                change.minimumConfidence = confidence
            }
            return change
        }
    }
}
