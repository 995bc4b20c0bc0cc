/// What keeps a key-remap file from listening to what is typed.
extension Profile {
  /// The entry that takes a live node, if it may be read: a keyboard of which keys that type text press switches is read
  /// only where its entry says `grab: yes`, so that the person sees that they no longer type.
  ///
  /// Source: the safety text of the project's design, "The process".
  public func entryToRead(for device: DeviceDescription) -> Int? {
    guard let index = entry(for: device) else { return nil }
    let isOpen = device.kind == .keyboard && devices[index].grab != .yes
    return isOpen && usesTextKeys(of: device, entry: index) ? nil : index
  }

  private func usesTextKeys(of device: DeviceDescription, entry: Int) -> Bool {
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

  /// The keys of a node, taken by the entry at `entry`, that press switches: those are not a keyboard's.
  public func switchKeys(of device: DeviceDescription, entry: Int) -> KeySet {
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

  /// Whether the keys of a node that the entry at `entry` takes are for Full Keyboard Access.
  public func isKeyboard(_ device: DeviceDescription, entry: Int) -> Bool {
    guard let keyboard, devices.indices.contains(entry), devices[entry].grab != .no else { return false }
    switch keyboard.devices {
    case .only(let entries): return entries.contains(entry) && !device.keys.isEmpty
    case .everyKeyboard:
      return device.kind == .keyboard && !switches.contains { $0.inputs.contains { $0.device == entry } }
    }
  }
}
