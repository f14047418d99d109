import Detectors
import Foundation
import Testing
import TrackModel

/// The detector with a network of our own that sees a face in each red cell of 4 pixels: 24 wide and 32 high, its centre three
/// quarters of the way across and down the cell, its landmarks at quarters and halves of the box.
@Suite struct CenterFaceTests {
    private func detector() throws -> any Detector {
        try DetectorRegistry.make(
            name: "centerface", options: CascadeOptions(minimumSize: .pixels(12)),
            modelPath: NetworkPicture.fixture("centerface"))
    }

    private let size = PixelSize(width: 160, height: 96)
    private let patch = Box(left: 80, top: 48, width: 4, height: 4)

    @Test func boxAndLandmarksLieWhereTheNetworkSaysInThePicture() throws {
        let found = try detector().detect(in: NetworkPicture.frame(size, [(patch, NetworkPicture.red)]))
        let face = try #require(found.first)
        #expect(found.count == 1)
        #expect(face.box.intersectionOverUnion(with: Box(left: 71, top: 35, width: 24, height: 32)) > 0.999)
        let landmarks = try #require(face.landmarks)
        let wanted = [(77.0, 43.0), (89, 43), (83, 51), (80, 59), (86, 59)]
        for (point, place) in zip(landmarks.points, wanted) {
            #expect(abs(point.x - place.0) < 1e-3 && abs(point.y - place.1) < 1e-3)
        }
    }

    @Test func coloursComeInTheNetworksOrder() throws {
        #expect(try detector().detect(in: NetworkPicture.frame(size, [(patch, NetworkPicture.blue)])).isEmpty)
    }

    @Test func aSecondLookSeesTheFaceThatIsExpected() throws {
        let frame = NetworkPicture.frame(
            PixelSize(width: 640, height: 360), [(Box(left: 300, top: 200, width: 10, height: 10), NetworkPicture.red)])
        let expected = Box(left: 285, top: 180, width: 45, height: 60)
        let seen = try detector().look(for: "face", expectedIn: expected, of: frame)
        #expect(seen?.box.intersectionOverUnion(with: expected) ?? 0 > 0.3)
    }

    @Test func anotherNetworkIsRefusedWithItsOutputs() throws {
        let error = #expect(throws: TrackletError.self) {
            try DetectorRegistry.make(name: "centerface", modelPath: NetworkPicture.fixture("yunet-2022"))
        }
        #expect(error?.kind == .badData)
        #expect(error?.message.contains("CenterFace has outputs of 1x1x8x16, 1x2x8x16") == true)
        #expect(error?.message.contains("and this has conf 1x32x2") == true, "\(error?.message ?? "")")
    }
}
