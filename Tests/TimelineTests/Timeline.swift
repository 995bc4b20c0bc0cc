import Foundation
import SwitchwayConfig
import SwitchwayCore
import Testing

/// A case of a timeline file: a title, steps, and the settings that hold for it. `Tests/Timelines/README.md` says what
/// a file may contain.
struct Timeline: CustomTestStringConvertible, Sendable {
  /// What the person and the programs do, and what comes of it.
  struct Step: Sendable {
    var line: Int
    var script: String
    var expected: [String]
  }

  /// What holds for a case before its first step.
  struct Settings: Sendable {
    var profile: Profile?
    /// What `profile(NAME)` puts in force.
    var others: [String: Profile] = [:]
    /// nil: nobody has claimed anything.
    var claims: ClaimedCommands?
    var devices: [DeviceDescription] = [.keyboard, .keyboard]
    var shows: Set<String> = []
  }

  /// What is wrong with a file.
  struct Mistake: Error {
    var line: Int
    var text: String

    init(_ text: String, line: Int = 0) {
      self.line = line
      self.text = text
    }
  }

  var path: String
  var title: String
  var line: Int
  var settings = Settings()
  var steps: [Step] = []
  var mistake: Mistake?

  private var file: String { path.split(separator: "/").last.map(String.init) ?? path }
  var testDescription: String { "\(file): \(title)" }

  // MARK: Files

  static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().standardizedFileURL.path

  /// All cases of all files. A file with a mistake is a case that fails with it.
  static let all: [Timeline] = {
    let folder = "\(top)/Tests/Timelines"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".timeline") }.sorted().flatMap { name in
      let path = "\(folder)/\(name)"
      do {
        return try read(String(contentsOfFile: path, encoding: .utf8), path: path)
      } catch {
        let mistake = error as? Mistake ?? Mistake("\(error)")
        return [Timeline(path: path, title: "can be read", line: mistake.line, mistake: mistake)]
      }
    }
  }()

  static func read(_ text: String, path: String) throws -> [Timeline] {
    var reading = TimelineReading(path: path)
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      try reading.read(line, number: index + 1)
    }
    try reading.end()
    return reading.cases
  }

  /// A profile of `Config/`, by its name.
  static func shipped(_ name: String) throws -> Profile {
    try loaded(ProfileStore(directories: ["\(top)/Config"]), name)
  }

  /// The profile of a key-remap file with this text. `switchway: 1` is added where it is missing.
  static func profile(_ text: String, name: String = "own") throws -> Profile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "switchway-timeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "\(name).yaml")
    let whole = text.hasPrefix("switchway:") ? text : "switchway: 1\n" + text
    try (whole.hasSuffix("\n") ? whole : whole + "\n").write(to: file, atomically: false, encoding: .utf8)
    return try loaded(ProfileStore(file: file.path, directories: ["\(top)/Config"]), name)
  }

  private static func loaded(_ store: ProfileStore, _ name: String) throws -> Profile {
    let result = store.load(name)
    guard let profile = result.profile else { throw Mistake("the profile cannot be used:\n\(result.text)") }
    return profile
  }

  // MARK: Playing

  /// Plays the case. What is wrong is reported at its line of the file.
  func check() {
    guard let failure else { return }
    let location = SourceLocation(
      fileID: "Timelines/\(file)", filePath: path, line: max(1, failure.line), column: 1)
    Issue.record("\(file):\(failure.line): \(title): \(failure.text)", sourceLocation: location)
  }

  /// The first step that is wrong, or of which something else comes; nil: all of it is right.
  var failure: Mistake? {
    if let mistake { return mistake }
    var line = line
    do {
      var run = try TimelineRun(settings)
      for step in steps {
        line = step.line
        if let difference = Timeline.difference(step.expected, try run.play(step.script)) {
          return Mistake("\(step.script)\n\(difference)", line: line)
        }
      }
      return nil
    } catch {
      return Mistake((error as? Mistake)?.text ?? "\(error)", line: line)
    }
  }

  /// What is expected beside what came, or nil where they are the same.
  static func difference(_ expected: [String], _ came: [Came]) -> String? {
    let rows = (0..<max(expected.count, came.count)).map { index in
      let left = index < expected.count ? expected[index] : "-"
      let isSame = index < expected.count && index < came.count && came[index].matches(expected[index])
      return (isSame, left, index < came.count ? came[index].text : "-")
    }
    guard rows.contains(where: { !$0.0 }) else { return nil }
    let width = max(8, rows.map(\.1.count).max() ?? 0)
    func row(_ sign: String, _ left: String, _ right: String) -> String {
      "  \(sign) \(left.padding(toLength: width, withPad: " ", startingAt: 0))  \(right)"
    }
    return ([row(" ", "expected", "came")] + rows.map { row($0.0 ? " " : ">", $0.1, $0.2) }).joined(separator: "\n")
  }
}

/// Reads a timeline file line by line.
private struct TimelineReading {
  let path: String
  private(set) var cases: [Timeline] = []
  private var settings = Timeline.Settings()
  /// The profile whose lines follow, and its name; an empty name: the one in force at the start.
  private var profile: (name: String, line: Int, text: String)?
  private var isOfSwitches = false
  /// Input of which nothing is said yet.
  private var pending: (line: Int, words: [String])?

  init(path: String) { self.path = path }

  mutating func read(_ line: Substring, number: Int) throws {
    let text = line.drop { $0 == " " }
    if text.isEmpty || text.hasPrefix("#") { return }
    if line.hasPrefix(" ") {
      if profile != nil {
        // Lines of `switches:` stay below that key.
        profile?.text += line.dropFirst(isOfSwitches ? 0 : 2) + "\n"
      } else if cases.isEmpty {
        throw Timeline.Mistake("a step before the first 'case'", line: number)
      } else {
        readStep(String(text), number)
      }
      return
    }
    try endProfile()
    try endCase()
    if line.hasPrefix("case ") {
      let title = String(line.dropFirst(5))
      if cases.contains(where: { $0.title == title }) {
        throw Timeline.Mistake("two cases are called '\(title)'", line: number)
      }
      cases.append(Timeline(path: path, title: title, line: number, settings: settings))
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      try set(String(line[..<colon]), String(value), number)
    } else {
      throw Timeline.Mistake("expected 'case TITLE' or a setting, found '\(line)'", line: number)
    }
  }

  mutating func end() throws {
    try endProfile()
    try endCase()
    for one in cases where one.steps.isEmpty { throw Timeline.Mistake("'\(one.title)' has no steps", line: one.line) }
    if cases.isEmpty { throw Timeline.Mistake("there is no 'case' in it", line: 1) }
  }

  private mutating func readStep(_ text: String, _ number: Int) {
    let parts = text.components(separatedBy: "=>")
    let input = parts[0].trimmingCharacters(in: .whitespaces)
    if !input.isEmpty { pending = (pending?.line ?? number, (pending?.words ?? []) + [input]) }
    guard parts.count > 1 else { return }
    let expected = parts[1].parts(at: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    let last = cases.count - 1
    if let (line, words) = pending {
      cases[last].steps.append(.init(line: line, script: words.joined(separator: " "), expected: expected))
      pending = nil
    } else if !cases[last].steps.isEmpty {
      cases[last].steps[cases[last].steps.count - 1].expected += expected
    }
  }

  private mutating func endCase() throws {
    guard let (line, words) = pending else { return }
    throw Timeline.Mistake("nothing says what comes of '\(words.joined(separator: " "))': add '=>'", line: line)
  }

  private mutating func endProfile() throws {
    guard let (name, line, text) = profile else { return }
    profile = nil
    if text.isEmpty { throw Timeline.Mistake("a profile without lines", line: line) }
    try use(name, line) { try Timeline.profile(text, name: name.isEmpty ? "own" : name) }
  }

  private mutating func use(_ name: String, _ line: Int, _ profile: () throws -> Profile) throws {
    do {
      if name.isEmpty { settings.profile = try profile() } else { settings.others[name] = try profile() }
    } catch let mistake as Timeline.Mistake {
      throw Timeline.Mistake(mistake.text, line: line)
    }
  }

  private mutating func set(_ key: String, _ value: String, _ line: Int) throws {
    let words = value.split(whereSeparator: { " ,".contains($0) }).map(String.init)
    switch key {
    case _ where key == "profile" || key.hasPrefix("profile "):
      isOfSwitches = false
      let name = String(key.dropFirst(8))
      if value.isEmpty { profile = (name, line, "") } else { try use(name, line) { try Timeline.shipped(value) } }
    case "switches":
      settings.devices = [.box]
      isOfSwitches = true
      let text = "devices: {box: {match: {name: Test Box}}}\nswitches: \(value)\n"
      if value.isEmpty { profile = ("", line, text) } else { try use("", line) { try Timeline.profile(text) } }
    case "claims":
      settings.claims = words == ["none"] ? nil : words == ["all"] ? .all : .names(words)
    case "devices":
      settings.devices = try words.map { word in
        guard let device = DeviceDescription.known[word] else {
          throw Timeline.Mistake("no device '\(word)': expected \(DeviceDescription.known.keys.sorted())", line: line)
        }
        return device
      }
    case "shows":
      settings.shows = Set(words)
      for word in words where !["presses", "devices", "held-back", "cursor"].contains(word) {
        throw Timeline.Mistake("'\(word)' cannot be shown: expected presses, devices, held-back or cursor", line: line)
      }
    default:
      throw Timeline.Mistake("'\(key)' is no setting: expected profile, switches, claims, devices or shows", line: line)
    }
  }
}

extension DeviceDescription {
  static let keyboard = DeviceDescription(
    name: "Test Keyboard", bus: 3, vendor: 0x1209, product: 2, kind: .keyboard,
    keys: KeySet((1...248).map { UInt16($0) } + [0x110, 0x111, 0x1D0]))
  /// Another keyboard.
  static let pad = DeviceDescription(
    name: "Test Pad", bus: 3, vendor: 0x1209, product: 3, kind: .keyboard, keys: KeySet((1...248).map { UInt16($0) }))
  /// Eight buttons, from `btn_0` on.
  static let box = DeviceDescription(
    name: "Test Box", bus: 3, vendor: 0x1209, product: 1, kind: .switchInterface,
    keys: KeySet((0..<8).map { 0x100 + $0 }))
  /// A mouse with a fine wheel.
  static let mouse = DeviceDescription(
    name: "Test Mouse", bus: 3, vendor: 0x1209, product: 4, kind: .pointer, keys: KeySet([0x110, 0x111, 0x112]),
    movements: 0b1001_0000_0011)
  /// A knob that turns.
  static let knob = DeviceDescription(
    name: "Test Knob", bus: 3, vendor: 0x1209, product: 5, kind: .other, keys: KeySet([0x100]), movements: 1 << 7)
  static let known = ["keyboard": keyboard, "pad": pad, "box": box, "mouse": mouse, "knob": knob]
}

extension StringProtocol {
  /// The parts between separators that are not in parentheses.
  func parts(at separator: Character) -> [String] {
    var parts = [""]
    var depth = 0
    for character in self {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == separator, depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
