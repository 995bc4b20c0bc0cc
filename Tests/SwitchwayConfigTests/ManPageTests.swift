import Foundation
import SwitchwayConfig
import SwitchwayCore
import SwitchwayText
import SwitchwayYAML
import Testing

/// The examples of switchway.yaml(5). Each has a comment before it that says what it is: a whole `profile`, `part` of a
/// section, a `bridge`, a `message`, or a `drawing`. Those of switchway-keyboard(7) are profiles.
@Suite("the examples of the man page")
struct ManPageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardized.path

  private struct Example {
    var kind: String
    var text: String
  }

  private static func examples(_ name: String = "switchway.yaml.5") throws -> [Example] {
    let page = try String(contentsOfFile: root + "/man/" + name, encoding: .utf8)
    var examples: [Example] = []
    var open: Example?
    var comment = ""
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd -literal") {
        open = Example(kind: comment, text: "")
      } else if line == ".Ed" {
        if let open { examples.append(open) }
        open = nil
      } else if open != nil {
        open?.text += line + "\n"
      }
      comment = line.hasPrefix(".\\\" ") ? String(line.dropFirst(4)) : ""
    }
    return examples
  }

  private static func load(_ text: String) throws -> LoadResult {
    let sandbox = try Sandbox()
    let file = try sandbox.write("default.yaml", text)
    return ProfileStore(file: file, directories: [root + "/Config"]).load("default")
  }

  /// `text` as the entries of `section`, beside what its examples name.
  private static func whole(_ text: String, of section: String) -> String {
    let lines = text.split(separator: "\n").map { "  " + $0 + "\n" }.joined()
    var devices = """
      devices:
        box: {match: {kind: switch-interface}}
        spare: {match: {kind: [switch-interface, pedal]}}
        pad: {match: {kind: gamepad}}
        stick: {match: {kind: joystick}}
        straw: {match: {name: Straw}}
        keys: {match: {kind: keyboard}}

      """
    var switches = """
      switches:
        ok: {input: pad/button-20, tap: select}

      """
    if section == "chords" {
      for (place, name) in ["left", "right", "puff"].enumerated() {
        switches += "  \(name): {input: pad/button-\(place + 21), tap: next}\n"
      }
    }
    switch section {
    case "devices": devices = devices.replacingOccurrences(of: "  straw: {match: {name: Straw}}\n", with: "") + lines
    case "switches": switches += lines
    default: return "switchway: 1\n" + devices + switches + "\(section):\n" + lines
    }
    return "switchway: 1\n" + devices + switches
  }

  @Test("every example says what it is, and there are some of each kind")
  func kinds() throws {
    let examples = try ManPageTests.examples()
    for example in examples {
      let kinds = ["profile", "bridge", "message", "drawing"]
      let isKnown = kinds.contains(example.kind) || example.kind.hasPrefix("part: ")
      #expect(isKnown, "'\(example.kind)' before \(example.text)")
    }
    #expect(examples.count { $0.kind == "profile" } >= 10)
    #expect(examples.count { $0.kind == "drawing" } >= 6)
    let sections = Set(examples.compactMap { $0.kind.hasPrefix("part: ") ? String($0.kind.dropFirst(6)) : nil })
    #expect(sections == ["devices", "switches", "chords", "keyboard", "scan", "policy"])
  }

  @Test("the profiles are right, without a warning but of what has no effect")
  func profiles() throws {
    for example in try ManPageTests.examples() where example.kind == "profile" {
      let result = try ManPageTests.load(example.text)
      #expect(result.profile != nil, "\(example.text)")
      let doubts = result.diagnostics.filter { $0.severity != .note && $0.code != .settingUnused }
      #expect(doubts.map(\.message) == [], "\(example.text)")
    }
  }

  @Test("those of the keyboard's page are right, and start from its profile")
  func keyboard() throws {
    let examples = try ManPageTests.examples("switchway-keyboard.7")
    #expect(examples.count >= 4)
    for example in examples {
      #expect(example.kind == "profile" && example.text.contains("extends: full-keyboard-access"))
      let result = try ManPageTests.load(example.text)
      #expect(result.profile?.keyboard != nil, "\(example.text)")
      #expect(result.diagnostics.filter { $0.severity != .note }.map(\.message) == [], "\(example.text)")
    }
  }

  @Test("the bridge is right")
  func bridge() throws {
    let bridges = try ManPageTests.examples().filter { $0.kind == "bridge" }
    #expect(bridges.count == 1)
    let sandbox = try Sandbox()
    try sandbox.write("bridges/mine.yaml", bridges.first?.text ?? "")
    let result = ProfileStore(directories: [sandbox.path]).loadBridge("mine")
    #expect(result.diagnostics == [])
    #expect(result.table?.keys.count == 3)
  }

  @Test("the parts are right in their sections")
  func parts() throws {
    for example in try ManPageTests.examples() where example.kind.hasPrefix("part: ") {
      let text = ManPageTests.whole(example.text, of: String(example.kind.dropFirst(6)))
      let result = try ManPageTests.load(text)
      #expect(result.profile != nil, "\(text)\(result.text)")
    }
  }

  @Test("the message on the page is the one that the mistake in the first profile gets")
  func message() throws {
    let examples = try ManPageTests.examples()
    let first = try #require(examples.first { $0.kind == "profile" })
    let message = try #require(examples.first { $0.kind == "message" })
    let result = try ManPageTests.load(first.text.replacingOccurrences(of: "next", with: "nxt"))
    let lines = result.text.split(separator: "\n").map(String.init)
    #expect(result.diagnostics.count == 1)
    #expect(lines.first?.hasSuffix("/" + (message.text.split(separator: "\n").first ?? "")) == true, "\(lines)")
    #expect(lines.dropFirst() == message.text.split(separator: "\n").dropFirst().map(String.init)[...])
  }

  /// The heads of a section's keys, as mdoc, and the text below each without macros.
  private static func keys(of section: String) throws -> [(head: String, text: String)] {
    let lines = try String(contentsOfFile: root + "/man/switchway.yaml.5", encoding: .utf8).split(separator: "\n")
    var keys: [(head: String, text: String)] = []
    let own = lines.drop { $0 != ".Sh \(section)" }.dropFirst().prefix { ![".Sh", ".Ss"].contains($0.prefix(3)) }
    for line in own {
      if line.hasPrefix(".It Ic ") {
        keys.append((String(line), ""))
      } else if !keys.isEmpty {
        let words = line.hasPrefix(".") ? line.drop { $0 != " " }.dropFirst() : line
        keys[keys.count - 1].text += words + " "
      }
    }
    return keys
  }

  /// The head of a key, as mdoc.
  private static func head<Settings>(_ field: SectionField<Settings>, _ standard: Settings) -> String {
    let values: String? =
      switch field.value {
      case .duration(_, let range, let orZero):
        (orZero ? "0 No or Li " : "")
          + "\(DurationText.written(range.lowerBound)) No to Li \(DurationText.written(range.upperBound))"
      case .count(_, let most): "0 No to Li \(most)"
      case .flag: "yes No or Li no"
      case .word(let words, _, _): words.dropLast().joined(separator: " , ") + " No or Li \(words.last ?? "")"
      case .other: nil
      }
    let written = field.written(standard)
    let parts = [values.map { "Li \($0)" }, written.isEmpty ? nil : "No by default Li \(written)"].compactMap(\.self)
    return ".It Ic \(field.name)" + (parts.isEmpty ? "" : " Pq " + parts.joined(separator: " , "))
  }

  /// - Parameter others: keys in the section that have a table of their own.
  private static func compare<Settings>(
    _ section: String, with fields: [SectionField<Settings>], _ standard: Settings, others: Set<String> = []
  ) throws {
    let keys = try keys(of: section).filter { !others.contains($0.head) }
    #expect(keys.map(\.head) == fields.map { head($0, standard) })
    for (key, field) in zip(keys, fields) {
      #expect(key.text.hasPrefix(field.help + " "), "\(field.name): \(key.text)")
    }
  }

  @Test("the keys of each section have the values, defaults and sentences of the schema")
  func schema() throws {
    let match: Set = [".It Ic kind", ".It Ic name", ".It Ic id", ".It Ic uniq , phys", ".It Ic bus", ".It Ic path"]
    try Self.compare("DEVICES", with: DeviceEntry.fields, DeviceEntry(name: "", match: DeviceMatch()), others: match)
    let gestures = ".It Ic " + Gesture.ofSwitch.map(\.rawValue).joined(separator: " , ")
    let switchEntry = SwitchDefinition(name: "", inputs: [], gestures: GestureBindings())
    try Self.compare("SWITCHES", with: SwitchDefinition.fields, switchEntry, others: [gestures])
    try Self.compare("KEYBOARD", with: KeyboardSettings.fields, KeyboardSettings())
    try Self.compare("POLICY", with: PolicySettings.fields, PolicySettings())
    try Self.compare("SCAN", with: ScanSettings.fields, ScanSettings())
    try Self.compare("STEADYING", with: SteadyingParameters.fields, SteadyingParameters())
  }

  @Test("no line of a page quotes two words: mandoc and groff close both quotes behind the last one")
  func quotes() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.root + "/man").sorted() {
      let page = try String(contentsOfFile: Self.root + "/man/" + name, encoding: .utf8)
      for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard line.hasPrefix(".") else { continue }
        let quotes = line.dropFirst().split(separator: " ").count { ["Ql", "Dq", "Sq"].contains($0) }
        #expect(quotes < 2, "man/\(name):\(number + 1): \(line)")
      }
    }
  }
}
