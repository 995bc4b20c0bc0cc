/// Pointers that are grabbed: which of their events go on to the desktop.
extension Profile {
  /// Whether a node is a pointer that is grabbed, so that its movement goes through Switchway's virtual pointer. The
  /// entry at `entry` matched the node.
  public func isGrabbedPointer(_ device: DeviceDescription, entry: Int) -> Bool {
    device.kind == .pointer && devices.indices.contains(entry) && !isKeyboard(device, entry: entry)
      && GrabDecision(profile: self, entry: entry, device: device).isGrab
  }

  /// A grabbed pointer whose first button is a switch although no other of these devices could click. `nil` if there is
  /// none.
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

  /// The buttons of a pointer's switches that click in pass-through: all, unless no other button of it clicks, and
  /// except those that end pass-through. Otherwise nobody could leave pass-through with a switch.
  func lendableButtons(of device: DeviceDescription, entry: Int) -> KeySet {
    let all = switchKeys(of: device, entry: entry)
    if device.keys.codes.allSatisfy(all.contains) { return KeySet() }
    return switchKeysLent(of: device, entry: entry)
  }
}

extension DeviceDescription {
  /// Whether a person can click with it: it is a pointer or a touch device, but not Switchway's own pointer.
  public var clicks: Bool {
    switch kind {
    case .pointer: keys.contains(Button.left) && !isOwn
    case .touch: true
    case .keyboard, .switchInterface, .joystick, .gamepad, .pedal, .system, .other: false
    }
  }
}
