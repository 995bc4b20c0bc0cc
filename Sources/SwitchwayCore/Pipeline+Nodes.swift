/// Nodes: what comes, what they send, what goes.
extension Pipeline {
  /// A node that the entry `entry` has taken is here, with the keys `down` and its axes at the values described. What
  /// is pressed at that moment gives no press: its onset was not seen. A node that is here already is left as it is.
  mutating func attach(
    _ node: NodeID, _ description: DeviceDescription, entry: Int, down: KeySet, at time: Instant,
    into outputs: inout [Effect]
  ) {
    advance(to: time, into: &outputs)
    guard places[node] == nil else { return }
    var new = Node(
      id: node, facts: NodeFacts(description, entry: entry), entry: entry,
      inputs: NodeInputs(profile: profile, entry: entry, description: description),
      typing: TypingSwitches(profile.switchKeysThatType(of: description, entry: entry)), latest: time)
    new.inputs.handleState(down: down, axes: description.axes)
    let place = nodes.firstIndex(where: \.isGone) ?? nodes.count
    if place == nodes.count { nodes.append(new) } else { nodes[place] = new }
    places[node] = place
    arrive(place)
  }

  /// The keys and buttons of a node that are down, as its events say; none of a node that is not attached.
  func downKeys(of node: NodeID) -> KeySet { places[node].map { nodes[$0].inputs.downKeys } ?? KeySet() }

  /// The node is gone: what it held is released, what is pending is rejected.
  mutating func detach(_ node: NodeID, at time: Instant, into outputs: inout [Effect]) {
    detach([node], at: time, reason: .deviceLost, into: &outputs)
  }

  /// Several nodes are listened to no more, all at once: releases and ends of phases of all of them are told before
  /// what is pending is rejected for `reason`.
  mutating func detach(
    _ ids: [NodeID], at time: Instant, reason: RejectionReason, into outputs: inout [Effect]
  ) {
    advance(to: time, into: &outputs)
    let gone = ids.compactMap { places.removeValue(forKey: $0) }
    guard !gone.isEmpty else { return }
    cut(gone, reason: reason, into: &outputs)
    for place in gone { nodes[place].isGone = true }
    muted.removeAll { ids.contains($0.node) }
    // A rival on another node that waited for one of these alone is decided now.
    advance(to: now, into: &outputs)
  }

  /// All nodes are gone at once: the end of a run, or of the profile.
  mutating func finish(at time: Instant, into outputs: inout [Effect]) {
    advance(to: time, into: &outputs)
    cut(Array(nodes.indices), into: &outputs)
    nodes.removeAll()
    places.removeAll()
    muted.removeAll()
  }

  /// How edges came to be known.
  private enum Origin {
    /// The device sent them.
    case device
    /// The kernel let go of the keys of a device that is going.
    case kernel
    /// They are what the node's state differs in after a loss.
    case readBack
  }

  /// One whole frame of a node, each event at its own time. Times that go back within a node are taken as the latest.
  /// What the kernel itself releases, as it does when a device is unplugged, ends as with `detach`.
  mutating func handle(_ frame: ArraySlice<InputEvent>, from node: NodeID, into outputs: inout [Effect]) {
    handle(frame, isLoss: KernelFrame.contains(frame), from: node, into: &outputs)
  }

  /// Some or all events of a frame. `isLoss`: the kernel made the frame.
  mutating func handle(
    _ events: ArraySlice<InputEvent>, isLoss: Bool, from node: NodeID, into outputs: inout [Effect]
  ) {
    guard let place = place(of: node) else { return }
    for event in events { handle(event, at: place, isLoss ? .kernel : .device, into: &outputs) }
  }

  private mutating func handle(
    _ event: InputEvent, at place: Int, _ origin: Origin, into outputs: inout [Effect]
  ) {
    let time = clamp(event.time, of: place, into: &outputs)
    advance(to: time, into: &outputs)
    if !nodes[place].isMuted, nodes[place].inputs.isKeyEdge(event), nodes[place].flood.isFlood(at: time) {
      mute(place, into: &outputs)
    }
    if letsSwitchesType || !nodes[place].typing.isEmpty, types(event, at: place) { return }
    nodes[place].inputs.handle(event)
    apply(edgesOf: place, at: time, origin, into: &outputs)
  }

  /// Whether the event is of a key that types in pass-through instead of pressing a switch.
  private mutating func types(_ event: InputEvent, at place: Int) -> Bool {
    guard event.type == EventType.key, event.value != 2, !nodes[place].inputs.downKeys.contains(event.code) else {
      return false
    }
    return nodes[place].typing.takes(event.code, down: event.value != 0, isOn: letsSwitchesType)
  }

  /// Events of the node were lost; its state was read at `time`. Differences are edges then. `countsLoss`: the loss can
  /// be a sign of a flood.
  mutating func resync(
    _ node: NodeID, down: KeySet, axes: [AxisDescription], countsLoss: Bool = true, at time: Instant,
    into outputs: inout [Effect]
  ) {
    guard let place = places[node] else { return }
    let time = clamp(time, of: place, into: &outputs)
    advance(to: time, into: &outputs)
    if countsLoss, !nodes[place].isMuted, nodes[place].flood.isFlood(withLossAt: time) { mute(place, into: &outputs) }
    let pressed = nodes[place].inputs.downKeys
    let pressing = nodes[place].typing.takes(state: down, pressed: pressed, isOn: letsSwitchesType)
    nodes[place].inputs.handleState(down: pressing, axes: axes)
    apply(edgesOf: place, at: time, .readBack, into: &outputs)
  }

  /// A node's own time never goes back; that it did is told once a run.
  private mutating func clamp(_ time: Instant, of place: Int, into outputs: inout [Effect]) -> Instant {
    let latest = nodes[place].latest
    guard time < latest else {
      nodes[place].latest = time
      return time
    }
    if !hasToldClock {
      hasToldClock = true
      outputs.append(.clockWentBack(about: nodes[place].facts, time: max(now, latest)))
    }
    return latest
  }

  /// Brings the edges of a node's latest event to the switches, in order; a muted node's go nowhere.
  private mutating func apply(
    edgesOf place: Int, at time: Instant, _ origin: Origin, into outputs: inout [Effect]
  ) {
    guard !nodes[place].isMuted else { return }
    var position = 0
    while position < nodes[place].inputs.edges.count {
      let edge = nodes[place].inputs.edges[position]
      position += 1
      if edge.down {
        close(edge.switchIndex, by: place, at: time, isUncertain: origin == .readBack, into: &outputs)
      } else {
        open(edge.switchIndex, by: place, at: time, origin, into: &outputs)
        // Of two rivals whose releases were lost together, neither is accepted for the other's end.
        let edges = nodes[place].inputs.edges
        if origin != .device, position < edges.count, !edges[position].down { continue }
      }
      // What this edge makes due now is decided before the next edge of the frame.
      advance(to: now, into: &outputs)
    }
  }

  private mutating func close(
    _ index: Int, by place: Int, at time: Instant, isUncertain: Bool, into outputs: inout [Effect]
  ) {
    lanes[index].closedInputs += 1
    guard lanes[index].closedInputs == 1 else { return }
    lanes[index].node = nodes[place].id
    // A closing that only ends a bounce belongs to the press of the device that began it.
    let isNew = lanes[index].steadier.isIdle
    if isNew {
      lanes[index].device = nodes[place].entry
      gauge.closed(at: now)
    }
    if isNew, profile.switches[index].unless.contains(where: { lanes[$0].closedInputs > 0 }) {
      lanes[index].steadier.block(at: time)
      let origin = time + offset(ofDevice: lanes[index].device)
      outputs.append(.rejected(switchIndex: index, pressed: origin, time: now, reason: .neighbour))
      rearm(index)
      return
    }
    if isUncertain { becomeUncertain(index) }
    neighbours.closed(index)
    lanes[index].steadier.close(at: time, isUncertain: isUncertain)
    if isNew { beginWait(index, into: &outputs) }
    rearm(index)
  }

  /// A closing of the press that is down was found by reading state.
  private mutating func becomeUncertain(_ index: Int) {
    if let last = lanes[index].waits.indices.last, lanes[index].waits[last].up == nil {
      lanes[index].waits[last].press.isUncertain = true
    } else {
      lanes[index].gestures.becomeUncertain()
    }
  }

  private mutating func open(
    _ index: Int, by place: Int, at time: Instant, _ origin: Origin, into outputs: inout [Effect]
  ) {
    lanes[index].closedInputs -= 1
    guard lanes[index].closedInputs == 0 else { return }
    // Of several nodes, the last to let go is the one whose loss would end the contact.
    lanes[index].node = nodes[place].id
    switch origin {
    case .kernel: cut(index, at: time, reason: .deviceLost, into: &outputs)
    case .readBack where isOpen(index): cut(index, at: time, reason: .syncLost, into: &outputs)
    case .device, .readBack:
      lanes[index].steadier.open(at: time)
      rearm(index)
    }
  }

  /// Whether the contact, or the gesture of the press that is down, is undecided, or a phase is begun.
  private func isOpen(_ index: Int) -> Bool {
    lanes[index].steadier.isTentative || lanes[index].gestures.isOpen
      || (lanes[index].waits.last.map { $0.up == nil } ?? false)
  }

  /// The node sends more than a hand can: as if it were unplugged, and for 5 s nothing comes of what it sends.
  private mutating func mute(_ place: Int, into outputs: inout [Effect]) {
    cut([place], into: &outputs)
    nodes[place].isMuted = true
    nodes[place].flood.reset()
    muted.append((now + FloodGuard.mute, nodes[place].id))
    outputs.append(.muted(node: nodes[place].id, about: nodes[place].facts, time: now))
  }

  /// The first muted node is listened to again: as if it were plugged in.
  mutating func unmute(into outputs: inout [Effect]) {
    let node = muted.removeFirst().node
    guard let place = places[node] else { return }
    nodes[place].isMuted = false
    outputs.append(.unmuted(node: node, about: nodes[place].facts, time: now))
    arrive(place)
  }

  /// Counts what is down on a node that is new, or listened to again.
  private mutating func arrive(_ place: Int) {
    for index in nodes[place].inputs.closedSwitches {
      lanes[index].closedInputs += 1
      guard lanes[index].closedInputs == 1 else { continue }
      lanes[index].node = nodes[place].id
      lanes[index].steadier.arriveClosed(at: now)
      rearm(index)
    }
  }
}
