/// A round over a page: the highlight has been on each item once, in one direction. The clock rests after a number of
/// rounds, and the desktop scanner counts the rounds without a choice.
public enum ClockRound {
  /// The number of steps from the beginning of a round to the beginning of the next one.
  public static func steps(items: Int) -> Int { items }

  /// Whether a step between these items begins a new round: the highlight has jumped back, or there is only one item.
  public static func begins(from lit: Int, to item: Int, isForward: Bool) -> Bool {
    isForward ? item <= lit : item >= lit
  }
}
