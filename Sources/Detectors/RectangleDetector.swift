internal import COpenCV
internal import Foundation
public import TrackModel

/// Finds rectangles, also seen at an angle: convex quadrilaterals with nearly square corners, as Vision's
/// `VNDetectRectanglesRequest` does.
///
/// Candidates are contours of adaptive thresholds and of edges in a picture reduced to at most 640 pixels a side. Each side is
/// then laid onto its edge to a fraction of a pixel, in the reduced picture and then in the full one (`SideFit`), and the
/// corners are where the sides meet. Outlines that run along the picture's border are none. Of outlines about one thing, such
/// as the inner and the outer edge of a frame, the outer one is kept.
///
/// The confidence is the geometric mean of the shares of the four sides that lie on an edge, times the cosine of the largest
/// deviation of a corner from 90 degrees.
public struct RectangleDetector: Detector {
    public let name = "rectangle"
    public let label: String
    public let options: RectangleOptions

    private static let workingSize = 640.0
    /// How many candidates are looked at, the largest first: bounds the time in pictures full of texture.
    private static let maximumCandidates = 300
    /// A side with less support is not there.
    private static let minimumSideSupport = 0.5
    /// Quadrilaterals that overlap by more (of their union) are about one thing.
    private static let duplicateOverlap = 0.65

    /// Throws `TrackletError` (`usage`) when the options make no sense.
    public init(options: RectangleOptions = RectangleOptions(), label: String = "rectangle") throws {
        try options.validate()
        self.options = options
        self.label = label
    }

    /// Sorted by falling confidence; each with its corners. Throws `TrackletError` (`usage`) when the search region lies outside
    /// the frame.
    public func detect(in frame: Frame, effort: DetectionEffort) throws -> [Detection] {
        let area = try PixelArea(searching: options.region, in: frame.size)
        let minimumSide = options.minimumSize.pixels(inHeight: frame.size.height)
        guard area.width >= 8, area.height >= 8, minimumSide <= Double(max(area.width, area.height)) else { return [] }

        let scale = min(1, Self.workingSize / Double(max(area.width, area.height)))
        let size = PixelSize(
            width: max(8, Int((Double(area.width) * scale).rounded())),
            height: max(8, Int((Double(area.height) * scale).rounded())))
        let reduced = try ReducedLumaSet.picture(of: frame, area: area, size: size)
        let candidates = try Self.candidates(in: reduced, minimumSide: minimumSide * scale)

        let full = PictureView(frame.luma, area: area)
        let found =
            candidates
            .filter { isWorthRefining($0, minimumSide: minimumSide * scale) }
            .compactMap { refined($0, in: reduced, full: full) }
            .filter { isWanted($0.shape, frameHeight: frame.size.height, area: area) }
        let kept = Self.withoutDuplicates(found).map { rectangle in
            let corners = rectangle.shape.corners.map { corner in
                // From pixel centres to the box convention, in which a pixel's centre lies at its half.
                Point(x: corner.x + 0.5 + Double(area.left), y: corner.y + 0.5 + Double(area.top))
            }
            let quadrilateral = Quadrilateral(
                topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
            return Detection(
                box: quadrilateral.bounds, confidence: rectangle.confidence, label: label, corners: quadrilateral)
        }
        let sure = kept.filter { $0.confidence >= options.minimumConfidence }.sorted {
            (-$0.confidence, $0.box.top, $0.box.left, $0.box.width)
                < (-$1.confidence, $1.box.top, $1.box.left, $1.box.width)
        }
        return options.maximumCount > 0 ? Array(sure.prefix(options.maximumCount)) : sure
    }

    /// Distinct outlines, the largest first.
    private static func candidates(in picture: PictureView, minimumSide: Double) throws -> [QuadrilateralShape] {
        var parameters = tcv_quadrilateral_parameters(
            min_area: max(16, minimumSide * minimumSide * 0.5), tolerance: 0.025)
        let shapes = try picture.withImage { image in
            var error = tcv_error()
            var found: UnsafeMutablePointer<tcv_quadrilateral>?
            var count: Int64 = 0
            guard tcv_quadrilaterals_find(image, &parameters, &found, &count, &error) == TCV_OK else {
                throw TrackletError(
                    .failure, "Cannot look for rectangles in a picture of \(picture.size) pixels: \(error.text).")
            }
            defer { tcv_quadrilaterals_free(found) }
            return UnsafeBufferPointer(start: found, count: Int(count)).compactMap { quadrilateral in
                let corners = quadrilateral.corners
                return QuadrilateralShape(
                    around: [corners.0, corners.1, corners.2, corners.3].map { Point(x: Double($0.x), y: Double($0.y)) }
                )
            }
        }
        let ranked = shapes.enumerated().sorted { ($1.element.area, $0.offset) < ($0.element.area, $1.offset) }
        var distinct: [QuadrilateralShape] = []
        for (_, shape) in ranked where distinct.count < maximumCandidates {
            if !distinct.contains(where: { $0.distance(to: shape) <= 1.5 }) { distinct.append(shape) }
        }
        return distinct
    }

    /// The shape laid onto the picture's edges; nil when one of its sides is not there.
    private func refined(
        _ shape: QuadrilateralShape, in reduced: PictureView, full: PictureView
    ) -> Rectangle? {
        guard let coarse = PixelReader.read(reduced, { Self.fitted(shape, in: $0, radius: 4, tolerance: 1) }) else {
            return nil
        }
        guard reduced.size != full.size else { return coarse }
        let factorX = Double(full.size.width) / Double(reduced.size.width)
        let factorY = Double(full.size.height) / Double(reduced.size.height)
        let enlarged = coarse.shape.mapped { corner in
            Point(x: (corner.x + 0.5) * factorX - 0.5, y: (corner.y + 0.5) * factorY - 0.5)
        }
        guard let enlarged else { return nil }
        let factor = max(factorX, factorY)
        guard
            let fine = PixelReader.read(
                full,
                {
                    Self.fitted(enlarged, in: $0, radius: 1.5 + factor, tolerance: 0.5 + factor / 2)
                })
        else {
            // Blurred at full size: the reduced picture's edges are the better ones.
            return Rectangle(shape: enlarged, confidence: coarse.confidence)
        }
        // An edge that is soft at full size is no less an edge.
        return Rectangle(shape: fine.shape, confidence: max(fine.confidence, coarse.confidence))
    }

    private static func fitted(
        _ shape: QuadrilateralShape, in picture: PixelReader, radius: Double, tolerance: Double
    ) -> Rectangle? {
        var current = shape
        var supports: [Double] = []
        // The second fit starts from the first one's corners, so that its places lie along the true sides.
        for _ in 0..<2 {
            var sides: [SideFit] = []
            for index in 0..<4 {
                let side = SideFit(
                    from: current.corners[index], to: current.corners[(index + 1) % 4], in: picture,
                    radius: radius, tolerance: tolerance)
                // Most candidates end here, at their first or second side.
                guard let side, side.support >= 0.7 * minimumSideSupport else { return nil }
                sides.append(side)
            }
            let corners = (0..<4).compactMap { sides[$0].intersection(with: sides[($0 + 3) % 4]) }
            guard let fit = QuadrilateralShape(around: corners), fit.distance(to: shape) <= 3 * radius else {
                return nil
            }
            current = fit
            supports = sides.map(\.support)
        }
        guard supports.allSatisfy({ $0 >= minimumSideSupport }) else { return nil }
        let support = pow(supports.reduce(1, *), 0.25)
        return Rectangle(shape: current, confidence: support * cos(current.deviationFromSquare * .pi / 180))
    }

    /// Whether a candidate may still become what is wanted once its sides lie on their edges.
    private func isWorthRefining(_ shape: QuadrilateralShape, minimumSide: Double) -> Bool {
        let (shorter, longer) = shape.shorterAndLonger
        return shorter >= 0.8 * minimumSide - 2
            && (0.8 * options.minimumAspectRatio...1.25 * options.maximumAspectRatio).contains(shorter / longer)
            && shape.deviationFromSquare <= options.quadratureTolerance + 10
    }

    private func isWanted(_ shape: QuadrilateralShape, frameHeight: Int, area: PixelArea) -> Bool {
        let (shorter, longer) = shape.shorterAndLonger
        let bounds = Box(left: -0.5, top: -0.5, width: Double(area.width), height: Double(area.height))
        let margin = max(2, 0.005 * Double(max(area.width, area.height)))
        return shorter >= options.minimumSize.pixels(inHeight: frameHeight)
            && longer <= options.maximumSize?.pixels(inHeight: frameHeight) ?? .infinity
            && (options.minimumAspectRatio...options.maximumAspectRatio).contains(shorter / longer)
            && shape.deviationFromSquare <= options.quadratureTolerance && !shape.hasSide(along: bounds, margin: margin)
    }

    /// Of outlines about one thing the largest that is nearly as sure as the surest.
    private static func withoutDuplicates(_ rectangles: [Rectangle]) -> [Rectangle] {
        let ranked = rectangles.enumerated().sorted {
            ($1.element.confidence, $0.offset) < ($0.element.confidence, $1.offset)
        }.map(\.element)
        var groups: [[Rectangle]] = []
        for rectangle in ranked {
            if let index = groups.firstIndex(where: { $0[0].overlap(with: rectangle) > duplicateOverlap }) {
                groups[index].append(rectangle)
            } else {
                groups.append([rectangle])
            }
        }
        return groups.compactMap { group in
            group.filter { $0.confidence >= 0.9 * group[0].confidence }.max { $0.shape.area < $1.shape.area }
        }
    }
}

/// A quadrilateral laid onto the picture's edges.
private struct Rectangle {
    var shape: QuadrilateralShape
    var confidence: Double

    /// The shared area over the area of either, 0...1.
    func overlap(with other: Rectangle) -> Double {
        let shared = shape.intersectionArea(with: other.shape)
        let union = shape.area + other.shape.area - shared
        return union > 0 ? shared / union : 0
    }
}
