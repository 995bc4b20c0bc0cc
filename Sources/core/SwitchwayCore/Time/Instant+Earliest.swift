import SwitchwayTime

extension Instant {
  /// The earlier of two times, each of which may be missing.
  static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let other else { return one }
    guard let one else { return other }
    return min(one, other)
  }
}
