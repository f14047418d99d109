import Testing

@testable import VideoIO

@Suite("What a source is called")
struct SourceNameTests {
    @Test(
        "an address is told without user, password and tokens; all else is told as it was given",
        arguments: [
            ("rtsp://admin:s3cret@camera:554/1", "rtsp://camera:554/1"), ("rtsp://camera/1", "rtsp://camera/1"),
            (
                "http://u:p@ss@host/a?channel=1&Password=x&access_token=abc",
                "http://host/a?channel=1&Password=…&access_token=…"
            ),
            ("http://host/a@b?x", "http://host/a@b?x"), ("http://host?key=1", "http://host?key=…"),
            ("talk.mp4", "talk.mp4"), ("-", "-"), ("a/b@c:d.mp4", "a/b@c:d.mp4"),
            ("odd/x://u:p@y.mp4", "odd/x://u:p@y.mp4"), ("/dev/video0", "/dev/video0"),
        ])
    func shown(source: String, name: String) {
        #expect(SourceName.shown(source) == name)
    }

    @Test("a stream that cannot be opened is told without its password")
    func message() throws {
        let error = try #require(throws: TrackletErrorText.self) {
            do { _ = try VideoReader.open("tcp://someone:hidden@127.0.0.1:1") } catch {
                throw TrackletErrorText(text: "\(error)")
            }
        }
        #expect(!error.text.contains("hidden") && error.text.contains("127.0.0.1"))
    }

    private struct TrackletErrorText: Error { let text: String }
}
