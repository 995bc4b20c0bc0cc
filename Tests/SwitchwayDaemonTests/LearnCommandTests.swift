import Foundation
import SwitchwayJSON
import Testing

/// `learn` on the socket of a daemon that plays a recording, and `switchway learn` with it.
@Suite("switchway learn") struct LearnCommandTests {
  /// A box that presses its first button every two seconds for a minute.
  private func daemon(_ scene: Scene, profile: String) throws -> Program {
    let config = try scene.file("test.yaml", profile)
    let recording = try scene.recording(presses: (0..<30).map { (at: 500 + 2_000 * $0, button: 0) }, end: 61_000)
    return try scene.listening(["--config", config, "--play", recording])
  }

  /// It takes no device of the recording.
  private static let strange = """
    switchway: 1
    label: Chair  # a note that stays
    devices:
      box: {match: {name: "Another Box"}}
    switches:
      left:
        input: box/button-1
        tap: select

    # the end

    """

  @Test("a device that no entry takes is told to whoever learns, and nothing comes of it")
  func socket() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Scene.profile())
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(try client.ask(#"{"type":"learn","on":true}"#)["type"] == .string("ok"))
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    #expect(try other.ask(#"{"type":"learn","on":true}"#)["code"] == .string("refused"))
    let down = try client.lines(until: "learn").last?.message
    #expect(down?["device"]?["name"] == .string("Test Box"))
    #expect(down?["input"] == .string("btn_0"))
    #expect(down?["down"] == .bool(true))
    let up = try client.lines(until: "learn")
    #expect(up.map(\.type) == ["learn"])
    #expect(try client.ask(#"{"type":"learn","on":false}"#)["type"] == .string("ok"))
    try client.lines(until: "command")
    _ = daemon
  }

  @Test("an unknown box becomes a device and a switch of the file, which is in force then")
  func writes() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, profile: Self.strange)
    let result = try scene.ask("learn", "--presses", "1")
    #expect(result.status == 0, "\(result)")
    let text = String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
    #expect(
      text == """
        switchway: 1
        label: Chair  # a note that stays
        devices:
          box: {match: {name: "Another Box"}}
          box-2: {match: {name: "Test Box", id: "1209:0001"}}
        switches:
          left:
            input: box/button-1
            tap: select
          switch: {input: box-2/btn_0, steady: gentle, tap: next}

        # the end

        """)
    #expect(result.output.hasSuffix("# written to \(scene.folder)/test.yaml, and in force\n"), "\(result)")
    let client = try Client(scene.socket)
    #expect(try client.next("command")["command"] == .string("next"))
    _ = daemon
  }

  @Test("what would change anything else is printed to be put in by hand, and nothing is written")
  func byHand() throws {
    let scene = try Scene()
    let profile = """
      switchway: 1
      devices: {box: {match: {name: "Another Box"}}}
      switches: {left: {input: box/button-1, tap: select}}

      """
    let daemon = try daemon(scene, profile: profile)
    let result = try scene.ask("learn", "main", "--presses", "1", "--tap", "next")
    #expect(result.status == 1, "\(result)")
    #expect(result.errors.contains("nothing is written: its sections are not written a line an entry"), "\(result)")
    #expect(
      result.errors.hasSuffix("switches:\n  main: {input: box-2/btn_0, steady: gentle, tap: next}\n\n"), "\(result)")
    #expect(try Scene.bytes(of: "\(scene.folder)/test.yaml") == Data(profile.utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted() == [
        "box.evemu", "socket", "socket.lock", "test.yaml",
      ])
    _ = daemon
  }

  @Test("an input that is a switch already is said; --print writes nothing")
  func known() throws {
    let scene = try Scene()
    let profile = Scene.profile()
    let daemon = try daemon(scene, profile: profile)
    let printed = try scene.ask("learn", "left", "--presses", "1", "--print")
    #expect(printed.status == 1)
    #expect(printed.errors.contains("box/button-1") || printed.errors.contains("nothing is written"), "\(printed)")
    #expect(try Scene.bytes(of: "\(scene.folder)/test.yaml") == Data(profile.utf8))
    _ = daemon
  }

  @Test(
    "wrong usage",
    arguments: [["learn", "a b"], ["learn", "--presses", "0"], ["learn", "--tap", "slect"], ["learn", "a", "b"]])
  func usage(words: [String]) throws {
    let scene = try Scene()
    #expect(try Program.run("switchway", words, environment: scene.environment).status == 2)
  }
}
