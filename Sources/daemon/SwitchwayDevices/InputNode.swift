import SwitchwayCore

/// An open device that gives frames of events, however it is connected. `EvdevNode` is the kernel's event device.
///
/// The members without a default are enough for a kind of input that no other program reads and that has no lights.
/// Not Sendable: a node belongs to the loop that reads it.
public protocol InputNode: AnyObject {
  /// The description as announced, with the ranges of the axes and their values at the opening.
  var description: DeviceDescription { get }
  /// The descriptor that the loop watches for reading; −1 after `close()`.
  var descriptor: Int32 { get }
  /// Reads until no events are left, the state had to be read, or `limit` frames were read.
  ///
  /// - Parameter batch: cleared first.
  func read(into batch: inout NodeBatch, limit: Int) -> NodeReadStatus
  /// The keys and buttons that are down according to the events read so far.
  var down: KeySet { get }
  /// Closes the node; a grab ends with it. Does nothing if it is closed.
  func close()

  /// The description with the values that its axes have according to the events read so far.
  var current: DeviceDescription { get }
  /// The keys and buttons that are down now, including unread events.
  ///
  /// - Throws: `.permission` if the access was lost since the opening; `.gone`; `.other`.
  func keysDownNow() throws(NodeFailure) -> KeySet
  /// Grabs the node, so that no other program gets its events.
  ///
  /// - Throws: `.busy` if another program holds it; `.gone`; `.other`.
  func grab() throws(NodeFailure)
  /// Ends the grab. Does nothing if it is not grabbed.
  func ungrab() throws(NodeFailure)
  /// Makes the kernel release these keys, for every program that reads the node. The cause that holds them down is not
  /// changed: the device can send them again.
  ///
  /// - Throws: `.gone`; `.other`, also if the node cannot be written to.
  func release(_ keys: KeySet) throws(NodeFailure)
  /// Switches an LED. Does nothing if the node has no such LED.
  func setLED(_ led: LEDState)
  /// The node's events that a virtual device can pass on.
  var abilities: KeyboardAbilities { get }
  /// The node's events that no virtual device can pass on, in words, or `nil` if there are none.
  var foreignEvents: String? { get }
}

extension InputNode {
  /// The default is as if no axis had moved since the node was opened.
  public var current: DeviceDescription { description }
  /// The default is as if there were no unread events.
  public func keysDownNow() throws(NodeFailure) -> KeySet { down }
  /// The default is as if no other program read it.
  public func grab() throws(NodeFailure) {}
  /// By default, there is no grab to end.
  public func ungrab() throws(NodeFailure) {}
  /// The default is as if no other program read it.
  public func release(_ keys: KeySet) throws(NodeFailure) {}
  /// By default, it has no LED.
  public func setLED(_ led: LEDState) {}
  /// By default, its keys.
  public var abilities: KeyboardAbilities { KeyboardAbilities(keys: description.keys) }
  /// By default, it sends only keys.
  public var foreignEvents: String? { nil }
}
