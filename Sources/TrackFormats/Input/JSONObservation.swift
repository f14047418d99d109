import TrackModel

/// One observation or detection as JSON and JSON Lines hold it, with whatever of its place stands beside it.
struct JSONObservation {
    var frame: Int?
    var time: Double?
    var observation: Observation

    /// Members that are unknown are passed over; `left`, `top`, `width` and `height` must be there.
    ///
    /// - Parameter label: that of an observation without one of its own.
    init(from scanner: inout JSONScanner, label: String) throws(TrackletError) {
        var frame: Int?
        var time: Double?
        var track = Observation.withoutTrack
        var label = label
        var box: (left: Double?, top: Double?, width: Double?, height: Double?) = (nil, nil, nil, nil)
        var confidence = 1.0
        var source: ObservationSource?
        var corners: Quadrilateral?
        try scanner.object("an observation") { key, scanner throws(TrackletError) in
            switch key {
            case "frame": frame = try scanner.integer(key)
            case "time": time = try scanner.number(key)
            case "track":
                track = try scanner.integer(key)
                guard track > 0 else { throw scanner.fault("track is \(track), and tracks are counted from 1") }
            case "label": label = try scanner.string(key)
            case "left": box.left = try scanner.number(key)
            case "top": box.top = try scanner.number(key)
            case "width": box.width = try scanner.number(key)
            case "height": box.height = try scanner.number(key)
            case "confidence": confidence = try scanner.number(key)
            case "source":
                let name = try scanner.string(key)
                source = ObservationSource(rawValue: name)
                guard source != nil else { throw scanner.fault(unknownSource(name)) }
            case "corners": corners = try Self.corners(from: &scanner)
            default: try scanner.skip()
            }
        }
        guard let left = box.left, let top = box.top, let width = box.width, let height = box.height else {
            let missing = [("left", box.left), ("top", box.top), ("width", box.width), ("height", box.height)]
                .filter { $0.1 == nil }.map(\.0)
            throw scanner.fault("an observation has no \(missing.joined(separator: ", "))")
        }
        self.frame = frame
        self.time = time
        observation = Observation(
            track: track, label: label, box: Box(left: left, top: top, width: width, height: height),
            confidence: confidence, source: source ?? .detected, corners: corners)
    }

    private static func corners(from scanner: inout JSONScanner) throws(TrackletError) -> Quadrilateral {
        var points: [Point] = []
        try scanner.array("corners") { scanner throws(TrackletError) in
            var values: [Double] = []
            try scanner.array("a corner") { scanner throws(TrackletError) in
                values.append(try scanner.number("a corner's coordinate"))
            }
            guard values.count == 2 else { throw scanner.fault("a corner has \(values.count) numbers, not 2") }
            points.append(Point(x: values[0], y: values[1]))
        }
        guard points.count == 4 else { throw scanner.fault("there are \(points.count) corners, not 4") }
        return Quadrilateral(
            topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
    }
}

/// What to say of a source nobody knows.
func unknownSource(_ name: String) -> String {
    let known = ObservationSource.allCases.map(\.rawValue).joined(separator: ", ")
    return "source is \"\(name)\", which is none of \(known)"
}
