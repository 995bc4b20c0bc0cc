import SwitchwayCore
import SwitchwayYAML

// Warns about settings of `keyboard` that have no effect, and modes that cannot be left.
extension KeyboardReader {
  /// Warns about parameters of `steady` that have no effect on keyboards: each key is filtered separately, and never
  /// counts as stuck.
  func auditKeyboardSteady(_ pair: YAMLNode.Pair) {
    for name in ["neighbour", "neighbour-max", "stuck-after"] {
      guard let field = pair.value.pair(name) else { continue }
      findings.warning(
        field.key,
        "'\(name)' has no effect on keyboards: each key is filtered on its own, and may be held for a long time",
        help: "remove it")
    }
    let preset = pair.value.pair("preset")?.value ?? pair.value
    guard preset.text == SteadyingPreset.twoSwitch.rawValue else { return }
    findings.warning(
      preset, "\(preset.words) acts like 'gentle' on keyboards: keys are not compared with their neighbours",
      help: "write gentle; the presets tremor and steady reject more presses")
  }

  /// Warns if `tab-repeat` has no effect, because Tab is not bound or is sticky.
  func auditTabRepeat(_ settings: KeyboardSettings, _ pair: YAMLNode.Pair) {
    guard settings.repeatsTab, !findings.hasErrors else { return }
    guard !settings.isSticky else {
      return findings.warning(
        pair.value, "'tab-repeat' has no effect: with 'sticky: yes' Tab alone is a modifier for the next key",
        help: "remove one of them")
    }
    guard !settings.bindings.contains(where: { $0.chord.keys == [.tab] }) else { return }
    findings.warning(
      pair.value, "'tab-repeat' has no effect: nothing is bound to 'tab'",
      help: "bind it, for example tab: next, or remove 'tab-repeat'")
  }

  /// Warns if gesture mode can be entered but not left, because Esc and the chords of `gesture-mode` have other
  /// bindings in it. A hold binding does not leave gesture mode.
  ///
  /// - Parameter isSwitched: whether a switch is also bound to `gesture-mode`.
  func auditGestureExit(_ settings: KeyboardSettings, _ all: [BoundChord], isSwitched: Bool) {
    let inside = settings.gestureBindings
    let outside = settings.bindings.filter { $0.command.name == "gesture-mode" }
    let isHeld = settings.holdBindings.contains { $0.command.name == "gesture-mode" }
    guard !findings.hasErrors, !isSwitched, isHeld || !outside.isEmpty,
      !inside.contains(where: { $0.command.name == "gesture-mode" })
    else { return }
    let chordsInside = Set(inside.map(\.chord.keys))
    guard outside.allSatisfy({ chordsInside.contains($0.chord.keys) }),
      let escape = inside.first(where: { $0.chord.keys == KeyboardReader.escape }),
      let place = all.first(where: { $0.chord == escape.chord && $0.command == escape.command })
    else { return }
    findings.warning(
      place.key,
      "in gesture mode, \(place.key.words) and the keys bound to 'gesture-mode' do something else, so no key leaves it",
      help: "leave one of them out here, or bind a chord to gesture-mode(off)")
  }

  private static let escape: Set<ChordKey> = [.position(1)]

  /// Whether, according to the file, any device can be a keyboard of this section.
  func mayHaveKeyboard(_ settings: KeyboardSettings) -> Bool {
    guard !devices.names.isUncertain, devices.names.refused.isEmpty else { return true }
    switch settings.devices {
    case .only(let entries):
      // If the list is empty, it could not be read, so the answer is not known.
      return entries.isEmpty || entries.contains { devices.entries[$0].grab != .no }
    case .everyKeyboard:
      // If switches use all entries, another warning reports that.
      let keyboards = keyboards
      return !devices.entries.isEmpty && (keyboards.isEmpty || keyboards.contains { $0.grab != .no })
    }
  }

  /// The entries that can be keyboards if the section names none.
  var keyboards: [DeviceEntry] {
    let used = Set(switches.flatMap { $0.inputs.map(\.device) })
    return devices.entries.enumerated().filter { index, entry in
      (!used.contains(index) || entry.grab == .yes)
        && (entry.match.kinds.isEmpty || entry.match.kinds.contains(.keyboard))
    }.map(\.element)
  }
}
