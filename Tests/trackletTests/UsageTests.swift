import Foundation
import Testing

@Suite("Nonsense on the command line")
struct UsageTests {
    @Test(
        "is told in words that name it, with exit code 64, nothing on standard output and no file",
        arguments: [
            ([], "No command is given"), (["trak"], "did you mean track?"), (["--verson"], "did you mean --version?"),
            (["list"], "detectors, trackers or formats."), (["list", "detector"], "did you mean detectors?"),
            (["list", "foo"], "'foo' is nothing that can be listed"), (["track", "V", "--jobs", "2"], "--jobs has no"),
            (["track", "V", "--resume"], "--resume has no"), (["track", "V", "--format", "csv"], "--format has no"),
            (["track", "V", "--output-dir", "d", "-o", "a.csv"], "--output is for one video"),
            (["track", "V", "--output-dir", "d", "--detections", "a.csv"], "--detections is for one video"),
            (["track", "V", "--output-dir", "d", "--thumbnails", "t"], "--thumbnails is for one video"),
            (["track", "-", "--output-dir", "d"], "Standard input cannot"),
            (["track", "--output-dir", "d"], "No video"),
            (["track", "V", "--output-dir", ""], "name a folder"), (["track", "V", "--jobs", "0"], "'0' of --jobs"),
            (["track", "V", "--output-dir", "d", "--format", "csv,cvs"], "no format 'cvs'; did you mean csv?"),
            (["track", "V", "--output-dir", "d", "-d", "none"], "nothing to follow"),
            (["track", "V", "W", "--output-dir", "d", "-d", "fase"], "did you mean 'face'?"),
            (["track"], "No video is named"), (["detect"], "No video or picture is named"),
            (["track", "a.mp4", "b.mp4"], "2 are named: a.mp4, b.mp4"), (["track", "--intervl", "3"], "--interval?"),
            (["detect", "a.mp4", "--seed", "1,2,3,4"], "no option --seed"), (["track", ""], "has no name"),
            (["track", "V", "--interval", "0"], "'0' of --interval"),
            (["track", "V", "--detector", "fase"], "'fase'; did you mean 'face'?"),
            (["track", "V", "--detector", ""], "no detector ''"), (["track", "V", "--tracker", "kfc"], "'kcf'"),
            (["track", "V", "--detector", "none"], "nothing to follow"),
            (["detect", "V", "-d", "none"], "nothing to detect"),
            (["track", "V", "-d", "none", "-d", "face"], "beside --detector face"),
            (["track", "V", "--region", "64,0,10,10"], "64,0,10,10 lies outside the picture of 64x48"),
            (["track", "V", "--region", "-30,-30,10,10"], "outside the picture"),
            (["detect", "V", "--region", "100%,0%,5%,5%"], "100%,0%,5%,5% lies outside"),
            (["track", "V", "--min-size", "30", "--max-size", "20"], "above the maximum size"),
            (["track", "V", "--min-size", "20", "--max-size", "10%"], "--min-size 20 is above the --max-size 10%"),
            (["track", "V", "-d", "rectangle", "--min-size", "30", "--max-size", "20"], "above the maximum size"),
            (["track", "V", "--seed", "64,48,10,10"], "outside the picture of 64x48"),
            (["track", "V", "--start", "20f", "--end", "10f"], "not before the end"),
            (["track", "V", "--start", "2", "--end", "2"], "not before the end"),
            (["track", "V", "-o", "tracks.xyz"], "csv (.csv)"), (["track", "V", "-o", "tracks"], "no ending"),
            (["track", "V", "-o", ""], "an empty path"), (["track", "V", "-o", "mot:"], "names no file"),
            (["track", "V", "-o", "xml:x.csv"], "There is no format xml"),
            (["detect", "V", "-o", "a.xml"], "holds tracks only"),
            (["track", "V", "-o", "a.csv", "-o", "./a.csv"], "named twice"),
            (["track", "V", "-o", "-", "-o", "mot:-"], "named twice"),
        ])
    func usage(arguments: [String], words: String) throws {
        let folder = try Scratch()
        let needsOutput =
            arguments.first == "track" && arguments.contains("V")
            && !arguments.contains { ["-o", "--output-dir"].contains($0) }
        let run = try tracklet(
            arguments.map { $0 == "V" ? Inputs.plain : $0 } + (needsOutput ? ["-o", "out.csv"] : []), in: folder)
        #expect(run.status == 64)
        #expect(run.errors.hasPrefix("tracklet: "))
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.data.isEmpty)
        #expect(folder.names.isEmpty)
    }

    @Test("a cascade that is missing or none is told by its name")
    func cascades() throws {
        let folder = try Scratch()
        try folder.put("<opencv_storage></opencv_storage>", "none.xml")
        try folder.put("garbage", "garbage.xml")
        for (file, status) in [("missing.xml", 66), ("none.xml", 65), ("garbage.xml", 65)] {
            let run = try tracklet("track", Inputs.plain, "--cascade", file, "-o", "out.csv", in: folder)
            #expect(run.status == status)
            #expect(run.errors.contains(file))
            #expect(!folder.has("out.csv"))
        }
    }

    @Test("a cascade in the folder of the environment variable is taken, and told when it is broken")
    func brokenInstallation() throws {
        let folder = try Scratch()
        let broken = try folder.put("broken", "haarcascade_eye_tree_eyeglasses.xml")
        let run = try shell(
            "TRACKLET_CASCADES='\(folder.path)' \"$TRACKLET\" detect '\(Inputs.plain)' -d eye", in: folder)
        #expect(run.status == 65)
        #expect(run.errors.contains(broken))
    }

    @Test("nothing between start and end is told, and the output is empty but whole")
    func beyondTheEnd() throws {
        let folder = try Scratch()
        for limits in [["--start", "100"], ["--start", "25f"], ["--start", "2", "--end", "5f"]] {
            let run = try tracklet(["track", Inputs.plain, "-o", "out.csv", "--overwrite"] + limits, in: folder)
            #expect(run.status == 0)
            #expect(run.errors.contains("No frame lies between the start and the end asked for"))
            #expect(try folder.text("out.csv").split(whereSeparator: \.isNewline).count == 1)
        }
    }
}
