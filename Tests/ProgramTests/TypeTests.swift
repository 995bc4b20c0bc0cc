import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import SwitchwayDaemon

/// What a daemon without a virtual keyboard answers to `type`. DeviceTests has one that types.
@Suite("Typing for clients, where it cannot be", .blocking) struct TypeTests {
  private static let text = #"{"type":"type","text":"secret"}"#

  /// A daemon that plays a recording, a client without a claim, and a second client that has claimed everything.
  private func start(_ scene: Scene, typing: String) throws -> (Program, Client, Client) {
    let daemon = try scene.daemon(
      profile: Scene.profile() + "keyboard: {layout: us}\npolicy: {typing: \(typing)}\n")
    let clients = try (0..<2).map { _ in try Client(scene.socket) }
    for client in clients { try client.lines(until: "state") }
    _ = try clients[1].ask(#"{"type":"claim","commands":"all"}"#)
    return (daemon, clients[0], clients[1])
  }

  private func refusal(_ client: Client, _ request: String) throws -> String {
    let answer = try client.ask(request)
    return "\(answer["code"]?.stringValue ?? ""): \(answer["message"]?.stringValue ?? "")"
  }

  @Test("without the policy, without a claim and without a virtual keyboard it is refused, with the way out")
  func refused() throws {
    let scene = try Scene()
    let (daemon, other, board) = try start(scene, typing: "no")
    func typing() throws -> JSONValue? {
      try board.ask(#"{"type":"get","what":"state"}"#)["result"]?["typing"]
    }
    #expect(try typing() == .string("policy"))
    #expect(
      try refusal(board, Self.text)
        == "refused: type: the profile does not let programs type: write 'policy: {typing: yes}' into the profile")
    try scene.file("test.yaml", Scene.profile() + "keyboard: {layout: us}\npolicy: {typing: yes}\n")
    #expect(try board.ask(#"{"type":"reload"}"#)["type"] == .string("ok"))
    #expect(try typing() == .string("no-keyboard"))
    #expect(
      try refusal(other, Self.text) == "refused: type: only a client with a claim may type: 'claim' first")
    #expect(
      try refusal(board, Self.text) == "refused: type: there is no virtual keyboard: 'switchway doctor' shows why")
    _ = daemon
  }

  @Test(
    "a character is named by itself and its number, and by its number only if it cannot be shown",
    arguments: [
      ("я", "'я' (U+044F)"), ("e\u{301}", "'e\u{301}' (U+0065 U+0301)"), ("😀", "'😀' (U+1F600)"), ("\u{7}", "U+0007"),
      ("\u{202E}", "U+202E"), ("\r\n", "U+000D U+000A"), ("👨‍👩‍👧", "U+1F468 U+200D U+1F469 U+200D"),
    ])
  func characters(_ character: Character, _ expected: String) {
    #expect(RequestError.words(for: character) == expected)
  }

  @Test("what is no chord is refused in words")
  func chords() throws {
    let scene = try Scene()
    let (daemon, _, board) = try start(scene, typing: "yes")
    #expect(
      try refusal(board, #"{"type":"type","keys":"ctl+c"}"#).hasPrefix("bad-argument: type: keys: unknown key 'ctl'"))
    // Each of them is a chord, and refused whether or not there is a keyboard.
    for chord in ["power", "sleep", "sysrq", "ctrl+alt+delete", "ctrl+alt+f1"] {
      #expect(try refusal(board, #"{"type":"type","keys":"\#(chord)"}"#).hasPrefix("refused: type: "))
      #expect(try refusal(board, #"{"type":"send","command":"key","args":["\#(chord)"]}"#).hasPrefix("refused: send: "))
    }
    let missing = try refusal(board, #"{"type":"type","keys":"ctrl+"}"#)
    #expect(missing.hasPrefix("bad-argument: type: keys: a key is missing"))
    _ = daemon
  }

  @Test("requests after it are answered after it, and nothing of it is in any line or in the log")
  func order() throws {
    let scene = try Scene()
    let (daemon, other, board) = try start(scene, typing: "yes")
    try board.send(
      #"{"type":"type","text":"secret","id":1}"# + "\n" + #"{"type":"type","keys":"ctrl+f12","id":2}"# + "\n"
        + #"{"type":"ping","id":3}"# + "\n")
    let answers = try (1...3).map { _ in try #require(try board.answer().last) }
    #expect(answers.map { $0.message["id"] } == [.integer(1), .integer(2), .integer(3)])
    try other.send(#"{"type":"get","what":"statistics"}"# + "\n")
    let lines = try other.answer() + answers
    daemon.signal(SIGTERM)
    let result = try daemon.result()
    for text in lines + [result.errors, result.output] {
      #expect(!text.contains("secret") && !text.contains("f12"))
    }
  }
}
