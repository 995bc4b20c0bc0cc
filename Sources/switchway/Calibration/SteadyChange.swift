import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// The change of a profile's file that gives switches other steadying.
struct SteadyChange {
  private let profile: ProfileChange
  private let text: String

  /// Prepares the change, and checks that it changes nothing else. Throws if a program cannot make it safely.
  ///
  /// - Parameters:
  ///   - place: the file, which need not exist.
  ///   - steadying: by the switch's name.
  ///   - seen: the profile for which it was calibrated.
  init(
    _ place: String, _ steadying: [(name: String, parameters: SteadyingParameters)], seen: Profile
  ) throws(CommandFailure) {
    profile = try SteadyChange.open(place)
    var text: String? = profile.text
    for (name, parameters) in steadying {
      guard SteadyChange.inputs(of: name, in: profile.before) == SteadyChange.inputs(of: name, in: seen) else {
        throw CommandFailure(
          .failed,
          "\(Terminal.printable(profile.file.path)): '\(name)' was changed meanwhile; nothing is written\n"
            + "help: 'switchway calibrate --kept \(name)' reads the kept presses again")
      }
      text = text.flatMap {
        SectionInsertion.setField("steady", CalibrationWords.value(parameters), of: name, in: "switches", of: $0)
      }
    }
    let entries = steadying.map { "  \($0.name): {steady: \(CalibrationWords.value($0.parameters))}\n" }.joined()
    guard let text else {
      throw SteadyChange.byHand(profile, entries, "it is written in a way that a program cannot change safely")
    }
    self.text = text
    let result = try profile.load(text)
    guard let after = result.profile else {
      throw SteadyChange.byHand(
        profile, entries, "it would have errors:\n" + Terminal.printable(result.text, keepsLines: true))
    }
    guard SteadyChange.isOnly(steadying, from: profile.before, to: after) else {
      throw SteadyChange.byHand(profile, entries, "something else would change with it")
    }
  }

  /// Opens the file. Throws if it could not be changed, or has errors. Checked before a person begins to work.
  static func open(_ place: String) throws(CommandFailure) -> ProfileChange {
    let profile = try ProfileChange(path: place)
    guard profile.file.canReplace else {
      throw CommandFailure(
        .permission,
        "\(Terminal.printable(profile.file.path)): cannot be changed: no permission to write in its folder\n"
          + "help: --print shows the result and writes nothing")
    }
    guard !profile.isBroken else {
      throw CommandFailure(
        .failed,
        Terminal.printable(try profile.load(profile.text).text, keepsLines: true)
          + "\(Terminal.printable(place)): has errors\nhelp: mend it with 'switchway edit'")
    }
    return profile
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

  /// Whether nothing but this steadying differs.
  private static func isOnly(
    _ steadying: [(name: String, parameters: SteadyingParameters)], from before: Profile, to after: Profile
  ) -> Bool {
    var wanted = before.switches
    for (name, parameters) in steadying {
      for index in wanted.indices where wanted[index].name == name { wanted[index].steadying = parameters }
    }
    func texts(_ switches: [SwitchDefinition], _ profile: Profile) -> [String] {
      switches.map { one in
        "\(one.name) \(one.label) \(inputs(of: one.name, in: profile) ?? []) \(one.steadying) \(one.gestures)"
      }.sorted()
    }
    return texts(wanted, before) == texts(after.switches, after) && before.devices == after.devices
      && before.chords.count == after.chords.count && before.keyboard == after.keyboard
      && before.policy == after.policy
  }

  private static func byHand(_ profile: ProfileChange, _ entries: String, _ why: String) -> CommandFailure {
    CommandFailure(
      .failed,
      "\(Terminal.printable(profile.file.path)): nothing is written: \(why)\n"
        + "help: put this in by hand ('switchway edit'):\n\nswitches:\n\(entries)")
  }
}
