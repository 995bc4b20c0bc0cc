import Foundation
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// A profile that is larger than a line.
@Suite("A profile with a thousand switches", .blocking) struct LargeProfileTests {
  private static let padding = String(repeating: "x", count: 54)

  private static func profile() -> String {
    var text = "switchway: 1\nlabel: Large\ndevices:\n"
    for device in 0..<300 { text += "  d\(device): {match: {name: \"Box \(device)\"}, label: \(padding)}\n" }
    text += "switches:\n"
    for number in 0..<999 {
      text +=
        "  s\(1_000 + number)-\(padding): {input: d\(number / 4)/button-\(number % 4 + 1), label: L\(number), "
        + "tap: next}\n"
    }
    return text + "  last: {input: d299/button-1, tap: select}\n"
  }

  @Test("no line is longer than 64 KiB, and nothing of the profile is lost to those who ask")
  func lines() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Self.profile())
    let client = try Client(scene.socket)
    let lines = try client.lines(until: "state")
    #expect(lines.allSatisfy { $0.utf8.count < 65_536 })
    let state = try #require(lines.last?.message)
    let shown = state["switches"]?.arrayValue?.count ?? 0
    #expect(state["omitted"]?["switches"] == .integer(Int64(1_000 - shown)))
    for (what, path) in [("config", ["in-force", "switches"]), ("bindings", [])] {
      var names: [String] = []
      var from: Int64? = 0
      while let first = from {
        try client.send(#"{"type":"get","what":"\#(what)","from":\#(first)}"# + "\n")
        let line = try #require(try client.answer().last)
        #expect(line.utf8.count < 65_536)
        let list = path.reduce(line.message["result"]) { $0?[$1] }
        names += (list?.arrayValue ?? []).compactMap { $0["switch"]?.stringValue }
        from = line.message["next"]?.integerValue
      }
      #expect(names.count == 1_000, "\(what)")
      #expect(Set(names).count == 1_000 && names.last == "last")
    }
    let explained = try scene.ask("explain", "last")
    #expect(explained.status == 0 && explained.output.contains("select"), "\(explained)")
    let rows = try scene.ask("bindings", "--json")
    #expect(rows.output.message.arrayValue?.count == 1_000)
    #expect(try scene.ask("bindings").output.split(separator: "\n").count >= 1_000)
    let status = try scene.ask("status")
    #expect(status.status == 0, "\(status)")
    let counted = try Program.run(
      "/usr/bin/python3",
      [
        "-c",
        "import switchway; c = switchway.Client(); "
          + "print(len(c.get('config')['in-force']['switches']), len(c.get('bindings')), "
          + "c.get('state')['omitted'] != {})",
      ],
      environment: [
        "PYTHONPATH": "\(Scene.top)/clients/python", "SWITCHWAY_SOCKET": scene.socket, "PYTHONDONTWRITEBYTECODE": "1",
      ])
    #expect(counted.output == "1000 1000 True\n", "\(counted)")
    daemon.signal(15)
    #expect(try daemon.end() == 0)
  }
}
