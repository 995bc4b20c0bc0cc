import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("What a bridge types")
struct BridgeTests {
  private static let table = BridgeTable(
    name: "test", gap: .milliseconds(100),
    keys: [
      ScanCommand(known: "next", group: .scan): KeyChord(text: "a", trigger: .printed("a")),
      ScanCommand(known: "select", group: .scan): KeyChord(text: "b", trigger: .printed("b")),
      ScanCommand(known: "move", ["left"], group: .scan): KeyChord(text: "c", trigger: .printed("c")),
    ])

  /// Plays commands `MS COMMAND`, followed by `begin`, `end` or `#COUNT`, of a switch named like the command; `MS .`
  /// only advances time; `MS reset` and `MS off` do that. Returns the outputs as `a@0`, `+b@100`, `-b@200`, in ms.
  static func play(_ words: [String], table: BridgeTable? = table) throws -> [String] {
    var bridge = Bridge(table)
    var outputs: [Bridge.Stroke] = []
    var switches: [String] = []
    for word in words {
      let parts = word.split(separator: " ").map(String.init)
      let time = Instant((try #require(Int64(parts[0]))) * 1_000)
      switch parts[1] {
      case ".": bridge.advance(to: time, into: &outputs)
      case "reset": bridge.reset(at: time, into: &outputs)
      case "off": bridge.use(nil, at: time, into: &outputs)
      default:
        let command = try CommandVocabulary.parse(parts[1])
        if !switches.contains(parts[1]) { switches.append(parts[1]) }
        let origin = CommandOrigin.single(switches.firstIndex(of: parts[1]) ?? 0)
        let mark = parts.count > 2 ? parts[2] : ""
        let phase: CommandPhase = mark == "begin" ? .begin : mark == "end" ? .end : .once
        bridge.handle(
          command, from: origin, phase, count: Int(mark.dropFirst()) ?? 1, at: time, into: &outputs)
      }
    }
    return outputs.map(text)
  }

  private static func text(_ stroke: Bridge.Stroke) -> String {
    func at(_ time: Instant) -> String {
      let (whole, rest) = time.microseconds.quotientAndRemainder(dividingBy: 1_000)
      return "@\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
    let sign =
      switch stroke.step {
      case .tap: ""
      case .hold: "+"
      case .letGo: "-"
      }
    return sign + stroke.text + at(stroke.time)
  }

  static let rows: [(String, [String], [String])] = [
    ("a command is typed at once", ["0 next"], ["a@0"]),
    ("one that the table does not have is not", ["0 menu", "1 move(right)", "2 next(by=group)"], []),
    ("a command is meant with its arguments", ["0 move(left)"], ["c@0"]),
    ("exactly the gap later is not too soon", ["0 next", "100 select"], ["a@0", "b@100"]),
    ("keys that come faster wait, in order", ["0 next", "1 select", "2 next", "400 ."], ["a@0", "b@100", "a@200"]),
    (
      "the gap counts from what was typed last", ["0 next", "99 select", "150 next", "400 ."],
      ["a@0", "b@100", "a@200"]
    ),
    (
      "a deadline comes before a command of its moment", ["0 next", "1 select", "100 next", "200 ."],
      ["a@0", "b@100", "a@200"]
    ),
    ("nothing comes before its time", ["0 next", "1 select", "99 ."], ["a@0"]),
    ("a phase holds its key", ["0 next begin", "500 next end"], ["+a@0", "-a@500"]),
    ("a short phase holds it for the gap", ["0 next begin", "1 next end", "100 ."], ["+a@0", "-a@100"]),
    (
      "a delayed phase ends after it began", ["0 select", "1 next begin", "2 next end", "300 ."],
      ["b@0", "+a@100", "-a@200"]
    ),
    ("an end without a begin types nothing", ["0 next end"], []),
    (
      "of a repeat, one key waits at most", ["0 next", "10 next #2", "20 next #3", "30 next #4", "200 ."],
      ["a@0", "a@100"]
    ),
    ("a repeat slower than the gap is typed", ["0 next", "150 next #2", "300 next #3"], ["a@0", "a@150", "a@300"]),
    (
      "what waits is forgotten, what is down comes up",
      ["0 next begin", "1 select", "50 reset", "500 .", "600 next end"], ["+a@0", "-a@50"]
    ),
    (
      "a key that waits to be held is not", ["0 next", "1 select begin", "50 reset", "500 .", "600 select end"], ["a@0"]
    ),
    ("without a table nothing is typed", ["0 next", "1 select begin", "2 off", "400 next", "500 select end"], ["a@0"]),
  ]

  @Test("commands become keys", arguments: rows)
  func types(name: String, commands: [String], expected: [String]) throws {
    #expect(try BridgeTests.play(commands) == expected, "\(name)")
  }

  @Test("the number of waiting keys is limited, and held keys are still released")
  func limit() throws {
    var words = ["0 select begin"]
    words += Array(repeating: "0 next", count: Bridge.mostWaiting + 5)
    words += ["0 move(left) begin", "1 select end", "1 move(left) end", "100000 ."]
    let typed = try BridgeTests.play(words)
    #expect(typed.count == Bridge.mostWaiting + 2)
    #expect(typed.first == "+b@0")
    #expect(typed.last == "-b@\((Bridge.mostWaiting + 1) * 100)")
  }

  @Test("without a gap nothing waits")
  func noGap() throws {
    var table = BridgeTests.table
    table.gap = .zero
    #expect(try BridgeTests.play(["0 next", "0 select", "1 next"], table: table) == ["a@0", "b@0", "a@1"])
  }

  @Test("times that go back do no harm", arguments: [Int64.min, .max])
  func wild(time: Int64) throws {
    var bridge = Bridge(BridgeTests.table)
    var outputs: [Bridge.Stroke] = []
    let next = try CommandVocabulary.parse("next")
    for moment in [Instant(0), Instant(time), Instant(0)] {
      bridge.handle(next, from: .single(0), .once, count: 1, at: moment, into: &outputs)
    }
    #expect(outputs.count <= 3)
    bridge.reset(at: Instant(time), into: &outputs)
    #expect(bridge.nextDeadline == nil)
  }

  /// A reproducible generator (xorshift, Marsaglia 2003).
  private struct Seeded {
    var state: UInt64
    mutating func below(_ bound: UInt64) -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state % bound
    }
  }

  @Test("every key is released, keys keep their order, and the gap is kept", arguments: seeds(1...20))
  func random(seed: UInt64) throws {
    var chance = Seeded(state: seed &* 0x9E37_79B9_7F4A_7C15)
    var words: [String] = []
    var time: UInt64 = 0
    for _ in 0..<200 {
      time += chance.below(120)
      let command = ["next", "select", "move(left)"][Int(chance.below(3))]
      words.append("\(time) \(command) \(["", "begin", "end"][Int(chance.below(3))])")
    }
    words.append("\(time + 100_000) .")
    words.append("\(time + 100_000) reset")
    let typed = try BridgeTests.play(words)
    for key in ["a", "b", "c"] {
      #expect(
        typed.count { $0.hasPrefix("+\(key)@") } == typed.count { $0.hasPrefix("-\(key)@") }, "seed \(seed)")
    }
    let times = typed.compactMap { $0.split(separator: "@").last.flatMap { Int($0) } }
    #expect(times.count == typed.count && times == times.sorted(), "seed \(seed)")
    let beforeReset = times.filter { $0 < Int(time) + 100_000 }
    #expect(zip(beforeReset, beforeReset.dropFirst()).allSatisfy { $1 - $0 >= 100 }, "seed \(seed)")
  }
}
