/// Rules that prevent a profile from recording what the person types.
extension Profile {
  /// The index of the entry that matches a live node, if the node may be read. If keys of the node that type text press
  /// switches, it may be read only if there are not too many such keys, and only if it will be grabbed, so that the
  /// person notices it. This applies to all kinds of devices.
  ///
  /// Source: docs/design/keyboard.md, "Text keys".
  public func entryToRead(for device: DeviceDescription) -> Int? {
    guard let index = entry(for: device) else { return nil }
    guard !textKeys(of: device, entry: index).isEmpty else { return index }
    let isGrab = GrabDecision(profile: self, entry: index, device: device).isGrab
    return isGrab && !hasTooManyTextKeys(device, entry: index) ? index : nil
  }

  /// Whether the profile could record what the person types, because too many numbered buttons of the entry, such as
  /// `button-2`, are keys that type text on this device. If the file alone shows this, the profile is refused when it
  /// is read.
  public func hasTooManyTextKeys(_ device: DeviceDescription, entry: Int) -> Bool {
    if DeviceKind.onlyForSwitches.contains(device.kind) { return false }
    let own = device.keys.codes
    var codes: Set<UInt16> = []
    for input in switches.flatMap(\.inputs) where input.device == entry {
      guard case .button = input.selector, let code = code(of: input.selector, among: own),
        ChordKey.position(code).typesText
      else { continue }
      codes.insert(code)
    }
    guard !codes.isEmpty else { return false }
    for input in switches.flatMap(\.inputs) where !devices[input.device].isNeverTypedOn {
      if let code = input.selector.textKey { codes.insert(code) }
    }
    return codes.count > KeyboardSettings.mostTextKeys
  }

  /// Whether presses of this switch or chord are part of a text: an input is a key that types text, on a device on
  /// which the person may type, and the press also types text. Statistics do not count such presses, because their
  /// numbers would reveal the text.
  func isText(_ origin: CommandOrigin) -> Bool {
    func types(_ command: ScanCommand?) -> Bool {
      guard let command else { return false }
      let chord = command.group == .key ? command.arguments.first.flatMap { typedChords[$0] } : bridge?.keys[command]
      return chord.map { $0.isPlain && $0.trigger.typesText } ?? false
    }
    func hasTextKey(_ index: Int) -> Bool {
      switches[index].inputs.contains { !devices[$0.device].isNeverTypedOn && $0.selector.textKey != nil }
    }
    switch origin {
    case .chord(let index): return chords[index].parts.contains(where: hasTextKey) && types(chords[index].command)
    case .single(let index):
      let gestures = switches[index].gestures
      return hasTextKey(index)
        && (types(gestures.command(of: .tap)) || types(gestures.command(of: .press))
          || chords.contains { $0.parts.contains(index) && types($0.command) })
    }
  }

  /// The keys of a node that type text and press switches. The entry at `entry` matched the node.
  func textKeys(of device: DeviceDescription, entry: Int) -> [UInt16] {
    switchKeys(of: device, entry: entry).codes.filter {
      device.keys.contains($0) && ChordKey.position($0).typesText
    }
  }

  /// The keys of a node that press switches. They do not act as keyboard keys. The entry at `entry` matched the node.
  public func switchKeys(of device: DeviceDescription, entry: Int) -> KeySet {
    keys(of: device, entry: entry, thatPress: switches)
  }

  /// The keys of a node that press these switches.
  private func keys(of device: DeviceDescription, entry: Int, thatPress switches: [SwitchDefinition]) -> KeySet {
    var codes = KeySet()
    for input in switches.flatMap(\.inputs) where input.device == entry {
      switch input.selector {
      case .key(let code): codes.insert(code)
      case .anyKey: for code in device.keys.codes { codes.insert(code) }
      case .button(let number):
        let own = device.keys.codes
        if own.indices.contains(number - 1) { codes.insert(own[number - 1]) }
      case .axis, .movement: break
      }
    }
    return codes
  }

  /// Whether keys of a node that the entry at `entry` matched go through the virtual keyboard: for Full Keyboard
  /// Access, or because no switch uses them.
  public func isKeyboard(_ device: DeviceDescription, entry: Int) -> Bool {
    guard devices.indices.contains(entry), devices[entry].grab != .no else { return false }
    if passesOtherKeys(of: device, entry: entry) { return true }
    switch keyboard?.devices {
    case nil: return false
    case .only(let entries): return entries.contains(entry) && !device.keys.isEmpty
    case .everyKeyboard: return device.kind == .keyboard && !isUsed(entry)
    }
  }

  /// Whether switches use some keys of a grabbed node and its other keys pass. This is so for a keyboard, and for any
  /// other device that types text, such as a numeric keypad, but not a pointer. Other keys of a switch interface or a
  /// pedal do nothing.
  public func passesOtherKeys(of device: DeviceDescription, entry: Int) -> Bool {
    guard devices.indices.contains(entry), devices[entry].grab == .yes, isUsed(entry) else { return false }
    return Profile.kindsThatPass.contains(device.kind) && hasOtherKeys(device, entry: entry)
  }

  /// Whether a node has keys that press no switch and type. On a keyboard, every key counts; on another device, only
  /// keys that type text.
  private func hasOtherKeys(_ device: DeviceDescription, entry: Int) -> Bool {
    let used = switchKeys(of: device, entry: entry)
    let others = device.keys.codes.lazy.filter { !used.contains($0) }
    return device.kind == .keyboard
      ? !others.isEmpty : others.contains { ChordKey.position($0).typesText }
  }

  /// The keys of a node that press switches, but type in pass-through, because other keys of the node also type.
  func switchKeysThatType(of device: DeviceDescription, entry: Int) -> KeySet {
    guard isKeyboard(device, entry: entry) || Profile.kindsThatPass.contains(device.kind),
      hasOtherKeys(device, entry: entry)
    else { return KeySet() }
    return switchKeysLent(of: device, entry: entry)
  }

  /// The keys of a node that press switches, except the keys of a switch that is bound to `pass-through`, alone or in a
  /// chord: that switch must be able to end pass-through.
  func switchKeysLent(of device: DeviceDescription, entry: Int) -> KeySet {
    let name = "pass-through"
    let ending = switches.indices.filter { index in
      Gesture.allCases.contains { switches[index].gestures.command(of: $0)?.name == name }
        || chords.contains { $0.parts.contains(index) && $0.command.name == name }
    }
    let kept = keys(of: device, entry: entry, thatPress: ending.map { switches[$0] })
    return KeySet(switchKeys(of: device, entry: entry).codes.filter { !kept.contains($0) })
  }

  /// The kinds of grabbed nodes whose keys may pass to the desktop if no switch uses them.
  public static let kindsThatPass: Set<DeviceKind> = [.keyboard, .other, .system]

  /// Whether the profile has an entry for devices on which switches use some keys and the other keys pass.
  public var mayPassOtherKeys: Bool {
    devices.indices.contains { index in
      devices[index].grab == .yes && devices[index].match.kinds.contains(.keyboard) && isUsed(index)
    }
  }

  /// Whether a switch has an input on the entry's devices.
  package func isUsed(_ entry: Int) -> Bool { switches.contains { $0.inputs.contains { $0.device == entry } } }
}

extension InputSelector {
  /// The key that the selector names by its code, if that key types text.
  package var textKey: UInt16? {
    if case .key(let code) = self, ChordKey.position(code).typesText { code } else { nil }
  }
}
