import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import SwitchwayServer

/// The form of `point`. Whether the pointer may move is for the daemon.
@Suite("The request to point") struct PointRequestTests {
  private func handle(_ line: String) -> AskedLine {
    var machine = ClientStateMachine()
    return machine.handle(.line(Array(line.utf8)), at: Instant(0))
  }

  private static let middle = ScreenPoint(x: 32_768, y: 16_384)
  private static let corner = ScreenPoint(x: 65_535, y: 0)

  private static let rows: [(String, PointedInput)] = [
    ("move", .init(.move, at: middle)), ("click", .init(.click, at: middle)), ("double", .init(.double, at: middle)),
    ("right", .init(.right, at: middle)), ("middle", .init(.middle, at: middle)), ("press", .init(.press, at: middle)),
    ("release", .init(.release, at: middle)),
  ]

  @Test("what is done at a place", arguments: rows)
  func plain(word: String, expected: PointedInput) {
    let line = #"{"type":"point","x":0.5,"y":0.25,"action":"\#(word)"}"#
    #expect(handle(line) == AskedLine(.point(expected), id: nil))
  }

  @Test(
    "a drag has a second place, and a turn of the wheel a direction",
    arguments: [
      (#"{"type":"point","x":1,"y":0,"action":"drag","to-x":0.5,"to-y":0.25}"#, .init(.drag(to: middle), at: corner)),
      (
        #"{"type":"point","x":1,"y":0,"action":"scroll","direction":"down"}"#,
        .init(.scroll(.down, notches: 3), at: corner)
      ),
      (
        #"{"type":"point","x":1,"y":0,"action":"scroll","direction":"left","notches":20}"#,
        .init(.scroll(.left, notches: 20), at: corner)
      ),
    ] as [(String, PointedInput)])
  func more(line: String, expected: PointedInput) {
    #expect(handle(line) == AskedLine(.point(expected), id: nil))
  }

  private static func outside(_ x: String, _ y: String) -> String {
    "point: \(x), \(y): expected fractions of the whole layout of monitors, from 0 to 1: the place is outside"
  }

  @Test(
    "what is no place, no action and no count is refused",
    arguments: [
      (#""x":0.5,"action":"click""#, "point: y: expected a number from 0 to 1, found nothing", .badMember),
      (
        #""x":"0.5","y":0,"action":"click""#, "point: x: expected a number from 0 to 1, found a string", .badMember
      ),
      (#""x":null,"y":0,"action":"click""#, "point: x: expected a number from 0 to 1, found null", .badMember),
      (#""x":1.0001,"y":0,"action":"click""#, outside("x", "y"), .badMember),
      (#""x":0,"y":-1,"action":"click""#, outside("x", "y"), .badMember),
      (#""x":9223372036854775807,"y":0,"action":"click""#, outside("x", "y"), .badMember),
      (#""x":0,"y":1e300,"action":"click""#, outside("x", "y"), .badMember),
      (#""x":0,"y":0"#, "point: action: expected a word such as 'click', found nothing", .badMember),
      (
        #""x":0,"y":0,"action":"clik""#, "point: action: unknown word 'clik'; did you mean 'click'?", .unknownWord
      ),
      (
        #""x":0,"y":0,"action":"drag","to-x":1"#, "point: to-y: expected a number from 0 to 1, found nothing",
        .badMember
      ),
      (#""x":0,"y":0,"action":"drag","to-x":1,"to-y":2"#, outside("to-x", "to-y"), .badMember),
      (
        #""x":0,"y":0,"action":"scroll""#, "point: direction: expected 'up', 'down', 'left' or 'right', found nothing",
        .badMember
      ),
      (
        #""x":0,"y":0,"action":"scroll","direction":"dwn""#,
        "point: direction: unknown word 'dwn'; did you mean 'down'?", .unknownWord
      ),
      (
        #""x":0,"y":0,"action":"scroll","direction":"up","notches":0"#,
        "point: notches: expected a count from 1 to 20, found a number", .badMember
      ),
      (
        #""x":0,"y":0,"action":"scroll","direction":"up","notches":21"#,
        "point: notches: expected a count from 1 to 20, found a number", .badMember
      ),
    ] as [(String, String, ErrorReason)])
  func refused(members: String, message: String, reason: ErrorReason) {
    #expect(
      handle(#"{"type":"point",\#(members)}"#)
        == AskedLine(refused: RequestError(.badArgument, reason, message), id: nil))
  }
}
