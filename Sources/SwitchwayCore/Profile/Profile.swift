/// A key-remap file, checked and compiled: all that the core and the matching of devices need.
public struct Profile: Equatable, Sendable {
  /// The name it is known by: a file's name without `.yaml`.
  public var name: String
  /// Shown to people; the name where the file gives none.
  public var label: String
  /// In the order of the file: the first that matches takes a node.
  public var devices: [DeviceEntry]
  /// In the order of the file, which decides between deadlines of one moment.
  public var switches: [SwitchDefinition]
  /// In the order of the file, which decides between chords that one press completes. None is a part of another.
  public var chords: [ChordDefinition]
  /// Full Keyboard Access; nil where the file has none.
  public var keyboard: KeyboardSettings?
  public var scan: ScanSettings
  public var policy: PolicySettings
  /// The chords of all `key(…)` that are bound, by how they are written.
  public var typedChords: [String: KeyChord]
  /// The table that `policy` names: what switches type while no front end claims their commands.
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

  /// A profile that uses nothing: what runs while no key-remap file can be used.
  public static let empty = Profile(name: "default")

  /// What a gesture publishes; nil where it is not bound.
  public func command(of origin: CommandOrigin, _ gesture: Gesture) -> ScanCommand? {
    switch origin {
    case .single(let index): switches.indices.contains(index) ? switches[index].gestures.command(of: gesture) : nil
    case .chord(let index): chords.indices.contains(index) ? chords[index].command : nil
    }
  }

  /// Whether everything that is bound is simply published: nothing is asked about first, or acted on by the daemon.
  package func isPlain(under policy: PolicySettings.Confirmation) -> Bool {
    let bound =
      chords.map(\.command) + switches.flatMap { one in Gesture.allCases.compactMap { one.gestures.command(of: $0) } }
    return bound.allSatisfy {
      ![.daemon, .safety, .key].contains($0.group) && $0.name != "gesture-mode" && !policy.asks($0)
    }
  }

  /// The entry that takes a node of this description: the first that matches, or nil.
  ///
  /// Nodes of kind `system` and pointers are taken only by a match on `id`, `path` or an exact `name`.
  public func entry(for device: DeviceDescription) -> Int? {
    devices.firstIndex { $0.match.matches(device) }
  }

  /// The axes of a node, ascending, that switches use by the entry `entry` and that can never press: those whose range
  /// is empty. Axes that the node does not have are not among them.
  package func axesWithoutRange(of device: DeviceDescription, entry: Int) -> [UInt16] {
    let used = switches.flatMap(\.inputs).compactMap { input -> UInt16? in
      if input.device == entry, case .axis(let condition) = input.selector { condition.code } else { nil }
    }
    return device.axes.filter { $0.minimum >= $0.maximum && used.contains($0.code) }.map(\.code)
  }
}
