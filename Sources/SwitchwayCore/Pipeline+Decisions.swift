/// From decisions of the machines to outputs.
extension Pipeline {
  /// What is added to the times of a device's presses.
  func offset(ofDevice device: Int) -> Microseconds {
    profile.devices.indices.contains(device) ? profile.devices[device].offset : .zero
  }

  /// Performs a decision of switch `index`'s steadier, made now.
  mutating func perform(_ decision: SwitchSteadier.Decision, of index: Int, into outputs: inout [Effect]) {
    let offset = offset(ofDevice: lanes[index].device)
    switch decision {
    case .waits(let origin, let until, let reason):
      outputs.append(
        .pending(switchIndex: index, pressed: origin + offset, until: max(until, now), reason: reason))
    case .rejected(let origin, let reason):
      outputs.append(.rejected(switchIndex: index, pressed: origin + offset, time: now, reason: reason))
      let ignoreRepeat = profile.switches[index].steadying.ignoreRepeat
      if let figures = gauge.rejected(reason, start: origin, ignoreRepeat: ignoreRepeat, at: now) {
        outputs.append(.recalibrate(figures, time: now))
      }
      rearmWaiting()
    case .pressed(let origin, let start, let isUncertain):
      outputs.append(.press(switchIndex: index, down: true, time: origin + offset, accepted: now))
      let press = GestureMachine.Press(
        origin: origin, start: start, device: lanes[index].device, offset: offset, isUncertain: isUncertain)
      begin(press, of: index, into: &outputs)
      rearmWaiting()
    case .released(let up):
      outputs.append(.press(switchIndex: index, down: false, time: up + offset, accepted: now))
      gauge.commanded(at: up)
      release(index, up: up, into: &outputs)
    case .stuck:
      outputs.append(
        .stuck(switchIndex: index, after: profile.switches[index].steadying.stuckAfter, time: now))
      if let last = lanes[index].waits.indices.last, lanes[index].waits[last].up == nil {
        lanes[index].waits[last].isStuck = true
      } else {
        decide(index, into: &outputs) { $0.stuck(at: $1, into: &$2) }
      }
    }
  }

  /// An accepted press: to the chords that the switch is a part of, or to its own gestures.
  private mutating func begin(_ press: GestureMachine.Press, of index: Int, into outputs: inout [Effect]) {
    if lanes[index].chord != nil {
      reject(press, .noGesture, of: index, into: &outputs)
    } else if chords.isPart(index) {
      waitForChord(press, of: index, into: &outputs)
    } else {
      let scans = scans(index)
      decide(index, into: &outputs) { $0.pressed(press, scans: scans, at: $1, into: &$2) }
    }
  }

  /// The end of an accepted press.
  private mutating func release(_ index: Int, up: Instant, into outputs: inout [Effect]) {
    if let last = lanes[index].waits.indices.last, lanes[index].waits[last].up == nil {
      lanes[index].waits[last].up = up
    } else {
      // The gestures have the press that is down, unless it is a chord's: then this is nothing to them.
      decide(index, into: &outputs) { $0.released(up: up, at: $1, into: &$2) }
    }
    if let chord = lanes[index].chord { endIfUp(chord) }
  }

  /// A press of switch `index` does nothing.
  mutating func reject(
    _ press: GestureMachine.Press, _ reason: RejectionReason, of index: Int, into outputs: inout [Effect]
  ) {
    outputs.append(.rejected(switchIndex: index, pressed: press.reported, time: now, reason: reason))
  }
}
