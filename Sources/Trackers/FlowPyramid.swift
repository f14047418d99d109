import COpenCV
import TrackModel

/// The luma of one frame at several sizes, with derivatives: made once a frame and shared by all trackers.
///
/// A frame whose longer side is above 640 pixels is reduced to that first, so that a frame of any size costs about what one of
/// 640x360 does in time and memory. Boxes and shifts are in pixels of the full frame all the same.
final class FlowPyramid: @unchecked Sendable {
    // Unchecked: the pyramid is complete when `init` returns, is only read after that, and is destroyed with its one owner.
    private let handle: OpaquePointer
    let frameSize: PixelSize
    /// Pyramid pixels to one pixel of the frame, 0...1.
    let scale: Double

    static let longestSide = 640

    /// The frame as far as a pyramid needs it: reduced when its longer side is above that.
    static func picture(of frame: Frame) throws -> Frame {
        let longer = max(frame.size.width, frame.size.height)
        guard longer > longestSide else { return frame }
        let factor = Double(longestSide) / Double(longer)
        let size = PixelSize(
            width: max(1, Int((Double(frame.size.width) * factor).rounded(.toNearestOrEven))),
            height: max(1, Int((Double(frame.size.height) * factor).rounded(.toNearestOrEven))))
        let luma = try LumaPlane(size: size) { pixels in
            guard let base = pixels.baseAddress else { return }
            try frame.luma.withBridgedImage { image in
                try bridgeCall("Reducing a picture of \(frame.size) to \(size) pixels") { error in
                    tcv_resize(image, base, Int32(size.width), Int32(size.height), Int64(size.width), error)
                }
            }
        }
        return Frame(index: frame.index, time: frame.time, luma: luma)
    }
    static let window = 15
    static let levels = 4

    init(of luma: LumaPlane) throws {
        var made: OpaquePointer?
        try luma.withBridgedImage { image in
            try bridgeCall("Building the flow pyramid of a \(luma.size) picture") { error in
                tcv_flow_pyramid_create(
                    image, Int32(Self.longestSide), Int32(Self.window), Int32(Self.levels), &made, error)
            }
        }
        guard let made else { throw TrackletError(.failure, "Building the flow pyramid gave nothing.") }
        handle = made
        frameSize = luma.size
        let facts = tcv_flow_pyramid_describe(made)
        scale = min(facts.scale_x, facts.scale_y)
    }

    deinit { tcv_flow_pyramid_destroy(handle) }

    /// The pyramid of this frame, made now if no tracker has asked for it yet.
    static func of(_ frame: Frame) throws -> FlowPyramid {
        try frame.derived.value(FlowPyramid.self) {
            try StageClock.measure(.grayAndPyramid, inside: .tracking) { try FlowPyramid(of: frame.luma) }
        }
    }
}

// MARK: - Motion

extension FlowPyramid {
    /// The points of `box` that are worth following: fewer of a small one, where more would see the same pixels.
    func points(in box: Box, parameters: tcv_flow_parameters) throws -> [tcv_point] {
        var parameters = parameters
        let side = min(box.width, box.height) * scale
        let fewer: Int32 = side < 24 ? 2 : side < 45 ? 1 : 0
        parameters.columns = max(1, parameters.columns - fewer)
        parameters.rows = max(1, parameters.rows - fewer)
        return try allPoints(in: box, parameters: parameters)
    }

    /// As many as the parameters say, whatever the size.
    func allPoints(in box: Box, parameters: tcv_flow_parameters) throws -> [tcv_point] {
        var parameters = parameters
        return try [tcv_point](unsafeUninitializedCapacity: Int(TCV_FLOW_MAXIMUM_POINTS)) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var found: Int32 = 0
            try bridgeCall("Choosing points in \(box)") { error in
                tcv_flow_choose_points(handle, box.bridged, &parameters, base, &found, error)
            }
            count = Int(found)
        }
    }

    /// How these points of `box` of this frame moved into `next`, searched from `guess` on.
    func follow(
        _ points: [tcv_point], of box: Box, into next: FlowPyramid, guess: Box, parameters: tcv_flow_parameters
    ) throws -> tcv_flow_estimate {
        var estimate = tcv_flow_estimate()
        var parameters = parameters
        try bridgeCall("Following \(box)") { error in
            tcv_flow_follow(
                handle, next.handle, box.bridged, guess.bridged, points, Int32(points.count), &parameters, &estimate,
                error)
        }
        return estimate
    }
}

extension FlowPyramid {
    /// Where each of these points is in `next`, searched from its guess on; nil for those that are not found again.
    func follow(_ points: [tcv_point], into next: FlowPyramid, guesses: [tcv_point]) throws -> [tcv_point?] {
        var parameters = FlowConfiguration.accurate.stepParameters
        var moved = points
        var found = [UInt8](repeating: 0, count: points.count)
        guard !points.isEmpty else { return [] }
        try bridgeCall("Following \(points.count) points") { error in
            tcv_points_follow(
                handle, next.handle, points, guesses, Int32(points.count), &parameters, &moved, &found, error)
        }
        return zip(moved, found).map { $1 == 1 ? $0 : nil }
    }
}

// MARK: - Patches

extension FlowPyramid {
    /// The look of the box: what is outside the picture is filled with the pixels of its edge.
    func patch(of box: Box) throws -> AppearancePatch {
        var values = [Float](repeating: 0, count: AppearancePatch.count)
        var contrast = 0.0
        try values.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try bridgeCall("Taking the patch of \(box)") { error in
                tcv_patch_take(handle, box.bridged, base, &contrast, error)
            }
        }
        return AppearancePatch(values: values, contrast: contrast)
    }
}
