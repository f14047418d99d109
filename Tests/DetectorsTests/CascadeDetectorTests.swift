import Detectors
import Foundation
import Testing
import TrackModel

@Suite struct CascadeDetectorTests {
    private func faces(
        in frame: Frame, _ options: CascadeOptions = CascadeOptions(), name: String = "face"
    ) throws -> [Detection] {
        try DetectorRegistry.make(name: name, options: options).detect(in: frame)
    }

    @Test func findsTheFaceOfThePortraitAndNothingElse() throws {
        let found = try faces(in: Portrait.frame())
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.label == "face")
        #expect(face.box.intersectionOverUnion(with: Portrait.faceBox) > 0.7, "\(face)")
        #expect(face.confidence > 0.5 && face.confidence <= 1, "sure enough to start a track")
    }

    @Test func findsTheSameFaceWhereverAndHoweverLargeThePictureIs() throws {
        let size = PixelSize(width: 960, height: 540)
        let found = try faces(in: Portrait.frame(in: size, left: 500, top: 250))
        #expect(found.count == 1)
        let expected = Portrait.faceBox.offset(x: 500, y: 250)
        #expect(try #require(found.first).box.intersectionOverUnion(with: expected) > 0.65)
    }

    @Test func rawBoxesAreTheCascadesOwnSquares() throws {
        let raw = try #require(faces(in: Portrait.frame(), CascadeOptions(rawBoxes: true)).first).box
        let tight = try #require(faces(in: Portrait.frame()).first).box
        #expect(abs(raw.width - raw.height) < 1)
        #expect(tight.width < raw.width)
    }

    @Test func sizesBoundTheReportedBox() throws {
        let height = try #require(faces(in: Portrait.frame()).first).box.height
        func count(_ minimum: Length?, _ maximum: Length?) throws -> Int {
            try faces(in: Portrait.frame(), CascadeOptions(minimumSize: minimum, maximumSize: maximum)).count
        }
        #expect(try count(.pixels(height * 0.7), nil) == 1)
        #expect(try count(.pixels(height * 1.5), nil) == 0)
        #expect(try count(nil, .pixels(height * 1.4)) == 1)
        #expect(try count(nil, .pixels(height * 0.6)) == 0)
        #expect(try count(.percentOfHeight(35), .percentOfHeight(90)) == 1)
        #expect(try count(.pixels(50), .percentOfHeight(1)) == 0)
    }

    @Test func aLargestSizeBelowTheDefaultSmallestStillFinds() throws {
        // The default smallest face of a picture this high is taller than the portrait's.
        let frame = try Portrait.frame(in: PixelSize(width: 2400, height: 4000), left: 20, top: 20)
        let height = try #require(faces(in: Portrait.frame()).first).box.height
        #expect(try faces(in: frame).isEmpty)
        #expect(try faces(in: frame, CascadeOptions(maximumSize: .pixels(height * 1.2))).count == 1)
    }

    @Test func aRegionIsSearchedAloneAndReportsPlacesOfTheWholePicture() throws {
        let frame = try Portrait.frame(in: PixelSize(width: 640, height: 360), left: 320, top: 100)
        let around = SearchRegion.pixels(Box(left: 330, top: 110, width: 300, height: 220))
        let found = try #require(faces(in: frame, CascadeOptions(region: around)).first)
        #expect(found.box.intersectionOverUnion(with: Portrait.faceBox.offset(x: 320, y: 100)) > 0.65)
        let elsewhere = SearchRegion.percent(Box(left: 0, top: 0, width: 50, height: 100))
        #expect(try faces(in: frame, CascadeOptions(region: elsewhere)) == [])
        let outside = CascadeOptions(region: .pixels(Box(left: 700, top: 0, width: 50, height: 50)))
        #expect(throws: TrackletError.self) { try faces(in: frame, outside) }
        let tiny = CascadeOptions(region: .pixels(Box(left: 3, top: 3, width: 2, height: 1)))
        #expect(try faces(in: frame, tiny) == [])
    }

    @Test func moreNeighborsAskedForNeverFindMore() throws {
        let counts = try [0, 3, 10, 1000].map { neighbors in
            try faces(in: Portrait.frame(), CascadeOptions(minimumNeighbors: neighbors)).count
        }
        #expect(counts == counts.sorted(by: >) && counts.last == 0)
    }

    @Test func profileFacesOfBothDirectionsAreFoundAtMirroredPlaces() throws {
        let size = try Portrait.luma().size
        let straight = try faces(
            in: Portrait.frame(in: size), CascadeOptions(minimumNeighbors: 0), name: "profile-face")
        let mirrored = try faces(
            in: Portrait.frame(in: size, isMirrored: true), CascadeOptions(minimumNeighbors: 0), name: "profile-face")
        #expect(!straight.isEmpty && straight.count == mirrored.count)
        for face in straight {
            let expected = Box(
                left: Double(size.width) - face.box.right, top: face.box.top, width: face.box.width,
                height: face.box.height)
            #expect(mirrored.contains { $0.box.intersectionOverUnion(with: expected) > 0.99 })
        }
        for (index, face) in straight.enumerated() {
            #expect(straight[..<index].allSatisfy { $0.box.intersectionOverUnion(with: face.box) <= 0.3 })
        }
    }

    @Test func findsTheEyesInsideTheFace() throws {
        let eyes = try faces(in: Portrait.frame(), name: "eye").filter { $0.confidence > 0.3 }
        #expect(eyes.count == 2)
        for eye in eyes { #expect(eye.box.coveredShare(by: Portrait.faceBox) > 0.9) }
    }

    @Test(.timeLimit(.minutes(10))) func eightTasksFindWhatOneFinds() async throws {
        let detector = try DetectorRegistry.make(name: "face", options: CascadeOptions(minimumNeighbors: 0))
        let frames = try (0..<4).map { index in
            try Portrait.frame(in: PixelSize(width: 300, height: 240), left: 15 * index, top: 7 * index)
        }
        let alone = try frames.map { try detector.detect(in: $0) }
        #expect(alone.allSatisfy { !$0.isEmpty })
        let together = try await withThrowingTaskGroup(of: (Int, [Detection]).self) { group in
            for task in 0..<8 {
                group.addTask { (task, try detector.detect(in: frames[task % 4])) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for task in 0..<8 { #expect(together[task] == alone[task % 4]) }
    }

    /// The network of `YOLOTests` sees something in any gray.
    @Test(arguments: DetectorRegistry.all.filter { $0.name != "any" }) func everyDetectorSurvivesTinyPictures(
        _ specification: DetectorSpecification
    ) throws {
        let name = specification.name
        let model = specification.needsModel ? try NetworkPicture.fixture(name) : nil
        let plain = try DetectorRegistry.make(name: name, modelPath: model)
        // Asking for the smallest makes the picture be enlarged.
        let greedy = try DetectorRegistry.make(
            name: name, options: CascadeOptions(minimumSize: .pixels(0.01), minimumNeighbors: 0), modelPath: model)
        for (width, height) in [(1, 1), (3, 5), (64, 2), (40, 40)] {
            #expect(try plain.detect(in: Canvas(width, height).frame) == [])
            #expect(try greedy.detect(in: Canvas(width, height).frame) == [])
        }
    }

    @Test(arguments: [
        CascadeOptions(minimumSize: .pixels(0)), CascadeOptions(minimumSize: .pixels(.infinity)),
        CascadeOptions(maximumSize: .percentOfHeight(1e9)),
        CascadeOptions(minimumSize: .pixels(50), maximumSize: .pixels(40)), CascadeOptions(scaleFactor: 1),
        CascadeOptions(scaleFactor: 1e9), CascadeOptions(scaleFactor: .nan), CascadeOptions(minimumNeighbors: -1),
        CascadeOptions(region: .percent(Box(left: 10, top: 10, width: -5, height: 5))),
        CascadeOptions(region: .pixels(Box(left: .nan, top: 10, width: 5, height: 5))),
    ])
    func refusesOptionsThatMakeNoSense(options: CascadeOptions) {
        for name in ["face", "rectangle"] {
            #expect { try DetectorRegistry.make(name: name, options: options) } throws: { error in
                (error as? TrackletError)?.kind == .usage
            }
        }
    }

    @Test func optionsSurviveJSON() throws {
        let options = CascadeOptions(
            minimumSize: .percentOfHeight(4), maximumSize: .pixels(300), scaleFactor: 1.3, minimumNeighbors: 2,
            region: .percent(Box(left: 1, top: 2, width: 3, height: 4)), rawBoxes: true)
        #expect(try JSONDecoder().decode(CascadeOptions.self, from: JSONEncoder().encode(options)) == options)
    }
}
