/// From decisions of the machines to outputs.
extension Pipeline {
  /// The offset of the device that a switch's contact came from.
  private func offset(of index: Int) -> Microseconds {
    let device = lanes[index].device
    return profile.devices.indices.contains(device) ? profile.devices[device].offset : .zero
  }

  /// Performs a decision of switch `index`'s steadier, made now.
  mutating func perform(_ decision: SwitchSteadier.Decision, of index: Int, into outputs: inout [Output]) {
    let offset = offset(of: index)
    switch decision {
    case .waits(let origin, let until):
      outputs.append(
        .pending(switchIndex: index, pressed: origin + offset, until: max(until, now), reason: .holdDuration))
    case .rejected(let origin, let reason):
      outputs.append(.rejected(switchIndex: index, pressed: origin + offset, time: now, reason: reason))
    case .pressed(let origin, let start, let isUncertain):
      outputs.append(.press(switchIndex: index, down: true, time: origin + offset, accepted: now))
      let press = GestureMachine.Press(
        origin: origin, start: start, device: lanes[index].device, isUncertain: isUncertain)
      if let decision = lanes[index].gestures.pressed(press, at: now) {
        perform(decision, of: index, press: press, into: &outputs)
      }
    case .released(let up):
      outputs.append(.press(switchIndex: index, down: false, time: up + offset, accepted: now))
      guard let press = lanes[index].gestures.press, let decision = lanes[index].gestures.released() else { return }
      perform(decision, of: index, press: press, released: up, into: &outputs)
    case .stuck:
      outputs.append(
        .stuck(switchIndex: index, after: profile.switches[index].steadying.stuckAfter, time: now))
      guard let press = lanes[index].gestures.press, let decision = lanes[index].gestures.stuck() else { return }
      perform(decision, of: index, press: press, into: &outputs)
    }
  }

  /// Performs a decision of switch `index`'s gestures, made now.
  mutating func perform(_ decision: GestureMachine.Decision, of index: Int, into outputs: inout [Output]) {
    guard let press = lanes[index].gestures.press else { return }
    perform(decision, of: index, press: press, into: &outputs)
  }

  func perform(
    _ decision: GestureMachine.Decision, of index: Int, press: GestureMachine.Press, released: Instant? = nil,
    into outputs: inout [Output]
  ) {
    let offset = profile.devices.indices.contains(press.device) ? profile.devices[press.device].offset : .zero
    let pressed = press.origin + offset
    switch decision {
    case .rejected(let reason):
      outputs.append(.rejected(switchIndex: index, pressed: pressed, time: now, reason: reason))
    case .waits(let until, let reason):
      outputs.append(.pending(switchIndex: index, pressed: pressed, until: until, reason: reason))
    case .command(let gesture, let phase, let count):
      outputs.append(
        .command(
          SwitchCommand(
            origin: .single(index), device: press.device, gesture: gesture, phase: phase, count: count,
            pressed: pressed,
            released: released.map { $0 + offset }, accepted: now, isUncertain: press.isUncertain)))
    }
  }
}
