/// Collects one node's events into frames. A frame is all events up to a `SYN_REPORT`.
///
/// After `SYN_DROPPED`, all events up to and including the next report are discarded, as the kernel requires after its
/// queue overflowed. The caller then reads the node's state. An incomplete frame is never returned.
///
/// A frame has at most `limit` events. With this many it is returned at once, and the events after it form another
/// frame.
///
/// The report itself is left out of the frame if its value is 0. A report with another value stays at the end of its
/// frame, because it shows that the kernel ended the frame, not the device (see `KernelFrame`).
///
/// Source: the kernel's Documentation/input/event-codes.rst, "EV_SYN".
public struct FrameAssembler: Sendable {
  /// The result of a call of `push`.
  public enum Step: Sendable {
    /// More events are needed.
    case incomplete
    /// `frame` contains a whole frame, until the next `push`.
    case frame
    /// Events were lost, and the first whole report after the loss has arrived: the caller must now read the node's
    /// state.
    case dropped
  }

  /// The largest number of events in a frame. This is far more than any device sends between two reports.
  public static let limit = 1_024

  /// The events of the present frame. They are complete after `push` has returned `.frame`.
  public private(set) var frame: [InputEvent] = []
  private var isWhole = false
  private var isDropping = false

  public init() {}

  /// Adds the next event.
  public mutating func push(_ event: InputEvent) -> Step {
    if isWhole {
      frame.removeEach()
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

/// Recognises a frame in which the kernel itself releases keys, just before a device is unplugged, suspended or reset.
/// The person did not make such a release, so it makes no command.
///
/// The report of such a frame has the value 1. The report after an autorepeat (an event of value 2) also has this
/// value. That report also ends the frame that the driver has begun at that moment, so all releases in a frame with an
/// autorepeat were made by the person. Source: the kernel's drivers/input/input.c, `input_dev_release_keys` and
/// `input_repeat_key`; seen on kernel 6.1.
package enum KernelFrame {
  package static func contains(_ frame: ArraySlice<InputEvent>) -> Bool {
    guard let last = frame.last, last.type == EventType.syn, last.code == SynCode.report, last.value == 1 else {
      return false
    }
    return !frame.contains { $0.type == EventType.key && $0.value == 2 }
  }
}
