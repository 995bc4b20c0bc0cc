import SwitchwayCore

/// What a key-remap file has to say of a switch that was learned.
struct LearnedEntry: Equatable {
  /// The name of the device's entry, and what stands there; nil: the file has it already.
  var device: String
  var deviceText: String?
  var name: String
  var switchText: String
  /// The values of its `input` and its `steady`; nil: the default fits.
  let input: String
  let steady: String?

  /// - Parameters:
  ///   - entry: the entry that takes the device already.
  ///   - tap: nil where the profile that is extended says it.
  init(
    _ presses: LearnedPresses, of source: LearnedPresses.Source, entry: String?, name: String, tap: String?,
    isGrabbed: Bool, among names: Set<String>
  ) {
    device = entry ?? LearnedEntry.unused(LearnedEntry.stem(source.device.kind), among: names)
    if entry == nil {
      let grab = isGrabbed ? ", grab: yes" : ""
      deviceText = "{match: {\(LearnedEntry.match(source.device))}\(grab)}"
    }
    self.name = name
    input = LearnedEntry.scalar("\(device)/\(source.input)")
    steady = LearnedEntry.steady(presses, of: source)
    var members = ["input: " + input]
    if let steady { members.append("steady: " + steady) }
    if let tap { members.append("tap: " + LearnedEntry.scalar(tap)) }
    switchText = "{\(members.joined(separator: ", "))}"
  }

  private static func steady(_ presses: LearnedPresses, of source: LearnedPresses.Source) -> String? {
    let steadying = presses.steadying
    if let quiet = steadying.ignoreRepeat {
      return "{preset: \(steadying.preset.rawValue), ignore-repeat: \(DurationText.written(quiet))}"
    }
    // A stick has more than `gentle` by itself; hats are switches in all but name.
    let isStick = source.input.hasPrefix("abs_") && !source.input.hasPrefix("abs_hat")
    return steadying.preset == .gentle && isStick ? nil : steadying.preset.rawValue
  }

  /// As it would stand in a file.
  var text: String {
    (deviceText.map { "devices:\n  \(device): \($0)\n" } ?? "") + "switches:\n  \(name): \(switchText)\n"
  }

  /// The name and the ids: of two equal devices both, which is what people expect who swap them.
  private static func match(_ device: LearnedPresses.Device) -> String {
    var parts: [String] = []
    if !device.name.isEmpty {
      parts.append("name: " + quoted(pattern(device)))
    }
    if device.id != "0000:0000" || parts.isEmpty { parts.append("id: " + quoted(device.id)) }
    return parts.joined(separator: ", ")
  }

  /// What matches the device's name and, where that is known whole, nothing else.
  private static func pattern(_ device: LearnedPresses.Device) -> String {
    let escaped = Glob.escaped(device.name)
    guard device.isNameChanged else { return escaped }
    // What was not printable is any character now, and what was too long goes on.
    let isCut = device.name.unicodeScalars.count >= PrintableName.limit
    return escaped.replacing("\\?", with: "?") + (isCut ? "*" : "")
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

  static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }

  /// Quoted where YAML, or a person, could read it otherwise.
  static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "-_/()".unicodeScalars.contains($0)
    }
    return isPlain ? text : quoted(text)
  }
}
