import SwitchwayTime

/// Turns the events of one node into edges of the inputs that press switches.
///
/// An input is a key, any key, an axis or a movement that a switch uses. A key is found in O(log n) of the inputs on
/// this node. These events make no edge: value 2 (the kernel's autorepeat), a release without a press, and a repeated
/// level.
///
/// The times of a node never go back: an earlier time counts as the latest one. A node that sends more events than a
/// hand can make is muted: its state is followed, but it makes no edges.
struct SwitchInputs: Sendable {
  private struct KeyInput: Sendable {
    let code: UInt16
    let switchIndex: Int
    var isDown = false
  }

  private struct AxisInput: Sendable {
    let switchIndex: Int
    let inputIndex: Int
    let code: UInt16
    let gauge: AxisGauge
    var isDown = false
    /// Whether the axis was at the end of its range when the node was opened, and has not been released since. Perhaps
    /// nobody ever touched it, or it is broken. It closes no switch.
    var isUnproven = false
    /// Whether the axis's last value was beyond the upper bound.
    var wasBeyond = false
    /// Whether the input was closed before the latest event of the axis.
    var was = false
    var rest = AxisRest()
  }

  /// An event of an input of a switch: the input closes or opens, or an axis passes it (`Manner.passed`).
  struct Edge: Hashable, Sendable {
    enum Manner: Hashable, Sendable {
      /// The person has pressed or released the input.
      case own
      /// The axis passes the input's level on its way to a harder one. The input neither closes nor opens; `down` says
      /// whether it stays closed.
      case passed
      /// The axis comes back to the input's level from a harder one.
      case fromBeyond
      /// The node sends only one key at a time, and this key was held all the time.
      case back
      /// The input went down before the node was read.
      case beforeArrival
    }

    var switchIndex: Int
    var down: Bool
    var manner = Manner.own
    /// The time when the press began, if this was decided later, as for a press by movement. `nil` if the press began
    /// at the event's own time.
    var since: Instant?
  }

  let source: EdgeSource
  /// The keys and buttons that are down, except keys that type.
  private(set) var downKeys = KeySet()
  private var downCount = 0
  /// The inputs, sorted by code; inputs with the same code are in the order of switches.
  private var keys: [KeyInput] = []
  /// The inputs that any key of the node closes.
  private var anyKeys: [KeyInput] = []
  private var axes: [AxisInput] = []
  private var movements = MovementInputs()
  /// The edges of the latest event. The array is reused.
  private var edges: [Edge] = []
  private var typing: TypingSwitches
  private var flood = FloodGuard()
  private var turns: OneKeyAtATime
  /// Keys that were set aside: the next press of each is not made by the person.
  private var setAside = KeySet()
  private(set) var isMuted = false
  private var latest: Instant

  /// The inputs of `profile` on a node that the entry at index `entry` matches. `down` are the node's keys that are
  /// pressed at `time`, and `description` has the values of its axes. If two switches name the same key, it presses
  /// only the first switch, so that one press never makes two commands.
  init(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, of profile: Profile, down: KeySet, at time: Instant
  ) {
    let offset = profile.devices.indices.contains(entry) ? profile.devices[entry].offset : .zero
    source = EdgeSource(node: node, device: entry, offset: offset)
    typing = TypingSwitches(profile.switchKeysThatType(of: description, entry: entry))
    latest = time
    turns = OneKeyAtATime(description.kind)
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
          axes.append(
            AxisInput(switchIndex: index, inputIndex: inputIndex, code: condition.code, gauge: gauge))
        case .movement(let condition):
          if description.movements.has(condition.code) { movements.add(condition, of: index) }
        }
      }
    }
    keys.sort { ($0.code, $0.switchIndex) < ($1.code, $1.switchIndex) }
    setState(down: down, axes: description.axes)
    for axis in description.axes where axis.value == axis.minimum || axis.value == axis.maximum {
      for index in axes.indices where axes[index].code == axis.code && axes[index].isDown {
        axes[index].isDown = false
        axes[index].isUnproven = true
      }
    }
  }

  /// The switches of the closed inputs, in the order of switches. A switch with several closed inputs occurs several
  /// times. Empty if the node is muted.
  var closedSwitches: [Int] {
    if isMuted { return [] }
    var found = keys.filter(\.isDown).map(\.switchIndex)
    found += anyKeys.filter(\.isDown).map(\.switchIndex)
    found += axes.filter(\.isDown).map(\.switchIndex)
    found += movements.closedSwitches
    return found.sorted()
  }

  /// Returns the time that counts for an event or a state: `time`, or the node's latest time if that is later.
  mutating func clamp(_ time: Instant) -> Instant {
    latest = max(latest, time)
    return latest
  }

  // MARK: Floods

  /// Whether the node sends more events than a hand can make, this event included.
  mutating func floods(with event: InputEvent, at time: Instant) -> Bool {
    !isMuted && isKeyEdge(event) && flood.isFlood(at: time)
  }

  /// Whether the node sends more events than a hand can make, if this loss of events is counted.
  mutating func floods(withLossAt time: Instant) -> Bool { !isMuted && flood.isFlood(withLossAt: time) }

  mutating func mute() {
    isMuted = true
    flood.reset()
    movements.reset()
  }

  mutating func unmute() { isMuted = false }

  /// Whether this event is an edge of a key.
  private func isKeyEdge(_ event: InputEvent) -> Bool {
    event.type == EventType.key && event.value != 2 && Int(event.code) < EventLimit.keyCodes
      && downKeys.contains(event.code) != (event.value != 0)
  }

  // MARK: Events

  /// Looks at a whole frame before its events are handled one by one.
  mutating func begin(_ frame: ArraySlice<InputEvent>) { turns.begin(frame) }

  /// Makes the next press of each of these keys press no switch, because no hand holds the keys down now.
  mutating func setAside(_ keys: KeySet) { for code in keys.codes { setAside.insert(code) } }

  /// The time when an axis that keeps its input closed will have rested between its levels for so long that it is
  /// reported.
  private(set) var nextAxisRest: Instant?

  /// Returns the axes that have rested long enough above their release level, each only once.
  mutating func takeRests(at time: Instant) -> [RestingAxis] {
    var found: [RestingAxis] = []
    for index in axes.indices where axes[index].rest.isDue(at: time) {
      axes[index].rest.isTold = true
      found.append(
        RestingAxis(
          switchIndex: axes[index].switchIndex, inputIndex: axes[index].inputIndex, percent: axes[index].rest.percent))
    }
    updateNextAxisRest()
    return found
  }

  private mutating func updateNextAxisRest() {
    nextAxisRest = nil
    for index in axes.indices { nextAxisRest = Instant.earliest(nextAxisRest, axes[index].rest.due) }
  }

  /// Edges of inputs, in order, with their origin. Asking for the origin later would copy this whole value.
  typealias Edges = (edges: [Edge], source: EdgeSource)

  /// Handles an event. Returns its edges: none if the node is muted, or if the event belongs to a key that types.
  ///
  /// - Parameter letsType: whether pass-through is on. Then a switch's key types instead of pressing the switch, if
  ///   other keys of the node type.
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
    case EventType.relative where !isMuted: movements.move(event.code, by: event.value, at: latest, into: &edges)
    default: break
    }
    return (isMuted ? [] : edges, source)
  }

  /// Handles the state that was read after events were lost. Returns its differences from the former state as edges.
  mutating func handleState(down: KeySet, axes: [AxisDescription], letsType: Bool) -> Edges {
    edges.removeEach()
    movements.forget()
    setState(down: typing.takes(state: down, pressed: downKeys, isOn: letsType), axes: axes)
    return (isMuted ? [] : edges, source)
  }

  /// Whether the node has movements that press switches.
  var hasMovements: Bool { !movements.isEmpty }

  /// The time when the first press by movement ends, if nothing moves earlier. `nil` if nothing is pressed by movement.
  var nextRest: Instant? { movements.nextRest }

  /// Ends each press by movement whose axis has rested long enough at this time. Returns the edges.
  mutating func rest(by time: Instant) -> Edges {
    edges.removeEach()
    movements.rest(by: clamp(time), into: &edges)
    return (edges, source)
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
    var manner = turns.isBack(code, down: down) ? Edge.Manner.back : .own
    if down, setAside.contains(code) {
      setAside.remove(code)
      manner = .beforeArrival
    }
    var index = firstInput(of: code)
    while index < keys.count, keys[index].code == code {
      keys[index].isDown = down
      edges.append(Edge(switchIndex: keys[index].switchIndex, down: down, manner: manner))
      index += 1
    }
    for index in anyKeys.indices where anyKeys[index].isDown != (downCount > 0) {
      anyKeys[index].isDown = downCount > 0
      edges.append(Edge(switchIndex: anyKeys[index].switchIndex, down: downCount > 0, manner: manner))
    }
  }

  private mutating func setAxis(_ code: UInt16, to value: Int32) {
    // Releases come first: an axis that jumps from one side to the other has passed its rest position.
    var releases = edges.count
    let begin = releases
    var hasClosed = false
    for index in axes.indices where axes[index].code == code {
      let zone = axes[index].gauge.zone(of: value)
      let wasDown = axes[index].isDown
      axes[index].was = wasDown
      var isDown = axes[index].gauge.isPressed(at: value, wasPressed: wasDown)
      if axes[index].isUnproven {
        if zone == .pressed || zone == .between { isDown = false } else { axes[index].isUnproven = false }
      }
      let isBack = axes[index].wasBeyond
      axes[index].wasBeyond = zone == .beyond
      if axes[index].rest.follow(zone == .between && isDown ? axes[index].gauge.percent(at: value) : nil, at: latest) {
        updateNextAxisRest()
      }
      guard isDown != wasDown else { continue }
      axes[index].isDown = isDown
      hasClosed = hasClosed || isDown
      let edge = Edge(
        switchIndex: axes[index].switchIndex, down: isDown, manner: isDown && isBack ? .fromBeyond : .own)
      edges.insert(edge, at: isDown ? edges.count : releases)
      if !isDown { releases += 1 }
    }
    if hasClosed { passSofter(code, at: value, before: begin) }
  }

  /// Reports the softer levels that the axis passes on its way to a level that it has just reached. The presses of the
  /// softer levels end before anything is released.
  private mutating func passSofter(_ code: UInt16, at value: Int32, before place: Int) {
    for index in axes.indices where axes[index].code == code && (axes[index].was || axes[index].isDown) {
      let isSofter = axes.indices.contains { harder in
        axes[harder].code == code && axes[harder].isDown && !axes[harder].was
          && axes[harder].switchIndex != axes[index].switchIndex
          && axes[index].gauge.isPassed(onTheWayTo: axes[harder].gauge)
      }
      guard isSofter else { continue }
      let stays = axes[index].gauge.zone(of: value) != .beyond
      let edge = Edge(switchIndex: axes[index].switchIndex, down: stays, manner: .passed)
      edges.insert(edge, at: axes[index].was ? place : edges.count)
    }
  }

  /// Returns the first index in `keys` whose code is not less than `code`.
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
