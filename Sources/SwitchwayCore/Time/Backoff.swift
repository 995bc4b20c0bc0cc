/// How long to wait before something that failed is tried again: 1 s, then twice as long each time, up to a longest wait.
public enum Backoff {
  /// Source: the project's design, "Grab and re-injection".
  public static let longestWait = Microseconds.seconds(30)

  /// - Parameters:
  ///   - failures: how often it had failed before this time; 0 and more.
  ///   - longest: the longest wait, 1 s or more.
  public static func wait(after failures: Int, upTo longest: Microseconds = longestWait) -> Microseconds {
    min(longest, .seconds(1 << Int64(min(max(failures, 0), 10))))
  }
}
