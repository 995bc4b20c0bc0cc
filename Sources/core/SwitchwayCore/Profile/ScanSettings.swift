import SwitchwayClock
import SwitchwayTime

/// The checked section `scan` of a key-remap file: a clock for front ends that have none.
public struct ScanSettings: Equatable, Sendable {
  public var style: ClockStyle
  /// What each of these does, and its range, is in `fields`.
  public var interval, firstItemPause: Microseconds
  /// 0: it never rests.
  public var loops, steps: Int
  public var afterSelect: AfterSelect
  /// Less than `interval`.
  public var reaction: Microseconds

  public init(
    style: ClockStyle = .frontEnd, interval: Microseconds = .seconds(1),
    firstItemPause: Microseconds = .milliseconds(500),
    loops: Int = 3, steps: Int = 30, afterSelect: AfterSelect = .goOn, reaction: Microseconds = .zero
  ) {
    (self.style, self.interval, self.firstItemPause) = (style, interval, firstItemPause)
    (self.loops, self.steps, self.afterSelect, self.reaction) = (loops, steps, afterSelect, reaction)
  }

  /// The keys of the section. A clock clamps what it is given to the same ranges.
  public static let fields: [SectionField<ScanSettings>] = [
    .word("style", \.style, "What moves the highlight, and what chooses."),
    .duration("interval", \.interval, 200...30_000, "How long each item is highlighted."),
    .duration("first-item-pause", \.firstItemPause, 0...30_000, "Added on the first item and after each selection."),
    .count("loops", \.loops, most: 1_000, "How often it goes round a page before it rests until the next press."),
    .count(
      "steps", \.steps, most: 1_000,
      "How many steps it makes before it rests, where nobody says how many items there are."),
    .word(
      "after-select", \.afterSelect,
      "What it does after a choice; where a front end tells its pages, on the page that follows."),
    .duration("reaction", \.reaction, 0...1_000, "Taken off a press's time when it is matched to an item."),
  ]
}
