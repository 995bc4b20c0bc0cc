/// What is under way and cannot go on: devices that went, releases that were lost.
extension Pipeline {
  /// Ends what is under way on one switch, now.
  mutating func cut(_ index: Int, at time: Instant, reason: RejectionReason, into outputs: inout [Effect]) {
    var rejections: [Effect] = []
    cut(index, at: time, reason: reason, releases: &outputs, rejections: &rejections)
    outputs.append(contentsOf: rejections)
  }

  /// Releases and ends of phases are told before rejections; a lost release ends only the press that is down.
  private mutating func cut(
    _ index: Int, at time: Instant, reason: RejectionReason, releases: inout [Effect], rejections: inout [Effect]
  ) {
    let steadying = lanes[index].steadier.cut(at: time, reason: reason)
    var up = time
    if case .released(let end) = steadying {
      up = end
      let edge = end + offset(ofDevice: lanes[index].device)
      releases.append(.press(switchIndex: index, down: false, time: edge, accepted: now))
    }
    var decided: [Effect] = []
    decide(index, into: &decided) { $0.cut(up: up, reason: reason, at: $1, into: &$2) }
    for output in decided {
      if case .command = output { releases.append(output) } else { rejections.append(output) }
    }
    cutWaits(of: index, reason: reason, into: &rejections)
    if case .rejected = steadying, let steadying { perform(steadying, of: index, into: &rejections) }
    if let chord = lanes[index].chord { endIfUp(chord) }
    rearm(index)
    rearmWaiting()
  }

  /// Presses that wait for a chord: all of them, or with a lost release only the one that is down.
  private mutating func cutWaits(of index: Int, reason: RejectionReason, into rejections: inout [Effect]) {
    while let first = lanes[index].waits.first(where: { reason != .syncLost || $0.up == nil }) {
      reject(first.press, reason, of: index, into: &rejections)
      lanes[index].waits.removeAll { $0 == first }
    }
    forgetWaiting(index)
  }

  /// The nodes hold nothing any more: on every switch whose contact came from one of them, what is under way ends.
  mutating func cut(
    _ gone: [Int], reason: RejectionReason = .deviceLost, into outputs: inout [Effect]
  ) {
    var touched: Set<Int> = []
    let present = gone.filter { !nodes[$0].isGone && !nodes[$0].isMuted }
    for place in present {
      for index in nodes[place].inputs.closedSwitches {
        lanes[index].closedInputs -= 1
        touched.insert(index)
      }
    }
    // A contact that has opened, but not for long enough to be a release, hangs on its node too.
    let ids = Set(present.map { nodes[$0].id })
    for index in lanes.indices where ids.contains(lanes[index].node) { touched.insert(index) }
    var rejections: [Effect] = []
    for index in touched.sorted() where lanes[index].closedInputs == 0 {
      cut(index, at: now, reason: reason, releases: &outputs, rejections: &rejections)
    }
    outputs.append(contentsOf: rejections)
  }

}
