import SwitchwayCore
import SwitchwayProtocol

// Modes.
extension EventLines {
  /// Writes that a mode is on or off now.
  public func write(_ mode: ModeName, isOn: Bool, at time: Instant, into line: inout LineBuffer) -> LineHead {
    line.writeMode(mode.rawValue, isOn: isOn, time: time.microseconds)
    return LineHead(.mode)
  }

  /// Writes whether a modifier sticks.
  public func write(
    _ modifier: KeyModifierName, _ state: StickyState, at time: Instant, into line: inout LineBuffer
  ) -> LineHead {
    line.writeMode("sticky-" + modifier.rawValue, state: state.rawValue, time: time.microseconds)
    return LineHead(.mode)
  }
}
