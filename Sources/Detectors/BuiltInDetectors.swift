// The rows of `DetectorRegistry`: which cascades, which defaults, which fitted constants. The adjustments and confidences of
// the face cascades, and the confidences of the others, are what `Scripts/fit-box-adjustment` prints.

extension ConfidenceScale {
    /// For cascades nobody has measured: the number of windows alone, since the level weights' scale is unknown.
    static let countOnly = ConfidenceScale(bias: -1.4, perWeight: 0, perLogCount: 1)
}

extension DetectorSpecification {
    static let face = DetectorSpecification(
        name: "face", label: "face", purpose: "faces: from the front, from the side, tilted",
        method: .faceVotes(
            frontal: "haarcascade_frontalface_alt2.xml", profile: "haarcascade_profileface.xml"),
        defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))

    static let profileFace = DetectorSpecification(
        name: "profile-face", label: "face", purpose: "faces seen from either side",
        method: .cascades([profilePass(isMirrored: false), profilePass(isMirrored: true)]),
        defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))

    static let eye = DetectorSpecification(
        name: "eye", label: "eye", purpose: "open eyes, also behind glasses",
        method: .cascades([
            CascadePass(
                file: "haarcascade_eye_tree_eyeglasses.xml",
                confidence: ConfidenceScale(bias: -1.99, perWeight: 0.886, perLogCount: 1))
        ]),
        defaults: CascadeDefaults(minimumPixels: 16, minimumPercent: 100 / 30))

    static let fullBody = DetectorSpecification(
        name: "full-body", label: "person", purpose: "people standing, head to foot",
        method: .cascades([
            CascadePass(
                file: "haarcascade_fullbody.xml",
                confidence: ConfidenceScale(bias: -0.94, perWeight: 1.124, perLogCount: 1))
        ]),
        defaults: CascadeDefaults(minimumPixels: 56, minimumPercent: 100 / 8))

    static let upperBody = DetectorSpecification(
        name: "upper-body", label: "person", purpose: "people from the head to the chest",
        method: .cascades([
            CascadePass(
                file: "haarcascade_upperbody.xml",
                confidence: ConfidenceScale(bias: -1.41, perWeight: 1.015, perLogCount: 1))
        ]),
        defaults: CascadeDefaults(minimumPixels: 36, minimumPercent: 100 / 10))

    static let catFace = DetectorSpecification(
        name: "cat-face", label: "cat", purpose: "cats' faces seen from the front",
        method: .cascades([
            CascadePass(
                file: "haarcascade_frontalcatface_extended.xml",
                confidence: ConfidenceScale(bias: -0.99, perWeight: 1.461, perLogCount: 1))
        ]),
        defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))

    static let licencePlate = DetectorSpecification(
        name: "licence-plate", label: "plate", purpose: "licence plates of one line",
        method: .cascades([
            CascadePass(
                file: "haarcascade_russian_plate_number.xml",
                confidence: ConfidenceScale(bias: -1.75, perWeight: 0.987, perLogCount: 1))
        ]),
        defaults: CascadeDefaults(minimumPixels: 16, minimumPercent: 100 / 36))

    static let rectangle = DetectorSpecification(
        name: "rectangle", label: "rectangle", purpose: "rectangles, also seen at an angle: pages, screens, cards",
        method: .rectangles, defaults: CascadeDefaults(minimumPixels: 1, minimumPercent: 8))

    static let text = DetectorSpecification(
        name: "text", label: "text", purpose: "lines of text: captions, signs, print",
        method: .text, defaults: CascadeDefaults(minimumPixels: 10, minimumPercent: 100 / 36))

    static let horizon = DetectorSpecification(
        name: DetectorRegistry.horizon, label: "horizon",
        purpose: "how far the picture is turned, in degrees; no boxes",
        method: .horizon, defaults: CascadeDefaults(minimumPixels: 0, minimumPercent: 0))

    static let yuNet = DetectorSpecification(
        name: "yunet", label: "face", purpose: "faces from all sides with eyes, nose and mouth, by a network (YuNet)",
        method: .network(.yuNet), defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))

    static let centerFace = DetectorSpecification(
        name: "centerface", label: "face",
        purpose: "faces from all sides with eyes, nose and mouth, by a larger network (CenterFace)",
        method: .network(.centerFace), defaults: CascadeDefaults(minimumPixels: 24, minimumPercent: 100 / 18))

    static let any = DetectorSpecification(
        name: "any", label: "object",
        purpose: "whatever a network of yours finds, in YOLO's layout: needs --names FILE too",
        method: .network(.yolo), defaults: CascadeDefaults(minimumPixels: 1, minimumPercent: 0))

    private static func profilePass(isMirrored: Bool) -> CascadePass {
        let adjustment = BoxAdjustment(centerX: 0.404, centerY: 0.531, width: 0.735, height: 0.957)
        return CascadePass(
            file: "haarcascade_profileface.xml", isMirrored: isMirrored,
            adjustment: isMirrored ? adjustment.mirrored : adjustment,
            confidence: ConfidenceScale(bias: -0.07, perWeight: 0.118, perLogCount: 1.71))
    }
}
