import SwitchwayTime

/// A time in which a switch was closed, before any steadying.
public struct ClosedSpan: Hashable, Sendable {
  public var start: Instant
  /// The time when the switch opened; not before `start`.
  public var end: Instant

  public init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  /// How long the switch was closed.
  public var length: Microseconds { end - start }
}

extension ClosedSpan {
  /// Openings of at most this length are bounce of the switch itself. The limit is longer than the bounce of all but
  /// one of the eighteen switches that Ganssle measured. Source: docs/design/steadying.md, "Calibration".
  static let bounce = Microseconds.milliseconds(12)

  /// Returns `spans` in order of time and cut at `end`. Spans that are at most `bounce` apart are joined. Spans that
  /// begin before `begin` or after `end`, or that end before they begin, are dropped.
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
  /// In a calibration, longer times count as this time, so that every product fits in 64 bits.
  private static let longest = Microseconds.seconds(3_600)

  /// Returns this percentage of the length, rounded down. A length over an hour counts as an hour.
  func percent(_ percent: Int64) -> Microseconds {
    Microseconds(min(max(self, .zero), Microseconds.longest).value * percent / 100)
  }

  /// The nearest whole millisecond; halves are rounded up.
  var roundedToMilliseconds: Microseconds { Microseconds((value &+ 500) / 1_000 * 1_000) }
}
