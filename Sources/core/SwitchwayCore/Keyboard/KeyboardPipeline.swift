import SwitchwayText
import SwitchwayTime

/// Turns the key edges of keyboards into typed keys and commands.
///
/// All keyboards count as one: a key that is down on two keyboards is down once, and is released with the last release.
/// Pure and deterministic, like `Switches`: time comes with the input, and all deadlines at or before an input's time
/// are handled before it.
///
/// A node is attached while it is read. It is taken while only Switchway receives its keys, because it is grabbed or
/// part of a recording. Nodes that are not taken are only watched for the panic chord.
public struct KeyboardPipeline: Sendable {
  let map: KeyMap
  var layer: KeyLayer
  var steadier: KeySteadier
  var watch: PanicWatch
  var nodes: [Node] = []
  /// For each key, the number of taken nodes that hold it down.
  var counts: [UInt16]
  /// For each key, the device on which it last went down: an index in `Profile.devices`.
  var devices: [Int]
  /// For each key, when it last went down, on any node.
  var pressed: [Instant]
  /// Chords that `key(…)` and bridges type, by their texts.
  var chords: [String: TypedChord]
  /// The time of the latest decision.
  var now = Instant(.min)
  /// Whether pass-through is on. Then a switch's key types instead of pressing the switch, if other keys of its node
  /// type. The pipeline's owner sets it before each frame.
  var letsSwitchesType = false
  /// Whether a panic has released everything. It lasts until `resume`.
  public internal(set) var hasPanicked = false

  struct Node: Sendable {
    let id: NodeID
    /// The index of the node's entry in `Profile.devices`. `nil` if no entry matches the node; it is then never taken.
    let entry: Int?
    /// Keys that press switches. They do not act as keyboard keys, unless they type in pass-through (`typing`).
    let ofSwitches: KeySet
    var typing: TypingSwitches
    var down: KeySet
    /// Keys that went down before the node was taken. Another program received their presses, so their releases are
    /// ignored.
    var foreign = KeySet()
    var isTaken = false
    /// Events from before this time have reached another program, even if the node was taken when they were read.
    var since = Instant(.min)
    /// The keys that were passed to `setAside`. Their next press and its release are ignored.
    var setAside = KeySet()
    /// The latest event's time; never decreases.
    var latest: Instant

    /// Whether a key of a switch is down.
    var holdsSwitch: Bool { isTaken && ofSwitches.shares(with: down) }
  }

  /// A pipeline in which no keys are down. `layout`: the positions of letters and signs.
  public init(profile: Profile, layout: LayoutKeys) {
    let settings = profile.keyboard ?? KeyboardSettings()
    map =
      profile.keyboard.map {
        KeyMap($0, policy: profile.policy, typed: profile.typedChords, layout: layout)
      } ?? KeyMap()
    layer = KeyLayer(map: map, offsets: profile.devices.map(\.offset))
    steadier = KeySteadier(settings.steadying)
    let compiler = KeyChordCompiler(modifier: settings.modifier, layout: layout)
    watch = PanicWatch(own: settings.panic.map { keys in keys.map(compiler.codes) })
    counts = Array(repeating: 0, count: EventLimit.keyCodes)
    devices = Array(repeating: 0, count: EventLimit.keyCodes)
    pressed = Array(repeating: Instant(.min), count: EventLimit.keyCodes)
    chords = profile.typedChords.compactMapValues(compiler.typed)
  }

  /// The time to call `advance` if no input comes before, or `nil` if nothing is due.
  public var nextDeadline: Instant? {
    @inline(__always) mutating get {
      Instant.earliest(Instant.earliest(layer.nextDeadline, steadier.nextDeadline), watch.due)
    }
  }

  /// Removes the results that are not performed yet, and returns them in order.
  package mutating func takeOutputs() -> [KeyboardOutput] {
    defer { layer.outputs.removeAll() }
    return layer.outputs
  }

  // MARK: Nodes

  /// Whether this node must be attached, because it has keyboard keys or keys of a panic chord. The entry at `entry`
  /// matched the node.
  public func concerns(_ device: DeviceDescription, entry: Int, of profile: Profile) -> Bool {
    profile.isKeyboard(device, entry: entry) || watch.codes.codes.contains { device.keys.contains($0) }
  }

  /// Starts to read a node whose keys `down` are pressed. Does nothing if the node is already attached.
  public mutating func attach(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, profile: Profile, down: KeySet, at time: Instant
  ) {
    attach(
      Node(
        id: node, entry: entry, ofSwitches: profile.switchKeys(of: description, entry: entry),
        typing: TypingSwitches(profile.switchKeysThatType(of: description, entry: entry)), down: down,
        latest: time))
  }

  /// Starts to watch a node for the panic chord only. No entry of the profile matches it.
  mutating func attachWatched(_ node: NodeID, down: KeySet, at time: Instant) {
    attach(
      Node(id: node, entry: nil, ofSwitches: KeySet(), typing: TypingSwitches(KeySet()), down: down, latest: time))
  }

  private mutating func attach(_ node: Node) {
    guard !nodes.contains(where: { $0.id == node.id }) else { return }
    nodes.append(node)
    for code in node.down.codes { pressed[Int(code)] = node.latest }
    for code in node.down.codes { watch.attach(code, at: node.latest) }
  }

  /// Ignores keys of a node that are down although no hand holds them, and that were released for the desktop: their
  /// events do nothing until they have been pressed and released once more.
  mutating func setAside(_ keys: KeySet, of node: NodeID) {
    guard let index = nodes.firstIndex(where: { $0.id == node }) else { return }
    for code in keys.codes { nodes[index].setAside.insert(code) }
  }

  /// Marks the node as taken. Releases of the keys that are down now are ignored, because another program received the
  /// presses.
  ///
  /// - Parameter since: the time when the node was taken. Earlier presses that are read only now are also ignored.
  public mutating func take(_ node: NodeID, since: Instant = Instant(.min)) {
    guard let index = nodes.firstIndex(where: { $0.id == node }), !nodes[index].isTaken else { return }
    nodes[index].isTaken = true
    nodes[index].since = since
    nodes[index].foreign = nodes[index].down
  }

  /// Returns the node's keys to the desktop.
  ///
  /// - Parameter delivers: whether withheld keys are typed, because the person still holds them. Otherwise they are
  ///   dropped.
  public mutating func giveBack(_ node: NodeID, delivers: Bool, at time: Instant) {
    advance(to: time)
    guard let index = nodes.firstIndex(where: { $0.id == node }), nodes[index].isTaken else { return }
    if delivers, nodes.count(where: \.isTaken) == 1 {
      letGo(delivers: true)
    } else {
      for code in nodes[index].down.codes where isOurs(code, of: index) { drop(code) }
    }
    nodes[index].isTaken = false
    nodes[index].foreign = KeySet()
  }

  /// Handles a node that has gone. Its keys are released and make no command.
  public mutating func detach(_ node: NodeID, at time: Instant) {
    giveBack(node, delivers: false, at: time)
    guard let index = nodes.firstIndex(where: { $0.id == node }) else { return }
    for code in nodes[index].down.codes { watch.handle(code, down: false, at: now) }
    nodes.remove(at: index)
  }

  /// Detaches all nodes at once, because the run ends or another profile is used.
  public mutating func finish(delivers: Bool, at time: Instant) {
    advance(to: time)
    letGo(delivers: delivers)
    watch.finish()
    nodes.removeAll()
  }

  /// Releases everything on the virtual keyboard and ends all phases.
  mutating func letGo(delivers: Bool) {
    layer.reset(at: now, delivers: delivers)
    for index in nodes.indices where nodes[index].isTaken { nodes[index].foreign = nodes[index].down }
    for code in counts.indices where counts[code] > 0 {
      steadier.cut(UInt16(code), at: now)
      counts[code] = 0
    }
  }

  /// Whether a key that is down on a taken node counts as down here: its press did not reach another program, and it is
  /// not a switch's key.
  private func isOurs(_ code: UInt16, of index: Int) -> Bool {
    let node = nodes[index]
    return !node.foreign.contains(code) && (!node.ofSwitches.contains(code) || node.typing.has(code))
  }

  private mutating func drop(_ code: UInt16) {
    let index = Int(code)
    guard counts[index] > 0 else { return }
    counts[index] -= 1
    guard counts[index] == 0 else { return }
    steadier.cut(code, at: now)
    layer.drop(code, at: now)
  }

  // MARK: Edges

  /// Handles an event of a node, at its own time. Ignores everything but key edges. The kernel's autorepeat is ignored,
  /// because the virtual keyboard has its own.
  public mutating func handle(_ event: InputEvent, from node: NodeID) {
    guard event.type == EventType.key, event.value == 0 || event.value == 1, Int(event.code) < EventLimit.keyCodes,
      let index = nodes.firstIndex(where: { $0.id == node })
    else { return }
    edge(event.code, down: event.value == 1, of: index, at: event.time)
  }

  /// Handles a release that the kernel makes when a node is removed. The release makes no command.
  public mutating func handleLoss(_ event: InputEvent, from node: NodeID) {
    guard event.type == EventType.key, event.value == 0, let index = nodes.firstIndex(where: { $0.id == node })
    else { return }
    lose(event.code, of: index, at: event.time)
  }

  /// The keys of a node that changed while events were lost, if `down` are the keys that are down now. Releases come
  /// first.
  func changes(of node: NodeID, to down: KeySet) -> [(code: UInt16, isDown: Bool)] {
    guard let before = nodes.first(where: { $0.id == node })?.down else { return [] }
    return before.codes.filter { !down.contains($0) }.map { ($0, false) }
      + down.codes.filter { !before.contains($0) }.map { ($0, true) }
  }

  /// Handles one of `changes`, which was found after events were lost. A release makes no command.
  mutating func resync(_ code: UInt16, down isDown: Bool, of node: NodeID, at time: Instant) {
    guard let index = nodes.firstIndex(where: { $0.id == node }) else { return }
    if isDown {
      edge(code, down: true, of: index, at: time, isUncertain: true)
    } else {
      lose(code, of: index, at: time)
    }
  }

  private mutating func edge(
    _ code: UInt16, down isDown: Bool, of index: Int, at eventTime: Instant, isUncertain: Bool = false
  ) {
    let time = max(eventTime, nodes[index].latest)
    nodes[index].latest = time
    guard nodes[index].down.contains(code) != isDown else { return }
    advance(to: time)
    note(code, down: isDown, of: index, at: time)
    if isDown, nodes[index].setAside.contains(code) {
      nodes[index].setAside.remove(code)
      nodes[index].foreign.insert(code)
      return
    }
    let isKey =
      !nodes[index].ofSwitches.contains(code)
      || nodes[index].typing.takes(code, down: isDown, isOn: letsSwitchesType)
    if !isDown, nodes[index].foreign.contains(code) {
      nodes[index].foreign.remove(code)
      return
    }
    guard nodes[index].isTaken else { return }
    guard isKey else {
      if isDown { layer.switchPressed(at: now) }
      return
    }
    if isDown {
      guard nodes[index].since <= time else { return nodes[index].foreign.insert(code) }
      counts[Int(code)] &+= 1
      guard counts[Int(code)] == 1 else { return }
      if let entry = nodes[index].entry { devices[Int(code)] = entry }
    } else {
      guard counts[Int(code)] > 0 else { return }
      counts[Int(code)] -= 1
      guard counts[Int(code)] == 0 else { return }
    }
    if hasPanicked { return }
    // A pointer's buttons are not steadied, because steadying would reject the second click of a double click.
    if steadier.isOff || KeyCode.pointerButtons.contains(code) {
      accept(KeySteadier.Edge(code: code, isDown: isDown, origin: time, start: time, isUncertain: isUncertain))
    } else {
      steadier.handle(code, down: isDown, at: time, isUncertain: isUncertain)
      layer.keys[Int(code)].closed = isDown ? time : nil
    }
    advance(to: time)
  }

  private mutating func lose(_ code: UInt16, of index: Int, at time: Instant) {
    guard nodes[index].down.contains(code) else { return }
    advance(to: time)
    let isOurs = nodes[index].isTaken && isOurs(code, of: index)
    _ = nodes[index].typing.takes(code, down: false, isOn: false)
    note(code, down: false, of: index, at: time)
    nodes[index].foreign.remove(code)
    if isOurs { drop(code) }
  }

  private mutating func note(_ code: UInt16, down: Bool, of index: Int, at time: Instant) {
    if down { pressed[Int(code)] = time }
    if down { nodes[index].down.insert(code) } else { nodes[index].down.remove(code) }
    watch.handle(code, down: down, at: time)
  }

  private mutating func accept(_ edge: KeySteadier.Edge) {
    if edge.isDown {
      layer.press(
        edge.code, at: now, pressed: edge.origin, start: edge.start, device: devices[Int(edge.code)],
        isUncertain: edge.isUncertain)
      if ModifierKeys.of(edge.code) != nil, nodes.contains(where: \.holdsSwitch) { layer.switchPressed(at: now) }
    } else {
      layer.release(edge.code, at: now, released: edge.origin)
    }
  }

  // MARK: Time

  /// Handles every deadline at or before `time`.
  public mutating func advance(to time: Instant) {
    while advanceOnce(to: time) {}
    now = max(now, time)
  }

  /// Handles the first deadline at or before `time`. Returns false if there is none. The results of each deadline must
  /// be performed before the next deadline is handled: keys that a command types come before a key that passes at the
  /// next deadline.
  mutating func advanceOnce(to time: Instant) -> Bool {
    guard let due = nextDeadline, due <= time else { return false }
    now = max(now, due)
    if layer.nextDeadline == due {
      layer.advance(to: due)
    } else if steadier.nextDeadline == due {
      if let edge = steadier.fire() { accept(edge) }
    } else {
      panic()
    }
    return true
  }

  private mutating func panic() {
    watch.fire()
    letGo(delivers: false)
    if !layer.stickiness.isSilent { layer.stickiness.clear(at: now, into: &layer.outputs) }
    hasPanicked = true
    layer.outputs.append(.panic(at: now))
  }
}
