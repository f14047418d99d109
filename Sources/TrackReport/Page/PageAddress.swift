import Foundation

/// How a page names a file that lies beside it.
enum PageAddress {
    /// The way from a page to a file as a relative URL: "../a%20b.mp4".
    static func relative(to file: String, from page: String) -> String {
        func parts(_ path: String) -> [String] {
            URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
                .split(separator: "/").map(String.init)
        }
        // The page may not be there yet, its folder is. The file keeps the name it was given.
        let folder = parts(URL(fileURLWithPath: page).deletingLastPathComponent().path)
        let url = URL(fileURLWithPath: file)
        let target = parts(url.deletingLastPathComponent().path) + [url.lastPathComponent]
        let common = zip(folder, target.dropLast()).prefix { $0 == $1 }.count
        let way = Array(repeating: "..", count: folder.count - common) + target.dropFirst(common)
        let address = way.map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0 }.joined(separator: "/")
        // A colon in the first part would be taken for a scheme.
        return way.count == 1 ? "./" + address : address
    }

    private static let allowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
