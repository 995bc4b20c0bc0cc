import Foundation
import ProgramFixtures
import SwitchwayProtocol
import SwitchwayWorkbench
import Testing

@testable import switchway

/// The pictures of switchway(7) and of docs/screens are what the program shows. `make screens` draws them again.
@Suite("switchway(7)", .serialized, .blocking) struct GuideTests {
  private static let colours = Appearance(isUTF8: true, hasBlocks: true, hasColour: true)

  /// Compares pictures with those of the page, or puts them there.
  private func expect(_ pictures: [String: String]) throws {
    var page = try GuidePage()
    for (name, text) in pictures.sorted(by: { $0.key < $1.key }) {
      let picture = GuidePage.block(text)
      if GuidePage.isDrawing { try page.draw(name, picture) }
      #expect(page.picture(name) == picture, "'\(name)' is another one now: make screens")
    }
    if GuidePage.isDrawing { try browsed() }
  }

  /// The same for a file of docs/screens.
  private func expect(_ svg: String, file: String) throws {
    let path = "\(Scene.top)/docs/screens/\(file)"
    if GuidePage.isDrawing { try Data(svg.utf8).write(to: URL(filePath: path)) }
    let drawn = String(decoding: try Scene.bytes(of: path), as: UTF8.self)
    #expect(drawn == svg, "docs/screens/\(file) is another one now: make screens")
  }

  @Test("setup with one switch: each question, the change, the trial and the end")
  func setup() throws {
    let setup = try SetupScreens()
    try setup.press(SetupScreens.question(.press), as: "setup press", "btn_0")
    try setup.sees("Found one switch", as: "setup heard")
    try setup.sees(SetupScreens.question(.plan), as: "setup plan")
    try setup.sees(SetupPrompt.cancel.english)
    let highlighted = try setup.highlighted()
    setup.type("1")
    try setup.answer(SetupScreens.question(.interval), as: "setup interval", "3")
    try setup.sees("These settings are active", as: "setup keep")
    try setup.answer("Does it work?", as: nil, "5")
    try setup.sees("Changes to ", as: "setup change")
    try setup.answer("Does it work?", as: "rest", "2")
    try setup.sees("Written to", as: "setup end")
    var screens = try setup.end()
    let plan = try #require(screens["setup plan"])
    #expect(plan.contains("\n " + highlighted.dropFirst()))
    screens["setup plan"] = plan.replacing("\n " + highlighted.dropFirst(), with: "\n" + highlighted)
    screens["rest"] = nil
    let game = NoughtsAndCrosses()
    screens["setup game"] = (game.lines(highlighted: 4) + [" stop "]).joined(separator: "\n")
    try expect(screens)
    var window = Canvas(columns: 80, rows: 24, appearance: .plain)
    let texts = ["setup press", "setup heard", "setup plan"].compactMap { screens[$0] }.joined()
    for (row, line) in GuidePage.lines(texts).suffix(24).enumerated() { window.putText(line, column: 0, row: row) }
    try expect(window.picture, file: "setup.svg")
  }

  @Test("setup with two switches proposes what each of them does")
  func plan() throws {
    var setup = try SetupTests.setup(["btn_0 btn_1"])
    let prompt = SetupPrompt(.plan, setup)
    try setup.answer("second")
    let action = SetupPrompt(.action(1), setup)
    func text(_ prompt: SetupPrompt) -> String {
      ([prompt.text] + prompt.rows(highlighted: nil)).map(\.english).joined(separator: "\n")
    }
    try expect(["setup two": text(prompt), "setup action": text(action)])
  }

  @Test("setup with a straw: how hard a breath is, and how late the sensor is")
  func straw() throws {
    let setup = try SetupTests.setup(["abs_x > 60%/abs_x < -60%", "yes"])
    let level = SetupPrompt(.level, setup)
    let lines =
      GuidePage.lines(Terminal.wrapped(level.text.english, hanging: 0, width: 76))
      + level.rows(highlighted: nil).map(\.english)
    try expect(["setup level": (lines + [Breath.bar(43)]).joined(separator: "\n")])
  }

  @Test("setup with a profile that is there asks first what to change")
  func again() throws {
    let scan = "scan:\n  style: auto\n  interval: 1500ms\npolicy:\n  bridge: desktop\n"
    let setup = try SetupScreens(profile: GuideScreens.profile + scan)
    try setup.answer("There is a profile", as: "setup again", "1")
    try setup.sees(SetupScreens.question(.interval), as: "rest")
    let screens = try setup.leave()
    try expect(["setup again": screens["setup again"] ?? ""])
  }

  @Test("the live monitor, and why a press did nothing")
  func monitor() throws {
    try expect(["monitor": GuideScreens.monitor(74, 18, .plain).text, "why": GuideScreens.why])
    try expect(GuideScreens.monitor(80, 24, Self.colours).picture, file: "monitor.svg")
  }

  @Test("a calibration: a prompt, the plot and the change")
  func calibrate() throws {
    try expect(["calibrate prompt": try GuideScreens.prompt(74, 18, .plain).text])
    try expect(try GuideScreens.prompt(80, 24, Self.colours).picture, file: "calibrate.svg")
    let scene = try Scene()
    let environment = scene.environment.merging([
      "XDG_STATE_HOME": "\(scene.folder)/state", "LANG": "C", "NO_COLOR": "1",
    ]) { $1 }
    let store = try #require(KeptSittings(environment: environment))
    try store.save(GuideScreens.sitting(.brushes, seed: 11), switches: ["main"])
    let daemon = try scene.daemon(profile: GuideScreens.profile)
    let terminal = try PseudoTerminal(
      "switchway", ["calibrate", "--kept", "main", "--svg", "\(scene.folder)/plot.svg", "--socket", scene.socket],
      environment: environment, columns: 76, rows: 100)
    try eventually("the question in: \(terminal.text)") {
      terminal.look()
      return terminal.text.contains("Write this change?")
    }
    terminal.type("y\n")
    #expect(try terminal.end() == 0)
    let text = terminal.text.replacing("\r\n", with: "\n").replacing(/\u{1B}\[[0-9;]*m/, with: "")
    try expect([
      "calibrate plot": text.replacing("\(scene.folder)/test.yaml", with: "/home/anna/.config/switchway/default.yaml")
    ])
    try expect(String(decoding: try Scene.bytes(of: "\(scene.folder)/plot.svg"), as: UTF8.self), file: "plot.svg")
    _ = daemon
  }

  @Test("statistics, and the course of the day")
  func statistics() throws {
    let words = GuideScreens.statisticsWords
    try expect(["stats": words.text(.plain, width: 74)])
    try expect(words.report.picture, file: "stats.svg")
  }

  @Test("the gestures that are added by hand make a file without a fault")
  func gestures() throws {
    let scene = try Scene()
    let more = ",\n    hold: {after: 800ms, do: activate},\n    double: {within: 400ms, do: move(down)}}"
    let text = GuideScreens.profile.replacing("tap: select}", with: "tap: select" + more)
    let file = try scene.file("default.yaml", text)
    #expect(try Program.run("switchway", ["check", file], environment: scene.environment).status == 0)
    let line = try #require(text.firstRange(of: "  main: {"))
    try expect(["gestures": String(text[line.lowerBound...])])
  }

  @Test("a fault in a file, and a daemon that does not run")
  func messages() throws {
    let scene = try Scene()
    let file = try scene.file("default.yaml", GuideScreens.profile.replacing("select", with: "selct"))
    let check = try Program.run("switchway", ["check", file], environment: scene.environment)
    let absent = try Program.run("switchway", ["status"], environment: ["USER": "anna"]).errors
      .replacing(/install-service [^']*/, with: "install-service anna")
    try expect([
      "check": (check.output + check.errors).replacing(scene.folder, with: "/home/anna/.config/switchway"),
      "no daemon": Terminal.message(absent, width: 74),
    ])
  }

  @Test("what the page shows of a whole machine, vm/walk/FIVE-MINUTES.md shows too")
  func transcripts() throws {
    let whole = String(decoding: try Scene.bytes(of: "\(Scene.top)/vm/walk/FIVE-MINUTES.md"), as: UTF8.self)
    for command in ["sudo switchway install-service anna", "switchway doctor"] {
      let start = try #require(whole.firstRange(of: "```console\nanna$ \(command)\n"))
      let end = try #require(whole[start.upperBound...].firstRange(of: "```\n"))
      try expect(["\(command)": String(whole[start.upperBound..<end.lowerBound])])
    }
  }

  @Test("what the daemon has")
  func status() throws {
    let scene = try Scene()
    let config = try scene.file(
      "switchway/default.yaml",
      GuideScreens.profile + "scan: {style: auto, interval: 1.5s}\npolicy: {bridge: desktop}\n")
    let recording = try scene.recording(presses: [(at: 0, button: 1)], end: 3_600_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    var shown = ""
    try eventually("the device") {
      let terminal = try PseudoTerminal(
        "switchway", ["status", "--socket", scene.socket], environment: scene.environment, columns: 74)
      _ = try terminal.end()
      shown = terminal.text.replacing("\r\n", with: "\n")
      return shown.contains("Test Box")
    }
    try expect(["status": shown])
    _ = daemon
  }

  @Test("docs/guide.md is this page for a browser")
  func browsed() throws {
    let page = String(decoding: try Scene.bytes(of: "\(Scene.top)/man/switchway.7"), as: UTF8.self)
    let guide = GuideMarkdown(page: page)
    #expect(guide.unknown == [])
    let path = "\(Scene.top)/docs/guide.md"
    if GuidePage.isDrawing { try Data(guide.text.utf8).write(to: URL(filePath: path)) }
    #expect(String(decoding: try Scene.bytes(of: path), as: UTF8.self) == guide.text, "make screens draws it again")
  }

  @Test("every picture of the page is drawn by a test")
  func all() throws {
    let drawn = try Scene.bytes(of: #filePath)
    let text = String(decoding: drawn, as: UTF8.self)
    for name in try GuidePage().names { #expect(text.contains("\"\(name)\""), "\(name)") }
  }
}
