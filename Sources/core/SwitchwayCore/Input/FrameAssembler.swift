/// Collects one node's events into frames: the events up to a `SYN_REPORT`.
///
/// After `SYN_DROPPED`, all events up to and including the next report are discarded; the kernel requires this after
/// its queue overflowed. The caller then reads the node's state. An incomplete frame is never returned.
///
/// A frame holds at most `limit` events. At the limit it is returned early, as a separate frame.
///
/// The report is not part of the frame unless its value is not 0. Such a report stays at the end of its frame, because
/// it shows that the kernel ended the frame, not the device (see `KernelFrame`).
///
/// Source: the kernel's Documentation/input/event-codes.rst, "EV_SYN".
public struct FrameAssembler: Sendable {
  /// The result of a push.
  public enum Step: Sendable {
    /// More events are needed.
    case incomplete
    /// `frame` holds a whole frame, until the next `push`.
    case frame
    /// Events were lost, and the first whole report after them has arrived: read the node's state now.
    case dropped
  }

  /// The most events in a frame. This is far more than any device sends between two reports.
  public static let limit = 1_024

  /// The events of the frame; complete after `push` returned `.frame`.
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

/// A frame in which the kernel itself releases keys, just before a device is unplugged, suspended or reset. The person
/// did not make such a release, so it makes no command.
///
/// Its report has the value 1. The report of autorepeat (value 2) also has it, and it also ends the frame that the
/// driver has begun at that moment: all events in that frame were made by the person. Source: the kernel's
/// drivers/input/input.c, `input_dev_release_keys` and `input_repeat_key`; seen on kernel 6.1.
package enum KernelFrame {
  package static func contains(_ frame: ArraySlice<InputEvent>) -> Bool {
    guard let last = frame.last, last.type == EventType.syn, last.code == SynCode.report, last.value == 1 else {
      return false
    }
    return !frame.contains { $0.type == EventType.key && $0.value == 2 }
  }
}
