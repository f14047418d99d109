internal import COpenCV
package import TrackModel

extension LumaPlane {
    /// The picture shrunk by this factor and grown again.
    package func blurred(by factor: Double) -> LumaPlane {
        resized(to: PixelSize(width: Int(Double(size.width) / factor), height: Int(Double(size.height) / factor)))
            .resized(to: size)
    }

    private func resized(to size: PixelSize) -> LumaPlane {
        LumaPlane(size: size) { target in
            withPixels { source in
                guard let from = source.baseAddress, let into = target.baseAddress else { return }
                let image = tcv_image(
                    pixels: from, width: Int32(self.size.width), height: Int32(self.size.height),
                    bytes_per_row: Int64(bytesPerRow), channels: 1)
                _ = tcv_resize(image, into, Int32(size.width), Int32(size.height), Int64(size.width), nil)
            }
        }
    }
}
