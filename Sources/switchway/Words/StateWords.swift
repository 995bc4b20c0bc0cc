import SwitchwayJSON

enum StateWords {
  /// The column of the text after a title.
  static let textColumn = 10

  /// Several lines. `config`: the result of `get` `config`, for warnings. `next`: advice if there are no devices.
  static func text(of state: JSONValue, hello: JSONValue, config: JSONValue, next: String? = nil) -> String {
    var lines = [
      "daemon    " + hello.shown("server"),
      "profile   " + profile(state["profile"] ?? .null),
      "profiles  " + ([list(state["profiles"])] + omitted("profiles", state)).joined(separator: ", "),
    ]
    let modes = (state["modes"]?.objectValue ?? [:]).filter { $0.value == true }.keys.sorted()
    lines.append("modes     " + (modes.isEmpty ? "none" : modes.map { Terminal.printable($0) }.joined(separator: ", ")))
    if let bridge = config["in-force"]?["bridge"]?.stringValue {
      lines.append("bridge    switches type by \(Terminal.printable(bridge)) while no front end claims their commands")
    }
    let devices = state.list("devices")
    lines += titled("devices", devices.map(device) + omitted("devices", state))
    if devices.isEmpty, let next { lines.append(String(repeating: " ", count: textColumn) + next) }
    let switches = state.list("switches")
    lines += titled("switches", switches.map(oneSwitch) + omitted("switches", state))
    if let scan = state["scan"].flatMap(ScanWords.text) { lines += titled("scan", [scan]) }
    let warnings = ModeWords.warnings(of: state["modes"] ?? .null) + warnings(config)
    if !warnings.isEmpty { lines += titled("warning", warnings) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `default (Two switches)`.
  static func profile(_ profile: JSONValue) -> String { named(profile.shown("name"), profile.shown("label")) }

  /// `left (Head switch)`; only the name if the label adds nothing.
  static func named(_ name: String, _ label: String) -> String {
    label.isEmpty || label == name ? name : "\(name) (\(label))"
  }

  /// `gamepad (Gamepad)`; `mine (cannot be used as it is)` if the file has errors.
  static func labelled(_ name: String, _ label: String?) -> String {
    guard let label else { return "\(Terminal.printable(name)) (cannot be used as it is)" }
    return Terminal.printable(named(name, label))
  }

  private static func device(_ device: JSONValue) -> String {
    let entry = device["device"]?.stringValue.map { Terminal.printable($0) } ?? "none"
    let held = device["grabbed"] == true ? ", grabbed" : ""
    let reason = device.shown("message")
    return "\(entry): \(device.shown("name")) (\(device.shown("id")), \(device.shown("kind"))\(held))"
      + (reason.isEmpty ? "" : "; not grabbed: \(reason)")
  }

  /// A note if entries of a list did not fit in the daemon's answer; else empty.
  private static func omitted(_ list: String, _ state: JSONValue) -> [String] {
    guard let count = state["omitted"]?[list]?.integerValue, count > 0 else { return [] }
    return ["and \(count) more, for which the daemon's answer has no room"]
  }

  private static func oneSwitch(_ one: JSONValue) -> String {
    named(one.shown("switch"), one.shown("label")) + (one["down"] == true ? ": pressed" : ": not pressed")
  }

  /// Warnings: required devices that are absent, files with errors.
  private static func warnings(_ config: JSONValue) -> [String] {
    var found = config.strings("absent").map {
      "the device '\(Terminal.printable($0))' is required and not there: plug it in"
    }
    let errors = config.list("diagnostics").filter { $0["severity"] == "error" }
    if !errors.isEmpty {
      let name = SubstituteWords.name(config)
      let what = name.map { "has errors, and \($0) is used until they are corrected" }
      found.append(
        "the profile '\(config.shown("profile"))' \(what ?? "has errors and is not in force as it is"): "
          + "see 'switchway check'")
    }
    return found
  }

  private static func titled(_ title: String, _ rows: [String]) -> [String] {
    let head = title + String(repeating: " ", count: 10 - title.count)
    let rows = rows.isEmpty ? ["none"] : rows
    return rows.enumerated().map { ($0 == 0 ? head : String(repeating: " ", count: 10)) + $1 }
  }

  private static func list(_ value: JSONValue?) -> String {
    (value?.strings ?? []).map { Terminal.printable($0) }.joined(separator: ", ")
  }
}

extension JSONValue {
  /// The text of the member `key`, for a terminal; empty if there is none.
  func shown(_ key: String) -> String { Terminal.printable(text(key)) }
}
