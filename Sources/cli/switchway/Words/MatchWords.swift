import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

/// Says why an entry of a profile matches a device or does not.
enum MatchWords {
  /// A condition of a match: whether it holds, its name such as `kind`, the wanted value such as `pedal`, and the
  /// device's own value.
  private typealias Condition = (holds: Bool, what: String, wanted: String, found: String)

  /// Returns the conditions of a match that holds, such as `its kind is switch-interface`.
  static func why(_ match: DeviceMatch, takes device: DeviceDescription) -> String {
    conditions(match, device).map { "its \($0.what) is \($0.wanted)" }.joined(separator: ", ")
  }

  /// Returns, for each entry, the conditions that the device does not meet.
  static func whyNone(of entries: [DeviceEntry], takes device: DeviceDescription) -> String {
    if entries.isEmpty { return "the profile has no devices" }
    return entries.map { entry in
      let failed = conditions(entry.match, device).filter { !$0.holds }
      guard !failed.isEmpty else {
        return "\(entry.name) matches, but a \(device.kind.rawValue) needs its id, path or exact name"
      }
      return "\(entry.name) does not match: its "
        + failed.map { "\($0.what) is \($0.found), and must be \($0.wanted)" }.joined(separator: "; its ")
    }.joined(separator: ". ")
  }

  /// Returns the conditions of a match that the daemon has sent, such as `kind is switch-interface or pedal, name is
  /// like '*Switch*'`.
  static func text(_ match: Wire.Explanation.Entry.Match) -> String {
    var parts: [String] = []
    if let kinds = match.kinds, !kinds.isEmpty { parts.append("kind is " + kinds.joined(separator: " or ")) }
    let conditions = [
      ("name", match.name), ("id", match.id), ("uniq", match.uniq), ("phys", match.phys), ("bus", match.bus),
      ("path", match.path),
    ]
    for case (let key, let wanted?) in conditions {
      let isPattern = key != "bus" && Glob(wanted).hasWildcard
      parts.append("\(key) is " + (isPattern ? "like " : "") + quoted(wanted))
    }
    return parts.joined(separator: ", ")
  }

  private static func conditions(_ match: DeviceMatch, _ device: DeviceDescription) -> [Condition] {
    var conditions: [Condition] = []
    func add(_ holds: Bool, _ what: String, _ wanted: String, _ found: String) {
      conditions.append((holds, what, wanted, found))
    }
    func add(_ what: String, _ glob: Glob?, _ found: String) {
      guard let glob else { return }
      add(glob.matches(found), what, (glob.hasWildcard ? "like " : "") + quoted(glob.pattern), quoted(found))
    }
    add("name", match.name, device.name)
    add("id", match.id, device.id)
    add("uniq", match.uniq, device.uniq)
    add("phys", match.phys, device.phys)
    if !match.kinds.isEmpty {
      let kinds = match.kinds.map(\.rawValue).joined(separator: " or ")
      let isBox = device.isBoxOfJoystickButtons && !match.kinds.contains(device.kind)
      add(
        match.hasKind(of: device), "kind",
        kinds + (isBox && match.hasKind(of: device) ? " (a joystick that has only buttons)" : ""),
        device.kind.rawValue)
    }
    if let bus = match.bus { add(bus == device.busName, "bus", bus, device.busName) }
    if let path = match.path {
      let wanted = (path.hasWildcard ? "like " : "") + quoted(path.pattern)
      let found = device.links.map(quoted).joined(separator: ", ")
      add(device.links.contains { path.matches($0) }, "path", wanted, found.isEmpty ? "not known" : found)
    }
    return conditions
  }

  private static func quoted(_ text: String) -> String { "'" + PrintableName.of(text) + "'" }
}
