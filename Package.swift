// swift-tools-version: 6.2
import PackageDescription

let swiftSettings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func tests(of name: String, uses dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        resources: resources,
        swiftSettings: swiftSettings
    )
}

let package = Package(
    name: "Tracklet",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tracklet", targets: ["tracklet"]),
        // The reader alone, for whoever wants frames and no tracks.
        .library(name: "VideoIO", targets: ["VideoIO"]),
        .library(
            name: "Tracklet",
            targets: [
                "TrackModel", "VideoIO", "Detectors", "Trackers", "TrackingPipeline", "TrackFormats", "TrackMetrics",
                "TrackTuning", "TrackReport",
            ]
        ),
    ],
    targets: [
        // The C bridge to OpenCV. Its headers are reached through the symbolic links in `opencv`, and only the libraries
        // that are used are named: pkg-config's opencv4 would link all 55 and make each start of the program 0.4 s slower.
        .target(
            name: "COpenCV",
            exclude: ["opencv"],
            cxxSettings: [.headerSearchPath("opencv/system"), .headerSearchPath("opencv/homebrew")],
            linkerSettings: [
                .linkedLibrary("opencv_core"),
                .linkedLibrary("opencv_imgproc"),
                // opencv_objdetect loads these two anyway.
                .linkedLibrary("opencv_calib3d"),
                .linkedLibrary("opencv_features2d"),
                // opencv_objdetect and opencv_tracking load it anyway.
                .linkedLibrary("opencv_dnn"),
                .linkedLibrary("opencv_face"),
                .linkedLibrary("opencv_objdetect"),
                .linkedLibrary("opencv_video"),
                .linkedLibrary("opencv_tracking"),
            ]
        ),
        .systemLibrary(
            name: "CFFmpeg",
            providers: [.apt(["libopencv-dev"]), .brew(["ffmpeg"])]
        ),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(
            name: "CMicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]
        ),
        module("TrackModel"),
        module("VideoIO", uses: ["TrackModel", "CFFmpeg"]),
        module("Detectors", uses: ["TrackModel", "COpenCV"]),
        module("Trackers", uses: ["TrackModel", "COpenCV"]),
        module("TrackingPipeline", uses: ["TrackModel"]),
        module("TrackFormats", uses: ["TrackModel"]),
        module("TrackMetrics", uses: ["TrackModel"]),
        module("TrackTuning", uses: ["TrackModel", "TrackingPipeline", "TrackMetrics"]),
        // The parts of its page lie in the program itself, which stays one file.
        .target(
            name: "TrackReport",
            dependencies: ["TrackModel", "VideoIO", "TrackFormats", "COpenCV"],
            resources: [
                "page.html", "page.css", "data.js", "words.js", "player.js", "timeline.js", "maps.js", "cards.js",
                "summary.js", "page.js",
            ].map { .embedInCode("Page/Web/\($0)") },
            swiftSettings: swiftSettings
        ),
        .target(
            name: "LiveServer",
            dependencies: [
                "CMicrohttpd", "TrackModel", "VideoIO", "Trackers", "TrackingPipeline", "TrackFormats", "TrackReport",
            ],
            resources: [.embedInCode("Page")],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "tracklet",
            dependencies: [
                "CGetopt", "TrackModel", "VideoIO", "Detectors", "Trackers", "TrackingPipeline", "TrackFormats",
                "TrackMetrics", "TrackTuning", "TrackReport", "LiveServer",
            ],
            swiftSettings: swiftSettings
        ),
        // What several test targets make pictures and numbers with.
        .target(
            name: "TestWorld", dependencies: ["TrackModel", "COpenCV"], path: "Tests/TestWorld",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "AccuracyTests",
            dependencies: ["TestWorld", "TrackModel", "Detectors", "Trackers", "TrackingPipeline", "TrackMetrics"],
            swiftSettings: swiftSettings),
        tests(of: "TrackModel"),
        tests(of: "VideoIO", uses: ["TrackModel", "CFFmpeg"], resources: [.copy("Fixtures")]),
        tests(of: "Detectors", uses: ["TrackModel", "COpenCV"], resources: [.copy("Fixtures")]),
        tests(of: "Trackers", uses: ["TrackModel", "TestWorld"]),
        tests(of: "TrackingPipeline", uses: ["TrackModel", "TestWorld"]),
        tests(of: "TrackFormats", uses: ["TrackModel"], resources: [.copy("Golden")]),
        tests(of: "TrackMetrics", uses: ["TrackModel"], resources: [.copy("Fixtures")]),
        tests(
            of: "TrackTuning",
            uses: ["TestWorld", "TrackModel", "Trackers", "TrackingPipeline", "TrackMetrics"]),
        tests(of: "TrackReport", uses: ["TrackModel", "VideoIO", "TestWorld"]),
        tests(of: "LiveServer", uses: ["TrackModel", "TrackingPipeline"]),
        tests(
            of: "tracklet",
            uses: [
                "TrackModel", "VideoIO", "Detectors", "TrackingPipeline", "TrackFormats", "TrackMetrics", "TrackTuning",
            ]),
    ],
    cxxLanguageStandard: .cxx17
)
