import SwitchwayTime

/// Reports in which directions a person pushes or turns the relative axes of one node, while a client learns.
///
/// A push must be clear (`condition`), and ends after a rest. Only one direction of a node moves at a time: in a
/// slanted push, the first direction that reaches the level.
///
///     pushed    right left right right   right right right
///     reported                                       3 ^     the third push in a row also reports the two before it
///
/// A direction is reported when it has come three times in a row, without other movements or presses of the node
/// between. Therefore a
/// mouse that a person uses meanwhile is not reported as a switch, and neither are its movements.
struct PushListener: Sendable {
  private struct Push: Sendable {
    let input: InputListener.Input
    var gauge: MovementGauge
  }

  private var pushes: [Push] = []
  /// The direction that was pushed last.
  private var candidate = PressesInARow()
  /// The direction that was reported as down and not yet as up.
  private var told: InputListener.Input?

  /// Listens to all relative axes of a node except the fine steps of its wheels, which accompany the whole steps.
  init(_ description: DeviceDescription) {
    let heard = UInt64(1) << UInt64(Relative.wheel + 1) - 1
    pushes = MovementCode.codes(in: description.movements & heard).flatMap { code in
      [false, true].map { isNegative in
        let condition = PushListener.condition(code, isNegative: isNegative)
        return Push(input: .movement(code, isNegative: isNegative), gauge: MovementGauge(condition))
      }
    }
  }

  /// Listens to nothing.
  init() {}

  /// The movements that count as a push. For a knob or wheel, three clicks in half a second; for a device that moves
  /// like a mouse,
  /// 40 counts in 0.3 s, which is above the jolt of a desk and within reach of a slow stick.
  static func condition(_ code: UInt16, isNegative: Bool) -> MovementCondition {
    let isKnob = (Relative.sideWheel...Relative.wheel).contains(code)
    let level: Int32 = isKnob ? 3 : 40
    return MovementCondition(
      code: code, level: isNegative ? -level : level, within: .milliseconds(isKnob ? 500 : 300))
  }

  /// The time when `advance` must be called if no event comes before. `nil` if nothing is pushed.
  var nextRest: Instant? { pushes.reduce(nil) { Instant.earliest($0, $1.gauge.restEnd) } }

  /// Ends the pushes whose rest ends by this time, in the order of time.
  mutating func advance(to time: Instant, into edges: inout [InputListener.Edge]) {
    while let end = nextRest, end <= time {
      for index in pushes.indices where pushes[index].gauge.restEnd == end {
        pushes[index].gauge.reset()
        release(pushes[index].input, at: end, into: &edges)
      }
    }
  }

  /// Handles a movement. The pushes that end by its time must have ended.
  mutating func move(_ code: UInt16, by value: Int32, at time: Instant, into edges: inout [InputListener.Edge]) {
    for index in pushes.indices where pushes[index].gauge.condition.code == code {
      let isAlone = !pushes.contains(where: \.gauge.isPressed)
      guard let start = pushes[index].gauge.move(by: value, at: time), isAlone else { continue }
      press(pushes[index].input, at: start, into: &edges)
    }
  }

  /// Another input of the node was pressed: pushes are counted from the beginning.
  mutating func interrupt() { candidate = PressesInARow() }

  /// Events of the node were lost, so the counts are too low for a decision.
  mutating func forget() { for index in pushes.indices { pushes[index].gauge.forget() } }

  /// Ends the listening for now: reports the inputs that are down as up.
  mutating func finish(at time: Instant, into edges: inout [InputListener.Edge]) {
    for index in pushes.indices { pushes[index].gauge.reset() }
    if let told { release(told, at: time, into: &edges) }
    interrupt()
  }

  private mutating func press(_ input: InputListener.Input, at time: Instant, into edges: inout [InputListener.Edge]) {
    guard let earlier = candidate.press(input, at: time) else { return }
    edges += earlier
    told = input
    edges.append(InputListener.Edge(input: input, down: true, time: time))
  }

  private mutating func release(_ input: InputListener.Input, at time: Instant, into edges: inout [InputListener.Edge])
  {
    candidate.release(input, at: time)
    guard told == input else { return }
    told = nil
    edges.append(InputListener.Edge(input: input, down: false, time: time))
  }
}
