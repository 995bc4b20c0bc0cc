import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Receives the lines of a performer, in the order of their decisions.
public protocol LineSink: AnyObject {
  /// Receives one line.
  func emit(_ head: LineHead, _ line: LineBuffer)
  /// A press or a key does nothing because clients inhibit, learn or suspend.
  func noteHeldBack()
  /// The lines of this input are complete.
  func flush()
}

extension LineSink {
  /// Does nothing.
  public func noteHeldBack() {}

  /// Does nothing.
  public func flush() {}
}

/// Receives the keys to type: a virtual keyboard, or a list.
public protocol KeySink: AnyObject {
  /// A key goes down, or comes up.
  func type(_ code: UInt16, down: Bool, at time: Instant)
  /// An event of the virtual pointer.
  func point(_ event: InputEvent)
  /// A frame of the pointer of clients.
  func stroke(_ stroke: PointerStroke)
  /// Sends the typed keys, and the frames of the virtual pointers.
  func flushTyped()
  /// Whether keys are lost, because they cannot be sent.
  var hasFailed: Bool { get }
  /// Whether strokes are lost, because they cannot be sent.
  var hasLostPointer: Bool { get }
}

extension KeySink {
  /// There is no virtual pointer.
  public func point(_ event: InputEvent) {}
  /// There is no pointer of clients.
  public func stroke(_ stroke: PointerStroke) {}
  /// No key is ever lost.
  public var hasFailed: Bool { false }
  /// No stroke is ever lost.
  public var hasLostPointer: Bool { false }
}
