import COpenCV
import Foundation
import Testing
import TrackModel

@testable import Detectors

/// Our evaluation of cascades against OpenCV's, and what a search promises beyond.
@Suite struct CascadeSearchTests {
    private static let uprightCascades = [
        "haarcascade_frontalface_alt2.xml", "haarcascade_frontalface_alt.xml", "haarcascade_frontalface_default.xml",
        "haarcascade_profileface.xml", "haarcascade_eye.xml", "haarcascade_frontalcatface.xml",
    ]

    private static func classifier(_ file: String) throws -> CascadeClassifier {
        try CascadeClassifier(path: CascadeLocator().requiredPath(of: file))
    }

    /// A scene with a face and much else: shapes and noise.
    private static func scene(width: Int, height: Int) throws -> LumaPlane {
        var canvas = Canvas(width, height)
        for index in 0..<24 {
            let center = Point(x: Double(index * 67 % width), y: Double(index * 41 % height))
            canvas.fill(
                Canvas.corners(
                    center: center, width: Double(8 + index * 5 % 50), height: Double(6 + index * 7 % 40),
                    degrees: Double(index * 17)),
                with: Double(index * 53 % 256))
        }
        canvas.addNoise(amplitude: 20)
        let portrait = try Portrait.luma()
        return canvas.frame.luma.withPixels { background in
            portrait.withPixels { face in
                LumaPlane(size: canvas.size) { pixels in
                    _ = pixels.update(from: background)
                    for row in 0..<min(height, portrait.size.height) {
                        for column in 0..<min(width, portrait.size.width) {
                            pixels[row * width + column] = face[row * portrait.size.width + column]
                        }
                    }
                }
            }
        }
    }

    private static func mirrored(_ plane: LumaPlane) -> LumaPlane {
        let (width, height) = (plane.size.width, plane.size.height)
        return plane.withPixels { source in
            LumaPlane(size: plane.size) { pixels in
                for row in 0..<height {
                    for column in 0..<width { pixels[row * width + column] = source[row * width + width - 1 - column] }
                }
            }
        }
    }

    private static func windows(
        _ file: String, in plane: LumaPlane, scaleFactor: Double = 1.15, areas: [Box]? = nil
    ) throws -> [CandidateWindow] {
        let search = try CascadeSearch()
        try search.setPicture(PictureView(plane), scaleFactor: scaleFactor)
        return try search.windows(of: classifier(file), areas: areas)
    }

    @Test(arguments: uprightCascades) func findsWhatOpenCVFinds(file: String) throws {
        let plane = try Self.scene(width: 261, height: 230)
        let path = try CascadeLocator().requiredPath(of: file)
        let ours = try Bridge.cascade(tcv_cascade_create, path)
        let reference = try Bridge.cascade(tcv_cascade_create_for_opencv, path)
        defer {
            tcv_cascade_destroy(ours)
            tcv_cascade_destroy(reference)
        }
        #expect(tcv_cascade_is_shareable(ours) != 0 && tcv_cascade_is_shareable(reference) == 0, "one is OpenCV's")
        var count = 0
        for isMirrored in [false, true] {
            let found = try Bridge.windows(of: ours, in: plane, mirrored: isMirrored)
            let expected = try Bridge.windows(of: reference, in: plane, mirrored: isMirrored)
            // OpenCV leaves out the last row at some sizes; and its compiler may have rounded otherwise.
            #expect(Set(found).symmetricDifference(expected).count <= 2)
            #expect(found.count >= expected.count - 1)
            count += expected.count
        }
        #expect(count > 2)
    }

    @Test(arguments: [
        "haarcascade_eye_tree_eyeglasses.xml", "lbpcascade_frontalface.xml",
        "haarcascade_licence_plate_rus_16stages.xml",
    ])
    func openCVRunsTheOthers(file: String) throws {
        #expect(try !Self.classifier(file).isShareable)
    }

    @Test(arguments: uprightCascades) func allInstructionSetsFindTheSameBits(file: String) throws {
        let plane = try Self.scene(width: 250, height: 221)
        let cascade = try Bridge.cascade(tcv_cascade_create, CascadeLocator().requiredPath(of: file))
        defer { tcv_cascade_destroy(cascade) }
        var count = 0
        for isMirrored in [false, true] {
            let best = try Bridge.windows(of: cascade, in: plane, mirrored: isMirrored)
            let base = try Bridge.windows(of: cascade, in: plane, mirrored: isMirrored, baseInstructions: true)
            #expect(best == base)
            count += best.count
        }
        #expect(count > 0)
    }

    /// Of even and odd width, since windows are two pixels apart.
    @Test(arguments: ["haarcascade_frontalface_alt2.xml", "haarcascade_profileface.xml"], [260, 261])
    func aMirroredRunFindsTheMirrorImage(file: String, width: Int) throws {
        let plane = try Self.scene(width: width, height: 230)
        let classifier = try Self.classifier(file)
        let search = try CascadeSearch()
        try search.setPicture(PictureView(plane), scaleFactor: 1.15)
        let straight = try search.windows(of: classifier)
        try search.setPicture(PictureView(Self.mirrored(plane)), scaleFactor: 1.15)
        let mirrored = try search.windows(of: classifier, mirrored: true)
        let expected = straight.map { window in
            var window = window
            window.box.left = Double(width) - window.box.right
            return window
        }
        #expect(!straight.isEmpty && Set(mirrored) == Set(expected))
    }

    @Test func windowsEndAtThePicturesEdge() throws {
        // At large scales the reduced picture is rounded to up to half a window's pixel more than there is.
        for (width, height) in [(261, 230), (247, 219), (255, 222)] {
            for file in Self.uprightCascades {
                for window in try Self.windows(file, in: Self.scene(width: width, height: height), scaleFactor: 1.3) {
                    #expect(window.box.left >= 0 && window.box.top >= 0)
                    #expect(window.box.right <= Double(width) && window.box.bottom <= Double(height))
                }
            }
        }
    }

    @Test func aUsedSearchFindsWhatAFreshOneDoes() throws {
        let files = ["haarcascade_frontalface_alt2.xml", "haarcascade_frontalface_default.xml"]
        let classifiers = try files.map { try Self.classifier($0) }
        let search = try CascadeSearch()
        for (width, height) in [(250, 220), (301, 240), (90, 64), (250, 220)] {
            let plane = try Self.scene(width: width, height: height)
            try search.setPicture(PictureView(plane), scaleFactor: 1.15)
            // The cascades' windows differ in size, and each comes again after the other.
            for index in [0, 1, 0] {
                let expected = try Self.windows(files[index], in: plane)
                #expect(try search.windows(of: classifiers[index]) == expected)
            }
        }
    }

    @Test(arguments: [
        [Box(left: 0, top: 0, width: 1000, height: 1000)],
        [Box(left: 71.3, top: 20, width: 90, height: 140)],
        [Box(left: 105, top: 0, width: 16, height: 230), Box(left: 110, top: 118, width: 200, height: 9)],
        [Box(left: -50, top: -50, width: 120, height: 400), Box(left: 60, top: 60, width: 60, height: 60)],
    ])
    func areasGiveWhatTheWholePictureGivesThere(areas: [Box]) throws {
        let plane = try Self.scene(width: 261, height: 230)
        var count = 0
        for file in ["haarcascade_frontalface_alt2.xml", "haarcascade_eye.xml"] {
            let all = try Self.windows(file, in: plane)
            let some = try Self.windows(file, in: plane, areas: areas)
            #expect(Set(some).isSubset(of: all))
            count += some.count
            // Boxes are rounded to pixels: centres within a pixel of an edge may fall on either side. Those at the picture's
            // edge may have been cut off.
            for window in all where !some.contains(window) && window.box.right < 261 && window.box.bottom < 230 {
                let center = window.box.center
                #expect(
                    !areas.contains { area in
                        (area.left + 1.5..<area.right - 1.5).contains(center.x)
                            && (area.top + 1.5..<area.bottom - 1.5).contains(center.y)
                    })
            }
        }
        #expect(count > 0)
    }

    @Test func areasOfOpenCVsCascadesCountToo() throws {
        let plane = try Self.scene(width: 261, height: 230)
        let file = "haarcascade_eye_tree_eyeglasses.xml"
        let all = try Self.windows(file, in: plane)
        let area = Box(left: 0, top: 0, width: 105, height: 230)
        let some = try Self.windows(file, in: plane, areas: [area])
        #expect(!some.isEmpty && some.count < all.count)
        #expect(Set(some) == Set(all.filter { $0.box.center.x < 105 }))
    }

    @Test func noAreaAndNowhereFindNothing() throws {
        let plane = try Portrait.luma()
        let file = "haarcascade_frontalface_alt2.xml"
        #expect(try Self.windows(file, in: plane, areas: []).isEmpty)
        for area in [
            Box(left: 1e9, top: 0, width: 1e9, height: 10), Box(left: 20, top: 20, width: 0, height: 100),
            Box(left: -1e12, top: -1e12, width: 10, height: 10),
        ] {
            #expect(try Self.windows(file, in: plane, areas: [area]).isEmpty)
        }
    }

    @Test func heightsAreBounds() throws {
        let search = try CascadeSearch()
        try search.setPicture(PictureView(Portrait.luma()), scaleFactor: 1.1)
        let classifier = try Self.classifier("haarcascade_frontalface_alt2.xml")
        let all = try search.windows(of: classifier)
        let some = try search.windows(of: classifier, minimumHeight: 90, maximumHeight: 120)
        #expect(some == all.filter { (90...120).contains($0.box.height) } && !some.isEmpty && some.count < all.count)
        #expect(try search.windows(of: classifier, minimumHeight: 121, maximumHeight: 121).isEmpty)
    }
}

/// The bridge's calls that Swift has no need of outside tests.
private enum Bridge {
    typealias Create = (
        UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<tcv_error>?
    ) -> tcv_status

    static func cascade(_ create: Create, _ path: String) throws -> OpaquePointer {
        var made: OpaquePointer?
        #expect(path.withCString { create($0, &made, nil) } == TCV_OK)
        return try #require(made)
    }

    static func windows(
        of cascade: OpaquePointer, in plane: LumaPlane, mirrored: Bool = false, baseInstructions: Bool = false
    ) throws -> [CandidateWindow] {
        var made: OpaquePointer?
        #expect(tcv_search_create(&made, nil) == TCV_OK)
        let search = try #require(made)
        defer { tcv_search_destroy(search) }
        tcv_search_use_base_instructions(search, baseInstructions ? 1 : 0)
        try PictureView(plane).withImage { image in
            #expect(tcv_search_set_picture(search, image, 1.15, nil) == TCV_OK)
        }
        var parameters = tcv_search_parameters()
        parameters.mirrored = mirrored ? 1 : 0
        var windows: UnsafePointer<tcv_window>?
        var count: Int64 = 0
        #expect(tcv_search_run(search, cascade, &parameters, &windows, &count, nil) == TCV_OK)
        return UnsafeBufferPointer(start: windows, count: Int(count)).map { window in
            CandidateWindow(
                box: Box(
                    left: Double(window.left), top: Double(window.top), width: Double(window.width),
                    height: Double(window.height)),
                weight: window.level_weight)
        }
    }
}
