/// Rules that keep a key-remap file from recording what is typed.
extension Profile {
  /// The entry that matches a live node, if the node may be read. A node whose text keys press switches is read only if
  /// it will be grabbed, whatever its kind. Then the person notices that those keys no longer type.
  ///
  /// Source: the safety text of the project's design, "The process".
  public func entryToRead(for device: DeviceDescription) -> Int? {
    guard let index = entry(for: device) else { return nil }
    guard usesTextKeys(of: device, entry: index) else { return index }
    return GrabDecision(profile: self, entry: index, kind: device.kind).isGrab ? index : nil
  }

  /// Whether a text key of the node presses a switch. The entry at `entry` matched the node.
  public func usesTextKeys(of device: DeviceDescription, entry: Int) -> Bool {
    func typesText(_ code: UInt16) -> Bool { device.keys.contains(code) && ChordKey.position(code).typesText }
    return switches.contains { one in
      one.inputs.contains { input in
        guard input.device == entry else { return false }
        switch input.selector {
        case .key(let code): return typesText(code)
        case .anyKey: return device.keys.codes.contains(where: typesText)
        case .button(let number):
          let codes = Array(device.keys.codes)
          return codes.indices.contains(number - 1) && typesText(codes[number - 1])
        case .axis: return false
        }
      }
    }
  }

  /// The keys of a node that press switches. They do not act as keyboard keys. The entry at `entry` matched the node.
  public func switchKeys(of device: DeviceDescription, entry: Int) -> KeySet {
    keys(of: device, entry: entry, thatPress: switches)
  }

  /// The keys of a node that press these switches.
  func keys(of device: DeviceDescription, entry: Int, thatPress switches: [SwitchDefinition]) -> KeySet {
    var codes = KeySet()
    for input in switches.flatMap(\.inputs) where input.device == entry {
      switch input.selector {
      case .key(let code): codes.insert(code)
      case .anyKey: for code in device.keys.codes { codes.insert(code) }
      case .button(let number):
        let own = device.keys.codes
        if own.indices.contains(number - 1) { codes.insert(own[number - 1]) }
      case .axis: break
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
    guard Profile.kindsThatPass.contains(device.kind) else { return false }
    let used = switchKeys(of: device, entry: entry)
    let others = device.keys.codes.lazy.filter { !used.contains($0) }
    return device.kind == .keyboard
      ? !others.isEmpty : others.contains { ChordKey.position($0).typesText }
  }

  /// The keys of a node that press switches, but type in pass-through, because other keys of the node type, too. Not
  /// those of a switch that is bound to `pass-through`, alone or in a chord: it must remain a way out.
  func switchKeysThatType(of device: DeviceDescription, entry: Int) -> KeySet {
    var typing = switchKeys(of: device, entry: entry)
    let others = device.keys.codes.lazy.filter { !typing.contains($0) }
    guard isKeyboard(device, entry: entry) || Profile.kindsThatPass.contains(device.kind),
      device.kind == .keyboard ? !others.isEmpty : others.contains(where: { ChordKey.position($0).typesText })
    else { return KeySet() }
    var staying = self
    staying.switches = switches.indices.filter(isBoundToPassThrough).map { switches[$0] }
    for code in staying.switchKeys(of: device, entry: entry).codes { typing.remove(code) }
    return typing
  }

  private func isBoundToPassThrough(_ index: Int) -> Bool {
    let name = "pass-through"
    return Gesture.allCases.contains { switches[index].gestures.command(of: $0)?.name == name }
      || chords.contains { $0.parts.contains(index) && $0.command.name == name }
  }

  /// The kinds of grabbed nodes whose unused keys may pass.
  public static let kindsThatPass: Set<DeviceKind> = [.keyboard, .other, .system]

  /// Whether an entry can match devices on which switches use some keys and the others pass.
  public var mayPassOtherKeys: Bool {
    devices.indices.contains { index in
      devices[index].grab == .yes && devices[index].match.kinds.contains(.keyboard) && isUsed(index)
    }
  }

  /// Whether a switch has an input on the entry's devices.
  func isUsed(_ entry: Int) -> Bool { switches.contains { $0.inputs.contains { $0.device == entry } } }
}
