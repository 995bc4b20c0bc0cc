import SwitchwayProtocol

enum StateWords {
  /// The column of the text after a title.
  static let textColumn = 10

  /// Returns the daemon's state in several lines. `config`: the daemon's answer to `get` with `config`, for warnings.
  /// `next`: advice if the daemon reads no devices.
  static func text(
    of state: Wire.State, hello: Wire.Hello, config: Wire.Configuration, next: String? = nil
  ) -> String {
    var lines = [
      "daemon    " + Terminal.printable(hello.server),
      "profile   " + profile(state.profile),
      "profiles  "
        + ([state.profiles.map { Terminal.printable($0) }.joined(separator: ", ")] + omitted(state.omitted.profiles))
        .joined(separator: ", "),
    ]
    let modes = state.modes.on
    lines.append("modes     " + (modes.isEmpty ? "none" : modes.map { Terminal.printable($0) }.joined(separator: ", ")))
    if let bridge = config.inForce?.bridge {
      lines.append("bridge    \(Terminal.printable(bridge)) (types keys for commands that no program handles)")
    }
    lines += titled("devices", state.devices.map(device) + omitted(state.omitted.devices))
    if state.devices.isEmpty, let next { lines.append(String(repeating: " ", count: textColumn) + next) }
    lines += titled("switches", state.switches.map(oneSwitch) + omitted(state.omitted.switches))
    if let scan = state.scan.flatMap(ScanWords.text) { lines += titled("scan", [scan]) }
    let warnings = ModeWords.warnings(of: state.modes) + warnings(config)
    if !warnings.isEmpty { lines += titled("warning", warnings) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a profile's name and label, such as `default (Two switches)`.
  static func profile(_ profile: Wire.ProfileName) -> String {
    named(Terminal.printable(profile.name), Terminal.printable(profile.label))
  }

  /// Returns a name with its label, such as `left (Head switch)`. Returns only the name if the label adds nothing.
  static func named(_ name: String, _ label: String) -> String {
    label.isEmpty || label == name ? name : "\(name) (\(label))"
  }

  /// Returns a name with its label, such as `gamepad (Gamepad)`, or `mine (has errors)` if there is no label because
  /// the file has errors.
  static func labelled(_ name: String, _ label: String?) -> String {
    guard let label else { return "\(Terminal.printable(name)) (has errors)" }
    return Terminal.printable(named(name, label))
  }

  private static func device(_ device: Wire.Device) -> String {
    func shown(_ text: String) -> String { Terminal.printable(text) }
    let held = device.isGrabbed == true ? ", grabbed" : ""
    let reason = shown(device.message ?? "")
    return "\(shown(device.entry ?? "none")): \(shown(device.name)) (\(shown(device.id)), \(shown(device.kind))\(held))"
      + (reason.isEmpty ? "" : "; not grabbed: \(reason)")
  }

  /// Returns a note if entries of a list did not fit into the daemon's answer, otherwise nothing.
  private static func omitted(_ count: Int64?) -> [String] {
    guard let count, count > 0 else { return [] }
    return ["and \(count) more, which did not fit into the daemon's answer"]
  }

  private static func oneSwitch(_ one: Wire.Switch) -> String {
    named(Terminal.printable(one.name), Terminal.printable(one.label))
      + (one.isDown ? ": pressed" : ": not pressed")
  }

  /// Returns warnings about required devices that are not plugged in, and about files with errors.
  private static func warnings(_ config: Wire.Configuration) -> [String] {
    var found = config.absent.map {
      "the device '\(Terminal.printable($0))' is required, but not plugged in: plug it in"
    }
    let errors = config.diagnostics.filter { $0.severity == "error" }
    if !errors.isEmpty {
      let name = SubstituteWords.name(config)
      let what = name.map { "has errors, and \($0) is used until they are fixed" }
      found.append(
        "the profile '\(Terminal.printable(config.profile ?? ""))' "
          + "\(what ?? "has errors and is not active"): "
          + "see 'switchway check'")
    }
    return found
  }

  private static func titled(_ title: String, _ rows: [String]) -> [String] {
    let head = title + String(repeating: " ", count: 10 - title.count)
    let rows = rows.isEmpty ? ["none"] : rows
    return rows.enumerated().map { ($0 == 0 ? head : String(repeating: " ", count: 10)) + $1 }
  }
}

extension JSONValue {
  /// Returns the text of the member `key`, for a terminal. Empty if there is no such member.
  func shown(_ key: String) -> String { Terminal.printable(text(key)) }
}
