import SwitchwayClock
import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// Reads the section `scan`.
struct ScanReader {
  /// A longer `reaction` gives a warning, because most people's fastest reaction is shorter than this. In a simulation
  /// with a `reaction` as long as the person's mean reaction, every second choice was wrong. Source:
  /// docs/design/scanning.md, "Reaction".
  private static let longReaction = Microseconds.milliseconds(200)

  /// The number of items on the example page for which the time of a round is reported. An alphabet has about as many
  /// letters.
  private static let exampleItems: Int64 = 30

  let findings: Findings
  let commands: CommandReader
  let switches: [SwitchDefinition]
  let chords: [ChordDefinition]
  /// The whole profile, for the positions of gestures and chords.
  let root: YAMLNode

  func scan(_ section: YAMLNode.Pair) -> ScanSettings {
    var scan = ScanSettings()
    let keys = ScanSettings.fields.map(\.name)
    guard let fields = findings.mapping(section, keys: keys, example: "scan: {style: auto}") else { return scan }
    for field in fields { findings.read(field, of: ScanSettings.fields, into: &scan) }
    // If the style could not be read, it was probably not meant to be `front-end`.
    let style = fields.first { $0.name == "style" }
    let isRead = fields.count == section.value.pairs?.count && (style.map { $0.value.text == "front-end" } ?? true)
    if !scan.style.hasClock, isRead { auditFrontEnd(fields.filter { $0.name != "style" }) }
    guard let style, scan.style.hasClock else { return scan }
    auditStyle(scan.style, style.value)
    if scan.style.releaseChooses {
      auditReleases(scan.style, style.value)
      auditStuck(scan, fields, style.value)
    }
    let interval = fields.first { $0.name == "interval" }
    if let reaction = fields.first(where: { $0.name == "reaction" })?.value {
      auditReaction(scan, interval.map { YAMLNode.later(reaction, $0.value) } ?? reaction)
    }
    if !findings.hasErrors { tellRate(scan, (interval ?? style).value) }
    return scan
  }

  /// Gives a single warning about all settings of a clock that does not run.
  private func auditFrontEnd(_ fields: [YAMLNode.Pair]) {
    guard let first = fields.map(\.key).min(by: YAMLNode.isEarlier) else { return }
    let names = Choice.list(fields.map { "'\($0.name)'" }, "and")
    let isOne = fields.count == 1
    findings.unused(
      first, "\(names) \(isOne ? "has" : "have") no effect: with 'style: front-end' Switchway does not scan",
      help: "add \(Choice.words(ClockStyle.settings)), or remove \(isOne ? "it" : "them")")
  }

  /// Reports a style whose required command is not bound.
  private func auditStyle(_ style: ClockStyle, _ node: YAMLNode) {
    guard !findings.commandsAreUncertain else { return }
    let isBound =
      style.releaseChooses
      ? switches.contains { $0.gestures.command(of: .tap)?.name == style.command } : commands.gives(style.commands)
    guard !isBound else { return }
    let lack =
      style.releaseChooses
      ? "'tap: \(style.command)', which no switch has" : "\(Choice.words(style.commands)), which nothing is bound to"
    findings.error(
      node, "'style: \(style.rawValue)' \(style.purpose) with \(lack)",
      help: "give a switch tap: \(style.command)" + (style.movesAlone ? "" : ", or write 'style: auto'"))
  }

  /// Reports other gestures and chords of switches whose release chooses: such a switch cannot wait for another
  /// gesture.
  private func auditReleases(_ style: ClockStyle, _ node: YAMLNode) {
    for (index, definition) in switches.enumerated()
    where definition.gestures.command(of: .tap)?.name == style.command {
      let fields = root.pair("switches")?.value.pair(definition.name)?.value
      for gesture in Gesture.ofSwitch where ![.tap, .press].contains(gesture) {
        guard let field = fields?.pair(gesture.rawValue), field.value.text != "nothing" else { continue }
        findings.error(
          YAMLNode.later(node, field.key),
          "with 'style: \(style.rawValue)', switch '\(definition.name)' cannot have '\(gesture.rawValue)': "
            + "releasing it chooses",
          help: "remove '\(gesture.rawValue)', or write 'style: auto'")
      }
      for chord in chords where chord.parts.contains(index) {
        guard let key = root.pair("chords")?.value.pair(chord.name)?.key else { continue }
        findings.error(
          YAMLNode.later(node, key),
          "with 'style: \(style.rawValue)', switch '\(definition.name)' cannot be part of the chord '\(chord.name)': "
            + "releasing it chooses",
          help: "remove the chord, or write 'style: auto'")
      }
    }
  }

  /// Warns if a switch that is held to scan counts as stuck before all items were highlighted.
  private func auditStuck(_ scan: ScanSettings, _ fields: [YAMLNode.Pair], _ style: YAMLNode) {
    guard !findings.commandsAreUncertain else { return }
    let held = switches.filter { $0.gestures.command(of: .tap)?.name == scan.style.command }
    for one in held where one.steadying.stuckAfter > .zero {
      let after = DurationText.words(one.steadying.stuckAfter)
      let place = root.pair("switches")?.value.pair(one.name)?.value.pair("steady")?.value.pair("stuck-after")?.value
      func warn(_ field: String, _ message: String, help: String) {
        let node = fields.first { $0.name == field }?.value ?? style
        findings.warning(place.map { YAMLNode.later(node, $0) } ?? node, message, help: help)
      }
      if scan.steps == 0 {
        warn(
          "steps",
          "with 'steps: 0', switch '\(one.name)' counts as stuck after it was held for \(after), if no scanning "
            + "program says how many items there are", help: "write 'steps', or a longer 'stuck-after' of the switch")
      }
      if scan.loops != 1, one.steadying.stuckAfter <= scan.interval {
        warn(
          "interval",
          "if '\(one.name)' is held for \(after) after the first round, it counts as stuck before the second "
            + "round moves on",
          help: "write a 'stuck-after' of several times 'interval', or 'loops: 1'")
      }
    }
  }

  /// Says in words how fast the clock is.
  private func tellRate(_ scan: ScanSettings, _ node: YAMLNode) {
    let interval = DurationText.words(scan.interval)
    guard !scan.style.waitChooses else {
      findings.note(
        node, "an item is chosen \(interval) after the last \(Choice.words(scan.style.commands))",
        help: "the switch must also have been released for as long; change 'interval' for more time")
      return
    }
    let all = scan.interval.value * ScanReader.exampleItems + scan.firstItemPause.value
    let pause =
      scan.firstItemPause > .zero ? ", and \(DurationText.words(scan.firstItemPause)) more before the first step" : ""
    findings.note(
      node, "\(ScanReader.exampleItems) items take \((all + 999_999) / 1_000_000) s at most",
      help: "\(interval) each\(pause); change 'interval' for another pace")
  }

  private func auditReaction(_ scan: ScanSettings, _ node: YAMLNode) {
    let both = DurationText.written([scan.reaction, scan.interval])
    if scan.reaction >= scan.interval {
      findings.error(
        node, "'reaction' (\(both[0])) is not shorter than 'interval' (\(both[1]))",
        help: "every press would choose an earlier item; write a little less than the person's fastest reaction")
    } else if scan.reaction > ScanReader.longReaction || scan.reaction.value * 10 > scan.interval.value * 3 {
      findings.warning(
        node,
        "'reaction' (\(both[0])) is long compared with 'interval' (\(both[1])): presses can choose the previous item",
        help: "write a little less than the person's fastest reaction, not the average; 0.1s suits most")
    }
  }
}
