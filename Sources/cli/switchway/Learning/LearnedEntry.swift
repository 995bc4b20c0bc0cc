import SwitchwayCore
import SwitchwayText

/// The text of a learned switch for a profile.
struct LearnedEntry: Equatable {
  /// The name of the device's entry. `deviceText` is the text of the entry, or `nil` if the file already has the entry.
  var device: String
  var deviceText: String?
  var name: String
  var switchText: String
  /// The value of the field `input`. `steady` is the value of the field of this name, or `nil` if the default fits.
  let input: String
  let steady: String?
  /// The value of the field `release` for an axis, or `nil` if the default fits.
  let release: String?

  /// - Parameters:
  ///   - entry: the name of an entry that already matches the device.
  ///   - mark: the mark that distinguishes the device from equal ones, or `nil` if the entry may also match these.
  ///   - tap: the command of a tap, or `nil` if the profile already defines it.
  init(
    _ presses: LearnedPresses, of source: LearnedPresses.Source, entry: String?, mark: DeviceMark? = nil, name: String,
    tap: String?, isGrabbed: Bool, among names: Set<String>
  ) {
    device = entry ?? LearnedEntry.unused(LearnedEntry.stem(source.device.kind), among: names)
    if entry == nil {
      let grab = isGrabbed ? ", grab: yes" : ""
      deviceText = "{match: {\(LearnedEntry.match(source.device, mark))}\(grab)}"
    }
    self.name = name
    input = LearnedEntry.scalar("\(device)/\(presses.input)")
    steady = LearnedEntry.steady(presses, of: source)
    release = presses.release
    switchText = LearnedEntry.entry(
      input: input, steady: steady, tap: tap, more: release.map { [("release", $0)] } ?? [])
  }

  /// Returns the text of a switch's entry. `steady` is `nil` if the default fits.
  ///
  /// - Parameter more: other fields with their values.
  static func entry(input: String, steady: String?, tap: String?, more: [(String, String)] = []) -> String {
    let members = [("input", input), ("steady", steady), ("tap", tap.map(scalar))] + more
    return "{\(members.compactMap { name, value in value.map { "\(name): \($0)" } }.joined(separator: ", "))}"
  }

  static func steady(_ presses: LearnedPresses, of source: LearnedPresses.Source) -> String? {
    let steadying = presses.steadying
    if let quiet = steadying.ignoreRepeat {
      return "{preset: \(steadying.preset.rawValue), ignore-repeat: \(DurationText.written(quiet))}"
    }
    // If `gentle` is enough for an axis, the field is left out. The default for sticks is then used, which is stronger.
    return steadying.preset == .gentle && source.isAxis ? nil : steadying.preset.rawValue
  }

  var text: String {
    (deviceText.map { "devices:\n  \(device): \($0)\n" } ?? "") + "switches:\n  \(name): \(switchText)\n"
  }

  /// Returns the members of a `match` with the device's name and ids. Without a mark, it matches all equal devices, so
  /// that a person can replace a device by an equal one.
  static func match(_ device: LearnedPresses.Device, _ mark: DeviceMark? = nil) -> String {
    var parts: [String] = []
    if !device.name.isEmpty {
      parts.append("name: " + quoted(pattern(device)))
    }
    if device.id != "0000:0000" || parts.isEmpty { parts.append("id: " + quoted(device.id)) }
    if let mark { parts.append(mark.text) }
    return parts.joined(separator: ", ")
  }

  /// Returns a pattern for the device's name. It matches only this name if the complete name is known.
  private static func pattern(_ device: LearnedPresses.Device) -> String {
    let escaped = Glob.escaped(device.name)
    guard device.isNameChanged else { return escaped }
    // In the pattern, a `?` for a replaced character matches any character. After a name that was cut, anything may
    // follow.
    let isCut = device.name.unicodeScalars.count >= PrintableName.limit
    return escaped.replacing("\\?", with: "?") + (isCut ? "*" : "")
  }

  static func stem(_ kind: String) -> String {
    switch kind {
    case "switch-interface": "box"
    case "keyboard", "joystick", "gamepad", "pedal", "pointer": kind
    default: "device"
    }
  }

  /// Returns the names that a new entry with this stem cannot have. `stem` itself is one of them if the text has it,
  /// which can be a line that removes an inherited entry.
  static func taken(_ stem: String, _ names: [String], in text: String) -> Set<String> {
    Set(names).union(SectionInsertion.has(stem, in: "devices", of: text) ? [stem] : [])
  }

  /// Returns `stem` or, if it is in use, `stem` with the first unused number from 2 on.
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

  /// Returns the text as a scalar of YAML. It is quoted if YAML or a person could misread it.
  static func scalar(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
        || "-_/()".unicodeScalars.contains($0)
    }
    return isPlain ? text : quoted(text)
  }
}
