internal import COpenCV
internal import TrackModel

/// What numbers a network wants the pixels to be: as it was trained.
public enum PixelValues: String, Sendable, Hashable, Codable, CaseIterable {
    /// 0...255, red first.
    case bytes
    /// 0...255, blue first.
    case bgr
    /// 0...1, red first.
    case unit
    /// -1...1, red first.
    case signed
    /// ImageNet's mean and deviation, red first: as torchvision's classifiers.
    case imagenet

    /// How a picture becomes the input of a network.
    func input(size: PixelSize, planes: Int) -> tcv_network_input {
        var input = tcv_network_input(
            width: Int32(size.width), height: Int32(size.height), content_width: Int32(size.width),
            content_height: Int32(size.height), scale: (1, 1, 1), offset: (0, 0, 0), planes: Int32(planes),
            red_first: self == .bgr ? 0 : 1)
        switch self {
        case .bytes, .bgr: break
        case .unit: input.scale = (1 / 255, 1 / 255, 1 / 255)
        case .signed:
            input.scale = (1 / 127.5, 1 / 127.5, 1 / 127.5)
            input.offset = (-1, -1, -1)
        case .imagenet:
            input.scale = (1 / (255 * 0.229), 1 / (255 * 0.224), 1 / (255 * 0.225))
            input.offset = (-0.485 / 0.229, -0.456 / 0.224, -0.406 / 0.225)
        }
        return input
    }
}
