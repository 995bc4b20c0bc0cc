/// The reason why an open node is closed.
public enum ClosingReason: Hashable, Sendable {
  /// The node has gone or can no longer be read.
  case unplugged
  case unmatched
  /// The person's session is no longer active on the node's seat.
  case inactive
}
