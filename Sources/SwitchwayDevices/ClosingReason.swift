/// Why an open node is closed.
public enum ClosingReason: Hashable, Sendable {
  /// It is gone, or cannot be read any more.
  case unplugged
  case unmatched
  /// The person's session is no longer the one in front of the node's seat.
  case inactive
}
