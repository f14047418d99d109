import COpenCV
import Detectors
import Foundation
import Testing
import TrackModel

/// The C functions by their contract.
@Suite struct CascadeBridgeTests {
    private func load(_ path: String) -> (status: tcv_status, cascade: OpaquePointer?, message: String) {
        var error = tcv_error()
        var cascade: OpaquePointer?
        let status = tcv_cascade_create(path, &cascade, &error)
        let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return (status, cascade, message)
    }

    private func alt2() throws -> OpaquePointer {
        try #require(load(CascadeLocator().requiredPath(of: "haarcascade_frontalface_alt2.xml")).cascade)
    }

    private func detect(
        _ cascade: OpaquePointer, width: Int, height: Int, bytesPerRow: Int? = nil, channels: Int32 = 1,
        scaleFactor: Double = 1.2, minNeighbors: Int32 = 0, minimum: Int32 = 0, maximum: Int32 = 0
    ) -> (status: tcv_status, count: Int64) {
        let pixels = [UInt8](repeating: 100, count: max(1, width * height * Int(channels)))
        var parameters = tcv_search_parameters()
        parameters.min_neighbors = minNeighbors
        (parameters.min_width, parameters.min_height) = (minimum, minimum)
        (parameters.max_width, parameters.max_height) = (maximum, maximum)
        var search: OpaquePointer?
        guard tcv_search_create(&search, nil) == TCV_OK, let search else { return (TCV_OUT_OF_MEMORY, -1) }
        defer { tcv_search_destroy(search) }
        let status = pixels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return TCV_OUT_OF_MEMORY }
            let image = tcv_image(
                pixels: base, width: Int32(width), height: Int32(height), bytes_per_row: Int64(bytesPerRow ?? width),
                channels: channels)
            return tcv_search_set_picture(search, image, scaleFactor, nil)
        }
        guard status == TCV_OK else { return (status, -1) }
        var windows: UnsafePointer<tcv_window>?
        var count: Int64 = -1
        return (tcv_search_run(search, cascade, &parameters, &windows, &count, nil), count)
    }

    @Test func refusesFilesThatHoldNoCascade() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let contents = [
            "empty.xml": "", "text.xml": "hello",
            "other.xml": "<?xml version=\"1.0\"?><opencv_storage><a>1</a></opencv_storage>",
            "broken.xml":
                "<?xml version=\"1.0\"?><opencv_storage><cascade type_id=\"opencv-cascade-classifier\"><stageType>",
            "hollow.xml":
                "<?xml version=\"1.0\"?><opencv_storage><cascade type_id=\"opencv-cascade-classifier\"></cascade></opencv_storage>",
        ]
        for (name, text) in contents {
            let path = folder.appendingPathComponent(name).path
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let result = load(path)
            #expect(result.status == TCV_BAD_FILE && result.cascade == nil && !result.message.isEmpty, "\(name)")
        }
        #expect(load(folder.path).message == "it is a folder")
        #expect(load(folder.appendingPathComponent("none.xml").path).message == "No such file or directory")
    }

    @Test func readsHaarAndLbpCascadesOfTheOldAndTheNewFormat() throws {
        let expected: [(file: String, width: Int32, height: Int32)] = [
            ("haarcascade_frontalface_alt2.xml", 20, 20), ("lbpcascade_frontalface_improved.xml", 45, 45),
            ("haarcascade_licence_plate_rus_16stages.xml", 64, 16),
        ]
        for (file, width, height) in expected {
            let cascade = try #require(load(CascadeLocator().requiredPath(of: file)).cascade)
            defer { tcv_cascade_destroy(cascade) }
            var size: (width: Int32, height: Int32) = (0, 0)
            tcv_cascade_window_size(cascade, &size.width, &size.height)
            #expect(size == (width, height))
            #expect(detect(cascade, width: 100, height: 100).status == TCV_OK)
        }
    }

    /// A cascade of one stage with one tree over one feature.
    private func cascadeText(
        nodes: String = "0 -1 0 0.5", leaves: String = "0.1 0.9", rectangle: String = "2 2 8 8"
    ) -> String {
        """
        <?xml version="1.0"?><opencv_storage><cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
        <featureType>HAAR</featureType><height>20</height><width>20</width>
        <stageParams><maxWeakCount>1</maxWeakCount></stageParams><featureParams><maxCatCount>0</maxCatCount></featureParams>
        <stageNum>1</stageNum><stages><_><maxWeakCount>1</maxWeakCount><stageThreshold>0.5</stageThreshold>
        <weakClassifiers><_><internalNodes>\(nodes)</internalNodes><leafValues>\(leaves)</leafValues></_></weakClassifiers>
        </_></stages><features><_><rects><_>\(rectangle) -1.</_><_>4 4 4 4 4.</_></rects><tilted>0</tilted></_></features>
        </cascade></opencv_storage>
        """
    }

    @Test func refusesCascadesThatPointAtWhatIsNotThere() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("tracklet-\(UUID().uuidString).xml")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func message(_ text: String) throws -> (tcv_status, String) {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let result = load(path)
            tcv_cascade_destroy(result.cascade)
            return (result.status, result.message)
        }
        #expect(try message(cascadeText()).0 == TCV_OK)
        for rectangle in ["2 2 19 8", "-1 2 8 8", "2 2 8 2147483647", "2 2 0 8"] {
            let expected = "a feature does not lie inside the cascade's window"
            #expect(try message(cascadeText(rectangle: rectangle)) == (TCV_BAD_FILE, expected))
        }
        for nodes in ["1 -1 0 0.5", "0 -2 0 0.5", "0 -2147483648 0 0.5"] {
            let expected = "a tree has a node whose child is not there"
            #expect(try message(cascadeText(nodes: nodes)) == (TCV_BAD_FILE, expected))
        }
        for nodes in ["0 -1 1 0.5", "0 -1 -1 0.5"] {
            let expected = "a tree asks for a feature that is not there"
            #expect(try message(cascadeText(nodes: nodes)) == (TCV_BAD_FILE, expected))
        }
    }

    @Test func searchesRefuseWhatBreaksTheContract() throws {
        let cascade = try alt2()
        defer { tcv_cascade_destroy(cascade) }
        var made: OpaquePointer?
        #expect(tcv_search_create(&made, nil) == TCV_OK)
        let search = try #require(made)
        defer { tcv_search_destroy(search) }
        var parameters = tcv_search_parameters()
        var windows: UnsafePointer<tcv_window>?
        var count: Int64 = -1
        #expect(tcv_search_run(search, cascade, &parameters, &windows, &count, nil) == TCV_INVALID_ARGUMENT)
        let pixels = [UInt8](repeating: 0, count: 900)
        pixels.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let image = tcv_image(pixels: base, width: 30, height: 30, bytes_per_row: 30, channels: 1)
            #expect(tcv_search_set_picture(search, image, 1.2, nil) == TCV_OK)
        }
        #expect(tcv_search_run(search, cascade, &parameters, &windows, &count, nil) == TCV_OK && count == 0)
        let area = [tcv_box(left: .nan, top: 0, width: 5, height: 5)]
        area.withUnsafeBufferPointer { buffer in
            parameters.areas = buffer.baseAddress
            parameters.area_count = 1
            #expect(tcv_search_run(search, cascade, &parameters, &windows, &count, nil) == TCV_INVALID_ARGUMENT)
            parameters.area_count = -1
            #expect(tcv_search_run(search, cascade, &parameters, &windows, &count, nil) == TCV_INVALID_ARGUMENT)
        }
    }

    @Test func destroyingNothingIsAllowed() {
        tcv_cascade_destroy(nil)
        tcv_search_destroy(nil)
    }

    @Test(arguments: [(1, 1), (3, 5), (19, 300), (300, 19), (20, 20), (21, 21)])
    func findsNothingInEvenPicturesOfAnySize(width: Int, height: Int) throws {
        let cascade = try alt2()
        defer { tcv_cascade_destroy(cascade) }
        #expect(detect(cascade, width: width, height: height) == (TCV_OK, 0))
    }

    @Test func refusesArgumentsThatBreakTheContractAndStaysUsable() throws {
        let cascade = try alt2()
        defer { tcv_cascade_destroy(cascade) }
        for factor in [1, 0, -2, .nan] {
            #expect(detect(cascade, width: 40, height: 40, scaleFactor: factor) == (TCV_INVALID_ARGUMENT, -1))
        }
        #expect(detect(cascade, width: 40, height: 40, minNeighbors: -1).status == TCV_INVALID_ARGUMENT)
        #expect(detect(cascade, width: 40, height: 40, minimum: -1).status == TCV_INVALID_ARGUMENT)
        #expect(detect(cascade, width: 40, height: 40, bytesPerRow: 39).status == TCV_INVALID_ARGUMENT)
        #expect(detect(cascade, width: 0, height: 40).status == TCV_INVALID_ARGUMENT)
        #expect(detect(cascade, width: 40, height: 40, channels: 3).status == TCV_INVALID_ARGUMENT)
        #expect(detect(cascade, width: 40, height: 40, minimum: 60, maximum: 30) == (TCV_OK, 0))
        #expect(detect(cascade, width: 40, height: 40) == (TCV_OK, 0))
    }

    @Test func quadrilateralsRefuseWhatBreaksTheContract() {
        let pixels = [UInt8](repeating: 0, count: 100)
        func find(area: Double, tolerance: Double, channels: Int32 = 1) -> tcv_status {
            pixels.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return TCV_OUT_OF_MEMORY }
                let image = tcv_image(pixels: base, width: 3, height: 5, bytes_per_row: 9, channels: channels)
                var parameters = tcv_quadrilateral_parameters(min_area: area, tolerance: tolerance)
                var found: UnsafeMutablePointer<tcv_quadrilateral>?
                var count: Int64 = 0
                defer { tcv_quadrilaterals_free(found) }
                return tcv_quadrilaterals_find(image, &parameters, &found, &count, nil)
            }
        }
        #expect(find(area: 1, tolerance: 0.02) == TCV_OK)
        #expect(find(area: 0, tolerance: 0.02) == TCV_INVALID_ARGUMENT)
        #expect(find(area: 1, tolerance: .nan) == TCV_INVALID_ARGUMENT)
        #expect(find(area: 1, tolerance: 0.02, channels: 3) == TCV_INVALID_ARGUMENT)
    }
}
