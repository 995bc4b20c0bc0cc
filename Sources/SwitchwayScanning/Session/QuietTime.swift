/// Waits until nothing has changed for a while, but not for ever.
///
///     c--c---c-----x    one character is 0.1 s; quiet 0.5 s, at most 1 s: x is 0.5 s after the last change
///     c--c--c--cx       x is 1 s after the first one
struct QuietTime {
  /// For changes of a window. Source: the design's "Pages in time".
  static let changes = (quiet: Int64(500_000), most: Int64(1_000_000))
  /// After acting. Source: the same.
  static let acting = (quiet: Int64(300_000), most: Int64(1_000_000))

  private let first: Int64
  private var last: Int64
  private let times: (quiet: Int64, most: Int64)

  init(_ times: (quiet: Int64, most: Int64), from time: Int64) { (first, last, self.times) = (time, time, times) }

  mutating func change(at time: Int64) { last = max(last, time) }

  var deadline: Int64 { min(last &+ times.quiet, first &+ times.most) }
}
