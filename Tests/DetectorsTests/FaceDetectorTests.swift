import Detectors
import Testing
import TrackModel

@Suite struct FaceDetectorTests {
    @Test func findsTheFaceOfThePortraitAndNothingElse() throws {
        let found = try DetectorRegistry.make(name: "face").detect(in: Portrait.frame())
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.label == "face")
        #expect(face.box.intersectionOverUnion(with: Portrait.faceBox) > 0.6, "\(face)")
        #expect(face.confidence > 0.7 && face.confidence <= 1)
    }
}
