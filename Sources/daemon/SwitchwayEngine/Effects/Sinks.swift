import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Receives the lines of a performer, in the order of the decisions.
public protocol LineSink: AnyObject {
  /// Receives one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// Is called when a press or a key does nothing because clients inhibit, learn or suspend.
  func noteHeldBack()
  /// Is called when all lines of an input were passed to `emit`.
  func flush()
}

extension LineSink {
  /// Does nothing.
  public func noteHeldBack() {}

  /// Does nothing.
  public func flush() {}
}

/// Receives keys to type and pointer events, for example for virtual devices.
public protocol KeySink: AnyObject {
  /// Presses or releases a key.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// Adds an event of a grabbed pointer.
  func point(_ event: InputEvent)
  /// Adds a frame of the pointer for clients.
  func stroke(_ stroke: PointerStroke)
  /// Sends the keys and the pointer events that were added.
  func flushTyped()
  /// Whether keys are lost because sending them has failed.
  var hasFailed: Bool { get }
  /// Whether strokes are lost because sending them has failed.
  var hasLostPointer: Bool { get }
}

extension KeySink {
  /// Does nothing. This is for receivers without a virtual pointer.
  public func point(_ event: InputEvent) {}
  /// Does nothing. This is for receivers without a pointer for clients.
  public func stroke(_ stroke: PointerStroke) {}
  /// Returns false. This is for receivers that lose no keys.
  public var hasFailed: Bool { false }
  /// Returns false. This is for receivers that lose no strokes.
  public var hasLostPointer: Bool { false }
}
