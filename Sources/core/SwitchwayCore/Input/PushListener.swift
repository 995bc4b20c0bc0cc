import SwitchwayTime

/// Reports in which directions a person pushes or turns the relative axes of one node, while a client learns.
///
/// A push must be clear (see `condition`), and ends when its axis has rested. Only one direction of a node is pushed at
/// a time: in a slanted push, this is the direction that reaches the level first.
///
///     pushed    right left right right   right right right
///     reported                                       3 ^     the third push in a row also reports the two before it
///
/// A direction is reported when it was pushed three times in a row, without other movements or presses of the node
/// between the pushes. Therefore a mouse that the person uses meanwhile is not reported as a switch, and its movements
/// stay private.
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

  /// Listens to all relative axes of a node, except the fine steps of its wheels, which only accompany the whole steps.
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

  /// The condition for a push. A knob or wheel must make three clicks in half a second. A device that moves like a
  /// mouse must move by 40 counts in 0.3 s, which is more than the jolt of a desk and within reach of a slow stick.
  static func condition(_ code: UInt16, isNegative: Bool) -> MovementCondition {
    let isKnob = (Relative.sideWheel...Relative.wheel).contains(code)
    let level: Int32 = isKnob ? 3 : 40
    return MovementCondition(
      code: code, level: isNegative ? -level : level, within: .milliseconds(isKnob ? 500 : 300))
  }

  /// The time when `advance` must be called if no event comes earlier. `nil` if nothing is pushed.
  var nextRest: Instant? { pushes.reduce(nil) { Instant.earliest($0, $1.gauge.restEnd) } }

  /// Ends each push whose axis has rested long enough at this time, in the order of time.
  mutating func advance(to time: Instant, into edges: inout [InputListener.Edge]) {
    while let end = nextRest, end <= time {
      for index in pushes.indices where pushes[index].gauge.restEnd == end {
        pushes[index].gauge.reset()
        release(pushes[index].input, at: end, into: &edges)
      }
    }
  }

  /// Handles a movement. Before this call, all pushes that end by its time must have been ended.
  mutating func move(_ code: UInt16, by value: Int32, at time: Instant, into edges: inout [InputListener.Edge]) {
    for index in pushes.indices where pushes[index].gauge.condition.code == code {
      let isAlone = !pushes.contains(where: \.gauge.isPressed)
      guard let start = pushes[index].gauge.move(by: value, at: time), isAlone else { continue }
      press(pushes[index].input, at: start, into: &edges)
    }
  }

  /// Sets the count of pushes in a row back to zero, because another input of the node was pressed.
  mutating func interrupt() { candidate = PressesInARow() }

  /// Forgets how far each axis has moved, because events of the node were lost.
  mutating func forget() { for index in pushes.indices { pushes[index].gauge.forget() } }

  /// Ends the listening for now: reports the input that is down as up.
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
