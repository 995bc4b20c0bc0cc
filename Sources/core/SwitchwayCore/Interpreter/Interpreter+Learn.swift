import SwitchwayTime

// Learning: while a client learns, edges of devices are reported to the client and do nothing else.
extension Interpreter {
  /// A node that is read while a client learns.
  struct Listener: Sendable {
    let facts: NodeFacts
    var listener: InputListener
  }

  /// Whether a client learns.
  public var isLearning: Bool { listeners != nil }

  /// Begins or ends learning. While a client learns, switches are treated as if every device were unplugged: phases
  /// end, waiting presses are rejected, and a switch that is down when learning ends makes no press.
  ///
  /// - Parameter events: whether the client gets events, to make a recording, instead of edges.
  mutating func setLearning(_ isOn: Bool, events: Bool, at time: Instant) {
    guard isOn != isLearning else { return }
    recordsEvents = isOn && events
    if isOn {
      listeners = [:]
      for node in nodes.list {
        detachSwitches(of: [node.id], reason: .deviceLost)
        listen(to: node.id, node.facts, down: node.switches?.downKeys ?? KeySet(), at: time)
      }
    } else {
      let ended = listeners ?? [:]
      for node in ended.keys.sorted() where isOffered(node) { keyboards.detach(node, at: time) }
      listeners = nil
      for (index, node) in nodes.list.enumerated() {
        guard let entry = node.facts.entry, let state = ended[node.id]?.listener.state else { continue }
        var description = node.facts.description
        description.axes = state.axes
        attachSwitches(of: index, description, entry: entry, down: state.down, at: time)
      }
    }
    recognise()
  }

  /// Whether the node belongs to no entry of the profile, so that it is read only while a client learns.
  func isOffered(_ node: NodeID) -> Bool { isLearning && nodes.index(of: node) == nil && listeners?[node] != nil }

  /// Begins to read a node that belongs to no entry. The panic chord also works on it.
  mutating func offer(_ node: NodeID, _ description: DeviceDescription, down: KeySet, at time: Instant) {
    listen(to: node, NodeFacts(description, entry: nil), down: down, at: time)
    if isOffered(node) { keyboards.attachWatched(node, down: down, at: time) }
  }

  /// Lets the panic chord of a new profile work on the nodes that are read for learning. No other nodes are attached at
  /// that time.
  mutating func watchOffered(at time: Instant) {
    for (node, known) in (listeners ?? [:]).sorted(by: { $0.key < $1.key }) {
      keyboards.attachWatched(node, down: known.listener.state.down, at: time)
    }
  }

  /// Stops reading a node. Inputs that were reported as down are reported as up.
  mutating func stopListening(to node: NodeID, at time: Instant) {
    guard var known = listeners?.removeValue(forKey: node) else { return }
    if recordsEvents { return effects.append(.recorded(.removed(at: time), node, known.facts)) }
    var edges: [InputListener.Edge] = []
    known.listener.finish(at: time, into: &edges)
    report(edges, of: known.facts)
  }

  mutating func listen(to node: NodeID, _ facts: NodeFacts, down: KeySet, at time: Instant) {
    // A recording contains only those devices outside the profile that may be switches.
    let isOffered =
      recordsEvents
      ? InputListener.mayBeSwitch(facts.description) : InputListener.mayListen(to: facts.description)
    guard isLearning, facts.entry != nil || isOffered else { return }
    let listener = InputListener(facts.description, down: down, at: time)
    listeners?[node] = Listener(facts: facts, listener: listener)
    guard recordsEvents else { return }
    let held = listener.typesText ? [] : Array(down.codes)
    effects.append(.recorded(.added(held: held, at: time), node, facts))
  }

  /// Handles a frame while a client learns.
  mutating func learn(_ frame: ArraySlice<InputEvent>, from node: NodeID) {
    if holdsBack(frame, from: node) { effects.append(.heldBack) }
    if recordsEvents {
      var events: [InputEvent] = []
      for event in frame { listeners?[node]?.listener.record(event, into: &events) }
      return record(events, from: node)
    }
    var edges: [InputListener.Edge] = []
    for event in frame { listeners?[node]?.listener.handle(event, into: &edges) }
    let sights = listeners?[node]?.listener.takeSights() ?? []
    guard let facts = listeners?[node]?.facts else { return }
    report(edges, of: facts)
    for sight in sights { effects.append(.sighted(sight, facts, at: frame.last?.time ?? Instant(0))) }
  }

  /// The time when the next push of an axis ends while a client learns. `nil` if no axis is pushed.
  var nextLearnedRest: Instant? {
    (listeners ?? [:]).values.reduce(nil) { Instant.earliest($0, $1.listener.nextRest) }
  }

  /// Reports the end of each push whose axis has rested long enough at this time.
  mutating func learnRest(at due: Instant) {
    for node in (listeners ?? [:]).keys.sorted() {
      var edges: [InputListener.Edge] = []
      listeners?[node]?.listener.advance(to: due, into: &edges)
      if !recordsEvents, let facts = listeners?[node]?.facts { report(edges, of: facts) }
    }
  }

  /// Whether the frame would press a switch if no client learned. The client may not get a report of it, because the
  /// first presses on a node that types text are not reported.
  private func holdsBack(_ frame: ArraySlice<InputEvent>, from node: NodeID) -> Bool {
    guard let facts = listeners?[node]?.facts, let entry = facts.entry else { return false }
    let keys = profile.switchKeys(of: facts.description, entry: entry)
    return frame.contains { $0.type == EventType.key && $0.value == 1 && keys.contains($0.code) }
  }

  /// Handles the state of a node that was read after events were lost, while a client learns.
  mutating func learn(_ node: NodeID, down: KeySet, axes: [AxisDescription], at time: Instant) {
    var edges: [InputListener.Edge] = []
    listeners?[node]?.listener.handleState(down: down, axes: axes, at: time, into: &edges)
    if recordsEvents, let known = listeners?[node] {
      if known.listener.typesText { return record(InputListener.events(of: edges), from: node) }
      let axes = axes.compactMap { axis in
        axis.value.map { InputEvent(time: time, type: EventType.absolute, code: axis.code, value: $0) }
      }
      return effects.append(.recorded(.lost(held: Array(down.codes), axes: axes, at: time), node, known.facts))
    }
    if let facts = listeners?[node]?.facts { report(edges, of: facts) }
  }

  private mutating func record(_ events: [InputEvent], from node: NodeID) {
    guard !events.isEmpty, let facts = listeners?[node]?.facts else { return }
    effects.append(.recorded(.events(events), node, facts))
  }

  private mutating func report(_ edges: [InputListener.Edge], of facts: NodeFacts) {
    for edge in edges { effects.append(.learned(edge, facts)) }
  }
}
