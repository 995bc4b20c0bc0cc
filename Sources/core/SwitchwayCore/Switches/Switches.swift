import SwitchwayTime

/// The switches of a profile: edges and time go in, decisions come out.
///
/// It has one `SwitchLane` for each switch, and answers only three questions itself: which switch has the next
/// deadline, which of two rivals was meant (`NeighbourRule`), and which presses make a chord (`Chords`).
///
/// Pure and deterministic. Before an edge, the owner calls `advance` with the edge's time. It handles each deadline at
/// or before this time, at the deadline's own time. Therefore extra or late calls of `advance` change nothing. The cost
/// of an edge does not grow with switches that it does not concern.
struct Switches: Sendable {
  /// The time of the latest decision. It never goes back.
  private(set) var now = Instant(.min)
  private var lanes: [SwitchLane]
  /// At most one deadline per switch: its next one.
  private var deadlines: DeadlineTable
  /// `nil` if no switch has `neighbour` set.
  private var rivals: NeighbourRule?
  /// `nil` if there are no chords.
  private var chords: Chords?
  /// The decisions. The owner removes them after each call.
  var decisions = SwitchDecisions(capacity: 64)
  /// Detects that steadying no longer fits the hand.
  private var gauge = RecalibrationGauge()
  /// Whether changes are recorded in `workChanges`, for the scanning clock.
  var reportsWork = false
  /// Switches that became busy or idle, in order. The owner removes them.
  var workChanges: [(switchIndex: Int, isAtWork: Bool)] = []
  /// Whether the scanning clock has the style `inverse`, in which a switch that only selects does so at its release.
  var selectsAtRelease = false
  /// Whether the clock has the style `inverse`, a switch is held, and the highlight has not completed its rounds.
  private(set) var isRoundUnderWay = false

  /// Makes the switches of a profile, which are not pressed and have no closed inputs.
  init(profile: Profile) {
    let chords = Chords(profile: profile)
    lanes = profile.switches.enumerated().map { index, definition in
      SwitchLane(definition, at: index, isPart: chords?.isPart(index) ?? false)
    }
    deadlines = DeadlineTable(count: lanes.count)
    rivals = NeighbourRule(profile: profile)
    self.chords = chords
  }

  // MARK: Questions

  /// The time when `advance` must be called if no edge comes before. `nil` if nothing is due.
  var nextDeadline: Instant? { deadlines.first?.time }

  /// Whether the switch is down, after steadying. False for an index that the profile does not have.
  func isDown(_ index: Int) -> Bool { lanes.indices.contains(index) && lanes[index].steadier.isHeld }

  /// Whether all parts of a chord were released since it was made.
  func isOver(chord: Int) -> Bool { chords?.isMade(chord, lanes) != true }

  /// Whether a press of the switch that is accepted now moves the highlight while it is held, and selects at its
  /// release.
  func scans(_ index: Int) -> Bool { selectsAtRelease && lanes[index].canScan }

  /// The time of an edge of the switch without its device's offset. `time`: the reported time of the edge, with the
  /// offset.
  func edge(of time: Instant, _ index: Int) -> Instant { time - lanes[index].offset }

  // MARK: Time

  /// Handles every deadline at or before `time`.
  mutating func advance(to time: Instant) {
    while advanceOnce(to: time) {}
    now = max(now, time)
  }

  /// Handles the first deadline at or before `time`. Returns false if there is none.
  mutating func advanceOnce(to time: Instant) -> Bool {
    guard let due = deadlines.first, due.time <= time else { return false }
    let index = due.index
    now = max(now, due.time)
    // A contact that has begun since this deadline was set may prolong the window of a chord. Then the deadline is not
    // due.
    if chords == nil || deadline(of: index) == due { decide(index, due) }
    update(index)
    return true
  }

  // MARK: Edges

  /// Handles edges of switches' inputs that happened at the same time.
  mutating func handle(
    _ edges: [SwitchInputs.Edge], from source: EdgeSource, _ origin: EdgeOrigin, at time: Instant
  ) {
    for (position, edge) in edges.enumerated() {
      let index = edge.switchIndex
      if edge.manner == .passed {
        let decision = lanes[index].pass(stays: edge.down, now: now, into: &decisions)
        perform(decision, of: index)
        update(index)
        continue
      }
      guard lanes[index].count(edge.down, from: source) else { continue }
      if edge.down {
        close(index, edge.manner, at: edge.since ?? time, isUncertain: origin == .readBack)
      } else {
        switch origin {
        case .kernel: cut([index], at: time, reason: .deviceLost)
        case .readBack where lanes[index].isOpen: cut([index], at: time, reason: .syncLost)
        case .device, .readBack: lanes[index].steadier.open(at: time)
        }
      }
      // If two rivals have lost their releases together, neither may be accepted just because the other one ends first.
      let isWithNext = origin != .device && !edge.down && edges.dropFirst(position + 1).first?.down == false
      if isWithNext { update(index) } else { decideAtOnce(index) }
    }
  }

  private mutating func close(
    _ index: Int, _ manner: SwitchInputs.Edge.Manner, at time: Instant, isUncertain: Bool
  ) {
    let begins = lanes[index].steadier.isIdle
    if begins {
      if let reason = reasonToBlock(index, manner) {
        return lanes[index].block(at: time, reason, now: now, into: &decisions)
      }
      gauge.closed(at: now)
    }
    rivals?.closed(index)
    if isUncertain { lanes[index].becomeUncertain() }
    lanes[index].steadier.close(at: time, isUncertain: isUncertain)
    if begins, lanes[index].waits { beginWait(of: index) }
  }

  /// The reason why a contact that begins now makes no press. `nil` if it can make one.
  private func reasonToBlock(_ index: Int, _ manner: SwitchInputs.Edge.Manner) -> RejectionReason? {
    switch manner {
    case .beforeArrival: .downAtArrival
    case .back: .stillDown
    case .fromBeyond: .neighbour
    case .own, .passed: lanes[index].unless.contains { lanes[$0].closedInputs > 0 } ? .neighbour : nil
    }
  }

  /// Sets whether the clock goes through its items while a switch is held. When the clock has completed its rounds,
  /// `stuck-after` begins to count.
  mutating func setRound(isUnderWay: Bool, at time: Instant) {
    isRoundUnderWay = isUnderWay
    for index in lanes.indices where lanes[index].gestures.isScanning {
      if !isUnderWay { lanes[index].steadier.countStuck(from: time) }
      update(index)
    }
  }

  /// Decides at once everything that is due for a switch. Only a deadline that is not due yet is put into the table.
  private mutating func decideAtOnce(_ index: Int) {
    while true {
      updateOthers(of: index)
      let next = deadline(of: index)
      guard let due = next, due.time <= now, deadlines.first.map({ due < $0 }) ?? true else {
        deadlines.set(next, of: index)
        break
      }
      decide(index, due)
    }
    // Handles deadlines of other switches that are due because of these decisions.
    advance(to: now)
  }

  // MARK: Nodes

  /// Handles inputs that were closed when their node arrived: the first edge was not seen, so they make no press.
  ///
  /// - Parameter isNew: whether the node was added just now, so that the person may wait for an answer to these
  ///   presses.
  mutating func arrive(
    _ closed: [Int], from source: EdgeSource, isNew: Bool, at time: Instant
  ) {
    now = max(now, time)
    for index in closed where lanes[index].count(true, from: source) {
      if isNew, lanes[index].steadier.isIdle {
        lanes[index].block(at: now, .downAtArrival, now: now, into: &decisions)
      } else {
        lanes[index].steadier.arriveClosed(at: now)
      }
      update(index)
    }
  }

  /// Ends everything in progress on switches whose nodes have gone, or are no longer read.
  ///
  /// - Parameter closed: for each closed input of these nodes, the index of its switch.
  mutating func leave(
    _ nodes: Set<NodeID>, closed: [Int], reason: RejectionReason
  ) {
    for index in closed { lanes[index].countGone() }
    // A contact that has opened, but not long enough for a release, also depends on its node.
    let touched = Set(closed).union(lanes.indices.filter { nodes.contains(lanes[$0].node) })
    cut(touched.sorted().filter { lanes[$0].closedInputs == 0 }, at: now, reason: reason)
  }

  private mutating func cut(
    _ indices: [Int], at time: Instant, reason: RejectionReason
  ) {
    var rejections = SwitchDecisions()
    for index in indices {
      let commands = decisions.commands
      let decision = lanes[index].cut(
        at: time, reason: reason, now: now, releases: &decisions, rejections: &rejections)
      noteCommands(since: commands)
      if case .rejected = decision {
        // This rejection is reported together with the other ones, after all releases.
        swap(&decisions, &rejections)
        perform(decision, of: index)
        swap(&decisions, &rejections)
      }
      chords?.endIfUp(index, &lanes)
      update(index)
      updateWaiting()
    }
    decisions.append(all: &rejections)
  }

  // MARK: Decisions

  /// The next deadline of a switch: of steadying, its gestures, or the window of a chord.
  private mutating func deadline(of index: Int) -> Deadline? {
    let own = lanes[index].deadline(at: now, isRoundUnderWay: isRoundUnderWay)
    guard let window = chords?.windowEnd(of: index, lanes, at: now) else { return own }
    return own.map { min($0, window) } ?? window
  }

  /// Decides everything that is due for a switch.
  private mutating func decide(_ index: Int, _ due: Deadline) {
    let commands = decisions.commands
    switch due.reason {
    case .accept: accept(index)
    case .overriding, .release, .stuck: perform(lanes[index].steadier.fire(), of: index)
    case .gesture where chords?.windowEnd(of: index, lanes, at: now) == due:
      lanes[index].endWindow(at: now, into: &decisions)
    case .gesture: lanes[index].gestures.fire(at: now, into: &decisions)
    }
    noteCommands(since: commands)
  }

  /// Accepts the undecided contact of a switch, which has waited long enough, or the contact of its rival, if the rival
  /// wins.
  private mutating func accept(_ index: Int) {
    let rival = lanes[index].steadier.rival?.index
    var winner = index
    if let rival {
      winner = NeighbourRule.winner(of: index, against: rival, lanes)
      let loser = winner == index ? rival : index
      perform(lanes[loser].steadier.lose(), of: loser)
    }
    let isOver = lanes[winner].steadier.isParked
    perform(lanes[winner].steadier.accept(), of: winner)
    if isOver { perform(lanes[winner].steadier.fire(), of: winner) }
    if let rival { update(rival) }
  }

  /// Performs the decision of steadying about a switch, and the consequences for others.
  private mutating func perform(
    _ decision: SwitchSteadier.Decision?, of index: Int
  ) {
    guard let decision else { return }
    lanes[index].perform(decision, scans: selectsAtRelease, at: now, into: &decisions)
    switch decision {
    case .pressed:
      if let chord = chords?.join(index, &lanes, at: now, into: &decisions) {
        for part in chords?.parts(of: chord) ?? [] { update(part) }
      }
      updateWaiting()
    case .released(let up):
      gauge.commanded(at: up)
      chords?.endIfUp(index, &lanes)
    case .rejected(let origin, let reason):
      let ignoreRepeat = lanes[index].steadier.parameters.ignoreRepeat
      if let figures = gauge.rejected(reason, start: origin, ignoreRepeat: ignoreRepeat, at: now) {
        decisions.append(.recalibrate(figures, time: now))
      }
      updateWaiting()
    case .stuck: break
    }
  }

  /// Informs the gauge if commands were made. `count`: the number of commands before.
  private mutating func noteCommands(since count: Int) {
    if decisions.commands != count { gauge.commanded(at: now) }
  }

  /// Reports the reason why a contact that has just begun waits, and finds its rival.
  private mutating func beginWait(of index: Int) {
    let rival = rivals?.meet(index, &lanes)
    reportWait(of: index)
    guard let rival else { return }
    if NeighbourRule.decision(of: rival.index, lanes) != rival.accepted {
      reportWait(of: rival.index)
    }
    update(rival.index)
  }

  private mutating func reportWait(of index: Int) {
    guard let end = NeighbourRule.decision(of: index, lanes) else { return }
    lanes[index].reportWait(until: end, at: now, into: &decisions)
  }

  // MARK: After a change

  /// Updates everything that depends on the state of a switch.
  private mutating func update(_ index: Int) {
    updateOthers(of: index)
    deadlines.set(deadline(of: index), of: index)
  }

  /// Does the same as `update`, except for the deadline of the switch itself.
  private mutating func updateOthers(of index: Int) {
    chords?.update(lanes[index])
    if reportsWork, let isAtWork = lanes[index].changeOfWork() { workChanges.append((index, isAtWork)) }
    if let rival = rivals?.update(index, &lanes) { update(rival) }
  }

  /// Updates the deadlines of presses that wait for a chord: a contact was decided that may have prolonged their
  /// windows.
  private mutating func updateWaiting() {
    guard let waiting = chords?.waiting else { return }
    for index in waiting { deadlines.set(deadline(of: index), of: index) }
  }
}
