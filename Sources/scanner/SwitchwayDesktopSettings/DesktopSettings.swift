import SwitchwayFiles
import SwitchwayYAML

/// The settings of the desktop scanner: the ring, the bar, how items are grouped, and speech.
package struct DesktopSettings: Hashable, Sendable {
  /// The edge of the screen at which the bar is.
  package enum Edge: String, CaseIterable, Sendable {
    case bottom, top
  }

  /// The place where the highlight begins after a choice.
  package enum After: String, CaseIterable, Sendable {
    /// Scanning continues at the window's first page.
    case top
    /// Scanning continues in the group of the chosen item.
    case group
  }

  /// How the person chooses a point of the screen in the panel.
  package enum PointBy: String, CaseIterable, Sendable {
    /// The person chooses by columns and rows.
    case grid
    /// The person stops a line that glides over the screen. This needs a clock that moves the highlight.
    case line
  }

  /// The order of the letters of the panel's keyboard.
  package enum Keyboard: String, CaseIterable, Sendable {
    /// The keys are ordered as on the person's keyboard.
    case rows
    /// The most frequent letters of the language come first.
    case frequency
  }

  /// The behaviour of the panel's keyboard while the screen is locked.
  package enum Typing: String, CaseIterable, Sendable {
    case no, yes
  }

  /// How items are grouped into pages.
  package enum Groups: String, CaseIterable, Sendable {
    /// Items are grouped only by their positions, whatever containers the program has.
    case rows
    /// Items are grouped by their positions, but the program's containers stay together.
    case containers
    /// The pages have one item after the other, wherever the items are.
    case none
  }

  /// The width of each of the ring's two colours, in pixels of the desktop. 1…20.
  package var ringWidth = 4
  /// The inner and the outer colour of the ring: red, green and blue, 8 bits each.
  package var ringColours: [UInt32] = [0xFFD800, 0x101020]
  package var edge = Edge.bottom
  /// The height of the bar in pixels, 24…400.
  package var height = 48
  package var keyboard = Keyboard.rows
  package var after = After.top
  package var groups = Groups.containers
  /// Whether the panel's keyboard is available while the screen is locked, for the password.
  package var typesWhenLocked = false
  /// The settings for speech. `nil` without the section `speech`: then the scanner does not speak, and the panel has no
  /// page for sound.
  package var speech: SpeechSettings?
  package var pointBy = PointBy.grid
  /// The number of columns and of rows into which the panel divides the screen, 2…7. A gliding line crosses each of
  /// them in one interval of the clock.
  package var pointColumns = 7
  package var pointRows = 7
  /// How often the screen is divided before the actions are offered, 2 or 3.
  package var pointTimes = 2

  package init() {}
}

/// The result of reading the settings of the desktop scanner.
package struct DesktopSettingsResult: Sendable {
  /// The settings. `nil` if there is an error.
  package var settings: DesktopSettings?
  /// Every problem as text for people, with its line and how to fix it; without a line feed at its end. It is empty if
  /// there is none.
  package var text: String
  /// The `errno` if the system could not read the file.
  package var errno: Int32?
}

extension DesktopSettings {
  /// Reads the settings file `path`. Like a profile, the file must be writable only for the user or root. If it does
  /// not exist but `mayBeMissing`, the defaults are used.
  package static func load(_ path: String, mayBeMissing: Bool = true, as user: UserIdentity) -> DesktopSettingsResult {
    let findings = Findings()
    var source: SourceText?
    var settings: DesktopSettings?
    var errno: Int32?
    switch FileReading.read(path, as: user) {
    case .missing where mayBeMissing: return DesktopSettingsResult(settings: DesktopSettings(), text: "")
    case .missing: findings.error(file: 0, .top, "no such file", help: "give the path of a file that is there")
    case .refused(let message, let help, let code):
      findings.error(file: 0, .top, message, help: help)
      errno = code
    case .bytes(let bytes):
      let root = YAMLTree.root(
        of: bytes, file: 0, findings: findings, source: &source, help: "write for example after: group")
      settings = root.map { DesktopSettingsReader(findings: findings).settings($0) }
    }
    let text = findings.diagnostics(paths: [path]).map { DiagnosticRenderer.text(of: $0, source: source) }
    return DesktopSettingsResult(
      settings: findings.hasErrors ? nil : settings, text: text.joined(separator: "\n"), errno: errno)
  }
}

/// Reads the sections of `desktop.yaml`.
struct DesktopSettingsReader {
  let findings: Findings

  func settings(_ root: YAMLNode) -> DesktopSettings {
    var settings = DesktopSettings()
    guard let pairs = root.pairs else {
      findings.error(
        root, "expected settings such as 'after: group', found \(root.words)", help: "write for example after: group")
      return settings
    }
    let keys = ["ring", "panel", "point", "after", "groups", "lock", "speech"]
    for pair in pairs where findings.isKnown(pair.key, keys: keys) {
      switch pair.name {
      case "ring": ring(pair, &settings)
      case "panel": panel(pair, &settings)
      case "lock": lock(pair, &settings)
      case "speech": settings.speech = speech(pair)
      case "point": point(pair, &settings)
      case "after": settings.after = findings.choice(pair) ?? .top
      default: settings.groups = findings.choice(pair) ?? .containers
      }
    }
    return settings
  }

  private func ring(_ pair: YAMLNode.Pair, _ settings: inout DesktopSettings) {
    for field in findings.mapping(pair, keys: ["width", "colours"], example: "ring: {width: 4}") ?? [] {
      if field.name == "width" {
        settings.ringWidth = pixels(field, in: 1...20) ?? settings.ringWidth
      } else {
        settings.ringColours = colours(field) ?? settings.ringColours
      }
    }
  }

  private func panel(_ pair: YAMLNode.Pair, _ settings: inout DesktopSettings) {
    for field in findings.mapping(pair, keys: ["edge", "height", "keyboard"], example: "panel: {edge: bottom}") ?? [] {
      switch field.name {
      case "edge": settings.edge = findings.choice(field) ?? .bottom
      case "keyboard": settings.keyboard = findings.choice(field) ?? .rows
      default: settings.height = pixels(field, in: 24...400) ?? settings.height
      }
    }
  }

  private func point(_ pair: YAMLNode.Pair, _ settings: inout DesktopSettings) {
    let keys = ["by", "columns", "rows", "times"]
    for field in findings.mapping(pair, keys: keys, example: "point: {columns: 7}") ?? [] {
      switch field.name {
      case "by": settings.pointBy = findings.choice(field) ?? .grid
      case "columns": settings.pointColumns = count(field, in: 2...7) ?? settings.pointColumns
      case "rows": settings.pointRows = count(field, in: 2...7) ?? settings.pointRows
      default: settings.pointTimes = count(field, in: 2...3) ?? settings.pointTimes
      }
    }
  }

  private func count(_ field: YAMLNode.Pair, in range: ClosedRange<Int>) -> Int? {
    if let text = field.value.text, text.utf8.count == 1, let count = Int(text), range.contains(count) { return count }
    findings.error(
      field.value,
      "expected a count from \(range.lowerBound) to \(range.upperBound) for '\(field.name)', found "
        + "\(field.value.words)",
      help: "write for example \(field.name): \(range.upperBound)")
    return nil
  }

  private func lock(_ pair: YAMLNode.Pair, _ settings: inout DesktopSettings) {
    for field in findings.mapping(pair, keys: ["typing"], example: "lock: {typing: yes}") ?? [] {
      settings.typesWhenLocked = findings.choice(field) == DesktopSettings.Typing.yes
    }
  }

  private func pixels(_ field: YAMLNode.Pair, in range: ClosedRange<Int>) -> Int? {
    if let text = field.value.text, text.utf8.count < 5, let count = Int(text), range.contains(count) { return count }
    findings.error(
      field.value,
      "expected a whole number of pixels from \(range.lowerBound) to \(range.upperBound) for '\(field.name)', "
        + "found \(field.value.words)",
      help: "write for example \(field.name): \(field.name == "width" ? 4 : 48)")
    return nil
  }

  /// Reads two colours, each written as `#rrggbb`.
  private func colours(_ field: YAMLNode.Pair) -> [UInt32]? {
    let texts = field.value.items?.map(\.text) ?? []
    let found = texts.compactMap { text -> UInt32? in
      guard let text, text.utf8.count == 7, text.hasPrefix("#") else { return nil }
      let digits = text.dropFirst()
      return digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
    }
    if found.count == 2, texts.count == 2 { return found }
    findings.error(
      field.value, "expected two colours for 'colours', such as \"#ffd800\"",
      help: "write for example colours: [\"#ffd800\", \"#101020\"]")
    return nil
  }
}
