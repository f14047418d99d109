/// What a source is called in files, pages and messages.
public enum SourceName {
    /// The source as the user gave it, without what nobody else shall read: an address with a scheme loses its user and
    /// password, and the values of query items that are named as secrets are ("token", "password", "key" …).
    public static func shown(_ source: String) -> String {
        guard let scheme = source.firstRange(of: "://"), !source[..<scheme.lowerBound].contains("/") else {
            return source
        }
        let rest = source[scheme.upperBound...]
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        // A password may hold an @ of its own: the last one ends it.
        let host = rest[..<end].lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex
        let shown = source[..<scheme.upperBound] + rest[host...]
        guard let mark = shown.firstIndex(of: "?") else { return String(shown) }
        let items = shown[shown.index(after: mark)...].split(separator: "&", omittingEmptySubsequences: false)
        return shown[...mark] + items.map(withoutSecret).joined(separator: "&")
    }

    private static let secrets = ["pass", "pwd", "token", "key", "secret", "auth", "sig"]

    private static func withoutSecret(_ item: Substring) -> String {
        guard let equals = item.firstIndex(of: "=") else { return String(item) }
        let name = item[..<equals].lowercased()
        return secrets.contains(where: name.contains) ? item[...equals] + "…" : String(item)
    }
}
