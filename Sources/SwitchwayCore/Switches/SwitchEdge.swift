/// The node that an edge came from, as far as a switch needs to know it.
struct EdgeSource: Hashable, Sendable {
  let node: NodeID
  /// Index in `Profile.devices`.
  let device: Int
  /// What is added to the times of the device.
  let offset: Microseconds
}

/// How an edge came to be known.
enum EdgeOrigin: Sendable {
  /// The device sent it.
  case device
  /// The kernel released the keys of a device that is going.
  case kernel
  /// The state of the node was read after events were lost, and it differs from the state before.
  case readBack
}
