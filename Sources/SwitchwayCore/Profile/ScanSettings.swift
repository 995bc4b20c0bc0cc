import SwitchwayClock

/// The checked section `scan` of a key-remap file: a clock for front ends that have none.
public struct ScanSettings: Equatable, Sendable {
  public var style: ClockStyle
  /// 0.2 s…30 s.
  public var interval: Microseconds
  /// 0…30 s, added at the first item and after each selection.
  public var firstItemPause: Microseconds
  /// The number of passes before the clock stops until the next press, 1…1000; 0: it never stops.
  public var loops: Int
  /// The number of steps before it stops if the number of items is unknown, 1…1000; 0: it never stops.
  public var steps: Int
  public var afterSelect: AfterSelect
  /// 0…1 s, less than `interval`: subtracted from a press's time when the press is matched to an item.
  public var reaction: Microseconds

  public init(
    style: ClockStyle = .frontEnd, interval: Microseconds = .seconds(1),
    firstItemPause: Microseconds = .milliseconds(500),
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
