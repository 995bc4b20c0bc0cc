import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("switchway monitor on a terminal", .blocking) struct LiveMonitorTests {
  private func monitor(
    _ scene: Scene, _ arguments: [String] = [], _ more: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      "switchway", ["monitor", "--socket", scene.socket] + arguments,
      environment: scene.environment.merging(more) { $1 })
  }

  @Test("devices, switches and presses are on the screen, in every size")
  func screen() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(isPressed: true)
    let terminal = try monitor(scene)
    try terminal.await("next (tap)")
    try terminal.await("not pressed  counts at once")
    #expect(terminal.shown.isAlternate && !terminal.shown.hasCursor)
    #expect(terminal.shown.lines[0].hasPrefix("Switchway  test (Test)"))
    #expect(terminal.shown.lines[1] == "devices   box: Test Box (switch-interface)")
    #expect(terminal.shown.faults.isEmpty, "\(terminal.shown.faults)")
    for (columns, rows) in [(200, 60), (50, 12), (20, 5), (1, 1), (80, 24)] {
      try terminal.resize(columns, rows)
      try terminal.await(columns >= 50 ? "next (tap)" : columns == 20 ? "Too small: this" : "…")
      #expect(terminal.shown.faults.isEmpty, "\(columns) x \(rows): \(terminal.shown.faults)")
    }
    _ = daemon
  }

  @Test(
    "a key or a signal ends it, and the terminal is as it was", arguments: ["q", "\u{1B}", "\u{3}", "15", "1", "3"])
  func end(by key: String) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let terminal = try monitor(scene)
    try terminal.await("q: end")
    #expect(!terminal.isAsBefore)
    if let signal = Int32(key) { kill(terminal.identifier, signal) } else { terminal.type(key) }
    #expect(try terminal.end() == Int32(key).map { 128 + $0 } ?? 0)
    #expect(terminal.isAsBefore)
    #expect(!terminal.shown.isAlternate && terminal.shown.hasCursor && !terminal.shown.reportsFocus)
    _ = daemon
  }

  @Test("Ctrl-Z gives the terminal back, and the shell's 'fg' the screen")
  func stop() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let words = "'\(Program.folder)/switchway' monitor --socket '\(scene.socket)'; echo stopped; fg >/dev/null; echo $?"
    let terminal = try PseudoTerminal("/bin/sh", ["-mc", words], environment: scene.environment)
    try terminal.await("q: end")
    terminal.type("\u{1A}")
    // The shell continues it at once, so the text is not on the screen for long.
    try eventually("the shell's words, and the screen again") {
      terminal.look()
      return terminal.text.contains("\u{1B}[?25h\u{1B}[?1049lstopped") && terminal.shown.isAlternate
    }
    try terminal.await("q: end")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore && !terminal.shown.isAlternate)
    _ = daemon
  }

  @Test("it ends with its terminal")
  func hangUp() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let terminal = try monitor(scene)
    try terminal.await("q: end")
    terminal.hangUp()
    #expect(try terminal.end() != 0)
    _ = daemon
  }

  @Test("it ends with the daemon, and says so")
  func bye() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let terminal = try monitor(scene)
    try terminal.await("q: end")
    daemon.signal(SIGTERM)
    #expect(try terminal.end() == 0)
    #expect(terminal.isAsBefore && !terminal.shown.isAlternate)
    #expect(terminal.text.contains("the daemon has ended: "))
    _ = daemon
  }

  @Test("a screen reader and a simple terminal get a line an event", arguments: [true, false])
  func plain(isOption: Bool) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let terminal = try monitor(scene, isOption ? ["--plain"] : [], isOption ? [:] : ["TERM": "dumb"])
    try terminal.await("profile   test (Test)")
    #expect(!terminal.shown.isAlternate && terminal.shown.hasCursor && terminal.isAsBefore)
    terminal.type("\u{3}")
    #expect(try terminal.end() == 0)
    _ = daemon
  }

  @Test("without UTF-8 and without colours, nothing else is sent")
  func ascii() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(isPressed: true)
    let terminal = try monitor(scene, [], ["LANG": "C", "NO_COLOR": "1"])
    try terminal.await("next (tap)")
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 })
    let styles = terminal.text.split(separator: "\u{1B}[").map { $0.prefix { "0123456789;m".contains($0) } }
    #expect(styles.allSatisfy { $0.last != "m" || !$0.contains("3") }, "\(styles)")
    _ = daemon
  }

  /// Whether what switches type is suspended.
  private func awaitSuspended(_ isSuspended: Bool, _ scene: Scene) throws {
    let client = try Client(scene.socket)
    try eventually("suspended: \(isSuspended)") {
      try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["modes"]?["suspended"] == .bool(isSuspended)
    }
  }

  @Test("switches type nothing while its terminal is in front, with a screen and with lines", arguments: [true, false])
  func suspends(isPlain: Bool) throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "policy: {bridge: desktop}\n")
    let terminal = try monitor(scene, isPlain ? ["--plain"] : [])
    try awaitSuspended(true, scene)
    if !isPlain {
      try terminal.await("no scanning program; the bridge 'desktop' types nothing while")
      #expect(terminal.shown.reportsFocus)
      terminal.type("\u{1B}[O")
      try awaitSuspended(false, scene)
      try terminal.await("no scanning program; the bridge 'desktop' types keys")
      terminal.type("\u{1B}[I")
      try awaitSuspended(true, scene)
    }
    kill(terminal.identifier, SIGKILL)
    try awaitSuspended(false, scene)
    _ = daemon
  }

  @Test("over SSH the person's desktop goes on")
  func remote() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Scene.profile() + "policy: {bridge: desktop}\n")
    let terminal = try monitor(scene, [], ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22"])
    try terminal.await("the bridge 'desktop' types keys")
    try awaitSuspended(false, scene)
    _ = daemon
  }
}
