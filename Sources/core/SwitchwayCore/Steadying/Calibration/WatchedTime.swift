import SwitchwayTime

/// The time for which a switch was observed, in relation to the number of prompts.
///
/// A longer rest shows more unwanted contacts, but no more presses. It should make the measurement more exact, but
/// unwanted contacts should not weigh more. Therefore they are weighted as if they had been observed for the time that
/// the calibration session of docs/design/steadying.md takes for as many prompts.
struct WatchedTime: Equatable, Sendable {
  /// The time per prompt, µs, in the calibration session of docs/design/steadying.md: 77.5 s with its rest, for 20
  /// prompts.
  private static let ofPrompt: Int64 = 3_875_000
  /// Longer sessions count as this length, 11 days. With this limit, the sum of many sessions fits in 64 bits.
  private static let most = Microseconds.seconds(1_000_000)
  /// The unit of `share`.
  static let whole: Int64 = 10_000

  /// From the beginning of a session to its end; for several sessions, the sum.
  private var length: Microseconds
  /// The number of prompts of all switches.
  private var prompts: Int

  init(length: Microseconds, prompts: Int) {
    self.length = min(length, WatchedTime.most)
    self.prompts = prompts
  }

  /// The weight of an unwanted contact, in ten-thousandths: `whole` in the calibration session of
  /// docs/design/steadying.md, less if the session was longer. 1 to 100,000.
  var share: Int64 {
    let usual = Int64(prompts) * WatchedTime.ofPrompt
    return min(max(usual * WatchedTime.whole / max(length.value, 1), 1), 10 * WatchedTime.whole)
  }

  static func += (left: inout WatchedTime, right: WatchedTime) {
    left.length = left.length + right.length
    left.prompts += right.prompts
  }
}
