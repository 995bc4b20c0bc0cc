import SwitchwayConfig
import SwitchwayCore

/// The settings that a calibration writes into the entry of a switch.
struct SwitchChange {
  let name: String
  let steadying: SteadyingParameters
  /// New levels for the axes of the switch, or `nil` if its levels stay as they are.
  var levels: LevelProposal?

  /// Returns the fields to write into the entry, with their values.
  func fields(in profile: Profile) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    if let levels {
      func texts(_ inputs: [SwitchInput]) -> [String] {
        inputs.map { LearnedEntry.scalar("\(profile.devices[$0.device].name)/\(InputText.text(of: $0.selector))") }
      }
      let inputs = texts(levels.inputs)
      if inputs != texts(profile.switches[levels.switchIndex].inputs) {
        fields.append(("input", inputs.count == 1 ? inputs[0] : "[\(inputs.joined(separator: ", "))]"))
      }
      fields.append(("release", InputText.text(of: levels.release)))
    }
    fields.append(("steady", CalibrationWords.value(steadying)))
    return fields
  }

  fileprivate func applied(to one: SwitchDefinition) -> SwitchDefinition {
    var one = one
    one.steadying = steadying
    if let levels { one.inputs = levels.inputs }
    return one
  }
}

/// A change of a profile's file that gives switches other filter settings (steadying) and other levels of axes.
struct SteadyChange {
  private let profile: ProfileChange
  private let text: String

  /// Prepares the new text of the file, and checks that nothing else in the profile changes. Throws if a program cannot
  /// safely change the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which need not exist.
  ///   - changes: one per switch.
  ///   - seen: the profile with which the switches were calibrated.
  init(_ path: String, _ changes: [SwitchChange], seen: Profile) throws(CommandFailure) {
    profile = try ProfileChange.open(path)
    var text: String? = profile.text
    for name in changes.map(\.name) {
      guard SteadyChange.inputs(of: name, in: profile.before) == SteadyChange.inputs(of: name, in: seen) else {
        throw CommandFailure(
          .failed, "\(Terminal.printable(profile.file.path)): '\(name)' was changed meanwhile; nothing was written",
          help: "'switchway calibrate --kept \(name)' evaluates the kept presses again")
      }
    }
    var entries = "switches:\n"
    for change in changes {
      let fields = change.fields(in: seen)
      for (field, value) in fields {
        text = text.flatMap { SectionInsertion.setField(field, value, of: change.name, in: "switches", of: $0) }
      }
      entries += "  \(change.name): {\(fields.map { "\($0.name): \($0.value)" }.joined(separator: ", "))}\n"
    }
    let wanted = profile.before.switches.map { one in
      changes.first { $0.name == one.name }?.applied(to: one) ?? one
    }
    let profile = profile
    self.text = try profile.checked(
      text, entries, or: "it is written in a way that a program cannot change safely", fault: "it would have errors:\n"
    ) { after in
      let isSet = wanted.allSatisfy { one in
        after.switches.contains { $0.name == one.name && $0.inputs == one.inputs }
      }
      return isSet && profile.has(wanted, in: after) && profile.before.devices == after.devices
    }
  }

  var path: String { profile.file.path }

  /// The removed lines, with `-`, and the added lines, with `+`.
  var difference: String {
    TextDifference(from: profile.file.original == nil ? "" : profile.text, to: text).changes
  }

  /// Whether the file already has these values.
  var isEmpty: Bool { text == profile.text && profile.file.original != nil }

  /// Writes the file. Throws if another program has changed it meanwhile.
  func write() throws(CommandFailure) { try profile.write(text) }

  private static func inputs(of name: String, in profile: Profile) -> [String]? {
    profile.switches.first { $0.name == name }?.inputs.map {
      "\(profile.devices[$0.device].name)/\(InputText.text(of: $0.selector))"
    }
  }
}
