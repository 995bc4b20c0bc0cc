import SwitchwayCore
import SwitchwayProtocol

/// Receives the lines of a performer, in the order of their decisions.
public protocol LineSink: AnyObject {
  /// Takes one line.
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
  /// Sends the typed keys, and the frames of the virtual pointer.
  func flushTyped()
  /// Whether keys are lost, because they cannot be sent.
  var hasFailed: Bool { get }
}

extension KeySink {
  /// There is no virtual pointer.
  public func point(_ event: InputEvent) {}
  /// No key is ever lost.
  public var hasFailed: Bool { false }
}
