/// Gathers one node's events into frames: the events up to a `SYN_REPORT`.
///
/// After `SYN_DROPPED` everything up to and with the next report is thrown away, the kernel's rule for readers whose
/// queue overflowed; the caller then reads the node's state. A frame that is cut off never comes out.
///
/// A frame holds at most `limit` events: at the limit it comes out early, as a frame of its own.
///
/// Source: the kernel's Documentation/input/event-codes.rst, "EV_SYN".
public struct FrameAssembler: Sendable {
  /// What a push made of the events so far.
  public enum Step: Sendable {
    /// More events are needed.
    case incomplete
    /// `frame` holds a whole frame, until the next `push`.
    case frame
    /// Events were lost, and the first whole report after them has come: read the node's state now.
    case dropped
  }

  /// The most events in a frame. Chosen: far past what any device sends between two reports.
  public static let limit = 1_024

  /// The events of the frame, without the report; whole after `push` answered `.frame`.
  public private(set) var frame: [InputEvent] = []
  private var isWhole = false
  private var isDropping = false

  public init() {}

  /// Takes the next event.
  public mutating func push(_ event: InputEvent) -> Step {
    if isWhole {
      frame.removeAll(keepingCapacity: true)
      isWhole = false
    }
    guard event.type == EventType.syn else {
      if isDropping { return .incomplete }
      frame.append(event)
      isWhole = frame.count == FrameAssembler.limit
      return isWhole ? .frame : .incomplete
    }
    switch event.code {
    case SynCode.dropped:
      isDropping = true
      frame.removeAll(keepingCapacity: true)
      return .incomplete
    case SynCode.report:
      if isDropping {
        isDropping = false
        return .dropped
      }
      isWhole = true
      return .frame
    default:
      return .incomplete
    }
  }
}
