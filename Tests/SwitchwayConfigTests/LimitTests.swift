import HostileProfiles
import SwitchwayCore
import Testing

@testable import SwitchwayConfig
@testable import SwitchwayYAML

@Suite("limits of key-remap files")
struct LimitTests {
  private static let head = "switchway: 1\ndevices: {d: {match: {kind: joystick}}}\n"
  private static let one = "switches: {ok: {input: d/button-1, tap: select}}\n"
  private static let help = "a profile has a few hundred: remove what is not needed"

  private static func list(_ count: Int, of piece: (Int) -> String) -> String {
    (0..<count).map(piece).joined(separator: ",")
  }

  @Test("a list has at most 1,000 entries", arguments: [1_000, 1_001])
  func lists(count: Int) throws {
    let result = try Sandbox.load(
      LimitTests.head + LimitTests.one + "policy: {when-locked: [\(LimitTests.list(count) { "x-a\($0)" })]}\n")
    #expect(result.profile?.policy.whenLocked.count == (count == 1_000 ? 1_000 : nil))
    #expect(
      result.lines
        == (count == 1_000 ? [] : ["t.yaml:4:6914: error: more than 1000 entries in one list | \(LimitTests.help)"]))
  }

  @Test("a mapping has at most 1,000 keys", arguments: [1_000, 1_001])
  func mappings(count: Int) throws {
    let alone = (0..<count).map { "    x-a\($0): a\n" }.joined()
    let result = try Sandbox.load(LimitTests.head + LimitTests.one + "policy:\n  alone:\n" + alone)
    #expect(result.profile?.policy.alone.count == (count == 1_000 ? 1_000 : nil))
    #expect(
      result.lines
        == (count == 1_000 ? [] : ["t.yaml:1006:5: error: more than 1000 keys in one mapping | \(LimitTests.help)"]))
  }

  @Test("a mapping has at most 1,000 keys with those that it extends", arguments: [400, 401])
  func merged(count: Int) throws {
    func alone(_ range: Range<Int>) -> String { "policy:\n  alone:\n" + range.map { "    x-a\($0): a\n" }.joined() }
    let result = try Sandbox.load(
      "switchway: 1\nextends: base\n" + alone(600..<(600 + count)),
      others: ["base": LimitTests.head + LimitTests.one + alone(0..<600)])
    #expect(
      result.lines
        == (count == 400
          ? []
          : [
            "t.yaml:4:3: error: 'alone' has more than 1000 keys, including those that it extends | "
              + "remove what is not needed"
          ]))
  }

  @Test("a profile has at most 40,000 keys and entries with all that it extends", arguments: [40_000, 40_001])
  func entries(count: Int) throws {
    // A file has 6 keys in its head, 3 in its switch; a switch that lists others has 3 keys and their number.
    func text(_ count: Int, extends: String = "") -> String {
      var left = count - (extends.isEmpty ? 9 : 10)
      var lines = ""
      var index = 0
      while left > 0 {
        let names = max(min(left - 4, 995), 0)
        if left < 5 {
          lines += (0..<left).map { "  t\(index)\($0): a\n" }.joined()
          left = 0
        } else {
          lines += "  s\(index): {input: d/button-2, tap: select, unless: [\(LimitTests.list(names) { _ in "a" })]}\n"
          left -= names + 4
        }
        index += 1
      }
      return
        "switchway: 1\n\(extends)devices: {d: {match: {kind: joystick}}}\nswitches:\n  ok: {input: d/a, tap: select}\n"
        + lines
    }
    let result = try Sandbox.load(
      text(20_000, extends: "extends: base\n"), others: ["base": text(count - 20_000)])
    let told = result.diagnostics.contains { $0.message == "more than 40000 keys and entries in all" }
    #expect(told == (count > 40_000), "\(result.lines.first ?? "")")
  }

  @Test("a pattern has at most 256 characters", arguments: ["name", "uniq", "phys", "path", "id"])
  func patterns(key: String) throws {
    let start = key == "path" ? "/dev/input/by-id/" : ""
    for count in [256, 257] {
      let pattern = start + String(repeating: key == "id" ? "*" : "é", count: count - start.count)
      let result = try Sandbox.load(
        "switchway: 1\ndevices: {d: {match: {\(key): \"\(pattern)\"}}}\n" + LimitTests.one)
      let expected = "'\(key)' has more than 256 characters | replace a part that does not matter with '*'"
      let found = result.lines.filter { $0.hasSuffix(expected) }
      #expect(found == (count == 256 ? [] : ["t.yaml:2:\(25 + key.count): error: " + expected]), "\(result.lines)")
    }
  }

  @Test("a chord has at most 16 switches", arguments: [16, 17])
  func chord(count: Int) throws {
    let switches = (0..<count).map { "  s\($0): {input: d/button-\($0 + 1), tap: select}\n" }.joined()
    let name = (0..<count).map { "s\($0)" }.joined(separator: "+")
    let result = try Sandbox.load(
      LimitTests.head + "switches:\n\(switches)chords:\n  \(name): {within: 120ms, do: menu}\n")
    #expect(
      result.lines
        == (count == 16 ? [] : ["t.yaml:22:3: error: a chord has at most 16 switches, found 17 | leave some out"]))
  }

  @Test("'%TAG' is refused before libyaml looks at it")
  func directive() throws {
    let result = try Sandbox.load("%TAG !a! b\n---\n" + LimitTests.head + LimitTests.one)
    #expect(result.lines == ["t.yaml:1:1: error: tags ('%TAG') are not supported | remove the line"])
    let later = try Sandbox.load(LimitTests.head + LimitTests.one + "...\n%TAG !a! b\n")
    #expect(later.lines == ["t.yaml:5:1: error: tags ('%TAG') are not supported | remove the line"])
    #expect(try Sandbox.load("%YAML 1.1\n---\n" + LimitTests.head + LimitTests.one).lines == [])
  }

  @Test("names are compared for suggestions up to a count, then no more")
  func suggestions() {
    let findings = Findings()
    let names = (0..<1_000).map { "switch-\($0)" }
    for _ in 0..<200 { #expect(findings.suggestion(for: "swich-7", among: names) == "switch-7") }
    #expect(findings.suggestion(for: "swich-7", among: names) == nil)
  }

  /// With a copy of the rest for each piece, as it once was, this takes many minutes.
  @Test("a torn command is looked for in the next pieces only")
  func torn() {
    let findings = Findings()
    let piece = YAMLNode(file: 0, mark: .top, content: .scalar("a", isPlain: true))
    let items = Array(repeating: piece, count: 100_000)
    #expect(SplitCommand.rejoin(items, findings: findings).count == items.count)
    let pairs = Array(repeating: YAMLNode.Pair(key: piece, value: piece), count: 100_000)
    #expect(SplitCommand.rejoin(pairs, findings: findings).count == pairs.count)
  }

  @Test("the worst files end in a profile or in diagnostics", arguments: HostileProfile.all, [Int.max, 990])
  func worst(shape: HostileProfile, most: Int) throws {
    let size = 32_768
    let result = try Sandbox.load(shape.text(size: size, most: most), others: shape.bases(size: size, most: most))
    let hasErrors = result.diagnostics.contains { $0.severity == .error }
    #expect((result.profile == nil) == hasErrors)
    #expect(result.diagnostics.count <= 2 * Findings.most + 1)
    // No diagnostic repeats a long text of the file.
    #expect(result.diagnostics.allSatisfy { $0.message.utf8.count < 4_096 && $0.help.utf8.count < 4_096 })
  }
}
