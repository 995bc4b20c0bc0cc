import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// The form of `type`. Whether it may be typed is for the daemon.
@Suite("The request to type") struct TypeRequestTests {
  private func handle(_ line: String) -> AskedLine {
    var machine = ClientStateMachine()
    return machine.handle(.line(Array(line.utf8)), at: Instant(0))
  }

  @Test(
    "a text of 1 to 200 characters, or a chord",
    arguments: [
      (#"{"type":"type","text":"Ab1€ ê"}"#, TypedInput.text("Ab1€ ê")),
      (#"{"type":"type","text":" "}"#, .text(" ")),
      (#"{"type":"type","keys":"ctrl+shift+t"}"#, .keys("ctrl+shift+t")),
      (#"{"type":"type","keys":""}"#, .keys("")),
      (#"{"type":"type","text":"\#(String(repeating: "ä", count: 200))"}"#, .text(String(repeating: "ä", count: 200))),
      // A letter and its accent are one character.
      (
        #"{"type":"type","text":"\#(String(repeating: "e\u{302}", count: 200))"}"#,
        .text(String(repeating: "ê", count: 200))
      ),
    ])
  func accepted(line: String, expected: TypedInput) {
    #expect(handle(line) == AskedLine(.type(expected), id: nil))
  }

  private static let control =
    "type: text: a control character is not typed; for a key such as Enter or Tab, make a request with 'keys'"
  private static let length = "type: text: expected 1 to 200 characters, found "

  @Test(
    "what is no text and no chord is refused in words that do not contain it",
    arguments: [
      (#"{"type":"type"}"#, "type: expected 'text' with characters, or 'keys' with a chord"),
      (#"{"type":"type","text":"a","keys":"a"}"#, "type: expected 'text' or 'keys', found both: make two requests"),
      (#"{"type":"type","text":7}"#, "type: text: expected a string, found a number"),
      (#"{"type":"type","text":null}"#, "type: text: expected a string, found null"),
      (#"{"type":"type","keys":["a"]}"#, "type: keys: expected a chord, such as \"ctrl+c\", found a list"),
      (#"{"type":"type","text":""}"#, length + "0: divide a longer text"),
      (
        #"{"type":"type","text":"\#(String(repeating: "secret", count: 34))"}"#,
        length + "204: divide a longer text"
      ),
      (
        #"{"type":"type","text":"\#(String(repeating: "x", count: 10_000))"}"#,
        length + "10000: divide a longer text"
      ),
      (#"{"type":"type","text":"a\n"}"#, control), (#"{"type":"type","text":"\t"}"#, control),
      (#"{"type":"type","text":"\u001b[2J"}"#, control), (#"{"type":"type","text":"a\u007f"}"#, control),
      (#"{"type":"type","text":"\u009b"}"#, control), (#"{"type":"type","text":"a\r\nb"}"#, control),
    ])
  func refused(line: String, message: String) {
    #expect(handle(line) == AskedLine(refused: RequestError(.badArgument, .badMember, message), id: nil))
  }
}
