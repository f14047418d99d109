/// The options of `track` for several videos at once.
enum BatchOptionTable {
    static let all: [Option] = [
        Option(
            "output-dir", argument: "DIR",
            help: """
                Track all videos named, each by itself, and put the results in this folder, named after the videos: a.csv for \
                a.mp4; it is made if it is not there. Default: one video, to where -o says.
                """),
        Option(
            "format", argument: "NAMES",
            help: """
                With --output-dir: the formats of each video's results, with commas between them as in csv,jsonl (tracklet list \
                formats); may be repeated. Default csv.
                """),
        Option(
            "jobs", argument: "N",
            help: """
                With --output-dir: videos tracked at once, 1 to 64; they share --threads. Default 1. Raising it is faster while \
                there are cores, and takes each video's memory; the results are the same.
                """),
        Option(
            "resume",
            help: """
                With --output-dir: keep results that are there already when the options, the video's content and this program are \
                those they were made with, and track the rest.
                """),
    ]

    static let names = Set(all.map(\.name))
}
