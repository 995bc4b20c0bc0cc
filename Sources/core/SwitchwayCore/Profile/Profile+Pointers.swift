/// Functions about pointers that are grabbed, and their events that still reach the desktop.
extension Profile {
  /// Whether a node is a pointer that is grabbed, so that its movement goes through Switchway's virtual pointer. The
  /// entry at `entry` matched the node.
  public func isGrabbedPointer(_ device: DeviceDescription, entry: Int) -> Bool {
    device.kind == .pointer && devices.indices.contains(entry) && !isKeyboard(device, entry: entry)
      && GrabDecision(profile: self, entry: entry, device: device).isGrab
  }

  /// The first grabbed pointer whose first button is a switch, if every device that could click is such a pointer: then
  /// nobody can click any more. Otherwise `nil`.
  public func lastClick(among devices: [DeviceDescription]) -> (entry: Int, device: DeviceDescription)? {
    var last: (entry: Int, device: DeviceDescription)?
    for device in devices where device.clicks {
      guard let entry = entry(for: device), isGrabbedPointer(device, entry: entry),
        switchKeys(of: device, entry: entry).contains(Button.left)
      else { return nil }
      last = last ?? (entry, device)
    }
    return last
  }

  /// The buttons of a pointer that press switches, but click in pass-through. Buttons of a switch that is bound to
  /// `pass-through` are not among them, so that they can end it. If all buttons of the pointer press switches, no
  /// button clicks.
  func lendableButtons(of device: DeviceDescription, entry: Int) -> KeySet {
    let all = switchKeys(of: device, entry: entry)
    if device.keys.codes.allSatisfy(all.contains) { return KeySet() }
    return switchKeysLent(of: device, entry: entry)
  }
}

extension DeviceDescription {
  /// Whether a person can click with the device: it is a pointer or a touch device, but not Switchway's own pointer.
  public var clicks: Bool {
    switch kind {
    case .pointer: keys.contains(Button.left) && !isOwn
    case .touch: true
    case .keyboard, .switchInterface, .joystick, .gamepad, .pedal, .system, .other: false
    }
  }
}
