import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

/// An input of a switch, with its position.
typealias ReadInput = (node: YAMLNode, input: SwitchInput)

/// Reads the `input` of a switch: `DEVICE/CODE`.
struct InputsReader {
  /// The largest number of a button: `EventLimit.keyCodes`.
  private static let mostButtons = EventLimit.keyCodes

  let findings: Findings
  let devices: DevicesReading

  /// Reads the inputs of a switch. Inputs that cannot be read are reported and left out.
  func inputs(_ pair: YAMLNode.Pair) -> [ReadInput] {
    let items = pair.value.items ?? [pair.value]
    if items.isEmpty {
      findings.error(pair.value, "'input' is an empty list", help: "write for example input: box/button-1")
    }
    return items.compactMap { item in findings.isFull ? nil : input(item).map { (item, $0) } }
  }

  private func input(_ node: YAMLNode) -> SwitchInput? {
    guard let text = node.text, let slash = text.firstIndex(of: "/") else {
      let device = devices.keys.first?.text ?? "box"
      findings.error(
        node, "expected DEVICE/CODE for 'input', found \(node.words)", help: "write for example \(device)/button-1")
      return nil
    }
    let name = String(text[..<slash])
    let device = devices.index(of: name, node, findings)
    let selector = selector(String(text[text.index(after: slash)...]), node)
    guard let device, let selector else { return nil }
    return SwitchInput(device: device, selector: selector)
  }

  private func selector(_ code: String, _ node: YAMLNode) -> InputSelector? {
    if code == "any" { return .anyKey }
    if code.hasPrefix("button-") { return button(code, node) }
    let name = String(code.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
    let rest = code.dropFirst(name.count)
    if name.lowercased().hasPrefix("rel_") { return movement(name, rest, node) }
    if name.lowercased().hasPrefix("abs_") {
      guard let axis = EventNames.axis(name) else { return unknown(name, node) }
      return region(rest, axisName: name, node).map { region in
        .axis(AxisCondition(code: axis, region: region, release: region.press.twoThirds))
      }
    }
    guard rest.isEmpty else {
      if EventNames.key(name) != nil {
        findings.error(
          node, "a key or button has no level: \(node.words)",
          help: "write only '\(name)', or name an axis: abs_x > 60%")
        return nil
      }
      return unknown(code, node)
    }
    return EventNames.key(name).map { .key($0) } ?? unknown(code, node)
  }

  func unknown(_ code: String, _ node: YAMLNode) -> InputSelector? {
    let help =
      (InputsReader.button(like: code) ?? KeyChordReader.elsewhere(code) ?? EventNames.suggestion(for: code)).map {
        "did you mean '\($0)'?"
      }
      ?? "write a name such as space or btn_trigger, 0x1d4, any, button-1 or abs_x > 60%"
    findings.error(node, "unknown key, button or axis '\(YAMLNode.brief(code))'", help: help)
    return nil
  }

  /// Returns `button-3` for `buton-3`, `Button3` and similar texts, or `nil` for other texts.
  private static func button(like code: String) -> String? {
    guard code.utf8.count <= 32 else { return nil }
    let word = code.prefix { $0.isLetter }
    let digits = code.dropFirst(word.count).drop { "-_ ".contains($0) }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits),
      (1...mostButtons).contains(number),
      word.lowercased() == "button" || NearestName.suggestion(for: String(word), among: ["button"]) != nil
    else { return nil }
    return "button-\(number)"
  }

  private func button(_ code: String, _ node: YAMLNode) -> InputSelector? {
    let digits = code.dropFirst("button-".count)
    let number = digits.utf8.allSatisfy { (48...57).contains($0) } ? Int(digits) : nil
    if let number, (1...InputsReader.mostButtons).contains(number) { return .button(number) }
    findings.error(
      node, "expected a number from 1 to \(InputsReader.mostButtons) in '\(YAMLNode.brief(code))'",
      help: "button-1 is the first key or button that the device has")
    return nil
  }

  /// Reads the level or range of an axis, such as `> 60%`, `< -50%` or `30%..80%`.
  private func region(
    _ rest: Substring, axisName: String, _ node: YAMLNode
  ) -> AxisCondition.Region? {
    let text = rest.drop { $0 == " " || $0 == "\t" }
    if text.contains(" within ") {
      findings.error(
        node, "'\(axisName)' is a position, and only a movement has 'within'",
        help: "write for example \(axisName) > 60%, or a movement: rel_x > 20 within 300ms")
      return nil
    }
    guard let sign = text.first, sign == ">" || sign == "<" else {
      return range(text, axisName: axisName, node)
    }
    let written = text.dropFirst().drop { $0 == " " || $0 == "\t" }
    guard let level = level(written, node) else { return nil }
    if (sign == ">") != (level > 0) {
      findings.error(
        node, "'\(YAMLNode.brief(String(text)))' is true while the axis is in its rest position",
        help: sign == ">"
          ? "write '> \(written.dropFirst())' or '< \(written)'" : "write '< -\(written)' or '> \(written)'")
      return nil
    }
    return .beyond(AxisLevel(thousandths: level))
  }

  private func range(
    _ text: Substring, axisName: String, _ node: YAMLNode
  ) -> AxisCondition.Region? {
    guard let dots = text.indices.first(where: { text[$0...].hasPrefix("..") }) else {
      findings.error(
        node, "the axis '\(axisName)' needs a level", help: "write for example \(axisName) > 60%")
      return nil
    }
    let first = level(text[..<dots], node)
    let second = first == nil ? nil : level(text[dots...].dropFirst(2), node)
    guard let first, let second else { return nil }
    guard (first > 0) == (second > 0), first != second, first < 0 || first < second else {
      findings.error(
        node, "the range '\(YAMLNode.brief(String(text)))' is empty or crosses the middle",
        help: "write the level nearer to the rest position first, both on the same side: \(axisName) 30%..80%")
      return nil
    }
    let levels = [first, second].sorted { $0.magnitude < $1.magnitude }
    return .within(low: AxisLevel(thousandths: levels[0]), high: AxisLevel(thousandths: levels[1]))
  }

  /// The help for a level without a percent sign: `0.35` is a fraction, `35` is a percentage.
  private static func withSign(_ text: some StringProtocol) -> String {
    guard let value = LevelText.thousandths(text + "%"), value != 0, value.magnitude < 1_000 else {
      return "add the sign: \(text)%"
    }
    return "write a percentage: \(InputText.text(of: AxisLevel(thousandths: value * 100)))"
  }

  /// Reads a level of 1…100 % or -1…-100 %. Returns it in thousandths of a percent.
  func level(_ text: some StringProtocol, _ node: YAMLNode) -> Int64? {
    guard let value = LevelText.thousandths(text) else {
      let isNumber = LevelText.thousandths(text + "%") != nil
      let pointed = Findings.withPoint(String(text))
      let bare = String(text.filter { !" =".contains($0) })
      findings.error(
        node, "expected a level such as 60%, found '\(YAMLNode.brief(String(text)))'",
        help: isNumber
          ? InputsReader.withSign(text)
          : pointed.map { "write \($0), with a point" }
            ?? (LevelText.thousandths(bare) == nil
              ? "write a percentage with at most three decimals: 60% or -12.5%" : "write \(bare)"))
      return nil
    }
    guard LevelText.isInRange(value) else {
      findings.error(
        node, "a level must be from 1% to 100%, or from -1% to -100%, found '\(YAMLNode.brief(String(text)))'",
        help: "write for example 60%, or -60% for the other side")
      return nil
    }
    return value
  }

  /// Warns about inputs on the negative side of axes that rest at their lowest value. Not called if `rest` gives the
  /// rest position.
  func auditSides(_ inputs: [ReadInput]) {
    for (node, input) in inputs {
      guard case .axis(let axis) = input.selector, axis.isOneSidedAnywhere,
        axis.region.press.units < 0
      else { continue }
      findings.warning(
        node, "\(node.words) never presses: this axis rests at its lowest value, and has no other side",
        help: "write a level above 0, or say with 'rest' where it rests")
    }
  }
}
