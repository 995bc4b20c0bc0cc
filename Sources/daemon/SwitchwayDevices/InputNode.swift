import SwitchwayCore

/// An open node of a device, from which frames of events are read, such as an event node of the kernel (`EvdevNode`).
///
/// The members with a default are not needed for a kind of input that no other program reads and that has no LEDs. It
/// is not Sendable, because a node belongs to the loop that reads it.
public protocol InputNode: AnyObject {
  /// The description as announced, with the ranges of the axes, and with their values when the node was opened.
  var description: DeviceDescription { get }
  /// The descriptor that the event loop watches; −1 after `close()`.
  var descriptor: Int32 { get }
  /// Reads frames until no events are left, or `limit` frames were read. If the kernel has lost events, reads the state
  /// and stops.
  ///
  /// - Parameter batch: gets the frames. It is cleared first.
  func read(into batch: inout NodeBatch, limit: Int) -> NodeReadStatus
  /// The keys and buttons that are down according to the events read so far.
  var down: KeySet { get }
  /// Closes the node, which also ends its grab. Does nothing if it is already closed.
  func close()

  /// The description with the values that its axes have according to the events read so far.
  var current: DeviceDescription { get }
  /// Returns the keys and buttons that are down now, including events that are not read yet.
  ///
  /// - Throws: `.permission` if the access was revoked since the node was opened; `.gone`; `.other`.
  func keysDownNow() throws(NodeFailure) -> KeySet
  /// Grabs the node, so that no other program gets its events.
  ///
  /// - Throws: `.busy` if another program has grabbed it; `.gone`; `.other`.
  func grab() throws(NodeFailure)
  /// Ends the grab. Does nothing if the node is not grabbed.
  func ungrab() throws(NodeFailure)
  /// Makes the kernel release these keys, for every program that reads the node. The device itself is not changed, so
  /// it can send the keys again.
  ///
  /// - Throws: `.gone`; `.other`, also if the node cannot be written to.
  func release(_ keys: KeySet) throws(NodeFailure)
  /// Switches an LED on or off. Does nothing if the node has no such LED.
  func setLED(_ led: LEDState)
  /// The node's events that a virtual device can pass on.
  var abilities: KeyboardAbilities { get }
  /// The node's events that no virtual device can pass on, in words, or `nil` if there are none.
  var foreignEvents: String? { get }
}

extension InputNode {
  /// The default is `description`, as if no axis had moved since the node was opened.
  public var current: DeviceDescription { description }
  /// The default is `down`, as if there were no unread events.
  public func keysDownNow() throws(NodeFailure) -> KeySet { down }
  /// The default does nothing, because no other program reads such a node.
  public func grab() throws(NodeFailure) {}
  /// The default does nothing, because there is no grab.
  public func ungrab() throws(NodeFailure) {}
  /// The default does nothing, because no other program reads such a node.
  public func release(_ keys: KeySet) throws(NodeFailure) {}
  /// The default does nothing, because such a node has no LEDs.
  public func setLED(_ led: LEDState) {}
  /// The default is the node's keys.
  public var abilities: KeyboardAbilities { KeyboardAbilities(keys: description.keys) }
  /// The default is `nil`, because such a node sends only keys.
  public var foreignEvents: String? { nil }
}
