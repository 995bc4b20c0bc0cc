import SwitchwayTime

/// One switch. It receives edges of its inputs and time, and decides completely what the person did:
///
///     input a      ..#####.....      a key, and the same key of another device
///     input b      ....#####...
///     contact      ..#######...      closed while any of its inputs is closed
///     steadying    ..P........R      which contacts are presses: `SwitchSteadier`
///     chord          |               if it is a part of one, the press may wait for the others: `ChordPart`
///     gesture        tap             what the presses mean, and their command: `GestureMachine`
///
/// A press that need not wait passes all of these stages in one call. `Switches` owns the lanes. `Switches` does
/// everything for which several lanes are needed: it compares rivals and completes chords.
///
/// Edges have the times of their nodes. `now` is the time of a decision.
struct SwitchLane: Sendable {
  /// Index in `Profile.switches`.
  let index: Int
  /// Indices of the switches that block this one while they are closed.
  let unless: [Int]
  /// Whether contacts of the switch wait, for `hold-duration` or for a neighbour.
  let waits: Bool
  /// The number of the switch's inputs that are closed, on all nodes.
  private(set) var closedInputs = 0
  /// The node of the present contact, or of the last one.
  private(set) var node = NodeID(rawValue: -1)
  private var device = 0
  /// The offset that is added to the times of `device`.
  private(set) var offset = Microseconds.zero
  var steadier: SwitchSteadier
  var gestures: GestureMachine
  /// `nil` if the switch is part of no chord.
  var chord: ChordPart?
  private var wasAtWork = false

  /// Makes a switch that is not pressed and has no closed inputs. `isPart`: whether the switch is part of chords.
  init(_ definition: SwitchDefinition, at index: Int, isPart: Bool) {
    self.index = index
    unless = definition.unless
    waits = definition.steadying.holdDuration > .zero || definition.steadying.neighbour > .zero
    steadier = SwitchSteadier(parameters: definition.steadying)
    gestures = GestureMachine(definition.gestures, of: index)
    chord = isPart ? ChordPart() : nil
  }

  // MARK: Edges

  /// Counts an input that closed or opened. Returns whether the switch's contact also closes or opens, because this
  /// input is the first to close or the last to open.
  mutating func count(_ closed: Bool, from source: EdgeSource) -> Bool {
    closedInputs += closed ? 1 : -1
    guard closedInputs == (closed ? 1 : 0) else { return false }
    // The contact depends on the node of its latest edge: if that node is lost while no input is closed, the contact
    // ends.
    node = source.node
    // A closing that only ends a bounce belongs to the device that began the press.
    if closed, steadier.isIdle { (device, offset) = (source.device, source.offset) }
    return true
  }

  /// Stops counting a closed input whose node has gone.
  mutating func countGone() { closedInputs -= 1 }

  /// Marks the press that is down as uncertain, because one of its closings was found by reading the node's state.
  mutating func becomeUncertain() {
    if chord?.down != nil { chord?.down?.press.isUncertain = true } else { gestures.becomeUncertain() }
  }

  /// Handles a contact that makes no press: a switch in `unless` is closed, or the person did not begin the contact.
  mutating func block(at time: Instant, _ reason: RejectionReason, now: Instant, into decisions: inout SwitchDecisions)
  {
    steadier.arriveClosed(at: time)
    decisions.append(.rejected(switchIndex: index, pressed: time + offset, time: now, reason: reason))
  }

  /// Handles a move of this switch's axis to a harder level, which presses another switch. Returns the decision of
  /// steadying about a contact that is not accepted yet. `stays`: whether this switch's input stays closed. Otherwise
  /// the input opens now, and its contact may be too short.
  mutating func pass(stays: Bool, now: Instant, into decisions: inout SwitchDecisions) -> SwitchSteadier.Decision? {
    if steadier.isHeld, chord?.down == nil { gestures.pass(at: now, into: &decisions) }
    return stays ? steadier.pass() : nil
  }

  /// Whether something about the press that is down is undecided (its contact, chord or gesture), or it has begun a
  /// phase.
  var isOpen: Bool { steadier.isTentative || gestures.isOpen || chord?.down != nil }

  // MARK: Time

  /// The time of the switch's next decision, if no input comes before it. Never before `now`. It is mutating, so that
  /// reading it does not copy the whole switch.
  ///
  /// - Parameter isRoundUnderWay: whether the scanning clock goes through its items while a switch is held. The held
  ///   switch is then not reported as stuck.
  mutating func deadline(at now: Instant, isRoundUnderWay: Bool) -> Deadline? {
    var steadying = steadier.nextDeadline.map { Deadline(time: max($0.time, now), reason: $0.reason, index: index) }
    if isRoundUnderWay, steadying?.reason == .stuck, gestures.isScanning { steadying = nil }
    guard let wait = gestures.wait, wait.isHeld ? steadier.isClosed : !isHeldOpen(wait) else { return steadying }
    let gesture = Deadline(time: max(wait.time, now), reason: .gesture, pressed: wait.pressed, index: index)
    return steadying.map { min($0, gesture) } ?? gesture
  }

  /// Whether a press that began before the end of the wait is still undecided. If so, the wait continues.
  private func isHeldOpen(_ wait: GestureMachine.Wait) -> Bool {
    if let start = steadier.possibleStart, start < wait.time { return true }
    return chord?.waits.contains { $0.press.start < wait.time } ?? false
  }

  /// Performs the decisions of steadying. An accepted press is passed to the chords of the switch, or to its gestures.
  /// `scans`: whether a switch that only selects moves the highlight while it is held, and selects at its release.
  mutating func perform(
    _ decision: SwitchSteadier.Decision, scans: Bool, at now: Instant, into decisions: inout SwitchDecisions
  ) {
    switch decision {
    case .pressed(let origin, let start, let isUncertain):
      decisions.append(.press(switchIndex: index, down: true, time: origin + offset, accepted: now))
      let press = GestureMachine.Press(
        origin: origin, start: start, device: device, offset: offset, isUncertain: isUncertain)
      if chord == nil {
        gestures.pressed(press, scans: scans && gestures.rules.isSelectAlone, at: now, into: &decisions)
      } else if chord?.made == nil {
        chord?.waits.append(ChordWait(press: press))
      } else {
        reject(press, .noGesture, at: now, into: &decisions)
      }
    case .released(let up):
      // A press that waits for a chord has not been passed to the gestures.
      let isWaiting = chord?.down != nil
      if !isWaiting { gestures.fireHold(dueBy: up, at: now, into: &decisions) }
      decisions.append(.press(switchIndex: index, down: false, time: up + offset, accepted: now))
      if isWaiting { chord?.down?.up = up } else { gestures.released(up: up, at: now, into: &decisions) }
    case .rejected(let origin, let reason):
      decisions.append(.rejected(switchIndex: index, pressed: origin + offset, time: now, reason: reason))
    case .stuck:
      decisions.append(.stuck(switchIndex: index, after: steadier.parameters.stuckAfter, time: now))
      if chord?.down != nil { chord?.down?.isStuck = true } else { gestures.stuck(at: now, into: &decisions) }
    }
  }

  /// Decides the oldest press that waits for a chord as a press of this switch alone, because its window has ended.
  mutating func endWindow(at now: Instant, into decisions: inout SwitchDecisions) {
    guard let wait = chord?.waits.removeFirst() else { return }
    guard gestures.rules.hasAny else { return reject(wait.press, .chordBroken, at: now, into: &decisions) }
    gestures.pressed(wait.press, up: wait.up, at: now, into: &decisions)
    if wait.isStuck { gestures.stuck(at: now, into: &decisions) }
    guard let up = wait.up else { return }
    gestures.fireHold(dueBy: up, at: now, into: &decisions)
    gestures.released(up: up, at: now, into: &decisions)
  }

  /// Reports that the undecided contact waits until `end`, for `hold-duration` or for `neighbour`.
  func reportWait(until end: Instant, at now: Instant, into decisions: inout SwitchDecisions) {
    guard let contact = steadier.tentative, let origin = steadier.tentativeOrigin, end > now else { return }
    let isHold =
      end == steadier.gates(of: contact) && steadier.parameters.holdDuration >= steadier.parameters.neighbour
    decisions.append(
      .pending(
        switchIndex: index, pressed: origin + offset, until: end, reason: isHold ? .holdDuration : .neighbour))
  }

  /// Ends everything in progress now. A lost release (`syncLost`) ends only the press that is down. Returns the
  /// decision of steadying; the caller handles a rejection.
  ///
  /// - Parameters:
  ///   - releases: releases and ends of phases. If several switches end, all of these come first.
  ///   - rejections: the other decisions.
  mutating func cut(
    at time: Instant, reason: RejectionReason, now: Instant, releases: inout SwitchDecisions,
    rejections: inout SwitchDecisions
  ) -> SwitchSteadier.Decision? {
    let decision = steadier.cut(at: time, reason: reason)
    var up = time
    if case .released(let end) = decision {
      up = end
      releases.append(.press(switchIndex: index, down: false, time: end + offset, accepted: now))
    }
    var ended = SwitchDecisions()
    gestures.cut(up: up, reason: reason, at: now, into: &ended)
    while let one = ended.takeFirst() {
      if case .command = one { releases.append(one) } else { rejections.append(one) }
    }
    for wait in chord?.cut(onlyDown: reason == .syncLost) ?? [] {
      reject(wait.press, reason, at: now, into: &rejections)
    }
    return decision
  }

  /// Reports that a press does nothing.
  func reject(
    _ press: GestureMachine.Press, _ reason: RejectionReason, at now: Instant, into decisions: inout SwitchDecisions
  ) {
    decisions.append(.rejected(switchIndex: index, pressed: press.reported, time: now, reason: reason))
  }

  // MARK: For the scanning clock

  /// Whether a press that is accepted now moves the highlight while it is held, if the clock's style is `inverse`.
  var canScan: Bool { chord == nil && gestures.rules.isSelectAlone }

  /// Whether the switch is busy, or `nil` if this has not changed since the last call. While a switch is busy, a moving
  /// highlight stands still. A switch is busy while its contact can still become a press, while it is down, and while
  /// it waits for a gesture or a chord. After it was reported as stuck, it counts as up.
  mutating func changeOfWork() -> Bool? {
    let isAtWork = steadier.isAtWork || gestures.waitsForPress || chord?.waits.isEmpty == false
    guard isAtWork != wasAtWork else { return nil }
    wasAtWork = isAtWork
    return isAtWork
  }
}

/// The node of an edge, with the data that a switch needs.
struct EdgeSource: Hashable, Sendable {
  let node: NodeID
  /// Index in `Profile.devices`.
  let device: Int
  /// The offset that is added to the times of the device.
  let offset: Microseconds
}

/// The source of an edge.
enum EdgeOrigin: Sendable {
  /// The device sent it.
  case device
  /// The kernel released the keys of a device that is being removed.
  case kernel
  /// The state of the node was read after events were lost, and it differs from the state before.
  case readBack
}
