/// The levels that fit the pushes of an axis, in whole percent of its range on one side: pressed at two thirds of the
/// weakest push, and released above the rest position.
public struct PushLevels: Hashable, Sendable {
  public var press: Int
  /// `nil` if the default fits, which is two thirds of `press`.
  public var release: Int?

  /// If the release level is this close to the rest position, in percent, the switch may stay pressed. The noise of a
  /// worn stick is less than this.
  static let margin = 3

  /// - Parameters:
  ///   - weakest: how far the weakest push went.
  ///   - rest: the highest level to which the axis returns.
  public init(weakest: Int, rest: Int) {
    let usual = min(max(weakest * 2 / 3 / 5 * 5, 20), 60)
    press = max(usual, min(rest + 15, weakest) / 5 * 5)
    release = rest + PushLevels.margin >= press * 2 / 3 ? min((rest + press + 1) / 2, press) : nil
  }
}
