import TrackModel

extension TextBuffer {
    /// The members of a track that say who it was found to be, each on a line of its own, with the comma before them: `identity` where something was asked
    /// that names tracks, `returns` where it came back.
    mutating func append(jsonMembersOf identity: TrackIdentity, _ strings: inout JSONStrings) throws {
        if identity.label != nil {
            append(",\n      \"identity\": {\"confidence\": ")
            append(identity.confidence, decimals: 4)
            append(", \"frames\": [\(identity.frames.map(String.init).joined(separator: ", "))]")
            try append(member: "votes", identity.votes, decimals: 4, &strings)
            if !identity.distances.isEmpty {
                try append(member: "distances", identity.distances, decimals: 3, &strings)
            }
            append("}")
        }
        guard !identity.returns.isEmpty else { return }
        append(",\n      \"returns\": [")
        for (index, found) in identity.returns.enumerated() {
            append(index == 0 ? "\n" : ",\n")
            append("        {\"frame\": \(found.frame), \"lastFrame\": \(found.lastFrame), ")
            append("\"formerTrack\": \(found.formerTrack), \"distance\": ")
            append(found.distance, decimals: 3)
            append(", \"threshold\": ")
            append(found.threshold, decimals: 3)
            if let other = found.otherDistance {
                append(", \"otherDistance\": ")
                append(other, decimals: 3)
            }
            append("}")
        }
        append("\n      ]")
    }

    private mutating func append(
        member name: String, _ candidates: [TrackIdentity.Candidate], decimals: Int, _ strings: inout JSONStrings
    ) throws {
        append(", \"\(name)\": {")
        for (index, candidate) in candidates.enumerated() {
            if index > 0 { append(", ") }
            append(try strings.quoted(candidate.name))
            append(": ")
            append(candidate.value, decimals: decimals)
        }
        append("}")
    }
}
