/// Finds the kind of a node, for matching and for messages.
///
/// The kind is the first of these that fits: the kind in a row of `KnownDevices`; system; keyboard; touch; pointer;
/// gamepad or joystick; switch-interface; other. If udev has properties of the node, these are used; otherwise udev's
/// rules are applied to the node's capabilities.
public enum DeviceClassifier {
  /// Returns the kind of the node.
  ///
  /// - Parameter udev: the node's properties in udev's database; `nil` without udev. They are used only if they have
  ///   `ID_INPUT`.
  public static func kind(
    name: String, bus: UInt16, vendor: UInt16, product: UInt16, capabilities: DeviceCapabilities,
    udev: [String: String]? = nil
  ) -> DeviceKind {
    var traits =
      if let udev, udev["ID_INPUT"] == "1" { InputTraits(udev: udev) } else { InputTraits(capabilities) }
    // Some keyboards have a node that lacks a key of udev's rule for keyboards. A node that can type all text also
    // counts as a keyboard.
    traits.isKeyboard = traits.isKeyboard || typesEverything(capabilities.keys)
    // A motion sensor is not a gamepad, although it has the ids of its gamepad.
    let isSensor = capabilities.properties.has(Property.accelerometer)
    if !isSensor, let kind = KnownDevices.row(name: name, vendor: vendor, product: product)?.kind { return kind }
    if isSystem(capabilities, traits, bus: bus) { return .system }
    if traits.isKeyboard { return .keyboard }
    if traits.isTabletPad || traits.isAccelerometer { return .other }
    if traits.isTouch { return .touch }
    if traits.isPointer { return .pointer }
    if traits.isJoystick {
      let isKnownPad = KnownDevices.gamepads.contains { $0.vendor == vendor && $0.product == product }
      return isKnownPad || capabilities.keys.hasAny(in: Button.gamepad) ? .gamepad : .joystick
    }
    if isSingleLever(capabilities) { return .joystick }
    if isSimpleStick(capabilities) { return capabilities.keys.hasAny(in: Button.gamepad) ? .gamepad : .joystick }
    return isButtonBox(capabilities) ? .switchInterface : .other
  }

  /// Whether the node is a power button, a lid, a jack, a speaker or the computer's own hotkeys, which cannot be
  /// switches.
  private static func isSystem(_ node: DeviceCapabilities, _ traits: InputTraits, bus: UInt16) -> Bool {
    guard !traits.isKeyboard else { return false }
    let moves = node.relative.has(Relative.x) || node.absolute.has(Axis.x)
    if node.switches != 0 && !moves && !traits.isTouch { return true }
    if node.keys.isEmpty && node.relative == 0 && node.absolute == 0 { return true }
    // BUS_ISA and BUS_HOST: the device is built into the computer.
    guard bus == 0x10 || bus == 0x19 else { return false }
    return hotkeys.contains { node.keys.contains($0) } && !hasTypingKeys(node.keys)
  }

  /// The hotkeys of laptops: mute and volume, power, sleep, wake-up, suspend, brightness, display, keyboard light,
  /// Bluetooth, WLAN, battery, RF-kill, microphone, touchpad.
  private static let hotkeys: [UInt16] = [
    0x71, 0x72, 0x73, 0x74, 0x8e, 0x8f, 0x94, 0x95, 0xcd, 0xe0, 0xe1, 0xe3, 0xe4, 0xe5, 0xe6, 0xec, 0xed, 0xee, 0xf1,
    0xf2, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0x212, 0x213, 0x214,
  ]

  /// Whether a device has a key that types: a digit, a letter, Enter, Space, or a digit or OK of a remote control.
  private static func hasTypingKeys(_ keys: KeySet) -> Bool {
    keys.hasAny(in: 0x02...0x0b) || keys.hasAny(in: 0x10...0x1c) || keys.hasAny(in: 0x1e...0x26)
      || keys.hasAny(in: 0x2c...0x32) || keys.contains(0x39) || keys.contains(0x160) || keys.hasAny(in: 0x200...0x209)
  }

  /// Whether a device has all digits, the three rows of letters (Q to P, A to L, Z to M) and Enter.
  private static func typesEverything(_ keys: KeySet) -> Bool {
    [0x02...0x0b, 0x10...0x19, 0x1c...0x1c, 0x1e...0x26, 0x2c...0x32].allSatisfy { (range: ClosedRange<UInt16>) in
      range.allSatisfy { keys.contains($0) }
    }
  }

  /// Whether the node is a handbrake, pedal or lever: it has one or two axes and nothing else. A motion sensor has more
  /// axes.
  private static func isSingleLever(_ node: DeviceCapabilities) -> Bool {
    let axes = Axis.controls.count { node.absolute.has($0) }
    return node.keys.isEmpty && node.relative == 0 && (1...2).contains(axes)
  }

  /// Whether the node is a stick whose only other inputs are buttons of a joystick. With one button, udev does not
  /// recognise it as a joystick.
  private static func isSimpleStick(_ node: DeviceCapabilities) -> Bool {
    (node.absolute.has(Axis.x) || node.absolute.has(Axis.y)) && node.relative == 0
      && !node.keys.isEmpty && node.keys.codes.allSatisfy { Button.joystick.contains($0) }
  }

  /// Whether the node has only buttons: no key of a keyboard or a remote control, no axis and no wheel.
  private static func isButtonBox(_ node: DeviceCapabilities) -> Bool {
    guard node.relative == 0, !Axis.controls.contains(where: { node.absolute.has($0) }) else { return false }
    let codes = node.keys.codes
    return !codes.isEmpty
      && codes.allSatisfy {
        Button.low.contains($0) || Button.directionPad.contains($0) || Button.triggerHappy.contains($0)
      }
  }
}
