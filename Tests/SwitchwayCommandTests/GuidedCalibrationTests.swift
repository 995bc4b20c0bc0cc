import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import Testing

@testable import switchway

/// `switchway calibrate` with a daemon, up to where a person has to press, and from there on with kept sessions.
@Suite("switchway calibrate with a daemon", .blocking) struct GuidedCalibrationTests {
  private let scene: Scene
  private let environment: [String: String]

  init() throws {
    scene = try Scene()
    environment = scene.environment.merging(["XDG_STATE_HOME": "\(scene.folder)/state"]) { $1 }
  }

  private func calibrate(_ arguments: String...) throws -> Program {
    try Program("switchway", ["calibrate"] + arguments + ["--socket", scene.socket], environment: environment)
  }

  private func profileText() throws -> String {
    String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
  }

  @Test("stopped in the middle, everything is as before", arguments: [SIGINT, SIGTERM, SIGHUP])
  func interrupted(signal: Int32) throws {
    let daemon = try scene.daemon()
    let program = try calibrate("left")
    _ = try program.errors.lines { $0.hasPrefix("rest for 15 s; do not press") }
    program.signal(signal)
    let result = try program.result()
    #expect(result.status == 1 && result.output == "" && result.errors.contains("nothing was changed"), "\(result)")
    #expect(try profileText() == Scene.profile())
    #expect(!FileManager.default.fileExists(atPath: "\(scene.folder)/state"))
    // The daemon makes commands again.
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    #expect(try client.ask(#"{"type":"learn","on":true}"#)["type"] != .string("error"))
    _ = daemon
  }

  @Test("after the presses, Ctrl-C ends it at the question, also without a screen", arguments: [SIGINT, SIGTERM])
  func afterwards(signal: Int32) throws {
    func isBlocked() -> Bool {
      var set = sigset_t()
      unsafe pthread_sigmask(SIG_BLOCK, nil, &set)
      return unsafe sigismember(&set, signal) == 1
    }
    let view = try CalibrationView(isPlain: true)
    #expect(isBlocked())
    view.close()
    #expect(!isBlocked())
  }

  @Test("while another one calibrates, it is refused")
  func second() throws {
    let daemon = try scene.daemon()
    let program = try calibrate("left")
    _ = try program.errors.lines { $0.hasPrefix("rest for 15 s; do not press") }
    let other = try calibrate("left").result()
    #expect(other.status == 1)
    #expect(other.errors.contains("waits for presses: end it"), "\(other)")
    _ = daemon
  }

  @Test("a device that is unplugged stops it, and nothing is changed")
  func unplugged() throws {
    let config = try scene.file("test.yaml", Scene.profile())
    let path = try scene.recording(presses: [(at: 0, button: 0)], end: 200)
    let text = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
    var result = Program.Result(status: 0, output: "", errors: "")
    // On a busy machine the device may be gone before the program asks: then it gets more time.
    for seconds in [2, 10, 30] {
      try scene.file("box.evemu", text + "# UNPLUG \(seconds).000000\nE: 600.000000 0000 0000 0\n")
      let daemon = try scene.listening(["--config", config, "--play", path])
      result = try calibrate("left").result()
      daemon.signal(SIGTERM)
      _ = try daemon.end()
      if !result.errors.contains("is not plugged in") { break }
    }
    #expect(result.status == 1 && result.errors.contains("the device of 'left' was unplugged"), "\(result)")
    #expect(try profileText() == Scene.profile())
  }

  @Test("a daemon that ends stops it, and nothing is changed")
  func daemonEnds() throws {
    let daemon = try scene.daemon()
    let program = try calibrate("left")
    _ = try program.errors.lines { $0.hasPrefix("rest for 15 s; do not press") }
    daemon.signal(SIGTERM)
    let result = try program.result()
    #expect(result.status == 4 && result.errors.contains("the daemon has ended"), "\(result)")
    #expect(try profileText() == Scene.profile())
    _ = try daemon.end()
  }

  @Test("what cannot be calibrated is refused before anybody presses")
  func refused() throws {
    let absent = Scene.profile().replacing(
      "switches:\n", with: "  pad: {match: {name: \"Pad\"}}\nswitches:\n  far: {input: pad/button-1, tap: menu}\n")
    let daemon = try scene.daemon(profile: absent)
    let unknown = try calibrate("lefd").result()
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasSuffix("has no switch 'lefd'; did you mean 'left'?\n"))
    let far = try calibrate("far").result()
    #expect(far.status == 1)
    #expect(far.errors.hasPrefix("the device of 'far' is not plugged in\n"), "\(far)")
    try scene.file("test.yaml", "switchway: 2\n")
    let broken = try calibrate("left").result()
    #expect(broken.status == 1)
    #expect(broken.errors.contains("has errors\nhelp: fix it with 'switchway edit'"), "\(broken)")
    _ = daemon
  }

  /// Keeps a session in which `left` was pressed at each prompt.
  private func keep() throws {
    let store = try #require(KeptSittings(environment: environment))
    let (made, names) = KeptSittingsTests.made()
    _ = try store.save(made, switches: names)
  }

  @Test("kept presses are shown, and written only when that is asked for")
  func kept() throws {
    let daemon = try scene.daemon()
    let none = try calibrate("left", "--kept").result()
    #expect(none.status == 1)
    #expect(none.errors == "no session of 'left' is kept\nhelp: calibrate it without --kept\n")
    try keep()
    let shown = try calibrate("left", "--kept", "--svg", "\(scene.folder)/plot.svg").result()
    #expect(shown.status == 0, "\(shown)")
    #expect(shown.output.contains("prompted presses that count"))
    #expect(shown.output.contains("+   left: {input: box/button-1, steady: {"), "\(shown)")
    // All twelve presses were clean.
    #expect(shown.output.contains("\nNote: \(CalibrationWords.noGain)\n"), "\(shown)")
    #expect(shown.errors.contains("--yes"), "\(shown)")
    #expect(try profileText() == Scene.profile())
    #expect(try Scene.bytes(of: "\(scene.folder)/plot.svg").starts(with: Data("<?xml".utf8)))
    let printed = try calibrate("left", "--kept", "--print", "--json").result()
    #expect(printed.output.hasPrefix(#"{"switches": {"left": {"steady": {"debounce": "#), "\(printed)")
    #expect(printed.errors == "")
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    let written = try calibrate("left", "--kept", "--yes").result()
    #expect(written.status == 0, "\(written)")
    #expect(written.output.split(separator: "\n").last?.hasPrefix("\(scene.folder)/test.yaml ") == true)
    #expect(try profileText().contains("left: {input: box/button-1, steady: {debounce: "))
    try client.lines(until: "config")
    let other = try scene.file("other.yaml", Scene.profile())
    let elsewhere = try calibrate("left", "--kept", "--yes", "--config", other).result()
    #expect(elsewhere.output.contains("\n\(other) was written\n"), "\(elsewhere)")
    let again = try calibrate("left", "--kept", "--yes").result()
    #expect(again.output.hasSuffix("already has these settings\n"), "\(again)")
    let forgotten = try calibrate("--forget", "left").result()
    #expect(forgotten.output == "1 session removed\n")
    _ = daemon
  }

  @Test("wrong usage", arguments: [["--kept"], ["left", "--kept", "--export", "x"], ["left", "--last-rest", "601"]])
  func usage(arguments: [String]) throws {
    let result = try Program.run("switchway", ["calibrate"] + arguments, environment: environment)
    #expect(result.status == 2, "\(result)")
  }
}
