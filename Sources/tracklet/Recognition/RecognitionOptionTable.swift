internal import Detectors
internal import TrackingPipeline

/// The options of `track` that ask who the tracks are.
enum RecognitionOptionTable {
    private static let defaults = TrackRecognition()

    /// Stand among the detectors' knobs too: they belong to what is named last before them.
    static let own: [Option] = [
        Option(
            "identify", argument: "MODEL",
            help: """
                Show what is in each track's box to this classifier, an ONNX file, and call the track what most of its best \
                pictures are: --names FILE must follow with what it tells apart, a name a line. A track without a majority is \
                called unknown. Rows are written when the run is over. Default: none.
                """),
        Option(
            "gallery", argument: "DIR",
            help: """
                Call tracks by the people in this folder, which has a folder of pictures for each, named after them. A track \
                whose pictures are near to nobody's is called unknown. --model FILE may follow: a network that describes faces \
                (SFace, ArcFace), an ONNX file; without one, OpenCV's LBPH recogniser compares. Rows are written when the run is \
                over. Default: none.
                """),
        Option(
            "gallery-threshold", argument: "D",
            help: """
                How different from a person's nearest picture one of a track may be to count for that person, 0 to 256 with \
                LBPH, 0 to 2 with a network (1 minus the cosine). Default \(Int(LocalPatterns().galleryThreshold)) with LBPH, 0.637 with a \
                network. Raising it leaves fewer tracks unknown and names more of them wrongly.
                """),
        Option(
            "reidentify",
            help: """
                Give a track that came back, also after a cut, its old id again when it looks the same: by the gallery's model, or \
                that of a --model that follows, or LBPH. JSON says why. Rows are written when the run is over.
                """),
        Option(
            "reidentify-threshold", argument: "D",
            help: """
                How different two tracks may look to be one, 0 to 256 with LBPH, 0 to 2 with a network. Default \
                \(Int(LocalPatterns().returnThreshold)) with LBPH, 0.637 with a network. Raising it joins more tracks, also of different people.
                """),
        Option(
            "vote-share", argument: "S",
            help: """
                The share of a track's votes that a label needs, 0 to 1. Default \(defaults.minimumShare). Raising it leaves more tracks unknown.
                """),
        Option(
            "looks", argument: "N",
            help: """
                How many pictures of a track count, its best, 1 to 100. Default \(defaults.maximumLooks). Raising it takes longer and lets more \
                pictures have a say.
                """),
        Option(
            "look-every", argument: "K",
            help: """
                Look at a track in every Kth round that sees it, 1 to 10000. Default \(defaults.roundsBetweenLooks). Raising it is cheaper, and spreads \
                the pictures over a longer time.
                """),
        Option(
            "pixels", argument: "KIND",
            help: """
                What numbers a network of --identify, --gallery or --reidentify wants the pixels to be, said behind it: bytes (0 to 255, \
                red first), bgr (blue first), unit (0 to 1), signed (-1 to 1) or imagenet (mean and deviation of ImageNet). Default: \
                imagenet for --identify with colour pictures, bytes for all others.
                """),
    ]

    static let names = Set(own.map(\.name))
}
