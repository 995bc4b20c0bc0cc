import SwitchwayCore

// The section `scan`.
extension ProfileReader {
  private static let scanKeys = ["style", "interval", "first-item-pause", "loops", "reaction"]
  private static let intervals = Microseconds.milliseconds(200)...Microseconds.seconds(30)
  private static let times = Microseconds.zero...DurationText.longest
  /// Counts are 1…1000; 0: without end.
  private static let mostLoops = 1_000

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
        scan.firstItemPause = findings.duration(field, in: ProfileReader.times) ?? scan.firstItemPause
      case "loops": scan.loops = loops(field) ?? scan.loops
      case "reaction": scan.reaction = findings.duration(field, in: ProfileReader.times) ?? scan.reaction
      default: break
      }
    }
    auditScan(fields, isWhole: fields.count == section.value.pairs?.count)
  }

  private mutating func loops(_ pair: YAMLNode.Pair) -> Int? {
    if let text = pair.value.text, (1...4).contains(text.utf8.count), text == "0" || !text.hasPrefix("0"),
      text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text), count <= ProfileReader.mostLoops
    {
      return count
    }
    if !pair.value.isRefused {
      findings.error(
        pair.value,
        "expected a whole number from 0 to \(ProfileReader.mostLoops) for 'loops', found \(pair.value.words)",
        help: "write for example loops: 3; with 0 it never rests")
    }
    return nil
  }

  private mutating func auditScan(_ fields: [YAMLNode.Pair], isWhole: Bool) {
    let style = fields.first { $0.name == "style" }
    if scan.style == .frontEnd, isWhole, style.map({ $0.value.text == "front-end" }) ?? true {
      for field in fields where field.name != "style" {
        findings.warning(
          field.key, "'\(field.name)' has no effect: with 'style: front-end' Switchway keeps no clock",
          help: "add 'style: auto', 'step' or 'inverse', or take it out")
      }
    } else if scan.reaction >= scan.interval, let field = fields.first(where: { $0.name == "reaction" }) {
      findings.warning(
        field.value,
        "'reaction' is as long as a whole 'interval' (\(DurationText.written(scan.interval))) or longer",
        help: "every press would go to an item before: write a shorter time")
    }
    guard scan.style == .step || scan.style == .inverse, let style, !findings.commandsAreUncertain,
      !bound.contains(where: { $0.command.name == "next" })
    else { return }
    findings.error(
      style.value, "nothing gives 'next', by which 'style: \(scan.style.rawValue)' moves on",
      help: "bind 'next' to a switch, or write 'style: auto'")
  }
}
