import SwitchwayCore
import SwitchwayYAML

/// A key that types text, and that a binding or an input of a switch uses.
struct TextKeyUse {
  /// What counts as one key.
  enum Key: Hashable {
    case key(ChordKey)
    /// A numbered button of a keyboard: a key that is not known before the device is present.
    case button(Int, device: Int)
  }

  /// The place of the key in the file.
  var node: YAMLNode
  var key: Key
  /// The advice that is given if this key is one too many.
  var help: String
}

/// Counts the keys that type text. A profile can use at most eight of them in all, as bindings and as inputs of
/// switches, whatever they do. Otherwise a profile could make a switch of every key and let Switchway type the key
/// again. The person would notice nothing, but programs that read the names of switches would learn what the person
/// types.
///
/// The whole profile is counted: all entries of `devices`, and all files that it extends. A chord of switches, an
/// `alone` key and a bridge add nothing, because the switches that they need are counted.
///
/// The keys of switch interfaces and pedals do not count: nobody types on them. `any` does not count either, because it
/// does not distinguish keys.
struct TextKeyAudit {
  let findings: Findings

  /// Reports the ninth key, if there are so many. Keys are counted file by file, the extended files first.
  func audit(_ switches: SwitchesReading, _ entries: [DeviceEntry], bound: [TextKeyUse]) {
    let uses = switches.inputs.compactMap { use($0.input, $0.node, entries[$0.input.device]) } + bound
    var keys: Set<TextKeyUse.Key> = []
    for use in uses.sorted(by: { YAMLNode.isEarlier($0.node, $1.node) }) where keys.insert(use.key).inserted {
      guard keys.count == KeyboardSettings.mostTextKeys + 1 else { continue }
      findings.error(
        use.node,
        "\(use.node.words) is one too many: at most \(KeyboardSettings.mostTextKeys) keys that type text can be bound "
          + "or press switches", help: use.help)
    }
  }

  private func use(_ input: SwitchInput, _ node: YAMLNode, _ entry: DeviceEntry) -> TextKeyUse? {
    guard !entry.isNeverTypedOn else { return nil }
    let help = "use keys that type nothing, such as f13, or fewer keys"
    switch input.selector {
    case .key(let code) where ChordKey.position(code).typesText:
      return TextKeyUse(node: node, key: .key(.position(code)), help: help)
    case .button(let number) where entry.match.kinds.contains(.keyboard):
      return TextKeyUse(node: node, key: .button(number, device: input.device), help: help)
    case .key, .button, .anyKey, .axis, .movement: return nil
    }
  }
}
