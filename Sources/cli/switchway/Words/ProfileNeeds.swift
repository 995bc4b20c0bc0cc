import SwitchwayClock
import SwitchwayCore

/// Says which program must be started so that a profile has a visible effect.
enum ProfileNeeds {
  /// Commands that move the highlight. `activate` and `select` only choose.
  private static let moving: Set<String> = ["next", "previous", "move", "edge", "enter", "leave", "scan"]

  /// Returns a line for the person who has chosen the profile. Returns `nil` if nothing must be started, or if the
  /// profile is not known.
  static func words(_ profile: Profile?) -> String? {
    guard let profile, !profile.switches.isEmpty, profile.keyboard == nil else { return nil }
    guard profile.bridge != nil else {
      return
        "its commands type nothing: start a program that scans, such as switchway-scan, or: switchway bridge desktop\n"
    }
    let commands = profile.switches.flatMap { one in Gesture.allCases.compactMap { one.gestures.command(of: $0) } }
    let moves = commands.contains { moving.contains($0.name) || $0.group == .own }
    guard !moves, profile.chords.isEmpty, profile.scan.style == .frontEnd else { return nil }
    return "it only chooses: start a program that moves the highlight, such as switchway-scan, or use "
      + "'switchway profile one-switch-desktop'\n"
  }
}
