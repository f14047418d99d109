internal import Foundation
import TrackModel

#if canImport(FoundationXML)
    internal import FoundationXML
#endif

/// What CVAT's XML for a video task says, with the line of each thing.
struct CVATFile {
    struct Box {
        let line: Int
        let frame: Int
        let box: Box2D
        let isOutside: Bool
        let isKeyframe: Bool
        var confidence: Double?
        var source: ObservationSource?
    }

    struct Track {
        let line: Int
        let id: String?
        let label: String
        var boxes: [Box] = []
    }

    typealias Box2D = TrackModel.Box

    fileprivate(set) var tracks: [Track] = []
    fileprivate(set) var findings: [Finding] = []
    /// The labels the meta block names.
    fileprivate(set) var labels: Set<String> = []
    fileprivate(set) var hasMeta = false
    fileprivate(set) var frameCount: Int?
    fileprivate(set) var size = PixelSize(width: 0, height: 0)
    fileprivate(set) var source: String?

    init(_ text: TrackText) {
        // On Linux, Foundation's parser ends the program at a name that is not.
        if let line = text.firstLineThatIsNotUTF8 {
            findings = [Finding(line: line, "a character is not in UTF-8, in which CVAT writes its files")]
            return
        }
        let events = CVATEvents()
        let parser = XMLParser(data: Data(text.bytes))
        // Nothing is fetched that a file from elsewhere names.
        parser.shouldResolveExternalEntities = false
        parser.delegate = events
        // What it returns is not to be relied upon: on Linux a file that is cut off counts as parsed.
        _ = parser.parse()
        self = events.file
        if let error = events.syntaxError, !findings.contains(where: \.stopsReading) {
            let words = Self.words(forCode: error.code)
            findings.append(Finding(line: max(error.line, 1), "this is not valid XML: \(words)"))
        } else if !events.hasRoot {
            findings.append(Finding(line: 1, "this is not valid XML: there is none in it"))
        }
    }

    fileprivate init() {}

    var header: TrackFileHeader? {
        guard size.width > 0, size.height > 0 else { return nil }
        return TrackFileHeader(
            source: SourceFacts(name: source ?? "", size: size, declaredFrameCount: frameCount), producer: "")
    }

    /// The codes are libxml2's (xmlerror.h); Foundation's names for them have other numbers on Linux.
    private static func words(forCode code: Int) -> String {
        switch code {
        case 4: "it does not begin with a tag"
        case 5, 77: "it ends before all tags are closed, or goes on after the outermost one"
        case 9: "it holds a character that XML does not allow"
        case 23, 26, 68: "an & does not begin a known entity"
        case 39, 41: "an attribute has no value in quotes"
        case 42: "an attribute is there twice"
        case 76: "a tag is closed that is not the one that is open"
        default: "a tag, attribute or entity is broken"
        }
    }
}

/// Listens to the XML and builds the file.
private final class CVATEvents: NSObject, XMLParserDelegate {
    var file = CVATFile()
    private(set) var hasRoot = false
    /// The first one; what comes after it is a guess.
    private(set) var syntaxError: (line: Int, code: Int)?
    private var path: [String] = []
    private var text = ""
    private var attributeName: String?
    /// Whether the outermost tag is another format's, of which nothing else is worth saying.
    private var isForeign = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard syntaxError == nil, !isForeign else { return }
        hasRoot = true
        path.append(name)
        text = ""
        do {
            try start(name, attributes, line: parser.lineNumber)
        } catch let finding as Finding {
            file.findings.append(finding)
        } catch {}
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        guard syntaxError == nil else { return }
        syntaxError = (parser.lineNumber, (error as NSError).code)
        parser.abortParsing()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard syntaxError == nil else { return }
        let content = text.trimmingCharacters(in: .whitespacesAndNewlines)
        text = ""
        switch path.suffix(3).joined(separator: "/") {
        case "labels/label/name", "label/name": file.labels.insert(content)
        case "meta/task/size": file.frameCount = Int(content)
        case "task/original_size/width": file.size.width = Int(content) ?? 0
        case "task/original_size/height": file.size.height = Int(content) ?? 0
        case "meta/task/source": file.source = content
        case "track/box/attribute": end(attribute: content, line: parser.lineNumber)
        default: break
        }
        _ = path.popLast()
    }

    private func start(_ name: String, _ attributes: [String: String], line: Int) throws {
        switch (path.count, name) {
        case (1, "annotations"): break
        case (1, _):
            isForeign = true
            throw Finding(line: line, "the outermost tag is <\(name)>, and CVAT's is <annotations>")
        case (2, "meta"): file.hasMeta = true
        case (2, "track"):
            guard let label = attributes["label"] else {
                throw Finding(line: line, "the track has no attribute label")
            }
            file.tracks.append(CVATFile.Track(line: line, id: attributes["id"], label: label))
        case (2, "image"):
            throw Finding(line: line, "this is CVAT's format for images; export the task as CVAT for video")
        case (3, "box") where path[1] == "track":
            let box = try box(attributes, line: line)
            if !file.tracks.isEmpty { file.tracks[file.tracks.count - 1].boxes.append(box) }
        case (3, _) where path[1] == "track":
            file.findings.append(.warning(line: line, "the shape <\(name)> is no box and is passed over"))
        case (4, "attribute"): attributeName = attributes["name"]
        default: break
        }
    }

    private func box(_ attributes: [String: String], line: Int) throws -> CVATFile.Box {
        func value(_ name: String) throws -> String {
            guard let value = attributes[name] else { throw Finding(line: line, "the box has no attribute \(name)") }
            return value
        }
        func number(_ name: String) throws -> Double {
            let text = try value(name)
            guard let number = NumberText.double(text.utf8) else {
                throw Finding(line: line, "\(name) is \"\(text)\", which is not a number")
            }
            return number
        }
        func flag(_ name: String) throws -> Bool {
            let text = try value(name)
            guard text == "0" || text == "1" else {
                throw Finding(line: line, "\(name) is \"\(text)\", and it must be 0 or 1")
            }
            return text == "1"
        }
        let frameText = try value("frame")
        guard let frame = NumberText.integer(frameText.utf8), frame >= 0 else {
            throw Finding(line: line, "frame is \"\(frameText)\", and frames are counted from 0")
        }
        let left = try number("xtl")
        let top = try number("ytl")
        let box = TrackModel.Box(
            left: left, top: top, width: try number("xbr") - left, height: try number("ybr") - top)
        if box.width < 0 { throw Finding(line: line, "xbr is left of xtl") }
        if box.height < 0 { throw Finding(line: line, "ybr is above ytl") }
        if let rotation = attributes["rotation"], NumberText.double(rotation.utf8) != 0 {
            file.findings.append(.warning(line: line, "the box is turned by \(rotation)°; it is read upright"))
        }
        _ = try flag("occluded")
        return CVATFile.Box(
            line: line, frame: frame, box: box, isOutside: try flag("outside"), isKeyframe: try flag("keyframe"))
    }

    private func end(attribute content: String, line: Int) {
        guard let track = file.tracks.indices.last, let box = file.tracks[track].boxes.indices.last else { return }
        switch attributeName {
        case "confidence":
            guard let confidence = NumberText.double(content.utf8), (0...1).contains(confidence) else {
                return file.findings.append(
                    Finding(line: line, "confidence is \"\(content)\", and it must lie between 0 and 1"))
            }
            file.tracks[track].boxes[box].confidence = confidence
        case "source":
            file.tracks[track].boxes[box].source = ObservationSource(rawValue: content)
        default: break
        }
    }
}
