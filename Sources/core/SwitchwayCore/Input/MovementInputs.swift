import SwitchwayTime

/// The inputs of one node that are movements: relative axes, each in one direction.
///
/// A movement costs O(1) for each input on its axis. A press has one deadline, at which its axis will have rested long
/// enough. While no input is pressed, there is no deadline.
struct MovementInputs: Sendable {
  private struct Input: Sendable {
    let switchIndex: Int
    var gauge: MovementGauge
  }

  private var inputs: [Input] = []

  /// Whether no switch uses a movement of the node.
  var isEmpty: Bool { inputs.isEmpty }

  mutating func add(_ condition: MovementCondition, of switchIndex: Int) {
    inputs.append(Input(switchIndex: switchIndex, gauge: MovementGauge(condition)))
  }

  /// The switches of the pressed inputs, one for each input.
  var closedSwitches: [Int] { inputs.filter(\.gauge.isPressed).map(\.switchIndex) }

  /// The time when the first press ends, if its axis does not move earlier. `nil` if nothing is pressed.
  var nextRest: Instant? { inputs.reduce(nil) { Instant.earliest($0, $1.gauge.restEnd) } }

  /// Handles a movement of an axis.
  mutating func move(_ code: UInt16, by value: Int32, at time: Instant, into edges: inout [SwitchInputs.Edge]) {
    for index in inputs.indices where inputs[index].gauge.condition.code == code {
      guard let start = inputs[index].gauge.move(by: value, at: time) else { continue }
      edges.append(SwitchInputs.Edge(switchIndex: inputs[index].switchIndex, down: true, since: start))
    }
  }

  /// Ends each press whose axis has rested long enough at this time.
  mutating func rest(by time: Instant, into edges: inout [SwitchInputs.Edge]) {
    for index in inputs.indices {
      guard let end = inputs[index].gauge.restEnd, end <= time else { continue }
      inputs[index].gauge.reset()
      edges.append(SwitchInputs.Edge(switchIndex: inputs[index].switchIndex, down: false))
    }
  }

  /// Forgets how far each axis has moved, because events of the node were lost. A press that has begun continues until
  /// its axis has rested.
  mutating func forget() { for index in inputs.indices { inputs[index].gauge.forget() } }

  /// Forgets movements and presses, because the node's inputs are not read any more.
  mutating func reset() { for index in inputs.indices { inputs[index].gauge.reset() } }
}

extension Profile {
  /// The relative axes of a node that press switches, as a bit for each code. With the axis of a wheel, the axis of its
  /// fine steps is included. `entry` is the index of the profile's entry that matched the node.
  public func switchMovements(of device: DeviceDescription, entry: Int) -> UInt64 {
    var mask: UInt64 = 0
    for input in switches.lazy.flatMap(\.inputs) where input.device == entry {
      if case .movement(let condition) = input.selector { mask |= MovementCode.knob(of: condition.code) }
    }
    return mask & device.movements
  }
}
