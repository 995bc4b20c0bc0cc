import CLinuxInput
import Glibc
import ProgramFixtures
import Testing

/// What `switchway` does with something that is not the daemon.
@Suite("switchway and strangers at the socket", .blocking) struct StrangeServerTests {
  /// A listener that says `words` to whoever comes, and then nothing, or the end.
  private final class Stranger {
    private let listener: Int32
    private var connection: Int32 = -1

    init(_ path: String) throws {
      listener = unsafe sw_listen_at(path, 8)
      guard listener >= 0 else { throw ProgramError("cannot listen at \(path)") }
    }

    deinit {
      close(listener)
      if connection >= 0 { close(connection) }
    }

    func say(_ words: String, thenClose: Bool) throws {
      try eventually("a client") {
        connection = sw_accept(listener)
        return connection >= 0
      }
      try send(words)
      if thenClose { hangUp() }
    }

    func send(_ words: String) throws {
      let bytes = Array(words.utf8)
      guard unsafe sw_send(connection, bytes, bytes.count) == bytes.count else { throw ProgramError("not sent") }
    }

    func hangUp() {
      close(connection)
      connection = -1
    }

    /// Whether one more client has connected.
    var isCalledAgain: Bool {
      let other = sw_accept(listener)
      if other >= 0 { close(other) }
      return other >= 0
    }
  }

  private static let hello = ScriptedDaemon.hello + "\n"
  static let state = #"{"type":"state","profile":{"name":"a","label":"a"},"time":1}"# + "\n"

  private static let noAnswer = Program.Result(
    status: 4, output: "", errors: "the daemon did not answer within 5 s\nhelp: restart it\n")

  static let rows: [(words: String, status: Int32, error: String)] = [
    ("", 4, "the daemon ended the connection\n"),
    ("HTTP/1.1 400\n", 1, "the daemon sent no JSON: "),
    ("{}\n", 1, ": this is not Switchway's daemon\n"),
    (hello.replacing("1,\"server", with: "2,\"server"), 1, "the daemon uses another version of the protocol\n"),
    (hello, 4, "the daemon ended the connection\n"),
    (hello + state + #"{"type":"bye","reason":"\u001b[2J"}"# + "\n", 4, "the daemon is ending: ?[2J\n"),
    (
      #"{"type":"error","code":"busy","message":"there are 32 clients already"}"# + "\n", 1,
      "there are 32 clients already\n"
    ),
  ]

  @Test("every answer of the daemon ends in a message and a status", arguments: rows)
  func strangers(words: String, status: Int32, error: String) throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["reload", "--socket", scene.socket])
    try stranger.say(words, thenClose: true)
    let result = try program.result()
    #expect(result.status == status, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(error), "\(result)")
  }

  @Test("monitor refuses the same at its beginning", arguments: rows.filter { !$0.words.contains("state") })
  func strangersOfMonitor(words: String, status: Int32, error: String) throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["monitor", "--socket", scene.socket])
    try stranger.say(words, thenClose: true)
    let result = try program.result()
    #expect(result.status == status, "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(error), "\(result)")
  }

  @Test("monitor does not wait for a first message that never comes")
  func silentToMonitor() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["monitor", "--socket", scene.socket])
    try stranger.say(Self.hello, thenClose: false)
    #expect(try program.result() == Self.noAnswer)
  }

  @Test("a daemon that does not answer within five seconds counts as absent")
  func silent() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let began = microseconds()
    let program = try Program("switchway", ["reload", "--socket", scene.socket])
    try stranger.say(Self.hello + Self.state, thenClose: false)
    #expect(try program.result() == Self.noAnswer)
    #expect(microseconds() - began >= 5_000_000)
  }

  @Test("a daemon that sends events, but no answer, counts as absent after five seconds, too")
  func evasive() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["reload", "--socket", scene.socket])
    try stranger.say(Self.hello + Self.state, thenClose: false)
    // It fails to send once the program has ended.
    let end = microseconds() + patience
    while microseconds() < end, (try? stranger.send(#"{"type":"pending"}"# + "\n")) != nil { _ = poll(nil, 0, 100) }
    stranger.hangUp()
    #expect(try program.result() == Self.noAnswer)
  }

  @Test("status asks a daemon that does not answer once only")
  func silentToStatus() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["status", "--socket", scene.socket], environment: scene.environment)
    try stranger.say(Self.hello + Self.state, thenClose: false)
    #expect(try program.result() == Self.noAnswer)
    #expect(!stranger.isCalledAgain)
  }

  @Test("hostile text does not reach the terminal")
  func hostile() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    let program = try Program("switchway", ["monitor", "--socket", scene.socket])
    let name = #"\u001b]0;owned\u0007\u202e"#
    try stranger.say(
      Self.hello + Self.state
        + #"{"type":"device","change":"added","device":"\#(name)","name":"\#(name)","id":"","kind":"","time":2}"# + "\n"
        + #"{"type":"\#(name)"}"# + "\n", thenClose: true)
    let result = try program.result()
    #expect(result.status == 0)
    #expect(result.output.contains("?]0;owned??"))
    #expect(result.output.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x202E || $0 == "\n" })
  }

  @Test("a socket of another user is refused, except by root")
  func foreign() throws {
    let scene = try Scene()
    let stranger = try Stranger(scene.socket)
    unsafe chmod(scene.folder, 0o755)
    unsafe chmod(scene.socket, 0o666)
    let program = try Unprivileged.start("switchway", ["status", "--socket", scene.socket], environment: [:])
    guard Unprivileged.way == .nobody else {
      // There is only one user here then: the socket is the person's own, and believed.
      try stranger.say(Self.hello + Self.state, thenClose: true)
      let result = try program.result()
      #expect(!result.errors.contains("another user"), "\(result)")
      return
    }
    let result = try program.result()
    #expect(result.status == 3)
    #expect(
      result.errors == """
        \(scene.socket): served by another user (uid 0), so it is not trusted
        help: give the path of your own daemon's socket with --socket PATH

        """)
  }
}
