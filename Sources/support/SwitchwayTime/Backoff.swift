/// Computes the time to wait before a failed action is tried again: 1 s, then twice as long after each failure, up to a
/// limit.
public enum Backoff {
  /// The longest wait if no other is given. Source: docs/design/safety.md, "Grabs and the virtual devices".
  public static let longestWait = Microseconds.seconds(30)

  /// - Parameters:
  ///   - failures: the number of earlier failures, 0 or more.
  ///   - longest: the longest wait, 1 s or more.
  public static func wait(after failures: Int, upTo longest: Microseconds = longestWait) -> Microseconds {
    min(longest, .seconds(1 << Int64(min(max(failures, 0), 10))))
  }
}
