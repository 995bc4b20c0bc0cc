import SwitchwayCore

/// An open device that gives frames of events, whatever connects it. `EvdevNode` is the kernel's event device.
///
/// The members without a default are enough for a kind of input that no other program reads and that has no lights.
/// Not Sendable: a node belongs to the loop that reads it.
public protocol InputNode: AnyObject {
  /// As announced, with the ranges of the axes and their values at the opening.
  var description: DeviceDescription { get }
  /// For the loop to watch for reading; −1 after `close()`.
  var descriptor: Int32 { get }
  /// Reads until nothing is left, the state had to be read back, or `limit` frames have come.
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
  /// Takes the node from all other programs.
  ///
  /// - Throws: `.busy` if another program holds it; `.gone`; `.other`.
  func grab() throws(NodeFailure)
  /// Gives the node back. Does nothing if it is not grabbed.
  func ungrab() throws(NodeFailure)
  /// Makes the kernel release these keys, for every program that reads the node. What really holds them down is not
  /// changed: the device can send them again.
  ///
  /// - Throws: `.gone`; `.other`, also if the node may not be written.
  func release(_ keys: KeySet) throws(NodeFailure)
  /// Switches an LED. Does nothing if the node has no such LED.
  func setLED(_ led: LEDState)
  /// The node's events that a virtual device can pass on.
  var abilities: KeyboardAbilities { get }
  /// The node's events that no virtual device can pass on, in words, or `nil` if there are none.
  var foreignEvents: String? { get }
}

extension InputNode {
  /// By default, as if no axis had moved since the node was opened.
  public var current: DeviceDescription { description }
  /// By default, as if nothing were unread.
  public func keysDownNow() throws(NodeFailure) -> KeySet { down }
  /// By default, as if no other program read it.
  public func grab() throws(NodeFailure) {}
  /// By default, there is nothing to give back.
  public func ungrab() throws(NodeFailure) {}
  /// By default, as if no other program read it.
  public func release(_ keys: KeySet) throws(NodeFailure) {}
  /// It has no LED.
  public func setLED(_ led: LEDState) {}
  /// Its keys.
  public var abilities: KeyboardAbilities { KeyboardAbilities(keys: description.keys) }
  /// It sends only keys.
  public var foreignEvents: String? { nil }
}
