/// What a node sends, as far as it presses switches. Its events become edges of the profile's inputs.
///
/// An input is a key, any key, or an axis that a switch uses. A look-up costs O(log n) in the inputs on this node.
/// These give no edge: value 2 (the kernel's autorepeat), a release without a press, and a repeated level.
///
/// The times of a node never go back: an earlier time counts as the latest one. A node that sends more than a hand can
/// is muted: its state is followed, and nothing is made of it.
struct SwitchInputs: Sendable {
  private struct KeyInput: Sendable {
    let code: UInt16
    let switchIndex: Int
    var isDown = false
  }

  private struct AxisInput: Sendable {
    let switchIndex: Int
    let code: UInt16
    let gauge: AxisGauge
    var isDown = false
  }

  struct Edge: Hashable, Sendable {
    var switchIndex: Int
    var down: Bool
  }

  let source: EdgeSource
  /// The keys and buttons that are down and do not type.
  private(set) var downKeys = KeySet()
  private var downCount = 0
  /// Sorted by code; inputs with the same code in the order of switches.
  private var keys: [KeyInput] = []
  /// Their code does not matter.
  private var anyKeys: [KeyInput] = []
  private var axes: [AxisInput] = []
  /// The edges of the latest event. The array is reused.
  private var edges: [Edge] = []
  private var typing: TypingSwitches
  private var flood = FloodGuard()
  private(set) var isMuted = false
  private var latest: Instant

  /// The inputs of `profile` on a node that the entry at index `entry` matched. Its keys `down` are pressed, and its
  /// axes have the described values. `time`: now. A key that two switches name presses only the first of them, so that
  /// one press never makes two commands.
  init(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, of profile: Profile, down: KeySet, at time: Instant
  ) {
    let offset = profile.devices.indices.contains(entry) ? profile.devices[entry].offset : .zero
    source = EdgeSource(node: node, device: entry, offset: offset)
    typing = TypingSwitches(profile.switchKeysThatType(of: description, entry: entry))
    latest = time
    let codes = description.keys.codes
    let lost = profile.yieldedInputs(on: description, entry: entry)
      .union(profile.sharedInputs(on: description, entry: entry).map(\.later))
    for (index, definition) in profile.switches.enumerated() {
      for (inputIndex, input) in definition.inputs.enumerated() where input.device == entry {
        if lost.contains(InputUse(switchIndex: index, inputIndex: inputIndex)) { continue }
        switch input.selector {
        case .key(let code): keys.append(KeyInput(code: code, switchIndex: index))
        case .button(let number):
          if number >= 1, number <= codes.count { keys.append(KeyInput(code: codes[number - 1], switchIndex: index)) }
        case .anyKey: anyKeys.append(KeyInput(code: 0, switchIndex: index))
        case .axis(let condition):
          guard let axis = description.axes.first(where: { $0.code == condition.code }) else { continue }
          let gauge = AxisGauge(condition, axis: axis, among: description.axes, rest: definition.rest)
          axes.append(AxisInput(switchIndex: index, code: condition.code, gauge: gauge))
        }
      }
    }
    keys.sort { ($0.code, $0.switchIndex) < ($1.code, $1.switchIndex) }
    setState(down: down, axes: description.axes)
  }

  /// The switch of each closed input, in the order of switches. A switch with several closed inputs is repeated. None
  /// if the node is muted.
  var closedSwitches: [Int] {
    if isMuted { return [] }
    var found = keys.filter(\.isDown).map(\.switchIndex)
    found += anyKeys.filter(\.isDown).map(\.switchIndex)
    found += axes.filter(\.isDown).map(\.switchIndex)
    return found.sorted()
  }

  /// The time that counts for an event or a state: never before the latest one.
  mutating func clamp(_ time: Instant) -> Instant {
    latest = max(latest, time)
    return latest
  }

  // MARK: Floods

  /// Whether the node sends more than a hand can, with this event.
  mutating func floods(with event: InputEvent, at time: Instant) -> Bool {
    !isMuted && isKeyEdge(event) && flood.isFlood(at: time)
  }

  /// The same for a loss of events.
  mutating func floods(withLossAt time: Instant) -> Bool { !isMuted && flood.isFlood(withLossAt: time) }

  mutating func mute() {
    isMuted = true
    flood.reset()
  }

  mutating func unmute() { isMuted = false }

  /// Whether this event is an edge of a key.
  private func isKeyEdge(_ event: InputEvent) -> Bool {
    event.type == EventType.key && event.value != 2 && Int(event.code) < EventLimit.keyCodes
      && downKeys.contains(event.code) != (event.value != 0)
  }

  // MARK: Events

  /// Edges of switches, in order, and where they came from: asking for that later would copy all of this.
  typealias Edges = (edges: [Edge], source: EdgeSource)

  /// Handles an event. Returns its edges: none if the node is muted, or the event is of a key that types.
  ///
  /// - Parameter letsType: pass-through is on, so keys of switches type if other keys of the node do.
  mutating func handle(_ event: InputEvent, letsType: Bool) -> Edges {
    edges.removeEach()
    switch event.type {
    case EventType.key where event.value != 2:
      let (code, isDown) = (event.code, event.value != 0)
      if letsType || !typing.isEmpty, !downKeys.contains(code), typing.takes(code, down: isDown, isOn: letsType) {
        break
      }
      if isKeyEdge(event) { setKey(code, down: isDown) }
    case EventType.absolute: setAxis(event.code, to: event.value)
    default: break
    }
    return (isMuted ? [] : edges, source)
  }

  /// Handles the state that was read after events were lost. What differs are edges.
  mutating func handleState(down: KeySet, axes: [AxisDescription], letsType: Bool) -> Edges {
    edges.removeEach()
    setState(down: typing.takes(state: down, pressed: downKeys, isOn: letsType), axes: axes)
    return (isMuted ? [] : edges, source)
  }

  private mutating func setState(down: KeySet, axes values: [AxisDescription]) {
    for code in downKeys.codes where !down.contains(code) { setKey(code, down: false) }
    for code in down.codes where !downKeys.contains(code) { setKey(code, down: true) }
    for axis in values {
      if let value = axis.value { setAxis(axis.code, to: value) }
    }
  }

  private mutating func setKey(_ code: UInt16, down: Bool) {
    if down { downKeys.insert(code) } else { downKeys.remove(code) }
    downCount += down ? 1 : -1
    var index = firstInput(of: code)
    while index < keys.count, keys[index].code == code {
      keys[index].isDown = down
      edges.append(Edge(switchIndex: keys[index].switchIndex, down: down))
      index += 1
    }
    for index in anyKeys.indices where anyKeys[index].isDown != (downCount > 0) {
      anyKeys[index].isDown = downCount > 0
      edges.append(Edge(switchIndex: anyKeys[index].switchIndex, down: downCount > 0))
    }
  }

  private mutating func setAxis(_ code: UInt16, to value: Int32) {
    // Releases come first: an axis that jumps from one side to the other has passed its rest position.
    var releases = edges.count
    for index in axes.indices where axes[index].code == code {
      let isDown = axes[index].gauge.isPressed(at: value, wasPressed: axes[index].isDown)
      guard isDown != axes[index].isDown else { continue }
      axes[index].isDown = isDown
      edges.insert(Edge(switchIndex: axes[index].switchIndex, down: isDown), at: isDown ? edges.count : releases)
      if !isDown { releases += 1 }
    }
  }

  /// The first index in `keys` whose code is not below `code`.
  private func firstInput(of code: UInt16) -> Int {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
