import SwitchwayClock
import SwitchwayCore

/// How to stop at once what the switches do after a setup.
enum StopWords {
  /// - Parameter profile: the profile that setup has written.
  static func text(_ profile: Profile) -> String? {
    guard profile.bridge != nil, !profile.switches.isEmpty else { return nil }
    let rest = "'switchway rest' pauses all switches, and 'switchway rest off' ends the pause"
    let own = ownWay(profile).map { " \($0)" } ?? ""
    guard profile.scan.style.movesInTime else { return "To stop what presses type: \(rest).\(own)" }
    let steps = profile.scan.steps
    let length = LengthWords.seconds(profile.scan.interval.value * Int64(steps))
    let alone = steps > 0 ? " It stops after \(steps) steps without a press, which take \(length)." : ""
    // A command cannot be typed while Tab completes it.
    let wait = steps > 0 ? "wait until it stops, or click into another window" : "click into another window"
    return "To stop the highlight at once: 'switchway scan stop'; the next press starts it again. \(rest)."
      + own + alone + " If its Tab lands in what you type here, \(wait) first."
  }

  /// A gesture of a switch that does it; nil: there is none.
  private static func ownWay(_ profile: Profile) -> String? {
    for one in profile.switches {
      for gesture in Gesture.ofSwitch {
        guard let command = one.gestures.command(of: gesture), stops(command) else { continue }
        return "The switch '\(one.name)' also does it: \(gesture.rawValue)."
      }
    }
    return nil
  }

  private static func stops(_ command: ScanCommand) -> Bool {
    switch command.name {
    case "rest": command.arguments.first != "off"
    case "scan": ["stop", "pause", "toggle"].contains(command.arguments.first)
    default: false
    }
  }
}
