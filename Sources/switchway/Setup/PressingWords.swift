import SwitchwayCore
import SwitchwayJSON

/// What is said while switches are pressed.
enum PressingWords {
  static let nothing =
    "Nothing was pressed yet. Is it plugged in? 'switchway devices' in another terminal lists what is, 'switchway "
    + "doctor' finds out why it is not read. A key of a keyboard is seen at its third press, a weak breath after "
    + "'a straw' was answered."
  static let stuck = "It is still pressed. Let go; if you did, it is stuck: unplug it and plug it in again."

  /// An input that was pressed less often than switches are.
  static func seldom(_ source: LearnedPresses.Source) -> String {
    "\(Terminal.printable(source.device.name)), \(source.input), was pressed less than \(SetupHearing.presses) times. "
      + "Press it again if it shall be used, or wait."
  }

  private static let panic =
    "Everything was let go of, by the chord that panics: type 'switchway resume' before you try it."
  private static let locked = "The screen is locked: nothing is read until it is unlocked."
  private static let otherSession = "Another session is in front of this machine: nothing is read until yours is."

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
      return "\(name) was unplugged, or does not answer: plug it in again."
    case "mode" where line["mode"] == "locked" && line["on"] == true: return locked
    case "mode" where line["mode"] == "active" && line["on"] == false: return otherSession
    default: return nil
    }
  }

  private static let noClick =
    "; as a switch it clicks no longer, so keep another mouse for that; the cursor still moves with it"

  /// What was heard of each switch of a setup, before it is asked what they shall do.
  static func heard(_ setup: Setup) -> String? {
    let lines = setup.switches.indices.compactMap { number -> String? in
      let one = setup.switches[number]
      guard let presses = one.presses, let source = one.source else { return nil }
      return "  \(setup.name(of: number)): \(Terminal.printable(source.device.name)), \(source.input); "
        + SteadyingWords.heard(presses) + (source.device.kind == DeviceKind.pointer.rawValue ? noClick : "")
    }
    guard !lines.isEmpty else { return nil }
    return (lines.count == 1 ? "Heard one switch:" : "Heard \(lines.count) switches:") + "\n"
      + lines.joined(separator: "\n")
  }
}
