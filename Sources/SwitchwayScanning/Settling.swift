/// When a window that changes is read anew.
///
/// Times are in microseconds of one clock; a time before an earlier one counts as that one.
///
///     changes     c-c--c-----x        x: 0.5 s after the last change
///     many        c-c-c-c-c-cx        x: 1 s after the first change
///     acting      a--c--x             x: 0.3 s after the last change or the act, 1 s after the act at most
public struct Settling: Hashable, Sendable {
  /// Source: the design's "Pages in time".
  public static let pause: Int64 = 500_000
  public static let pauseAfterActing: Int64 = 300_000
  public static let most: Int64 = 1_000_000

  private struct Wait: Hashable {
    let first: Int64
    var last: Int64
    let pause: Int64

    var deadline: Int64 { min(last &+ pause, first &+ Settling.most) }
  }

  private var wait: Wait?

  public init() {}

  /// When it is settled if nothing more changes. nil: nothing has changed.
  public var nextDeadline: Int64? { wait?.deadline }

  /// Something in the window has changed. It does not prolong a wait that is over already.
  public mutating func change(at time: Int64) {
    guard let wait else { return self.wait = Wait(first: time, last: time, pause: Self.pause) }
    if time < wait.deadline { self.wait?.last = max(wait.last, time) }
  }

  /// An item was acted on. A new wait begins in place of the one before.
  public mutating func act(at time: Int64) { wait = Wait(first: time, last: time, pause: Self.pauseAfterActing) }

  /// true: it settled at or before `time`: once for each wait.
  public mutating func advance(to time: Int64) -> Bool {
    guard let wait, wait.deadline <= time else { return false }
    self.wait = nil
    return true
  }
}
