internal import TrackReport
internal import VideoIO

/// The options for videos and pictures made of tracks, of `track` and `render`.
enum VideoOptionTable {
    private static let encoding = VideoWriterOptions()

    /// `render` names its video by --output.
    static let video = Option(
        "video", argument: "PATH",
        help: """
            Write the video with the tracks drawn on it, as .mp4, .mov or .mkv: H.264, upright, with the source's times and \
            sound. Solid boxes were detected in that frame, dashed ones followed into it, dotted ones filled in. The source is \
            read a second time for it, so it must be a file. Of a part (--start, --end) the video begins at 0. Default: none.
            """)

    static let pictures: [Option] = [
        Option(
            "crf", argument: "N",
            help: """
                The quality the video keeps to, 1 to 51. Default \(Int(encoding.crf)). Raising it makes smaller files that look \
                worse; at 18 the eye sees no difference to the source.
                """),
        Option(
            "preset", argument: "NAME",
            help: """
                How much time goes into small files: \(VideoWriterOptions.presets.joined(separator: ", ")). Default \
                \(encoding.preset).
                """),
        Option(
            "overlay", argument: "boxes|none",
            help: """
                What is drawn on the video: boxes with id, label and confidence, and the fading path of their centres; or \
                nothing. Default boxes, with --blur none.
                """),
        Option(
            "blur", argument: "WHAT",
            help: """
                Cover tracks in the video, in every frame: faces, all, a label, a track's number, or several with commas \
                as in 1,4. The source and the sound stay as they are. Default: nothing is covered.
                """),
        Option(
            "blur-style", argument: "STYLE",
            help: """
                gaussian, pixelate or solid. Default gaussian. Only solid leaves nothing from which a face could be guessed.
                """),
        Option(
            "blur-grow", argument: "F",
            help: """
                Cover the box grown by this factor, 1 to 5: of a face the ellipse in it, of other things all of it. Default \
                1.5. Raising it covers more of what is around; below 1.42 a face's box is not wholly in its ellipse.
                """),
        Option(
            "blur-hold", argument: "SECONDS",
            help: """
                How long a place stays covered before a track's first and after its last frame, 0 to 10. Default 0.5. Raising \
                it covers what is found late or lost early. Gaps inside a track are always covered.
                """),
        Option(
            "audit", argument: "FILE",
            help: """
                Write an account of what --blur covered, as JSON: for each track the frames covered, those filled in between \
                or held, and those at risk (doubtful, fast, in a long gap, at an end inside the picture). Default: none.
                """),
        Option(
            "thumbnails", argument: "DIR",
            help: """
                Write the best picture of each track (sure, sharp, large, whole, not hidden) as DIR/track-0001.jpg and so on, \
                and DIR/contact-sheet.jpg with all. What --blur covers has none. The source is read again for it. Default: none.
                """),
        Option(
            "report", argument: "PATH",
            help: """
                Write one page for a browser, which needs no network: a time line of all tracks, their best pictures, numbers \
                and paths, a heat map, what --blur covered, and the video beside it (the one written, else the source) with \
                the boxes on it as it plays. The source is read again for it. Default: none.
                """),
    ]

    static let all = [video] + pictures
    static let names = Set(all.map(\.name))
}
