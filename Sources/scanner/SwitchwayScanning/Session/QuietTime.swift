/// Waits until nothing has changed for a while, but only up to a limit. Times are µs.
///
///     c--c---c-----x    one character is 0.1 s; quiet 0.5 s, at most 1 s: x is 0.5 s after the last change
///     c--c--c--cx       x is 1 s after the first one
struct QuietTime {
  private let quiet: Int64
  private let last: Int64
  private var latest: Int64

  init(_ quiet: Int64, atMost most: Int64, from time: Int64) {
    (self.quiet, last, latest) = (quiet, time &+ most, time)
  }

  mutating func change(at time: Int64) { latest = max(latest, time) }

  var deadline: Int64 { min(latest &+ quiet, last) }
}
