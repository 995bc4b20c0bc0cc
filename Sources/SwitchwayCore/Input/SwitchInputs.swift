/// What a node sends, as far as it presses switches. Its events become edges of the profile's inputs.
///
/// The times of a node never go back: an earlier time counts as the latest one. A node that sends more than a hand can
/// is muted: its state is followed, and nothing is made of it.
struct SwitchInputs: Sendable {
  let source: EdgeSource
  private var inputs: NodeInputs
  private var typing: TypingSwitches
  private var flood = FloodGuard()
  private(set) var isMuted = false
  private var latest: Instant

  /// A node that the entry at index `entry` matched. Its keys `down` are pressed, and its axes have the described
  /// values. `time`: now.
  init(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, of profile: Profile, down: KeySet, at time: Instant
  ) {
    let offset = profile.devices.indices.contains(entry) ? profile.devices[entry].offset : .zero
    source = EdgeSource(node: node, device: entry, offset: offset)
    inputs = NodeInputs(profile: profile, entry: entry, description: description)
    typing = TypingSwitches(profile.switchKeysThatType(of: description, entry: entry))
    latest = time
    inputs.handleState(down: down, axes: description.axes)
  }

  /// The keys and buttons that are down and do not type.
  var downKeys: KeySet { inputs.downKeys }

  /// The switch of each closed input. None if the node is muted.
  var closedSwitches: [Int] { isMuted ? [] : inputs.closedSwitches }

  /// The time that counts for an event or a state: never before the latest one.
  mutating func clamp(_ time: Instant) -> Instant {
    latest = max(latest, time)
    return latest
  }

  /// Whether the node sends more than a hand can, with this event.
  mutating func floods(with event: InputEvent, at time: Instant) -> Bool {
    !isMuted && inputs.isKeyEdge(event) && flood.isFlood(at: time)
  }

  /// The same for a loss of events.
  mutating func floods(withLossAt time: Instant) -> Bool { !isMuted && flood.isFlood(withLossAt: time) }

  mutating func mute() {
    isMuted = true
    flood.reset()
  }

  mutating func unmute() { isMuted = false }

  /// Edges of switches, in order, and where they came from.
  typealias Edges = (edges: [NodeInputs.Edge], source: EdgeSource)

  /// Handles an event. Returns its edges. nil: the node is muted, or the event is of a key that types.
  ///
  /// - Parameter letsType: pass-through is on, so keys of switches type if other keys of the node do.
  mutating func handle(_ event: InputEvent, letsType: Bool) -> Edges? {
    if letsType || !typing.isEmpty, event.type == EventType.key, event.value != 2,
      !inputs.downKeys.contains(event.code), typing.takes(event.code, down: event.value != 0, isOn: letsType)
    {
      return nil
    }
    inputs.handle(event)
    return isMuted ? nil : (inputs.edges, source)
  }

  /// Handles the state that was read after events were lost. What differs are edges.
  mutating func handleState(down: KeySet, axes: [AxisDescription], letsType: Bool) -> Edges? {
    inputs.handleState(down: typing.takes(state: down, pressed: inputs.downKeys, isOn: letsType), axes: axes)
    return isMuted ? nil : (inputs.edges, source)
  }
}
