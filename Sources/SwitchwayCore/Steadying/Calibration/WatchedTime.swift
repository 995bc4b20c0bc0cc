/// For how long a switch was watched, beside how often presses were asked for.
///
/// What comes by itself shows the more often the longer a rest is, while there are as many presses. So that a long rest
/// makes it surer what is to be kept out, and does not make it dearer, contacts that nobody asked for are counted as if
/// they had been watched for as long as the steadying text's session takes for as many prompts.
struct WatchedTime: Equatable, Sendable {
  /// What the steadying text's session takes a prompt: 77.5 s with its rest, for 20.
  private static let ofPrompt: Int64 = 3_875_000
  /// No session counts for longer, 11 days. Chosen: that sums of many stay within 64 bits.
  private static let most = Microseconds.seconds(1_000_000)
  /// Of `share`.
  static let whole: Int64 = 10_000

  /// From the beginning of a session to its end; of several, together.
  private var length: Microseconds
  /// Those of all switches.
  private var prompts: Int

  /// Of a session.
  init(length: Microseconds, prompts: Int) {
    self.length = min(length, WatchedTime.most)
    self.prompts = prompts
  }

  /// What a contact that nobody asked for counts, in ten-thousandths: `whole` in the steadying text's session, less where
  /// there was more to see. 1 to 100,000.
  var share: Int64 {
    let usual = Int64(prompts) * WatchedTime.ofPrompt
    return min(max(usual * WatchedTime.whole / max(length.value, 1), 1), 10 * WatchedTime.whole)
  }

  static func += (left: inout WatchedTime, right: WatchedTime) {
    left.length = left.length + right.length
    left.prompts += right.prompts
  }
}
