import TrackMetrics

/// All that the metrics say, under the names the reference tool has for it.
struct Measured {
    static let thresholds = [0.5, 0.3]

    let hota: HOTAResult
    /// One for each of `thresholds`, as `identity`.
    let clear: [CLEARResult]
    let identity: [IdentityResult]

    var numbers: [String: [Double]] {
        var numbers: [String: [Double]] = [:]
        let scores = hota.byThreshold
        numbers["HOTA/HOTA"] = scores.map(\.hota)
        numbers["HOTA/DetA"] = scores.map(\.detectionAccuracy)
        numbers["HOTA/DetRe"] = scores.map(\.detectionRecall)
        numbers["HOTA/DetPr"] = scores.map(\.detectionPrecision)
        numbers["HOTA/AssA"] = scores.map(\.associationAccuracy)
        numbers["HOTA/AssRe"] = scores.map(\.associationRecall)
        numbers["HOTA/AssPr"] = scores.map(\.associationPrecision)
        numbers["HOTA/LocA"] = scores.map(\.localizationAccuracy)
        numbers["HOTA/HOTA_TP"] = scores.map { Double($0.truePositives) }
        numbers["HOTA/HOTA_FN"] = scores.map { Double($0.falseNegatives) }
        numbers["HOTA/HOTA_FP"] = scores.map { Double($0.falsePositives) }
        for (threshold, result) in zip(Self.thresholds, clear) {
            let values: [(String, Double)] = [
                ("MOTA", result.accuracy), ("MOTP", result.precision), ("CLR_Re", result.detectionRecall),
                ("CLR_Pr", result.detectionPrecision), ("CLR_TP", Double(result.truePositives)),
                ("CLR_FN", Double(result.falseNegatives)), ("CLR_FP", Double(result.falsePositives)),
                ("IDSW", Double(result.identitySwitches)), ("Frag", Double(result.fragments)),
                ("MT", Double(result.mostlyTracked)), ("PT", Double(result.partlyTracked)),
                ("ML", Double(result.mostlyLost)),
            ]
            for (name, value) in values { numbers["CLEAR@\(threshold)/\(name)"] = [value] }
        }
        for (threshold, result) in zip(Self.thresholds, identity) {
            let values: [(String, Double)] = [
                ("IDF1", result.f1), ("IDR", result.recall), ("IDP", result.precision),
                ("IDTP", Double(result.truePositives)), ("IDFN", Double(result.falseNegatives)),
                ("IDFP", Double(result.falsePositives)),
            ]
            for (name, value) in values { numbers["Identity@\(threshold)/\(name)"] = [value] }
        }
        return numbers
    }
}
