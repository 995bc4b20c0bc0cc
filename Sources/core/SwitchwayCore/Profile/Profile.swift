/// A checked profile: everything that the core and the matching of devices need.
public struct Profile: Equatable, Sendable {
  /// The profile's name: the file's name without `.yaml`.
  public var name: String
  /// The name that people see; `name` if the file gives no label.
  public var label: String
  /// The entries, in the order of the file. A node belongs to the first entry that matches it.
  public var devices: [DeviceEntry]
  /// The switches, in the order of the file. Deadlines of several switches at the same time are handled in this order.
  public var switches: [SwitchDefinition]
  /// The chords, in the order of the file. If a press completes several chords, the first of these counts. No chord
  /// contains another.
  public var chords: [ChordDefinition]
  /// Full Keyboard Access, or `nil` if the file has no such section.
  public var keyboard: KeyboardSettings?
  public var scan: ScanSettings
  public var policy: PolicySettings
  /// The chords of all bound `key(…)` commands, by their text.
  public var typedChords: [String: KeyChord]
  /// The bridge table that `policy` names. It has the keys that are typed for commands of switches while no front end
  /// claims the commands.
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

  /// A profile without devices. It is used while no other profile can be used.
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
  /// Nodes of kind `system` and pointers match only by `id`, `path` or an exact `name`. A box for switches may report
  /// itself as a joystick or gamepad. An entry for the kind that the box reports, or for any kind, then has priority
  /// over an entry for `switch-interface` (`DeviceMatch.hasKind`).
  public func entry(for device: DeviceDescription) -> Int? {
    guard device.isBoxOfJoystickButtons else { return devices.firstIndex { $0.match.matches(device) } }
    let matching = devices.indices.filter { devices[$0].match.matches(device) }
    return matching.first { devices[$0].match.kinds.isEmpty || devices[$0].match.kinds.contains(device.kind) }
      ?? matching.first
  }

  /// The codes of the node's axes, ascending, that switches use through the entry at `entry` and whose range is empty,
  /// so that they can never press a switch. Axes that the node does not have are not included.
  package func axesWithoutRange(of device: DeviceDescription, entry: Int) -> [UInt16] {
    let used = switches.flatMap(\.inputs).compactMap { input -> UInt16? in
      if input.device == entry, case .axis(let condition) = input.selector { condition.code } else { nil }
    }
    return device.axes.filter { $0.minimum >= $0.maximum && used.contains($0.code) }.map(\.code)
  }
}
