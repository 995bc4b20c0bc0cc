/// Gathers one node's events into frames: the events up to a `SYN_REPORT`.
///
/// After `SYN_DROPPED` everything up to and with the next report is thrown away, the kernel's rule for readers whose
/// queue overflowed; the caller then reads the node's state. A frame that is cut off never comes out.
///
/// A frame holds at most `limit` events: at the limit it comes out early, as a frame of its own.
///
/// The report itself is left out, but for one whose value is not 0: that one stays at the end of its frame, since it
/// says that the kernel made the frame, not the device (see `KernelFrame`).
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

  /// The events of the frame; whole after `push` answered `.frame`.
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
      if event.value != 0 { frame.append(event) }
      isWhole = true
      return .frame
    default:
      return .incomplete
    }
  }
}

/// A frame that the kernel made by itself: its report has the value 1.
///
/// It makes them for autorepeat, which brings only value 2, and to let go of what is down when a device is unplugged,
/// suspended or reset, just before the node goes. Such a release is not the person's: no command is made of it.
/// Source: the kernel's drivers/input/input.c, `input_dev_release_keys` and `input_repeat_key`; seen on kernel 6.1.
package enum KernelFrame {
  package static func contains(_ frame: ArraySlice<InputEvent>) -> Bool {
    guard let last = frame.last else { return false }
    return last.type == EventType.syn && last.code == SynCode.report && last.value == 1
  }
}
