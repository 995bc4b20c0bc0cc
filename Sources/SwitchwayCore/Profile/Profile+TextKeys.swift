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
}
