import SwitchwayTime

/// An event on a node while a client learns and asked for its events. A recording consists of these changes.
public enum LearnedChange: Hashable, Sendable {
  /// The node is read from now on. `held`: the keys that are down. It is empty for a node that types text.
  case added(held: [UInt16], at: Instant)
  /// Events of keys, buttons, axes and movements, each with its own time, in order. Never empty.
  case events([InputEvent])
  /// Events were lost. These keys are down now, and these are the values of all axes.
  case lost(held: [UInt16], axes: [InputEvent], at: Instant)
  /// The node is no longer read.
  case removed(at: Instant)
}
