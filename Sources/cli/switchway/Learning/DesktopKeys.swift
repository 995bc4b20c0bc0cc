import SwitchwayConfig
import SwitchwayCore

/// The effect of keys on a desktop while no program grabs their device.
enum DesktopKeys {
  /// Buttons of a mouse: BTN_MOUSE…BTN_TASK of linux/input-event-codes.h.
  private static let clicks: ClosedRange<UInt16> = 0x110...0x117
  /// KEY_POWER, KEY_SLEEP, KEY_SUSPEND and KEY_POWER2.
  private static let power: Set<UInt16> = [116, 142, 205, 0x164]

  /// Whether a desktop may act on this key or button: it types, changes the volume, opens a program, clicks, or the
  /// person has bound it, as often F13 to F24.
  static func act(_ code: UInt16) -> Bool { clicks.contains(code) || !Button.isButton(code) }

  /// Whether this key turns the computer off or puts it to sleep.
  static func isPower(_ code: UInt16) -> Bool { power.contains(code) }

  /// Whether a grab would take a key for power or sleep away from the person: the pressed key itself, or another key of
  /// a device whose other keys then do nothing. On a keyboard, the other keys still work.
  static func takesPower(_ source: LearnedPresses.Source, _ device: DeviceDescription) -> Bool {
    guard LearnTarget.needsGrab(source), device.kind != .pointer else { return false }
    if let code = EventNames.key(source.input), isPower(code) { return true }
    return device.kind != .keyboard && device.keys.codes.contains(where: isPower)
  }

  /// The question whether to grab such a device.
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
  /// Whether the device may be grabbed only if the person agrees.
  var takesPower: Bool { DesktopKeys.takesPower(source, device) }
}
