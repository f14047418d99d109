internal import Foundation

/// One video of several: a file, or a sequence of pictures.
struct BatchVideo: Equatable {
    /// As the user named it, or its path in the folder the user named.
    let source: String
    /// What its results are called after: the path in the searched folder, or the last part of the path.
    let stem: String
    /// The ending that was taken off, with its point; empty for a sequence of pictures.
    let ending: String
    /// All folders before the stem, outermost first; they tell videos of one name apart.
    let parents: [String]
    /// How many of the last of them the user named.
    let namedParents: Int

    /// - Parameters:
    ///   - folder: the folder it was found in; nil when it was named itself.
    ///   - path: relative to that folder.
    ///   - isSequence: whether it is called after the folder that its pictures are in.
    init(folder: String? = nil, path: String, isSequence: Bool = false) {
        source = folder.map { $0.hasSuffix("/") ? $0 + path : $0 + "/" + path } ?? path
        let whole = URL(fileURLWithPath: source).standardizedFileURL.path.split(separator: "/").map(String.init)
        // A pattern (frames/%05d.png) is a sequence of its folder.
        let parts = isSequence && path.contains("%") ? whole.dropLast() : whole[...]
        let own = folder == nil ? 1 : path.split(separator: "/").count
        let name = parts.suffix(own).joined(separator: "/")
        let ending = isSequence ? "" : "." + (name as NSString).pathExtension
        (stem, self.ending) = ending.count > 1 ? (String(name.dropLast(ending.count)), ending) : (name, "")
        parents = parts.dropLast(own).map { $0 }
        // Behind the last "..", the path as it was named is the end of the whole one.
        let named = source.split(separator: "/").filter { $0 != "." }.split(separator: "..").last ?? []
        namedParents = max(0, min(named.count - own - (whole.count - parts.count), parents.count))
    }

    /// The same for the same file, by whatever path it was named.
    var identity: String { URL(fileURLWithPath: source).standardizedFileURL.path }
}

// MARK: - Names

extension BatchVideo {
    /// The whole path without the ending, in lower case: no two results may lie in one place, whatever the file system makes of
    /// capital letters.
    private var place: String { (parents + [stem]).joined(separator: "/").lowercased() }

    /// What the results of each are called, without their ending: the stem; with the video's ending where another video differs
    /// by that alone; with the folders before it, as many as it takes, where others have that name too: at first those that the user named.
    /// No two are the same.
    static func names(of videos: [BatchVideo]) -> [String] {
        let places = Dictionary(grouping: videos, by: \.place)
        var depths = videos.map { _ in 0 }
        // Once the folders named are not enough, those above them count too.
        var reach = videos.map(\.namedParents)
        while true {
            let names = zip(videos, depths).map { video, depth in
                let isTwin = places[video.place]?.count ?? 0 > 1
                return (video.parents.suffix(depth) + [video.stem + (isTwin ? video.ending : "")])
                    .joined(separator: "/")
            }
            var isDeeper = false
            for same in Dictionary(grouping: videos.indices, by: { names[$0].lowercased() }).values
            where Set(same.map { videos[$0].place }).count > 1 {
                for index in same where depths[index] < reach[index] {
                    depths[index] += 1
                    isDeeper = true
                }
            }
            guard !isDeeper else { continue }
            let whole = videos.map(\.parents.count)
            if reach == whole { return numbered(names) }
            reach = whole
        }
    }

    /// What still has one name (a.mp4 and A.mp4) gets a number.
    private static func numbered(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            var free = name
            var number = 2
            while !taken.insert(free.lowercased()).inserted {
                free = "\(name)-\(number)"
                number += 1
            }
            return free
        }
    }
}
