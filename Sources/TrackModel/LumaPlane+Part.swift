extension LumaPlane {
    /// A part of the picture over the same pixels, with the place of its top left corner; nil when it has no pixel inside.
    public func part(_ box: Box) -> (plane: LumaPlane, left: Double, top: Double)? {
        guard let inside = box.clipped(to: size.bounds) else { return nil }
        let (left, top) = (Int(inside.left), Int(inside.top))
        let partSize = PixelSize(
            width: min(size.width, Int(inside.right.rounded(.up))) - left,
            height: min(size.height, Int(inside.bottom.rounded(.up))) - top)
        guard partSize.width > 0, partSize.height > 0 else { return nil }
        return withPixels { pixels in
            guard let base = pixels.baseAddress else { return nil }
            // The new plane keeps this one, and with it the pixels.
            let plane = LumaPlane(
                base: base + top * bytesPerRow + left, size: partSize, bytesPerRow: bytesPerRow, owner: self)
            return (plane, Double(left), Double(top))
        }
    }
}
