/// From decisions of the machines to outputs.
extension Pipeline {
  /// What is added to the times of a device's presses.
  func offset(ofDevice device: Int) -> Microseconds {
    profile.devices.indices.contains(device) ? profile.devices[device].offset : .zero
  }

  /// Performs a decision of switch `index`'s steadier, made now.
  mutating func perform(_ decision: SwitchSteadier.Decision, of index: Int, into outputs: inout [Output]) {
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
        origin: origin, start: start, device: lanes[index].device, isUncertain: isUncertain)
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
        decide(index, into: &outputs) { $0.stuck(into: &$1) }
      }
    }
  }

  /// An accepted press: to the chords that the switch is a part of, or to its own gestures.
  private mutating func begin(_ press: GestureMachine.Press, of index: Int, into outputs: inout [Output]) {
    if lanes[index].chord != nil {
      perform(.rejected(press, .noGesture), of: index, into: &outputs)
    } else if chords.isPart(index) {
      waitForChord(press, of: index, into: &outputs)
    } else {
      let (now, scans) = (now, scans(index))
      decide(index, into: &outputs) { $0.pressed(press, scans: scans, at: now, into: &$1) }
    }
  }

  /// The end of an accepted press.
  private mutating func release(_ index: Int, up: Instant, into outputs: inout [Output]) {
    if let last = lanes[index].waits.indices.last, lanes[index].waits[last].up == nil {
      lanes[index].waits[last].up = up
    } else {
      // The gestures have the press that is down, unless it is a chord's: then this is nothing to them.
      let now = now
      decide(index, into: &outputs) { $0.released(up: up, at: now, into: &$1) }
    }
    if let chord = lanes[index].chord { endIfUp(chord) }
  }

  /// Performs a decision of switch `index`'s gestures, made now.
  mutating func perform(_ decision: GestureMachine.Decision, of index: Int, into outputs: inout [Output]) {
    switch decision {
    case .rejected(let press, let reason):
      outputs.append(
        .rejected(switchIndex: index, pressed: press.origin + offset(ofDevice: press.device), time: now, reason: reason)
      )
    case .waits(let press, let until, let reason):
      outputs.append(
        .pending(
          switchIndex: index, pressed: press.origin + offset(ofDevice: press.device), until: until, reason: reason))
    case .command(let gesture, let phase, let count, let first, let last, let released):
      gauge.commanded(at: now)
      guard let word = profile.switches[index].gestures.command(of: gesture) else {
        return assertionFailure("a \(gesture) of a switch that has none")
      }
      outputs.append(
        .command(
          Command(
            word, by: .press(Command.Press(.single(index), device: last.device, gesture)), phase: phase, count: count,
            edge: first.origin, pressed: first.origin + offset(ofDevice: first.device),
            released: released.map { $0 + offset(ofDevice: last.device) }, accepted: now,
            isUncertain: last.isUncertain)))
    }
  }
}
