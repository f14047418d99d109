import Testing
import TrackModel
import TrackingPipeline

@testable import LiveServer

@Suite("Commands of a page")
struct LiveCommandTests {
    private let size = PixelSize(width: 640, height: 360)

    @Test(
        "a command is read",
        arguments: [
            (#"{"command":"seed","x":10,"y":20.5,"frame":7}"#, LiveCommand.point(Point(x: 10, y: 20.5), frame: 7)),
            (#"{"command":"seed","x":0,"y":0}"#, .point(Point(x: 0, y: 0), frame: nil)),
            (
                #"{"command":"seed","box":[10,20,30,40],"label":" cup "}"#,
                .box(Box(left: 10, top: 20, width: 30, height: 40), label: "cup", frame: nil)
            ),
            // What reaches over the edge is cut there.
            (
                #"{"command":"seed","box":[600,-20,100,100]}"#,
                .box(Box(left: 600, top: 0, width: 40, height: 80), label: "object", frame: nil)
            ),
            (#"{"command":"end","track":3}"#, .end(track: 3)),
            (#"{"command":"label","track":3,"label":"Ann é"}"#, .name(track: 3, label: "Ann é")),
            (#"{"command":"reset"}"#, .reset),
            (#"{"command":"record","on":true}"#, .record(true)),
            (
                #"{"command":"set","detector":false,"level":"fast","interval":"0.4s","minimumConfidence":0.5}"#,
                .set(
                    LiveSettingsChange(
                        detector: false, level: .fast, interval: .seconds(0.4), minimumConfidence: 0.5))
            ),
            (#"{"command":"set"}"#, .set(LiveSettingsChange())),
        ])
    func reading(json: String, command: LiveCommand) throws {
        #expect(try LiveCommand(json: Array(json.utf8), in: size) == command)
    }

    @Test(
        "what is no command is refused with a sentence",
        arguments: [
            ("", 400), ("{", 400), ("[]", 400), ("7", 400), ("null", 400), ("{}", 400),
            (#"{"command":null}"#, 400), (#"{"command":"fly"}"#, 400), (#"{"command":"seed"}"#, 400),
            (#"{"command":"seed","x":1}"#, 400), (#"{"command":"seed","x":"1","y":2}"#, 400),
            (#"{"command":"seed","x":640,"y":2}"#, 422), (#"{"command":"seed","x":-1,"y":2}"#, 422),
            (#"{"command":"seed","x":1,"y":2,"frame":-1}"#, 400), (#"{"command":"seed","x":1,"y":2,"frame":1.5}"#, 400),
            (#"{"command":"seed","box":[1,2,3]}"#, 400), (#"{"command":"seed","box":[1,2,3,"4"]}"#, 400),
            (#"{"command":"seed","box":[1e300,2,50,50]}"#, 400), (#"{"command":"seed","box":[700,2,50,50]}"#, 422),
            (#"{"command":"seed","box":[1,2,-50,50]}"#, 422), (#"{"command":"seed","box":[1,2,7,50]}"#, 422),
            (#"{"command":"seed","box":[636,2,50,50]}"#, 422),
            (#"{"command":"end"}"#, 400), (#"{"command":"end","track":0}"#, 400),
            (#"{"command":"end","track":1e99}"#, 400),
            (#"{"command":"label","track":1}"#, 400), (#"{"command":"label","track":1,"label":"  "}"#, 422),
            (#"{"command":"label","track":1,"label":"a\nb"}"#, 422),
            (#"{"command":"record"}"#, 400), (#"{"command":"set","level":"best"}"#, 422),
            (#"{"command":"set","interval":"0"}"#, 422), (#"{"command":"set","interval":10}"#, 400),
            (#"{"command":"set","minimumConfidence":1.1}"#, 422),
        ])
    func refusing(json: String, status: Int) {
        let error = #expect(throws: RequestRefusal.self) { try LiveCommand(json: Array(json.utf8), in: size) }
        #expect(error?.status == status)
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test("a label that is too long is refused")
    func longLabel() {
        let json = #"{"command":"label","track":1,"label":""# + String(repeating: "x", count: 61) + "\"}"
        #expect(throws: RequestRefusal.self) { try LiveCommand(json: Array(json.utf8), in: size) }
    }
}
