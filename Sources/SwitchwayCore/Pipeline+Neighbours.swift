/// The rule between switches: a contact that may only be a hit beside the wanted switch. See `NeighbourRule`.
extension Pipeline {
  /// A contact has begun: whom it is weighed against, and what it waits for.
  mutating func beginWait(_ index: Int, into outputs: inout [Effect]) {
    guard let contact = lanes[index].steadier.tentative else { return }
    let rival = neighbours.rival(of: index, profile.switches[index], at: contact.start) {
      lanes[$0].steadier.tentative?.last ?? Instant(.min)
    }
    guard let rival, let other = lanes[rival].steadier.tentative else {
      tellWait(of: index, into: &outputs)
      return
    }
    let before = lanes[rival].steadier.acceptance(of: other)
    lanes[index].steadier.meet(
      Rival(index: rival, start: other.start, isParked: lanes[rival].steadier.isParked))
    lanes[rival].steadier.meet(Rival(index: index, start: contact.start, isParked: false))
    tellWait(of: index, into: &outputs)
    if let after = decision(of: rival), after != before { tellWait(of: rival, into: &outputs) }
    rearm(rival)
  }

  /// When an undecided contact is decided, at the latest, if nothing changes: its rival's time may come first.
  private func decision(of index: Int) -> Instant? {
    guard let contact = lanes[index].steadier.tentative else { return nil }
    let own = lanes[index].steadier.acceptance(of: contact)
    guard let rival = lanes[index].steadier.rival, let other = lanes[rival.index].steadier.tentative,
      other.isClosed || lanes[rival.index].steadier.isParked
    else { return own }
    return min(own, lanes[rival.index].steadier.acceptance(of: other))
  }

  /// Tells what a contact waits for: of two gates the one that ends last, or the rival.
  private mutating func tellWait(of index: Int, into outputs: inout [Effect]) {
    guard let contact = lanes[index].steadier.tentative, let origin = lanes[index].steadier.tentativeOrigin,
      let until = decision(of: index), until > now
    else { return }
    let parameters = lanes[index].steadier.parameters
    let isHold =
      until == lanes[index].steadier.gates(of: contact) && parameters.holdDuration >= parameters.neighbour
    perform(
      SwitchSteadier.Decision.waits(origin: origin, until: until, isHold ? .holdDuration : .neighbour), of: index,
      into: &outputs)
  }

  /// A steadying deadline of a switch has come.
  mutating func fireSteadying(of index: Int, into outputs: inout [Effect]) {
    guard lanes[index].steadier.nextDeadline()?.reason == .accept, let contact = lanes[index].steadier.tentative else {
      if let decision = lanes[index].steadier.fire() { perform(decision, of: index, into: &outputs) }
      return
    }
    guard let rival = lanes[index].steadier.rival?.index, let other = lanes[rival].steadier.tentative else {
      accept(index, into: &outputs)
      return
    }
    let wins = NeighbourRule.wins(
      contact, isParked: lanes[index].steadier.isParked, over: other, otherIsParked: lanes[rival].steadier.isParked)
    let loser = wins ? rival : index
    if let decision = lanes[loser].steadier.lose() { perform(decision, of: loser, into: &outputs) }
    accept(wins ? index : rival, into: &outputs)
    rearm(rival)
  }

  /// The undecided contact is a press; one that was parked ends at once.
  private mutating func accept(_ index: Int, into outputs: inout [Effect]) {
    let wasParked = lanes[index].steadier.isParked
    guard let up = lanes[index].steadier.tentative.map({ $0.openedAt ?? $0.last }),
      let accepted = lanes[index].steadier.accept()
    else { return }
    perform(accepted, of: index, into: &outputs)
    guard wasParked else { return }
    if lanes[index].waits.isEmpty, lanes[index].chord == nil {
      decide(index, into: &outputs) { gestures, now, effects in
        // A hold that it was long enough for has been reached.
        guard gestures.isUndecided, let wait = gestures.wait(), wait.time <= up else { return }
        gestures.fire(at: now, into: &effects)
      }
    }
    if let ended = lanes[index].steadier.fire() { perform(ended, of: index, into: &outputs) }
  }

  /// Keeps what a switch and its rival know of each other, after anything happened to the switch.
  mutating func settleRival(of index: Int) {
    if let rival = lanes[index].steadier.rival?.index {
      if let contact = lanes[index].steadier.tentative {
        let known = Rival(index: index, start: contact.start, isParked: lanes[index].steadier.isParked)
        if lanes[rival].steadier.rival != known {
          lanes[rival].steadier.meet(known)
          rearm(rival)
        }
      } else {
        lanes[index].steadier.part()
        lanes[rival].steadier.part()
        rearm(rival)
      }
    }
    let isAlone = lanes[index].steadier.rival == nil
    neighbours.note(index, start: isAlone ? lanes[index].steadier.tentativeStart : nil)
  }
}
