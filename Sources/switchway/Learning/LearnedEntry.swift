import SwitchwayCore

/// What a key-remap file has to say of a switch that was learned.
struct LearnedEntry: Equatable {
  /// The name of the device's entry, and what stands there; nil: the file has it already.
  var device: String
  var deviceText: String?
  var name: String
  var switchText: String

  /// - Parameters:
  ///   - entry: the entry that takes the device already.
  ///   - tap: nil where the profile that is extended says it.
  init(
    _ presses: LearnedPresses, of source: (device: LearnedPresses.Device, input: String), entry: String?, name: String,
    tap: String?, isGrabbed: Bool, among names: Set<String>
  ) {
    device = entry ?? LearnedEntry.unused(LearnedEntry.stem(source.device.kind), among: names)
    if entry == nil {
      let grab = isGrabbed ? ", grab: yes" : ""
      deviceText = "{match: {\(LearnedEntry.match(source.device))}\(grab)}"
    }
    self.name = name
    var members = ["input: " + LearnedEntry.scalar("\(device)/\(source.input)")]
    let steadying = presses.steadying
    // A stick has more than `gentle` by itself; hats are switches in all but name.
    let isStick = source.input.hasPrefix("abs_") && !source.input.hasPrefix("abs_hat")
    if let quiet = steadying.ignoreRepeat {
      members.append(
        "steady: {preset: \(steadying.preset.rawValue), ignore-repeat: \(DurationText.written(quiet))}")
    } else if steadying.preset != .gentle || !isStick {
      members.append("steady: \(steadying.preset.rawValue)")
    }
    if let tap { members.append("tap: " + LearnedEntry.scalar(tap)) }
    switchText = "{\(members.joined(separator: ", "))}"
  }

  /// As it would stand in a file.
  var text: String {
    (deviceText.map { "devices:\n  \(device): \($0)\n" } ?? "") + "switches:\n  \(name): \(switchText)\n"
  }

  /// The name and the ids: of two equal devices both, which is what people expect who swap them.
  private static func match(_ device: LearnedPresses.Device) -> String {
    var parts: [String] = []
    if !device.name.isEmpty {
      // What was not printable is any character now, and what was too long goes on.
      let isCut = device.name.unicodeScalars.count >= PrintableName.limit
      parts.append("name: " + quoted(device.name + (isCut ? "*" : "")))
    }
    if device.id != "0000:0000" || parts.isEmpty { parts.append("id: " + quoted(device.id)) }
    return parts.joined(separator: ", ")
  }

  private static func stem(_ kind: String) -> String {
    switch kind {
    case "switch-interface": "box"
    case "keyboard", "joystick", "gamepad", "pedal", "pointer": kind
    default: "device"
    }
  }

  /// `stem`, or with the first number from 2 on that nothing else has.
  static func unused(_ stem: String, among names: Set<String>) -> String {
    var name = stem
    var number = 2
    while names.contains(name) {
      name = "\(stem)-\(number)"
      number += 1
    }
    return name
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }

  /// Quoted where YAML, or a person, could read it otherwise.
  private static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "-_/()".unicodeScalars.contains($0)
    }
    return isPlain ? text : quoted(text)
  }
}
