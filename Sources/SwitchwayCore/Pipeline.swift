/// The switches: frames of input events go in, decisions come out.
///
/// Pure and deterministic: no clock, no I/O; time comes with the input. Before any input at a time t, every deadline
/// at or before t is handled, each at its own time, so extra or late calls of `advance` change nothing. Whoever owns
/// a pipeline wakes it at `nextDeadline`.
///
/// A node is attached, sends frames, may lose events (`resync`), and is detached. What a node sends before or after
/// is ignored. The cost of an event does not grow with nodes, switches or devices that it does not concern.
///
/// Limits: the profile's switches, and as many nodes as are attached; every table is as large as these.
struct Pipeline: Sendable {
  let profile: Profile
  /// The latest time that anything was decided at; decisions never go back before it.
  var now = Instant(.min)
  /// Attached nodes, and places that are free again.
  var nodes: [Node] = []
  var places: [NodeID: Int] = [:]
  /// The place of the node that sent last, which most times sends again.
  private var latestPlace = 0
  var lanes: [SwitchLane]
  /// Owner 2i: the steadying deadline of switch i; 2i + 1: its gesture's.
  var deadlines: DeadlineTable
  /// Nodes that flooded, with the time at which they are listened to again, earliest first.
  var muted: [(until: Instant, node: NodeID)] = []
  /// Whether it has been told that a clock went back: once a run is enough.
  var hasToldClock: Bool
  let chords: ChordIndex
  /// Switches with presses that wait for the other parts of a chord: as many as a person holds or has just let go.
  var waiting: [Int] = []
  /// Parts of chords whose contact is undecided: windows that it began in do not end before it is.
  var undecided: [Int] = []
  /// Notices that steadying no longer fits the hand.
  var gauge = RecalibrationGauge()
  /// Who is weighed against whom.
  var neighbours: NeighbourRule
  /// Whether `workChanges` is kept. The owner of the pipeline empties it after each input.
  var reportsWork = false
  /// Switches that began or ceased to be at work, in order: see `isAtWork`.
  var workChanges: [(switchIndex: Int, isAtWork: Bool)] = []
  /// Pass-through is on: keys of switches type, if other keys of their node do. The owner sets it before each frame.
  var letsSwitchesType = false
  /// The scanning clock has the style `inverse`, so that a switch which only selects does so at its release.
  var selectsAtRelease = false

  /// An attached node.
  struct Node: Sendable {
    let id: NodeID
    let facts: NodeFacts
    let entry: Int
    var inputs: NodeInputs
    /// See `Pipeline.letsSwitchesType`.
    var typing: TypingSwitches
    var flood = FloodGuard()
    /// Muted: the state is followed, nothing comes of it.
    var isMuted = false
    /// Gone: the place is free.
    var isGone = false
    /// The time of its latest event.
    var latest: Instant
  }

  /// One switch: from the level of its inputs to its gestures.
  struct SwitchLane: Sendable {
    /// How many of its inputs are closed, on all nodes.
    var closedInputs = 0
    /// Where the contact under way, or the last one, came from.
    var node = NodeID(rawValue: -1)
    var device = 0
    var steadier: SwitchSteadier
    var gestures: GestureMachine
    /// Presses that may yet be part of a chord, oldest first. Only the last can be down.
    var waits: [ChordWait] = []
    /// The chord that has come about and is not up yet: until then this part of it does nothing.
    var chord: Int?
    /// It stands in `undecided`.
    var isUndecided = false
    /// It was at work when that was last looked at.
    var wasAtWork = false
  }

  /// A pipeline at rest. `hasToldClock`: the run has already been told that a clock went back.
  init(profile: Profile, hasToldClock: Bool = false) {
    self.profile = profile
    self.hasToldClock = hasToldClock
    lanes = profile.switches.enumerated().map { index, definition in
      SwitchLane(
        steadier: SwitchSteadier(parameters: definition.steadying),
        gestures: GestureMachine(definition.gestures, of: index))
    }
    deadlines = DeadlineTable(owners: 2 * profile.switches.count)
    chords = ChordIndex(profile: profile)
    neighbours = NeighbourRule(profile: profile)
    for index in lanes.indices where chords.isPart(index) { lanes[index].waits.reserveCapacity(4) }
    waiting.reserveCapacity(16)
    undecided.reserveCapacity(16)
  }

  /// Where an attached node is in `nodes`; nil: it is not attached. Numbers of nodes are never used again.
  mutating func place(of node: NodeID) -> Int? {
    if latestPlace < nodes.count, nodes[latestPlace].id == node, !nodes[latestPlace].isGone { return latestPlace }
    guard let place = places[node] else { return nil }
    latestPlace = place
    return place
  }

  /// When and why `advance` wants to be called, if nothing comes before; nil: not at all. Inlined, because a call would
  /// copy the whole pipeline (seen in profiles of Swift 6.3).
  @inline(__always) var nextDeadline: Deadline? {
    let mute = muted.first.map { Deadline(time: $0.until, reason: .unmute, place: $0.node.rawValue) }
    guard let first = deadlines.first?.deadline else { return mute }
    return mute.map { min($0, first) } ?? first
  }

  /// The time of `nextDeadline`. Changes nothing: it mutates because a class that keeps a pipeline would else give the
  /// getter a copy of all of it at each frame (seen in profiles of Swift 6.3).
  mutating func timeOfNextDeadline() -> Instant? {
    let due = deadlines.firstTime
    guard !muted.isEmpty else { return due }
    return due.map { min($0, muted[0].until) } ?? muted[0].until
  }

  /// Whether the switch is down, after steadying. False for an index that the profile does not have.
  func isDown(_ switchIndex: Int) -> Bool {
    lanes.indices.contains(switchIndex) && lanes[switchIndex].steadier.isHeld
  }

  /// Handles every deadline at or before `time`.
  mutating func advance(to time: Instant, into outputs: inout [Effect]) {
    while let next = nextDeadline, next.time <= time { fire(next, into: &outputs) }
    now = max(now, time)
  }

  /// Handles the first deadline at or before `time`. Returns false if there is none.
  mutating func advanceOnce(to time: Instant, into outputs: inout [Effect]) -> Bool {
    guard let next = nextDeadline, next.time <= time else { return false }
    fire(next, into: &outputs)
    return true
  }

  @inline(__always) private mutating func fire(_ next: Deadline, into outputs: inout [Effect]) {
    now = max(now, next.time)
    if next.reason == .unmute {
      unmute(into: &outputs)
    } else if let owner = deadlines.first?.owner {
      fire(owner, into: &outputs)
    }
  }

  private mutating func fire(_ owner: Int, into outputs: inout [Effect]) {
    let index = owner / 2
    // Removed first: what the machines say next is a new deadline, even at the same time.
    deadlines.set(nil, of: owner)
    if owner.isMultiple(of: 2) {
      fireSteadying(of: index, into: &outputs)
    } else {
      fireGesture(of: index, into: &outputs)
    }
    rearm(index)
  }

  /// A gesture's time has come: that of the switch's own gestures, or the end of a window for a chord.
  private mutating func fireGesture(of index: Int, into outputs: inout [Effect]) {
    // What began meanwhile may hold a window open, so that nothing is due.
    guard let due = gestureDeadline(of: index), due.deadline.time <= now else { return }
    if due.isChordWindow {
      endChordWindow(of: index, into: &outputs)
    } else {
      decide(index, into: &outputs) { $0.fire(at: $1, into: &$2) }
    }
  }

  /// Lets the gestures of a switch decide.
  mutating func decide(
    _ index: Int, into outputs: inout [Effect], _ body: (inout GestureMachine, Instant, inout [Effect]) -> Void
  ) {
    let begin = outputs.count
    body(&lanes[index].gestures, now, &outputs)
    for place in begin..<outputs.count { if case .command = outputs[place] { gauge.commanded(at: now) } }
  }

  /// Takes over the deadlines of a switch after anything happened to it. Never earlier than now: what makes a decision
  /// possible comes before it.
  mutating func rearm(_ index: Int) {
    let steadying = lanes[index].steadier.nextDeadline().map {
      Deadline(time: max($0.time, now), reason: $0.reason, place: index)
    }
    deadlines.set(steadying, of: 2 * index)
    deadlines.set(gestureDeadline(of: index)?.deadline, of: 2 * index + 1)
    noteUndecided(index)
    if reportsWork { noteWork(of: index) }
    settleRival(of: index)
  }

  /// What the gestures of a switch wait for now: their own time, or the end of a window for a chord.
  @inline(__always) private mutating func gestureDeadline(of index: Int) -> (deadline: Deadline, isChordWindow: Bool)? {
    func deadline(_ time: Instant, _ pressed: Instant) -> Deadline {
      Deadline(time: max(time, now), reason: .gesture, pressed: pressed, place: index)
    }
    var own: Deadline?
    if let wait = lanes[index].gestures.wait() {
      let mayEnd = wait.isHeld ? lanes[index].steadier.isClosed : !isHeld(wait, of: index)
      if mayEnd { own = deadline(wait.time, wait.pressed) }
    }
    guard let front = lanes[index].waits.first, undecidedPartner(of: index, front) == nil else {
      return own.map { ($0, false) }
    }
    let window = deadline(front.press.origin + chords.window(of: index), front.press.origin)
    if let own, own < window { return (own, false) }
    return (window, true)
  }

  /// Whether a contact that began inside the window is undecided, so that the window does not end.
  private func isHeld(_ window: GestureMachine.Wait, of index: Int) -> Bool {
    if let start = lanes[index].steadier.tentativeStart, start < window.time { return true }
    return lanes[index].waits.contains { $0.press.start < window.time }
  }
}
