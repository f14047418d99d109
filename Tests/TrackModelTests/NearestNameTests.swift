import Testing
import TrackModel

@Suite("Nearest name")
struct NearestNameTests {
    private static let names = ["face", "profile", "rectangle", "fast", "eyes"]

    @Test(
        "the name that was meant, or none",
        arguments: [
            ("face", "face"), ("fce", "face"), ("facee", "face"), ("afce", "face"), ("Face", "face"),
            ("rectangel", "rectangle"), ("retcangel", nil), ("rectnagles", "rectangle"), ("profil", "profile"),
            ("fase", "face"), ("banana", nil), ("xyz", nil), ("", nil), ("🙂", nil),
        ] as [(String, String?)])
    func meant(word: String, expected: String?) {
        #expect(NearestName.of(word, among: Self.names) == expected)
    }

    @Test("of names that are equally near the first, and none of none")
    func ties() {
        #expect(NearestName.of("bat", among: ["cat", "rat"]) == "cat")
        #expect(NearestName.of("bat", among: ["rat", "cat"]) == "rat")
        #expect(NearestName.of("bat", among: []) == nil)
    }
}
