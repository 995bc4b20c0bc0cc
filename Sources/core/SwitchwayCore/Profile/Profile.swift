/// A checked profile: everything that the core and the matching of devices need.
public struct Profile: Equatable, Sendable {
  /// The profile's name: the file's name without `.yaml`.
  public var name: String
  /// The name that people see; `name` if the file gives no label.
  public var label: String
  /// The entries, in the order of the file. A node belongs to the first entry that matches it.
  public var devices: [DeviceEntry]
  /// The switches, in the order of the file, which is also the order of deadlines at the same time.
  public var switches: [SwitchDefinition]
  /// The chords, in the order of the file, which decides between chords that the same press completes. No chord
  /// contains another.
  public var chords: [ChordDefinition]
  /// Full Keyboard Access, or `nil` if the file has no such section.
  public var keyboard: KeyboardSettings?
  public var scan: ScanSettings
  public var policy: PolicySettings
  /// The chords of all bound `key(…)` commands, by their text.
  public var typedChords: [String: KeyChord]
  /// The bridge table that `policy` names: the keys that are typed for switches while no front end claims their
  /// commands.
  public var bridge: BridgeTable?

  public init(
    name: String, label: String? = nil, devices: [DeviceEntry] = [], switches: [SwitchDefinition] = [],
    chords: [ChordDefinition] = [], keyboard: KeyboardSettings? = nil, scan: ScanSettings = ScanSettings(),
    policy: PolicySettings = PolicySettings(), typedChords: [String: KeyChord] = [:]
  ) {
    self.name = name
    self.label = label ?? name
    self.devices = devices
    self.switches = switches
    self.chords = chords
    self.keyboard = keyboard
    self.scan = scan
    self.policy = policy
    self.typedChords = typedChords
  }

  /// A profile without devices. It is used while no profile can be used.
  public static let empty = Profile(name: "default")

  /// The command of a gesture, or `nil` if it is not bound.
  public func command(of origin: CommandOrigin, _ gesture: Gesture) -> ScanCommand? {
    switch origin {
    case .single(let index): switches.indices.contains(index) ? switches[index].gestures.command(of: gesture) : nil
    case .chord(let index): chords.indices.contains(index) ? chords[index].command : nil
    }
  }

  /// The index of the first entry that matches this node, or `nil` if none does.
  ///
  /// Nodes of kind `system` and pointers match only by `id`, `path` or an exact `name`. An entry for the box's own kind
  /// comes before an entry that matches it as a box for switches (`DeviceMatch.hasKind`).
  public func entry(for device: DeviceDescription) -> Int? {
    guard device.isBoxOfJoystickButtons else { return devices.firstIndex { $0.match.matches(device) } }
    let matching = devices.indices.filter { devices[$0].match.matches(device) }
    return matching.first { devices[$0].match.kinds.isEmpty || devices[$0].match.kinds.contains(device.kind) }
      ?? matching.first
  }

  /// The axes of a node, ascending, that switches use through the entry `entry` and whose range is empty, so that they
  /// can never be pressed. Axes that the node does not have are not included.
  package func axesWithoutRange(of device: DeviceDescription, entry: Int) -> [UInt16] {
    let used = switches.flatMap(\.inputs).compactMap { input -> UInt16? in
      if input.device == entry, case .axis(let condition) = input.selector { condition.code } else { nil }
    }
    return device.axes.filter { $0.minimum >= $0.maximum && used.contains($0.code) }.map(\.code)
  }
}
