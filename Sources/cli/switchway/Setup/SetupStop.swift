import SwitchwayClock
import SwitchwayCore
import SwitchwayTime

/// Says how to stop the switches at once after setup has finished.
enum StopWords {
  /// - Parameter profile: the profile that setup has written.
  static func text(_ profile: Profile) -> Phrase? {
    guard profile.bridge != nil, !profile.switches.isEmpty else { return nil }
    let pause: Phrase = "'switchway rest' pauses all switches, and 'switchway rest off' ends the pause."
    var sentences: [Phrase] = []
    if profile.scan.style.movesInTime {
      sentences += ["To stop the highlight at once: 'switchway scan stop'; the next press starts it again.", pause]
    } else {
      sentences.append("To stop what presses type: \(pause)")
    }
    if let own = ownWay(profile) { sentences.append(own) }
    guard profile.scan.style.movesInTime else { return .joined(sentences, by: " ") }
    let steps = profile.scan.steps
    if steps > 0 {
      let length = LengthWords.seconds(profile.scan.interval.value * Int64(steps))
      sentences.append("It stops after \(steps) steps without a press, which take \(number: length).")
    }
    // The person cannot type a command while the Tab that Switchway types completes words in the terminal.
    sentences.append(
      steps > 0
        ? "While it moves, its Tabs also reach the terminal: wait until it stops, then type."
        : "While it moves, its Tabs also reach the terminal, and it never stops by itself: set 'steps' in the profile.")
    return .joined(sentences, by: " ")
  }

  /// Returns a sentence about a gesture that pauses the switches or stops the highlight, or `nil` if no switch has one.
  private static func ownWay(_ profile: Profile) -> Phrase? {
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
