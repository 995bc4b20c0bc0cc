import SwitchwayClock
import SwitchwayTime

/// The checked section `scan` of a profile: a scanning clock for front ends that have none of their own.
public struct ScanSettings: Equatable, Sendable {
  public var style: ClockStyle
  /// `fields` says what each of these settings does, and its range.
  public var interval, firstItemPause: Microseconds
  /// The number of rounds (`loops`, if a page is known) or of steps (`steps`, without a page) after which the highlight
  /// waits. With 0, it does not wait.
  public var loops, steps: Int
  public var afterSelect: AfterSelect
  /// The reaction time of the person; less than `interval`.
  public var reaction: Microseconds

  public init(
    style: ClockStyle = .frontEnd, interval: Microseconds = .seconds(1),
    firstItemPause: Microseconds = .milliseconds(500),
    loops: Int = 3, steps: Int = 30, afterSelect: AfterSelect = .goOn, reaction: Microseconds = .zero
  ) {
    (self.style, self.interval, self.firstItemPause) = (style, interval, firstItemPause)
    (self.loops, self.steps, self.afterSelect, self.reaction) = (loops, steps, afterSelect, reaction)
  }

  /// The keys of the section. A clock limits its values to the same ranges.
  public static let fields: [SectionField<ScanSettings>] = [
    .word("style", \.style, "How the highlight moves, and how an item is chosen."),
    .duration("interval", \.interval, 200...30_000, "How long each item is highlighted."),
    .duration(
      "first-item-pause", \.firstItemPause, 0...30_000,
      "How much longer the first item of a page, and the first item after each selection, is highlighted."),
    .count(
      "loops", \.loops, most: 1_000,
      "How many times the highlight goes round a page before it waits for the next press."),
    .count(
      "steps", \.steps, most: 1_000,
      "How many steps the highlight makes before it waits, if no scanning program reports the number of items."),
    .word(
      "after-select", \.afterSelect, "Whether scanning continues after a choice, or waits for the next press."),
    .duration(
      "reaction", \.reaction, 0...1_000,
      "A time that is subtracted from the time of a press to find the item that the person chose."),
  ]
}
