import SwitchwayTime

/// Counts the presses of one input in a row, that is, without presses of other inputs between them. While a client
/// learns, some inputs are reported only when they have been pressed `InputListener.presses` times in a row, and then
/// together with the earlier presses.
struct PressesInARow: Sendable {
  private var input: InputListener.Input?
  private var count = 0
  /// The edges of the input's presses before the third, in order: at most two presses, each with its release.
  private var untold: [InputListener.Edge] = []

  /// Handles a press. If the press must be reported, returns the earlier edges to report with it, otherwise `nil`.
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
