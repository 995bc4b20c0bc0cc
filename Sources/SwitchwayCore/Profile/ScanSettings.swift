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

  /// What the clock does after a choice where nobody says how many items there are.
  public enum AfterSelect: String, CaseIterable, Sendable {
    /// It goes on from the first item.
    case goOn = "go-on"
    /// It rests until the next press.
    case rest
  }

  public var style: Style
  /// 0.2 s…30 s.
  public var interval: Microseconds
  /// 0…30 s, added on the first item and after each selection.
  public var firstItemPause: Microseconds
  /// Passes before it rests until the next press, 1…1000; 0: it never rests.
  public var loops: Int
  /// Steps before it rests where nobody says how many items there are, 1…1000; 0: it never rests.
  public var steps: Int
  public var afterSelect: AfterSelect
  /// 0…1 s, less than `interval`: taken off a press's time when it is matched to an item.
  public var reaction: Microseconds

  public init(
    style: Style = .frontEnd, interval: Microseconds = .seconds(1), firstItemPause: Microseconds = .milliseconds(500),
    loops: Int = 3, steps: Int = 30, afterSelect: AfterSelect = .goOn, reaction: Microseconds = .zero
  ) {
    self.style = style
    self.interval = interval
    self.firstItemPause = firstItemPause
    self.loops = loops
    self.steps = steps
    self.afterSelect = afterSelect
    self.reaction = reaction
  }
}
