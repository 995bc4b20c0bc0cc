import SwitchwayCore
import SwitchwayYAML

// Warns about entries of `devices` that can never match. An entry is only reported if the file alone makes this
// certain.
extension DevicesReader {
  /// The kinds of devices that an entry matches only by `id`, `path` or a whole `name`.
  private static let guarded: Set<DeviceKind> = [.pointer, .system]

  private static func isExact(_ match: DeviceMatch) -> Bool {
    match.id != nil || match.path != nil || (match.name.map { !$0.hasWildcard } ?? false)
  }

  /// Warns about a match that has only kinds of `guarded` and none of the other conditions that these kinds need.
  func auditGuarded(_ match: DeviceMatch, _ kind: YAMLNode) {
    let kinds = match.kinds
    guard !kinds.isEmpty, kinds.allSatisfy(DevicesReader.guarded.contains), !DevicesReader.isExact(match) else {
      return
    }
    findings.warning(
      kind,
      "this never matches: a device of kind \(kinds[0].rawValue) matches only by its 'id', 'path' or whole 'name'",
      help: "add for example id: \"05f3:0232\"; 'switchway devices' shows it")
  }

  /// Warns about a path that cannot be one of the links to devices.
  func auditPath(_ path: Glob, _ place: YAMLNode) {
    let literal = path.pattern.prefix { !"*?[\\".contains($0) }
    let isFine = ["/dev/input/by-id/", DeviceDescription.linksByPath, "/devices/"].contains { folder in
      folder.hasPrefix(literal) && literal.count < path.pattern.count || literal.hasPrefix(folder)
    }
    if isFine { return }
    findings.warning(
      place, "this never matches: a 'path' is a link in /dev/input/by-id or /dev/input/by-path",
      help: "write for example path: \"/dev/input/by-id/*-event-joystick\"")
  }

  /// The entries that never get a device, because an earlier entry matches all their devices. The value is the index of
  /// the earlier entry.
  static func hidden(_ devices: [DeviceEntry]) -> [Int: Int] {
    var hidden: [Int: Int] = [:]
    // Hidden entries are not added, so the list has at most one entry for each different set of kinds.
    var wide: [Int] = []
    for (index, entry) in devices.enumerated() {
      if let first = wide.first(where: { takesAll(of: entry.match, devices[$0].match) }) {
        hidden[index] = first
      } else if isWide(entry.match) {
        wide.append(index)
      }
    }
    return hidden
  }

  /// Whether the match has no condition except kinds.
  private static func isWide(_ match: DeviceMatch) -> Bool {
    guard match.id == nil, match.uniq == nil, match.phys == nil, match.bus == nil, match.path == nil else {
      return false
    }
    return match.name.map { $0.pattern == "*" } ?? true
  }

  /// Whether `wide` matches everything that `narrow` could match. `wide` has no conditions except kinds, so it never
  /// matches kinds of `guarded`.
  private static func takesAll(of narrow: DeviceMatch, _ wide: DeviceMatch) -> Bool {
    if !wide.kinds.isEmpty {
      guard !narrow.kinds.isEmpty, narrow.kinds.allSatisfy(wide.kinds.contains) else { return false }
    }
    guard isExact(narrow) else { return true }
    let own = DeviceDescription(
      name: OwnDevice.keyboard.name, bus: OwnDevice.bus, vendor: OwnDevice.vendor, product: OwnDevice.keyboard.product,
      kind: .keyboard)
    return !narrow.kinds.isEmpty && !narrow.kinds.contains(where: guarded.contains) && !narrow.matches(own)
  }
}
