import SwitchwayCore
import SwitchwayText
import SwitchwayYAML

/// The contents of the section `keyboard`.
struct KeyboardReading {
  var settings = KeyboardSettings()
  /// Whether a key that can be pressed is bound to a command that has an effect.
  var acts = false
  /// The YAML key `gesture-bindings` if it has bindings but no command enters gesture mode, otherwise `nil`.
  var unreached: YAMLNode?
  /// The bound keys that type text.
  var textKeys: [TextKeyUse] = []
}

/// Reads the section `keyboard`.
struct KeyboardReader {
  let findings: Findings
  let commands: CommandReader
  let devices: DevicesReading
  let switches: [SwitchDefinition]

  func keyboard(_ section: YAMLNode.Pair) -> KeyboardReading? {
    guard let all = findings.entries(section, example: "keyboard: {bindings: {tab+z: actions}}") else {
      findings.commandsAreUncertain = true
      return nil
    }
    let fields = all.filter { findings.isKnown($0.key, keys: KeyboardSettings.fields.map(\.name)) }
    // A refused field may be a misspelt section of bindings.
    if fields.count != section.value.pairs?.count { findings.commandsAreUncertain = true }
    func field(_ name: String) -> YAMLNode.Pair? { fields.first { $0.name == name } }
    var settings = KeyboardSettings()
    if let pair = field("modifier") { settings.modifier = modifier(pair) ?? settings.modifier }
    if let pair = field("devices") {
      settings.devices = keyboardDevices(pair)
    } else {
      auditKeyboards(section)
    }
    let pressed = KeyChordReader(use: .pressed(modifier: settings.modifier))
    for pair in fields {
      findings.read(pair, of: KeyboardSettings.fields, into: &settings)
      switch pair.name {
      case "layout": settings.layout = layout(pair)
      case "panic": settings.panic = panic(pair, reader: pressed)
      default: break
      }
    }
    let steady = keyboardSteady(field("steady"))
    settings.steadying = steady.parameters
    let read = bindings(fields, of: settings, reader: pressed, steady: steady)
    if let pair = field("tab-repeat") { auditTabRepeat(read.settings, pair) }
    return read
  }

  /// Reads `devices`, the list of entries that are keyboards. The indices are ascending.
  private func keyboardDevices(_ pair: YAMLNode.Pair) -> KeyboardSettings.Devices {
    let items = pair.value.items ?? [pair.value]
    if items.isEmpty {
      findings.error(
        pair.value, "'devices' is an empty list", help: "name an entry of 'devices', or leave it out for all keyboards")
    }
    var indices: Set<Int> = []
    for item in items {
      guard let name = item.text else {
        findings.error(
          item, "expected the name of a device for 'devices', found \(item.words)",
          help: "write for example devices: [keyboard]")
        continue
      }
      guard let index = devices.index(of: name, item, findings) else { continue }
      guard indices.insert(index).inserted else {
        findings.warning(item, "\(item.words) is already in the list", help: "remove it")
        continue
      }
      let entry = devices.entries[index]
      if !entry.match.kinds.isEmpty, !entry.match.kinds.contains(.keyboard) {
        findings.warning(
          item, "device '\(entry.name)' is not a keyboard: its kind is \(entry.match.kinds[0].rawValue)",
          help: "name an entry that matches kind: keyboard")
      } else if entry.grab == .no {
        findings.warning(
          item, "device '\(entry.name)' is not grabbed, so it gives no commands", help: "remove 'grab: no'")
      }
    }
    return .only(indices.sorted())
  }

  /// Warns if no entry can be a keyboard and `keyboard` names none.
  private func auditKeyboards(_ section: YAMLNode.Pair) {
    guard !devices.names.isUncertain, devices.names.refused.isEmpty else { return }
    let keyboards = keyboards
    if let first = keyboards.first, keyboards.allSatisfy({ $0.grab == .no }) {
      findings.warning(
        section.key, "'keyboard' has no device: '\(first.name)' is not grabbed, so it gives no commands",
        help: "remove 'grab: no' from device '\(first.name)'")
    } else if keyboards.isEmpty {
      findings.warning(
        section.key, "'keyboard' has no device: switches use every device of kind keyboard",
        help: "write for example keyboard: {match: {kind: keyboard}} under 'devices'")
    }
  }

  /// Reads `modifier`, the key that acts as the Tab modifier.
  private func modifier(_ pair: YAMLNode.Pair) -> ChordKey? {
    guard let text = findings.text(pair, example: "capslock") else { return nil }
    guard let keys = findings.read(pair.value, try KeyChordReader(use: .typed).keys(text)) else { return nil }
    guard keys.count == 1 else {
      findings.error(
        pair.value, "expected one key for 'modifier', found \(pair.value.words)", help: "write for example capslock")
      return nil
    }
    if case .modifier(let modifier, nil) = keys[0], [.shift, .ctrl, .super].contains(modifier) {
      findings.error(
        pair.value, "'\(modifier.rawValue)' is two keys, and only one of them can be the 'modifier'",
        help: "name one of them: left\(modifier.rawValue) or right\(modifier.rawValue)")
      return nil
    }
    if keys[0].typesText {
      findings.warning(
        pair.value,
        "\(pair.value.words) types text; as 'modifier' it types nothing while a scanning program is connected",
        help: "use a key that types nothing, such as capslock")
    }
    return keys[0]
  }

  /// Reads an XKB layout with its variant. Only the form is checked, not whether the layout exists.
  private func layout(_ pair: YAMLNode.Pair) -> String? {
    guard let text = findings.text(pair, example: "de") else { return nil }
    if LayoutName(text) != nil { return text }
    findings.error(
      pair.value, "expected an XKB layout such as de or fr(oss), found \(pair.value.words)",
      help: "write one layout, with its variant in brackets")
    return nil
  }

  private func keyboardSteady(_ pair: YAMLNode.Pair?) -> SteadyReading {
    guard let pair else { return SteadyReading(parameters: SteadyingPreset.off.parameters) }
    let reader = SteadyReader(findings: findings)
    let reading = reader.steady(pair, inputs: [])
    reader.audit(reading, pair)
    auditKeyboardSteady(pair)
    return reading
  }

  /// Reads an additional panic chord: any keys that are held together.
  private func panic(_ pair: YAMLNode.Pair, reader: KeyChordReader) -> Set<ChordKey>? {
    guard let text = findings.text(pair, example: "leftctrl+rightctrl"), text != "nothing" else { return nil }
    guard let keys = findings.read(pair.value, try reader.keys(text)) else { return nil }
    if Set(keys.map(reader.physical)) == KeyChord.panic {
      findings.warning(
        pair.value, "\(pair.value.words) is always the emergency release", help: "remove it, or add another chord")
    } else if keys.count == 1, keys[0].isModifier || keys[0].typesText {
      findings.warning(
        pair.value, "\(pair.value.words) alone is also held for a second while typing",
        help: "add a key to it, for example leftctrl+rightctrl")
    }
    return Set(keys)
  }
}

extension KeyChordReader {
  /// Returns the key that acts as the Tab modifier if `key` is `tab` in a pressed chord. Returns any other key
  /// unchanged.
  func physical(_ key: ChordKey) -> ChordKey {
    if case .pressed(let modifier) = use, key == .tab { modifier } else { key }
  }
}
