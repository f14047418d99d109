import Foundation
import Testing
import TrackModel

/// A scene, what must come of it in words, and how accurate it must be at each interval.
struct SyntheticClip: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let world: PixelWorld
    var errors = KnowingDetector.Errors()
    /// By interval.
    let floors: [Int: Floor]
    /// Whether the outcome is what the description says.
    let holds: @Sendable (Outcome) -> Bool

    /// A little below what was measured when it was set: HOTA and IDF1 in percent, and the most identity switches.
    struct Floor: Sendable {
        let hota: Double
        let idf1: Double
        var switches = 0

        init(_ hota: Double, _ idf1: Double, switches: Int = 0) {
            self.hota = hota
            self.idf1 = idf1
            self.switches = switches
        }
    }

    static let all = [
        crossing, pillar, covered, exitAndReturn, longAbsence, zoom, shake, pan, blur, light, cut, errors, crowd,
    ]

    private static func keepsIDs(_ outcome: Outcome) -> Bool {
        let ids = outcome.world.faces.map { outcome.ids(of: $0.number) }
        return ids.allSatisfy { $0.count == 1 } && Set(ids).count == ids.count && outcome.falseTracks.isEmpty
    }

    // MARK: Faces that move

    private static let crossing = SyntheticClip(
        testDescription: "two faces that cross keep their ids",
        world: PixelWorld(faces: [
            .moving(1, from: Point(x: 30, y: 58), by: Point(x: 1, y: 0), frames: 0..<100),
            .moving(2, from: Point(x: 130, y: 64), by: Point(x: -1, y: 0), frames: 0..<100),
        ]),
        floors: [1: Floor(93, 95), 10: Floor(92, 96), 30: Floor(73, 84)], holds: keepsIDs)

    private static let pillar = SyntheticClip(
        testDescription: "a face that hurries past behind a pillar comes out with its id",
        world: PixelWorld(
            faces: [.moving(1, from: Point(x: -60, y: 60), by: Point(x: 2.4, y: 0), frames: 0..<100)],
            covers: [{ _ in Box(left: 66, top: 0, width: 28, height: 120) }]),
        floors: [1: Floor(93, 97)], holds: keepsIDs)

    private static let covered = SyntheticClip(
        testDescription: "a face that something passes in front of keeps its id",
        world: PixelWorld(
            faces: [PixelFace(1, frames: 0..<100) { Point(x: 80 + 6 * sin(Double($0) / 12), y: 60) }],
            covers: [{ Box(left: -60 + 2 * Double($0), top: 30, width: 50, height: 70) }]),
        floors: [1: Floor(63, 81), 10: Floor(93, 98), 30: Floor(89, 98)], holds: keepsIDs)

    /// Leaves the picture on the left, stays away for so many frames and comes back the way it went.
    private static func leaving(away: Int) -> PixelWorld {
        PixelWorld(
            frameCount: 100 + away,
            faces: [
                PixelFace(1, frames: 0..<100 + away) { frame in
                    let half = Double(away) / 2
                    return Point(x: min(60, 2 * (abs(Double(frame) - 36 - half) - half) - 13), y: 60)
                },
                .moving(2, from: Point(x: 120, y: 60), frames: 0..<100 + away),
            ])
    }

    private static let exitAndReturn = SyntheticClip(
        testDescription: "a face that is back after a second is the same",
        world: leaving(away: 20),
        floors: [1: Floor(97, 98), 10: Floor(97, 98)], holds: keepsIDs)

    static let longAbsence = SyntheticClip(
        testDescription: "a face that is away for three seconds is another one",
        world: leaving(away: 76),
        floors: [1: Floor(97, 98), 10: Floor(96, 98)],
        holds: { $0.ids(of: 1).count == 2 && $0.ids(of: 2).count == 1 && $0.falseTracks.isEmpty })

    // MARK: A camera that moves

    private static let zoom = SyntheticClip(
        testDescription: "a zoom keeps the ids and an overlap of 0.85",
        world: PixelWorld(faces: pair, camera: { (Point(x: 0, y: 0), 1 + 0.6 * Double($0) / 100) }),
        floors: [1: Floor(98, 98), 10: Floor(97, 98), 30: Floor(92, 98)],
        holds: { keepsIDs($0) && $0.overlap(with: 1) > 0.85 && $0.overlap(with: 2) > 0.85 })

    private static let shake = SyntheticClip(
        testDescription: "a shaking camera does not break ids",
        world: PixelWorld(
            faces: pair, camera: { (Point(x: Double($0 * 7 % 11) - 5, y: Double($0 * 5 % 9) - 4), 1) }),
        floors: [1: Floor(95, 96), 10: Floor(92, 96), 30: Floor(91, 96)], holds: keepsIDs)

    private static let pan = SyntheticClip(
        testDescription: "a pan that brings one face and takes another keeps their ids",
        world: PixelWorld(
            faces: [
                .moving(1, from: Point(x: 0, y: 60), frames: 0..<100),
                .moving(2, from: Point(x: 80, y: 50), frames: 0..<100),
                .moving(3, from: Point(x: 175, y: 66), frames: 0..<100),
            ],
            camera: { (Point(x: Double($0) - 50, y: 0), 1) }),
        floors: [1: Floor(97, 98), 10: Floor(96, 97), 30: Floor(90, 97)], holds: keepsIDs)

    /// Two faces that move gently.
    private static let pair = [
        PixelFace(1, frames: 0..<100) { Point(x: 55 + 8 * sin(Double($0) / 12), y: 60) },
        PixelFace(2, frames: 0..<100) { Point(x: 108, y: 62 + 8 * cos(Double($0) / 15)) },
    ]

    // MARK: Pictures that change

    private static let blur = SyntheticClip(
        testDescription: "half a second of blur does not break ids",
        world: PixelWorld(faces: pair, blur: { (40..<52).contains($0) ? 3 : 1 }),
        floors: [1: Floor(98, 98), 10: Floor(98, 98), 30: Floor(93, 98)], holds: keepsIDs)

    private static let light = SyntheticClip(
        testDescription: "light that comes and goes does not break ids",
        world: PixelWorld(faces: pair, gain: { 0.8 + 0.4 * sin(Double($0) / 5) }),
        floors: [1: Floor(94, 98), 10: Floor(92, 98), 30: Floor(90, 98)], holds: keepsIDs)

    static let cut = SyntheticClip(
        testDescription: "a cut ends all tracks, though the same faces go on beside where they were",
        world: PixelWorld(cuts: [50], faces: pair),
        errors: KnowingDetector.Errors(missRate: 0),
        floors: [1: Floor(98, 98), 10: Floor(97, 98), 30: Floor(94, 98)],
        holds: { outcome in
            let before = [1, 2].flatMap { outcome.ids(of: $0, in: 0..<50) }
            let after = [1, 2].flatMap { outcome.ids(of: $0, in: 50..<100) }
            return before.count == 2 && after.count == 2 && Set(before + after).count == 4 && outcome.trackCount == 4
        })

    // MARK: A detector that errs, and many faces

    private static let errors = SyntheticClip(
        testDescription: "misses, jitter and false boxes of a detector break no id and make no track",
        world: PixelWorld(faces: pair),
        errors: KnowingDetector.Errors(noise: 0.08, missRate: 0.4, falseRate: 0.3),
        floors: [1: Floor(93, 98), 10: Floor(93, 98), 30: Floor(89, 98)], holds: keepsIDs)

    static let crowd = SyntheticClip(
        testDescription: "five faces that mill about before a moving camera keep their ids",
        world: PixelWorld(
            faces: [
                .moving(1, from: Point(x: 30, y: 34), by: Point(x: 0.9, y: 0.1), frames: 0..<100),
                .moving(2, from: Point(x: 120, y: 40), by: Point(x: -0.8, y: 0.2), frames: 0..<100),
                .moving(3, from: Point(x: 30, y: 88), by: Point(x: 0.7, y: 0), frames: 0..<100),
                .moving(4, from: Point(x: 140, y: 92), by: Point(x: -0.9, y: -0.1), frames: 0..<100),
                .moving(5, from: Point(x: 76, y: 20), by: Point(x: 0.1, y: 0.8), frames: 0..<100),
            ],
            camera: { (Point(x: 6 * sin(Double($0) / 16), y: 3 * sin(Double($0) / 9)), 1) }),
        floors: [1: Floor(87, 94), 10: Floor(83, 94)], holds: keepsIDs)
}
