import SwitchwayCore
import SwitchwayProtocol

/// The messages that are shown while the person presses switches.
enum PressingWords {
  static let nothing: Phrase =
    "No press has arrived yet. Is the switch plugged in? In another terminal, 'switchway devices' lists the devices "
    + "that are, and 'switchway doctor' finds out why one is not read; 'sudo switchway doctor' also names programs of "
    + "other users that have it. A key of a keyboard is shown at its third press; a weak breath only after you answer "
    + "'a sip-and-puff straw'."
  static let stuck: Phrase =
    "The switch still reads as pressed. Release it. If you have, it may be stuck: unplug it and plug it in again."

  /// Returns the messages for the case that no press arrives: which other events arrived, why a device may be silent,
  /// and what to do.
  static func silence(_ sights: [LearnedSight], _ obstacles: [Phrase]) -> [Phrase] {
    let several = sights.filter { $0.what == .severalKeys }.map(\.device)
    let found = sights.filter { $0.what != .keys || !several.contains($0.device) }.map(text) + obstacles
    return found.isEmpty ? [nothing] : found
  }

  private static func text(_ sight: LearnedSight) -> Phrase {
    let name = Terminal.printable(sight.device.name)
    switch sight.what {
    case .severalKeys:
      return "\(name): each press sends several keys that type, one after the other. If one of them were a switch, "
        + "the others would still type into your programs. Let the device send a single key, such as F13."
    case .keys:
      return "\(name): keys were pressed, but none three times in a row, so none counts. Press one key three times, "
        + "and no other key between. If each press sends several keys, let the device send a single one."
    case .movement where sight.device.kind == DeviceKind.keyboard.rawValue:
      return "\(name) was moved, but it also types, so its movements cannot be found here. Press one key of it three "
        + "times, or write its movement into the profile (man switchway.yaml)."
    case .movement:
      return "\(name) was moved, as a mouse, a ball or a knob is, but not clearly enough for a switch. Push it, or "
        + "turn it by a few clicks, three times the same way, with a pause after each. Or press a button of it."
    case .push:
      return "\(name) was moved, but not far enough to count. Push it further. A breath counts only after you answer "
        + "'a sip-and-puff straw'."
    case .scanCodes:
      return "\(name) sends codes that stand for no key, so nothing can be read from it. Let it send another key; the "
        + "database of udev (man hwdb) can give its codes keys."
    }
  }

  /// Returns a note about an input that was pressed, but fewer times than setup asks for.
  static func seldom(_ source: LearnedPresses.Source) -> Phrase {
    "\(Terminal.printable(source.device.name)), \(source.input), was pressed fewer than \(SetupHearing.presses) "
      + "times. To use it, press it again. Otherwise wait."
  }

  private static let panic: Phrase =
    "The emergency release is active, so no device is read. Type 'switchway resume' first."
  private static let locked: Phrase = "The screen is locked. No press is read until you unlock it."
  private static let otherSession: Phrase =
    "Another session is active on this computer. No press is read until yours is active again."

  /// Returns the reasons why devices are not read, according to the modes in the daemon's state.
  static func texts(of modes: Wire.Modes) -> [Phrase] {
    (modes.isOn(.locked) ? [locked] : []) + (modes.isOff(.active) ? [otherSession] : [])
      + (modes.isOn(.panic) ? [panic] : [])
  }

  /// Returns the message about a change of a device, the session or the screen lock. Returns `nil` if the event is
  /// something else.
  static func text(about event: Wire.Event) -> Phrase? {
    switch event {
    case .device(let change):
      let name = Terminal.printable(change.device.name)
      switch (change.change, change.device.reason) {
      case ("failed", HeldDevice.busy):
        return DeviceTrouble.grabbed(device: name, path: nil, programs: []).text
      case ("failed", "key-down"): return nil
      case ("failed", _), ("removed", _): return "\(name) was unplugged or does not respond: plug it in again."
      default: return nil
      }
    case .mode(let change):
      switch (Wire.Modes.Name(rawValue: change.mode), change.state) {
      case (.locked, .on): return locked
      case (.active, .off): return otherSession
      default: return nil
      }
    default: return nil
    }
  }

  private static let noClick: Phrase =
    "as a switch it no longer clicks, so keep another mouse for clicking; it still moves the pointer"
  private static let noPointer: Phrase =
    "as a switch it no longer moves the pointer, there and back, so keep another mouse for that; it still clicks"

  /// Returns a sentence about what a mouse no longer does on the desktop if it is a switch. Returns `nil` for other
  /// devices.
  private static func loss(by source: LearnedPresses.Source) -> Phrase? {
    guard source.device.kind == DeviceKind.pointer.rawValue else { return nil }
    return source.isMovement ? noPointer : noClick
  }

  /// Returns setup's notes about the presses of each switch. They are shown before setup asks what the switches should
  /// do.
  static func heard(_ setup: Setup) -> Phrase? {
    let lines = setup.switches.indices.compactMap { number -> Phrase? in
      let one = setup.switches[number]
      guard let presses = one.presses, let source = one.source else { return nil }
      let findings = [SteadyingWords.heard(presses)] + (loss(by: source).map { [$0] } ?? [])
      return "  \(setup.name(of: number)): \(Terminal.printable(source.device.name)), \(source.input); "
        + "\(Phrase.joined(findings, by: "; "))"
    }
    guard !lines.isEmpty else { return nil }
    return .joined([lines.count == 1 ? "Found one switch:" : "Found \(lines.count) switches:"] + lines)
  }
}
