// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the program is built by Scripts/benchmark alone and stands beside nobody's `tracklet`.
let package = Package(
    name: "benchmark-decode",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Tracklet", path: "../..")],
    targets: [
        .executableTarget(
            name: "benchmark-decode", dependencies: [.product(name: "VideoIO", package: "Tracklet")],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
