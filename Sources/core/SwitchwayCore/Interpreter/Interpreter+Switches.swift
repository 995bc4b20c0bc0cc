import SwitchwayClock
import SwitchwayTime

// Switches: the events of their nodes, and the effects of their decisions.
extension Interpreter {
  // MARK: Events

  /// Passes an event of a node to its switches. `isLoss` says whether the kernel itself releases keys in this frame;
  /// then presses end as if the node were unplugged.
  mutating func handleEvent(_ event: InputEvent, isLoss: Bool, of node: Int) {
    if !nodes.list[node].setAside.isEmpty, event.type == EventType.key, event.value == 1 {
      nodes.list[node].setAside.removeAll { $0 == event.code }
    }
    guard let time = clamp(event.time, of: node) else { return }
    switches.advance(to: time)
    if nodes.list[node].switches?.floods(with: event, at: time) == true { mute(node) }
    let made = nodes.list[node].switches?.handle(event, letsType: keyboards.letsSwitchesType)
    switch event.type {
    case EventType.absolute: nodes.axisMoved(at: node)
    case EventType.relative: nodes.updateRest(at: node)
    default: break
    }
    handleEdges(made, isLoss ? .kernel : .device, at: time)
  }

  /// Reports axes that rest above their release level.
  mutating func reportRests(at time: Instant) {
    for node in nodes.list.indices {
      for rest in nodes.list[node].switches?.takeRests(at: time) ?? [] {
        effects.append(.restsAboveRelease(rest, about: nodes.list[node].facts, time: time))
      }
    }
    nodes.updateNextAxisRest()
  }

  /// The time when the first press by movement ends. `nil` if nothing is pressed by movement. The getter is mutating so
  /// that reading copies nothing (see `nextDeadline`).
  var nextRest: Instant? {
    mutating get { listeners == nil ? nodes.nextRest : nextLearnedRest }
  }

  /// Ends each press by movement whose axis has rested long enough at this time.
  mutating func rest(at due: Instant) {
    if isLearning { return learnRest(at: due) }
    for node in nodes.rested(by: due) {
      let made = nodes.list[node].switches?.rest(by: due)
      nodes.updateRest(at: node)
      handleEdges(made, .device, at: due)
    }
  }

  /// Handles the state of a node that was read after events were lost.
  ///
  /// - Parameter countsLoss: whether the loss counts as a sign of a flood (`FloodGuard`).
  mutating func handleState(
    of node: Int, down: KeySet, axes: [AxisDescription], countsLoss: Bool, at time: Instant
  ) {
    guard let time = clamp(time, of: node) else { return }
    switches.advance(to: time)
    if countsLoss, nodes.list[node].switches?.floods(withLossAt: time) == true { mute(node) }
    let letsType = keyboards.letsSwitchesType
    let made = nodes.list[node].switches?.handleState(down: down, axes: axes, letsType: letsType)
    nodes.updateNextAxisRest()
    handleEdges(made, .readBack, at: time)
  }

  /// Returns the time that counts for an event of a node, or `nil` if the node's switches are not read. The first time
  /// in a run that goes back is reported.
  private mutating func clamp(_ time: Instant, of node: Int) -> Instant? {
    guard let latest = nodes.list[node].switches?.clamp(time) else { return nil }
    if time < latest, !hasReportedClock {
      hasReportedClock = true
      effects.append(.clockWentBack(about: nodes.list[node].facts, time: max(switches.now, latest)))
    }
    return latest
  }

  private mutating func handleEdges(_ made: SwitchInputs.Edges?, _ origin: EdgeOrigin, at time: Instant) {
    if let made { switches.handle(made.edges, from: made.source, origin, at: time) }
    reportSwitches()
  }

  // MARK: Nodes

  /// Begins to read the switches of a node, unless they are read already. A switch that is down at that moment makes no
  /// press, because its first edge was not seen. `isNew` says whether the node was added just now; then this is
  /// reported as a rejected press.
  mutating func attachSwitches(
    of node: Int, _ description: DeviceDescription, entry: Int, down: KeySet, isNew: Bool = false, at time: Instant
  ) {
    guard nodes.list[node].switches == nil else { return }
    let id = nodes.list[node].id
    let inputs = SwitchInputs(id, description, entry: entry, of: profile, down: down, at: time)
    nodes.list[node].switches = inputs
    switches.arrive(inputs.closedSwitches, from: inputs.source, isNew: isNew, at: time)
    reportSwitches()
  }

  /// Stops reading the switches of all these nodes at once. Releases and ends of phases on all of them are reported
  /// first. Then come the rejections, for `reason`.
  mutating func detachSwitches(of ids: [NodeID], reason: RejectionReason) {
    let gone = nodes.dropSwitches(of: ids)
    guard gone.isAny else { return }
    switches.leave(gone.nodes, closed: gone.closed, reason: reason)
    // If a press on another node waited only for one of the presses that ended here, it is decided now.
    switches.advance(to: switches.now)
    reportSwitches()
  }

  /// Ignores a node for 5 s, because it sends more events than a hand can make. It is treated as unplugged.
  private mutating func mute(_ node: Int) {
    guard let inputs = nodes.list[node].switches else { return }
    let (id, time) = (inputs.source.node, switches.now)
    switches.leave([id], closed: inputs.closedSwitches, reason: .deviceLost)
    nodes.mute(at: node, until: time + FloodGuard.mute)
    reportSwitches()
    if nodes.list[node].isKeyboard {
      keyboards.giveBack(id, delivers: false, at: time)
      performKeys()
    }
    pointers.giveBack(id, at: time, into: &effects)
    effects.append(.muted(node: id, about: nodes.list[node].facts, time: time))
  }

  /// Reads a node again that was muted until `time`. This is as if it were plugged in.
  mutating func unmute(at time: Instant) {
    guard let node = nodes.unmuteFirst(), let inputs = nodes.list[node].switches else { return }
    let (id, time) = (inputs.source.node, max(time, switches.now))
    effects.append(.unmuted(node: id, about: nodes.list[node].facts, time: time))
    switches.arrive(inputs.closedSwitches, from: inputs.source, isNew: false, at: time)
    reportSwitches()
    guard takesKeyboardsAtOnce else { return }
    if nodes.list[node].isKeyboard { keyboards.take(id) }
    pointers.take(id, down: inputs.downKeys, since: time)
  }

  // MARK: Decisions

  /// Reports the decisions that switches have made since the last call, each with its consequences.
  mutating func reportSwitches() {
    while let decision = switches.decisions.takeFirst() {
      switch decision {
      case .press(let index, let down, let time, let accepted):
        effects.append(.press(switchIndex: index, down: down, time: time, accepted: accepted))
        if down { unhandledKey = nil } else if gate.isAsking { noteRelease(of: index, at: time) }
        if hasClock { noteScanned(index, down: down, time: time, accepted: accepted) }
      case .pending(let index, let pressed, let until, let reason):
        effects.append(.pending(switchIndex: index, pressed: pressed, until: until, reason: reason))
      case .rejected(let index, let pressed, let time, let reason):
        effects.append(.rejected(switchIndex: index, pressed: pressed, time: time, reason: reason))
      case .stuck(let index, let after, let time):
        effects.append(.stuck(switchIndex: index, after: after, time: time))
        if hasClock { tell(.stuck(index), at: time) }
      case .command(let command):
        unhandledKey = nil
        let before = effects.count
        decide(on: command)
        // Every press must be answered by an effect. The end of a phase answers no press, and a repeat may have no
        // effect.
        assert(effects.count > before || command.phase == .end || command.count > 1, "a press has no answer")
      case .recalibrate(let figures, let time): effects.append(.recalibrate(figures, time: time))
      }
    }
    if !switches.workChanges.isEmpty { noteWork() }
  }
}
