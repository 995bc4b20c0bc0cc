import SwitchwayClock
import SwitchwayTime

// Switches: the events of their nodes, and what becomes of their decisions.
extension Interpreter {
  // MARK: Events

  /// Brings an event of a node to its switches. What the kernel itself releases ends as if the node were unplugged.
  mutating func handle(_ event: InputEvent, isLoss: Bool, of node: Int) {
    if !nodes.list[node].setAside.isEmpty, event.type == EventType.key, event.value == 1 {
      nodes.list[node].setAside.removeAll { $0 == event.code }
    }
    guard let time = clamp(event.time, of: node) else { return }
    switches.advance(to: time, into: &effects)
    if nodes.list[node].switches?.floods(with: event, at: time) == true { mute(node) }
    let made = nodes.list[node].switches?.handle(event, letsType: keyboards.letsSwitchesType)
    switch event.type {
    case EventType.absolute: nodes.axisMoved(at: node)
    case EventType.relative: nodes.updateRest(at: node)
    default: break
    }
    handle(made, isLoss ? .kernel : .device, at: time)
  }

  /// Reports axes that rest above the level that releases them.
  mutating func reportRests(at time: Instant) {
    for node in nodes.list.indices {
      for rest in nodes.list[node].switches?.takeRests(at: time) ?? [] {
        effects.append(.restsAboveRelease(rest, about: nodes.list[node].facts, time: time))
      }
    }
    nodes.updateNextAxisRest()
  }

  /// When a press by movement ends. nil: there is none. Mutating as `nextDeadline` is.
  var nextRest: Instant? {
    mutating get { listeners == nil ? nodes.nextRest : nextLearnedRest }
  }

  /// Ends the presses by movement whose rest ends at this time.
  mutating func rest(at due: Instant) {
    if isLearning { return learnRest(at: due) }
    for node in nodes.rested(by: due) {
      let made = nodes.list[node].switches?.rest(by: due)
      nodes.updateRest(at: node)
      handle(made, .device, at: due)
    }
  }

  /// Handles the state of a node that was read after events were lost.
  ///
  /// - Parameter countsLoss: the loss can be a sign of a flood.
  mutating func handleState(
    of node: Int, down: KeySet, axes: [AxisDescription], countsLoss: Bool, at time: Instant
  ) {
    guard let time = clamp(time, of: node) else { return }
    switches.advance(to: time, into: &effects)
    if countsLoss, nodes.list[node].switches?.floods(withLossAt: time) == true { mute(node) }
    let letsType = keyboards.letsSwitchesType
    let made = nodes.list[node].switches?.handleState(down: down, axes: axes, letsType: letsType)
    nodes.updateNextAxisRest()
    handle(made, .readBack, at: time)
  }

  /// The time that counts for what a node sends. nil: its switches are not read. The first time that goes back is
  /// reported.
  private mutating func clamp(_ time: Instant, of node: Int) -> Instant? {
    guard let latest = nodes.list[node].switches?.clamp(time) else { return nil }
    if time < latest, !hasReportedClock {
      hasReportedClock = true
      effects.append(.clockWentBack(about: nodes.list[node].facts, time: max(switches.now, latest)))
    }
    return latest
  }

  private mutating func handle(_ made: SwitchInputs.Edges?, _ origin: EdgeOrigin, at time: Instant) {
    if let made { switches.handle(made.edges, from: made.source, origin, at: time, into: &effects) }
    collect()
  }

  // MARK: Nodes

  /// Begins to read the switches of a node, unless they are read already. What is down at that moment makes no press,
  /// because its first edge was not seen. `isNew`: the node has come just now, and such presses are rejected.
  mutating func attachSwitches(
    of node: Int, _ description: DeviceDescription, entry: Int, down: KeySet, isNew: Bool = false, at time: Instant
  ) {
    guard nodes.list[node].switches == nil else { return }
    let id = nodes.list[node].id
    let inputs = SwitchInputs(id, description, entry: entry, of: profile, down: down, at: time)
    nodes.list[node].switches = inputs
    switches.arrive(inputs.closedSwitches, from: inputs.source, isNew: isNew, at: time, into: &effects)
    collect()
  }

  /// Stops to read the switches of nodes, all at once. Releases and ends of phases of all of them come before the
  /// rejections, for `reason`.
  mutating func detachSwitches(of ids: [NodeID], reason: RejectionReason) {
    let gone = nodes.dropSwitches(of: ids)
    guard gone.isAny else { return }
    switches.leave(gone.nodes, closed: gone.closed, reason: reason, into: &effects)
    // A rival on another node that waited only for one of these is decided now.
    switches.advance(to: switches.now, into: &effects)
    collect()
  }

  /// The node sends more than a hand can. It is treated as unplugged for 5 s.
  private mutating func mute(_ node: Int) {
    guard let inputs = nodes.list[node].switches else { return }
    let (id, time) = (inputs.source.node, switches.now)
    switches.leave([id], closed: inputs.closedSwitches, reason: .deviceLost, into: &effects)
    nodes.mute(at: node, until: time + FloodGuard.mute)
    collect()
    if nodes.list[node].isKeyboard {
      keyboards.giveBack(id, delivers: false, at: time)
      performKeys()
    }
    pointers.giveBack(id, at: time, into: &effects)
    effects.append(.muted(node: id, about: nodes.list[node].facts, time: time))
  }

  /// Listens again to a node that was muted until `time`, as if it were plugged in.
  mutating func unmute(at time: Instant) {
    guard let node = nodes.unmuteFirst(), let inputs = nodes.list[node].switches else { return }
    let (id, time) = (inputs.source.node, max(time, switches.now))
    effects.append(.unmuted(node: id, about: nodes.list[node].facts, time: time))
    switches.arrive(inputs.closedSwitches, from: inputs.source, isNew: false, at: time, into: &effects)
    collect()
    guard takesKeyboardsAtOnce else { return }
    if nodes.list[node].isKeyboard { keyboards.take(id) }
    pointers.take(id, down: inputs.downKeys, since: time)
  }

  // MARK: Decisions

  /// Decides what follows from the decisions of switches that were added to the effects since the last call. Other
  /// effects are passed over.
  mutating func collect() {
    while collected < effects.count {
      let decision = effects[collected]
      collected += 1
      switch decision {
      case .press(let index, let down, let time, let accepted):
        if down { unhandledKey = nil } else if gate.isAsking { noteRelease(of: index, at: time) }
        if hasClock { insert { $0.noteScanned(index, down: down, time: time, accepted: accepted) } }
      case .stuck(let index, _, let time): if hasClock { insert { $0.tell(.stuck(index), at: time) } }
      case .command(let command):
        unhandledKey = nil
        insert { $0.decide(on: command) }
      default: break
      }
    }
    if !switches.workChanges.isEmpty { noteWork() }
  }

  /// Adds what `body` decides to the effects, before those that are not collected yet.
  private mutating func insert(_ body: (inout Interpreter) -> Void) {
    let rest = effects.count - collected
    if rest > 0 {
      later.append(contentsOf: effects.suffix(rest))
      effects.removeLast(rest)
    }
    body(&self)
    collected = effects.count
    if rest > 0 {
      effects.append(contentsOf: later)
      later.removeAll(keepingCapacity: true)
    }
  }
}
