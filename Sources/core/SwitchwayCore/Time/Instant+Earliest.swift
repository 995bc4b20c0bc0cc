import SwitchwayTime

extension Instant {
  /// The earlier of two times. A time that is `nil` is left out; the result is `nil` if both are.
  static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let other else { return one }
    guard let one else { return other }
    return min(one, other)
  }
}
