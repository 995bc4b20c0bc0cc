import EngineFixtures
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// What `explain` and `why` say of the scanning clock.
@Suite("switchway explain and why, with a scanning clock", .blocking) struct ExplainScanTests {
  static let styles: [(scan: String, head: String, left: [String], right: [String])] = [
    (
      "style: auto, interval: 1.2s, first-item-pause: 300ms",
      "the highlight moves by itself (auto): 1.2 s per item, and 0.3 s more for the first item",
      [
        "select: chooses the highlighted item; if the highlight has stopped, starts it",
        "while it is pressed, the highlight does not move",
      ],
      [
        "next: moves the highlight, and the time for the item starts again",
        "while it is pressed, the highlight does not move",
      ]
    ),
    (
      "style: step, interval: 2s", "the item is chosen 2 s after the last step (step)",
      ["select: chooses the highlighted item", "while it is pressed, no item is chosen by waiting"],
      [
        "next: moves the highlight; 2 s after that and after the release, the item is chosen",
        "while it is pressed, no item is chosen by waiting",
      ]
    ),
    (
      "style: inverse, first-item-pause: 0", "the highlight moves while a switch is held (inverse): 1 s per item",
      ["select: hold to move, release to choose"],
      [
        "next: moves the highlight, and the time for the item starts again",
        "while it is pressed, the highlight does not move",
      ]
    ),
  ]

  @Test("explain says what the clock does with each switch", arguments: styles)
  func ofSwitches(scan: String, head: String, left: [String], right: [String]) throws {
    let scene = try Scene()
    let path = try scene.file(
      "test.yaml", Scene.profile(left: "select", right: "next, hold: {after: 1s, do: menu}") + "scan: {\(scan)}\n")
    func explain(_ name: String...) throws -> [String] {
      let result = try Program.run("switchway", ["explain", "--config", path] + name, environment: scene.environment)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      return result.output.split(separator: "\n").map(String.init)
    }
    func clock(_ lines: [String]) -> [String] {
      let lines = lines.drop { !$0.hasPrefix("  clock   ") }
      return lines.prefix { $0.hasPrefix("  clock   ") || $0.hasPrefix("          ") }.map { String($0.dropFirst(10)) }
    }
    #expect(try explain().first == head)
    #expect(try clock(explain("left")) == left)
    #expect(try clock(explain("right")) == right)
  }

  @Test("a daemon is asked for the style and the pace of now")
  func now() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(
      profile: Scene.profile() + "scan: {style: auto, interval: 1s, first-item-pause: 0}\n")
    #expect(try scene.ask("explain").output.hasPrefix("the highlight moves by itself (auto): 1 s per item\n\nleft  ["))
    _ = try scene.ask("scan", "slower")
    #expect(try scene.ask("explain").output.hasPrefix("the highlight moves by itself (auto): 1.2 s per item\n"))
    _ = try scene.ask("send", "scan-style", "manual")
    let manual = try scene.ask("explain").output
    #expect(manual.hasPrefix("Switchway does not scan; scanning programs scan themselves (front-end)\n"), "\(manual)")
    #expect(!manual.contains("  clock "))
    _ = daemon
  }

  @Test("why says which item a press chose, and which was lit when it was decided")
  func why() throws {
    let scene = try Scene()
    let person = try OneSwitch(scene)
    let board = try Program(
      "/usr/bin/python3", ["-u", "\(Scene.top)/clients/python/board.py"],
      environment: ["PYTHONPATH": "\(Scene.top)/clients/python", "SWITCHWAY_SOCKET": scene.socket, "LANG": "C.UTF-8"])
    // Each press is told 0.15 s before its contact. If a step came between, another item was lit by then.
    let words = try #require(person.commands(for: "board", choices: 1).last?.split(separator: " "))
    // People count from 1.
    let item = String(try #require(words.last.flatMap { Int($0) }) + 1)
    let sentences = try scene.ask("why").output.split(separator: "\n").compactMap {
      $0.wholeMatch(of: /only, [0-9:]+: select \(a tap.*\), page 0, item ([0-9]+)(.*)/)
    }
    let end = try #require(sentences.first { String($0.output.1) == item }?.output.2)
    #expect(
      end.isEmpty || end.wholeMatch(of: /; item [0-9]+ was highlighted when the press was decided/) != nil, "\(end)")
    _ = board
  }
}
