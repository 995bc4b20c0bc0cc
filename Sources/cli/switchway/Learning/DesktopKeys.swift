import SwitchwayConfig
import SwitchwayCore

/// Says which effect keys have on a desktop while no program grabs their device.
enum DesktopKeys {
  /// Buttons of a mouse: BTN_MOUSE…BTN_TASK of linux/input-event-codes.h.
  private static let clicks: ClosedRange<UInt16> = 0x110...0x117
  /// KEY_POWER, KEY_SLEEP, KEY_SUSPEND and KEY_POWER2.
  private static let power: Set<UInt16> = [116, 142, 205, 0x164]

  /// Whether a desktop may act on this key or button. The key may type, change the volume, open a program or click, or
  /// the person may have assigned an action to it, as is common for F13 to F24.
  static func act(_ code: UInt16) -> Bool { clicks.contains(code) || !Button.isButton(code) }

  /// Whether this key turns the computer off or puts it to sleep.
  static func isPower(_ code: UInt16) -> Bool { power.contains(code) }

  /// Whether a grab would make a key for power or sleep useless. This is so if the pressed key is such a key. It is
  /// also so if the device has such a key and is not a keyboard: on a grabbed keyboard the other keys still work, on
  /// other devices they do nothing.
  static func takesPower(_ source: LearnedPresses.Source, _ device: DeviceDescription) -> Bool {
    guard LearnTarget.needsGrab(source), device.kind != .pointer else { return false }
    if let code = EventNames.key(source.input), isPower(code) { return true }
    return device.kind != .keyboard && device.keys.codes.contains(where: isPower)
  }

  /// Returns the question whether to grab a device with a key for power or sleep.
  static func question(_ source: LearnedPresses.Source) -> Phrase {
    let name = Terminal.printable(source.device.name)
    if let code = EventNames.key(source.input), isPower(code) {
      return "\(source.input) of \(name) is a key for power or sleep. As a switch it no longer turns the machine off "
        + "or puts it to sleep."
    }
    return "\(name) also has a key for power or sleep. If Switchway grabs the device, that key does nothing; if not, "
      + "each press of the switch also has the effect of its key on the desktop."
  }
}

extension LearnTarget.Pressed {
  /// Whether the device may be grabbed only if the person agrees, because of a key for power or sleep.
  var takesPower: Bool { DesktopKeys.takesPower(source, device) }
}
