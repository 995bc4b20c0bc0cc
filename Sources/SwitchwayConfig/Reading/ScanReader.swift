import SwitchwayCore

// The section `scan`.
extension ProfileReader {
  private static let scanKeys = [
    "style", "interval", "first-item-pause", "loops", "steps", "after-select", "reaction",
  ]
  private static let intervals = Microseconds.milliseconds(200)...Microseconds.seconds(30)
  private static let pauses = Microseconds.zero...Microseconds.seconds(30)
  private static let reactions = Microseconds.zero...Microseconds.seconds(1)
  /// Counts are 1…1000; 0: without end.
  private static let mostCount = 1_000
  /// More than the fastest reaction of most people: with the mean, every second choice is wrong. Source: the design's
  /// text on key-remap files, which simulated it; so is the part of an interval.
  private static let longReaction = Microseconds.milliseconds(200)

  mutating func readScan(_ section: YAMLNode.Pair) {
    guard let fields = findings.mapping(section, keys: ProfileReader.scanKeys, example: "scan: {style: auto}") else {
      return
    }
    for field in fields {
      switch field.name {
      case "style":
        let words = ScanSettings.Style.allCases.map(\.rawValue)
        let word = findings.word(field.value, for: "style", among: words)
        scan.style = word.flatMap(ScanSettings.Style.init) ?? .frontEnd
      case "interval": scan.interval = findings.duration(field, in: ProfileReader.intervals) ?? scan.interval
      case "first-item-pause":
        scan.firstItemPause = findings.duration(field, in: ProfileReader.pauses) ?? scan.firstItemPause
      case "loops": scan.loops = count(field, example: 3) ?? scan.loops
      case "steps": scan.steps = count(field, example: 30) ?? scan.steps
      case "after-select":
        let words = ScanSettings.AfterSelect.allCases.map(\.rawValue)
        let word = findings.word(field.value, for: "after-select", among: words)
        scan.afterSelect = word.flatMap(ScanSettings.AfterSelect.init) ?? .goOn
      case "reaction": scan.reaction = findings.duration(field, in: ProfileReader.reactions) ?? scan.reaction
      default: break
      }
    }
    // A style that could not be read was meant for another than the front end's.
    let style = fields.first { $0.name == "style" }
    let isRead = fields.count == section.value.pairs?.count && (style.map { $0.value.text == "front-end" } ?? true)
    if scan.style != .frontEnd { readLater(section) }
    if scan.style == .frontEnd, isRead { auditFrontEnd(fields.filter { $0.name != "style" }) }
    if let style, scan.style != .frontEnd { auditStyle(style.value) }
    if let reaction = fields.first(where: { $0.name == "reaction" }), scan.style != .frontEnd {
      auditReaction(reaction)
    }
  }

  private mutating func count(_ pair: YAMLNode.Pair, example: Int) -> Int? {
    if let text = pair.value.text, (1...4).contains(text.utf8.count), text == "0" || !text.hasPrefix("0"),
      text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text), count <= ProfileReader.mostCount
    {
      return count
    }
    if !pair.value.isRefused {
      findings.error(
        pair.value,
        "expected a whole number from 0 to \(ProfileReader.mostCount) for '\(pair.name)', found \(pair.value.words)",
        help: "write for example \(pair.name): \(example); with 0 it never rests")
    }
    return nil
  }

  /// Numbers of a clock that is not kept: one warning for all of them.
  private mutating func auditFrontEnd(_ fields: [YAMLNode.Pair]) {
    guard let first = fields.map(\.key).min(by: ProfileReader.isEarlier) else { return }
    let names = fields.map { "'\($0.name)'" }
    let list = names.count == 1 ? names[0] : names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
    findings.warning(
      first, "\(list) \(names.count == 1 ? "has" : "have") no effect: with 'style: front-end' Switchway keeps no clock",
      help: "add 'style: auto', 'step' or 'inverse', or take \(names.count == 1 ? "it" : "them") out")
  }

  /// Whether anything gives what the style lives by.
  private mutating func auditStyle(_ style: YAMLNode) {
    guard !findings.commandsAreUncertain else { return }
    func gives(_ names: String...) -> Bool { bound.contains { names.contains($0.command.name) } }
    switch scan.style {
    case .frontEnd: break
    case .auto where !gives("select"):
      findings.error(
        style, "nothing gives 'select', by which 'style: auto' chooses", help: "give a switch tap: select")
    case .step where !gives("next", "previous"):
      findings.error(
        style, "nothing gives 'next' or 'previous', by which 'style: step' moves on",
        help: "give a switch tap: next, or write 'style: auto'")
    case .inverse where !switches.contains(where: { $0.gestures.command(of: .tap)?.name == "select" }):
      findings.error(
        style, "no switch has 'tap: select', by which 'style: inverse' moves on and chooses",
        help: "give a switch tap: select, or write 'style: auto'")
    case .auto, .step, .inverse: break
    }
  }

  private mutating func auditReaction(_ pair: YAMLNode.Pair) {
    let both = DurationText.written([scan.reaction, scan.interval])
    if scan.reaction >= scan.interval {
      findings.error(
        pair.value, "'reaction' (\(both[0])) is not shorter than 'interval' (\(both[1]))",
        help: "every press would go to an item before: write a little less than the person's fastest reaction")
    } else if scan.reaction > ProfileReader.longReaction || scan.reaction.value * 10 > scan.interval.value * 3 {
      findings.warning(
        pair.value, "'reaction' (\(both[0])) is long beside 'interval' (\(both[1])): presses can go to the item before",
        help: "write a little less than the person's fastest reaction, not the mean: 0.1s does for most")
    }
  }
}
