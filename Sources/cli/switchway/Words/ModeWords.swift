import SwitchwayProtocol

enum ModeWords {
  /// Returns the text of a `mode` line, such as `rest on: presses make no commands`.
  static func text(of change: Wire.ModeChange) -> String {
    let mode = change.mode
    if let state = change.stickiness {
      let meaning = mode.hasPrefix("sticky-") ? stickiness[state] : nil
      return Terminal.printable("\(mode) \(state)" + (meaning.map { ": \($0)" } ?? ""))
    }
    let isOn = change.state == .on
    let meaning = meanings[mode].map { isOn ? $0.on : $0.off }
    return Terminal.printable("\(mode) \(isOn ? "on" : "off")" + (meaning.map { ": \($0)" } ?? ""))
  }

  static let passThrough = "keys type, whatever they are bound to, also those that are switches"

  /// Returns warnings about unusual modes in the daemon's state.
  static func warnings(of modes: Wire.Modes) -> [String] {
    var found: [String] = []
    if modes.isOn(.panic) {
      found.append("the emergency release is active: 'switchway resume' ends it")
    }
    if modes.isOff(.active) {
      found.append("your session is not the active one: no device is read until it is")
    }
    return found
  }

  private static let meanings: [String: (on: String, off: String)] = [
    "pass-through": (passThrough, "keys make commands"),
    "rest": ("presses make no commands", "presses make commands"),
    "gesture": ("keys make gesture commands", "keys make commands"),
    "panic": ("all devices are released until 'switchway resume'", "devices are used again"),
    "active": ("your session is active, and devices are read", "another session is active: no device is read"),
    "suspended": (
      "switches type nothing while a program of Switchway runs in a terminal; ten presses end that", "switches type"
    ),
    "locked": ("the screen is locked, and few commands work", "the screen is unlocked"),
  ]

  private static let stickiness = [
    "latched": "for the next key", "locked": "until it is pressed again", "off": "ended",
  ]
}
