import SwitchwayTime

/// The presses of one input in a row, without other presses between them. While a client learns, some inputs are
/// reported only when they have been pressed `InputListener.presses` times in this way, and then together with the
/// earlier presses.
struct PressesInARow: Sendable {
  private var input: InputListener.Input?
  private var count = 0
  /// The edges of its presses before the third, in order; at most two presses, each with its release.
  private var untold: [InputListener.Edge] = []

  /// Handles a press. Returns the earlier edges that are reported together with it. `nil` if it is not reported.
  mutating func press(_ pressed: InputListener.Input, at time: Instant) -> [InputListener.Edge]? {
    if input != pressed { (input, count, untold) = (pressed, 0, []) }
    count = min(count + 1, InputListener.presses)
    guard count == InputListener.presses else {
      untold.append(InputListener.Edge(input: pressed, down: true, time: time))
      return nil
    }
    defer { untold = [] }
    return untold
  }

  mutating func release(_ released: InputListener.Input, at time: Instant) {
    guard let last = untold.last, last.down, last.input == released else { return }
    untold.append(InputListener.Edge(input: released, down: false, time: time))
  }
}
