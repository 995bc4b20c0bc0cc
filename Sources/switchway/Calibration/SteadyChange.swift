import SwitchwayConfig
import SwitchwayCore

/// The change of a profile's file that gives switches other steadying.
struct SteadyChange {
  private let profile: ProfileChange
  private let text: String

  /// Prepares the change, and checks that it changes nothing else. Throws if a program cannot make it safely.
  ///
  /// - Parameters:
  ///   - path: of the file, which need not exist.
  ///   - steadying: by the switch's name.
  ///   - seen: the profile for which it was calibrated.
  init(
    _ path: String, _ steadying: [(name: String, parameters: SteadyingParameters)], seen: Profile
  ) throws(CommandFailure) {
    profile = try ProfileChange.open(path)
    var text: String? = profile.text
    for (name, parameters) in steadying {
      guard SteadyChange.inputs(of: name, in: profile.before) == SteadyChange.inputs(of: name, in: seen) else {
        throw CommandFailure(
          .failed, "\(Terminal.printable(profile.file.path)): '\(name)' was changed meanwhile; nothing was written",
          help: "'switchway calibrate --kept \(name)' evaluates the kept presses again")
      }
      text = text.flatMap {
        SectionInsertion.setField("steady", CalibrationWords.value(parameters), of: name, in: "switches", of: $0)
      }
    }
    let entries =
      "switches:\n"
      + steadying.map { "  \($0.name): {steady: \(CalibrationWords.value($0.parameters))}\n" }.joined()
    var wanted = profile.before.switches
    for (name, parameters) in steadying {
      for index in wanted.indices where wanted[index].name == name { wanted[index].steadying = parameters }
    }
    let (profile, switches) = (profile, wanted)
    self.text = try profile.checked(
      text, entries, or: "it is written in a way that a program cannot change safely", fault: "it would have errors:\n"
    ) { profile.has(switches, in: $0) && profile.before.devices == $0.devices }
  }

  var path: String { profile.file.path }

  /// The lines that go, with `-`, and those that come, with `+`.
  var difference: String {
    TextDifference(from: profile.file.original == nil ? "" : profile.text, to: text).changes
  }

  /// Whether the file has these values already.
  var isEmpty: Bool { text == profile.text && profile.file.original != nil }

  /// Writes the file. Refuses if another program has changed it meanwhile.
  func write() throws(CommandFailure) { try profile.write(text) }

  private static func inputs(of name: String, in profile: Profile) -> [String]? {
    profile.switches.first { $0.name == name }?.inputs.map {
      "\(profile.devices[$0.device].name)/\(InputText.text(of: $0.selector))"
    }
  }
}
