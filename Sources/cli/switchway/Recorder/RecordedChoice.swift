import SwitchwayCore
import SwitchwayText

/// The device to record: the one that a person names, or the first that is pressed.
struct RecordedChoice {
  private enum Choice {
    case any
    /// The devices that match these entries of the profile.
    case entries(Set<Int>, Profile)
    /// The devices with this name or these ids.
    case named(String)
  }

  private let choice: Choice
  /// The name that the person gave, or `nil` if there is none.
  let name: String?
  /// Whether the person named a switch that a key that types text presses.
  private(set) var typesText = false

  /// - Parameters:
  ///   - name: a switch or a device of the profile, a device's name or its ids.
  ///   - profile: the active profile, or `nil` if it cannot be used.
  init(_ name: String?, profile: Profile?) {
    self.name = name
    guard let name else {
      choice = .any
      return
    }
    if let profile, let found = profile.switches.first(where: { $0.name == name }) {
      choice = .entries(Set(found.inputs.map(\.device)), profile)
      typesText = found.typesText
    } else if let profile, let entry = profile.devices.firstIndex(where: { $0.name == name }) {
      choice = .entries([entry], profile)
    } else {
      choice = .named(name)
    }
  }

  func includes(_ device: DeviceDescription) -> Bool {
    switch choice {
    case .any: true
    case .entries(let entries, let profile): profile.entry(for: device).map(entries.contains) ?? false
    case .named(let name):
      [PrintableName.of(device.name), device.id].contains { $0.lowercased() == name.lowercased() }
    }
  }

  /// Returns the failure if none of the chosen devices is plugged in.
  func absence(among devices: [DeviceDescription]) -> CommandFailure {
    let words = name.map { Terminal.printable($0) } ?? ""
    if case .entries = choice {
      return CommandFailure(
        .failed, "'\(words)': its device is not plugged in", help: "'switchway devices' shows what is plugged in")
    }
    let names = devices.map { PrintableName.of($0.name) }
    let near = name.flatMap { NearestName.suggestion(for: $0, among: names) }
    return CommandFailure(
      .failed, "'\(words)' is neither a switch nor a device",
      help: near.map { "did you mean '\(Terminal.printable($0))'?" }
        ?? "'switchway devices' lists the devices")
  }
}

extension SwitchDefinition {
  /// Whether one of the switch's inputs is a key that types text.
  var typesText: Bool {
    inputs.contains { $0.selector.textKey != nil }
  }
}
