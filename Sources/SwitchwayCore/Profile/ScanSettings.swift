/// The section `scan` of a key-remap file, checked: a clock for front ends that have none of their own.
public struct ScanSettings: Equatable, Sendable {
  /// Who moves the highlight.
  public enum Style: String, CaseIterable, Sendable {
    /// The front end; no clock is kept for it.
    case frontEnd = "front-end"
    /// The clock moves on by itself, a switch chooses.
    case auto
    /// A switch moves on, and resting chooses.
    case step
    /// The clock moves on while a switch is held, letting go chooses.
    case inverse
  }

  public var style: Style
  /// 0.2 s…30 s.
  public var interval: Microseconds
  /// Added on the first item and after each selection.
  public var firstItemPause: Microseconds
  /// Passes before it rests until the next press, 1…1000; 0: it never rests.
  public var loops: Int
  /// Taken off a press's time when it is matched to an item.
  public var reaction: Microseconds

  public init(
    style: Style = .frontEnd, interval: Microseconds = .seconds(1), firstItemPause: Microseconds = .milliseconds(500),
    loops: Int = 0, reaction: Microseconds = .zero
  ) {
    self.style = style
    self.interval = interval
    self.firstItemPause = firstItemPause
    self.loops = loops
    self.reaction = reaction
  }
}
