import SwitchwayTime

/// A change on a node, for a client that learns and has asked for events. A recording consists of these changes.
public enum LearnedChange: Hashable, Sendable {
  /// The node is read from now on. `held` are the keys that are down; it is empty for a node that types text.
  case added(held: [UInt16], at: Instant)
  /// Events of keys, buttons, axes and movements, in order, each with its own time. There is at least one event.
  case events([InputEvent])
  /// Events were lost. `held` are the keys that are down now, and `axes` has the values of all axes.
  case lost(held: [UInt16], axes: [InputEvent], at: Instant)
  /// The node is no longer read.
  case removed(at: Instant)
}
