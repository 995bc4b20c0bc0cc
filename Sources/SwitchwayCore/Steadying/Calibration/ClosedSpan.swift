/// A time in which a switch was closed, as its inputs said it: nothing is steadied yet.
public struct ClosedSpan: Hashable, Sendable {
  public var start: Instant
  /// When it opened. Not before `start` in a span that is used.
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  /// How long it was closed.
  public var length: Microseconds { end - start }
}

extension ClosedSpan {
  /// Openings of at most this are the switch's own bouncing, whoever presses it. Source: the steadying text,
  /// "Calibration"; longer than all but one of the eighteen switches that Ganssle measured.
  static let bounce = Microseconds.milliseconds(12)

  /// `spans` in order of time, without those that begin before `begin` or after `end` or that end before they begin,
  /// cut at `end`, and with openings of at most `bounce` closed up.
  static func tidy(_ spans: [ClosedSpan], from begin: Instant, to end: Instant) -> [ClosedSpan] {
    var tidied: [ClosedSpan] = []
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      guard span.start >= begin, span.start <= end, span.end >= span.start else { continue }
      let cut = ClosedSpan(start: span.start, end: min(span.end, end))
      if let last = tidied.last, cut.start - last.end <= bounce {
        tidied[tidied.count - 1].end = max(last.end, cut.end)
      } else {
        tidied.append(cut)
      }
    }
    return tidied
  }
}

extension Microseconds {
  /// No figure of a calibration is longer; what is longer counts as this. Keeps every product inside 64 bits.
  private static let longest = Microseconds.seconds(3_600)

  /// So many percent of it, rounded down. Lengths over an hour count as an hour.
  func percent(_ percent: Int64) -> Microseconds {
    Microseconds(min(max(self, .zero), Microseconds.longest).value * percent / 100)
  }

  /// The whole millisecond that is nearest, or the larger of two.
  var roundedToMilliseconds: Microseconds { Microseconds((value &+ 500) / 1_000 * 1_000) }
}
