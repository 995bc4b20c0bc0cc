import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime
import Testing

@testable import switchway

@Suite("switchway rest", .blocking) struct RestCommandTests {
  static let lengths: [(String, Rest.Wanted?)] = [
    ("on", .on), ("toggle", .toggle), ("1h", .lasting(.seconds(3_600))), ("1.5h", .lasting(.seconds(5_400))),
    ("30min", .lasting(.seconds(1_800))), ("24h", .lasting(.seconds(86_400))), ("24.1h", nil), ("0", nil), ("0h", nil),
    ("1 h", .lasting(.seconds(3_600))), ("1,5h", .lasting(.seconds(5_400))), ("90 s", .lasting(.seconds(90))),
    ("-1h", nil), ("1", nil), ("h", nil), ("soon", nil),
  ]

  @Test("a word or a time of at most a day", arguments: lengths)
  func wanted(text: String, expected: Rest.Wanted?) { #expect(Rest.Wanted(text) == expected) }

  @Test("a rest for a time says when it ends, and ends by itself")
  func lasting() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    let hour = try scene.ask("rest", "1h")
    #expect(hour.output.wholeMatch(of: /paused until \d\d:\d\d: presses make no commands\n/) != nil, "\(hour)")
    #expect(try client.next("mode")["on"] == true)
    #expect(try scene.ask("rest", "off").output == "not paused: presses make commands\n")
    #expect(try client.next("mode")["on"] == false)
    // As it is printed: in two words of the command line.
    #expect(try scene.ask("rest", "2.5", "h").status == 0)
    #expect(try client.next("mode")["on"] == true)
    #expect(try scene.ask("rest", "off").status == 0)
    #expect(try client.next("mode")["on"] == false)
    _ = try scene.ask("rest", "1ms")
    #expect(try client.next("mode")["on"] == true)
    #expect(try client.next("mode")["on"] == false)
    let wrong = try scene.ask("rest", "soon")
    #expect(wrong.status == 2 && wrong.errors.contains("such as 1h or 30min"), "\(wrong)")
    _ = daemon
  }
}
