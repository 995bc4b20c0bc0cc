import ProgramFixtures
import Testing

// Front ends for one switch.
extension PythonClientTests {
  @Test("the example scans with one switch: what is chosen was lit when the person pressed")
  func scans() throws {
    let scene = try Scene()
    let person = try OneSwitch(scene)
    let python = try #require(Self.python, "python3 is not installed")
    let path = "\(Scene.top)/clients/python/board.py"
    let board = try Program(python, ["-u", path], environment: environment(scene))
    let items = ["yes", "no", "drink", "music", "help"]
    let expected = try person.commands(for: "board", choices: 3).map { command in
      let item = items[command.last?.wholeNumberValue ?? 0]
      return command.hasPrefix("select") ? "chosen: \(item)" : "> \(item)"
    }
    var shown: [String] = []
    while shown.suffix(expected.count) != expected[...] { shown.append(try #require(try board.output.next())) }
  }

  @Test("a clock of the front end's own chooses what was lit when the person pressed, however late that is decided")
  func ownClock() throws {
    let scene = try Scene()
    let path = "\(Scene.top)/clients/python/own_clock.py"
    let lines = String(decoding: try Scene.bytes(of: path), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 < 20)
    let result = try run(
      scene,
      """
      import runpy, time, switchway
      now = 100.0
      time.monotonic = lambda: now
      # When each command comes, and when the person pressed. The last press began before its first item was lit.
      commands = [(102.25, 101.75), (103.5, 103.25), (103.75, 103.375)]
      class Client:
          def __init__(self, **_): pass
          def acts_on(self, event): return True
          def event(self, timeout):
              global now
              if not commands:
                  raise SystemExit
              end, (at, pressed) = now + timeout, commands[0]
              now = min(at, end)
              return {"pressed": int(commands.pop(0)[1] * 1e6)} if at < end else None
      switchway.Client = Client
      runpy.run_path("\(path)")

      """
    ).result()
    #expect(
      result
        == Program.Result(
          status: 0,
          output: ["> yes", "> no", "> drink", "chosen: no", "> yes", "> no", "chosen: no", "> yes", ""]
            .joined(separator: "\n"), errors: ""))
  }
}
