import SwitchwayCore
import SwitchwayJSON

/// What is said while switches are pressed.
enum PressingWords {
  static let nothing =
    "No press has arrived yet. Is the switch plugged in? In another terminal, 'switchway devices' lists the devices "
    + "that are, and 'switchway doctor' finds out why one is not read. A key of a keyboard is shown at its third "
    + "press; a weak breath only after you answer 'a sip-and-puff straw'."
  static let stuck =
    "The switch still reads as pressed. Release it. If you have, it may be stuck: unplug it and plug it in again."

  /// An input that was pressed less often than switches are.
  static func seldom(_ source: LearnedPresses.Source) -> String {
    "\(Terminal.printable(source.device.name)), \(source.input), was pressed fewer than \(SetupHearing.presses) "
      + "times. To use it, press it again. Otherwise wait."
  }

  private static let panic =
    "The emergency release is active, so no device is read. Type 'switchway resume' first."
  private static let locked = "The screen is locked. No press is read until you unlock it."
  private static let otherSession =
    "Another session is active on this computer. No press is read until yours is active again."

  /// What the modes of a `state` keep from being read.
  static func texts(of modes: JSONValue?) -> [String] {
    (modes?["locked"] == true ? [locked] : []) + (modes?["active"] == false ? [otherSession] : [])
      + (modes?["panic"] == true ? [panic] : [])
  }

  /// A device, the session or the lock has changed; nil: it is about something else.
  static func text(about line: JSONValue) -> String? {
    switch line["type"]?.stringValue {
    case "device" where line["change"] == "removed" || line["change"] == "failed":
      let name = line.shown("name")
      return "\(name) was unplugged or does not respond: plug it in again."
    case "mode" where line["mode"] == "locked" && line["on"] == true: return locked
    case "mode" where line["mode"] == "active" && line["on"] == false: return otherSession
    default: return nil
    }
  }

  private static let noClick =
    "; as a switch it no longer clicks, so keep another mouse for clicking; it still moves the pointer"

  /// What was heard of each switch of a setup, before it is asked what they shall do.
  static func heard(_ setup: Setup) -> String? {
    let lines = setup.switches.indices.compactMap { number -> String? in
      let one = setup.switches[number]
      guard let presses = one.presses, let source = one.source else { return nil }
      return "  \(setup.name(of: number)): \(Terminal.printable(source.device.name)), \(source.input); "
        + SteadyingWords.heard(presses) + (source.device.kind == DeviceKind.pointer.rawValue ? noClick : "")
    }
    guard !lines.isEmpty else { return nil }
    return (lines.count == 1 ? "Found one switch:" : "Found \(lines.count) switches:") + "\n"
      + lines.joined(separator: "\n")
  }
}
