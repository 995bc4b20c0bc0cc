import SwitchwayCore
import SwitchwayTime

/// An item of a recording.
public enum RecordingItem: Hashable, Sendable {
  /// A whole frame: its events without the `SYN_REPORT`, and the time of that report. A frame without events only makes
  /// time advance.
  case frame(ArraySlice<InputEvent>, report: Instant)
  /// The device is unplugged (`# UNPLUG`).
  case unplug(Instant)
  /// The device is connected again, with these keys and buttons down (`# REPLUG`).
  case replug(Instant, down: KeySet)
  /// Events were lost (`SYN_DROPPED`). These keys and buttons are down now. Axes count as unchanged.
  case resync(Instant, down: KeySet)

  /// The time of the item, by which recordings are merged. For a frame, it is the time of the first event, or of the
  /// report if there are no events.
  public var time: Instant {
    switch self {
    case .frame(let events, let report): events.first?.time ?? report
    case .unplug(let time), .replug(let time, _), .resync(let time, _): time
    }
  }

  /// The time at which the item ends. For a frame, it is the time of the report.
  public var end: Instant {
    if case .frame(_, let report) = self { report } else { time }
  }
}

/// A recording of a device in evemu's text format: the device's description and its events, with absolute times.
///
///     # EVEMU 1.3                                       comments and empty lines are allowed everywhere
///     N: Box with two switches                          name
///     I: 0003 05f3 0232 0100                            bus vendor product version, hexadecimal
///     P: 00 00 00 00 00 00 00 00                        properties, a bitmap
///     B: 01 00 00 00 …                                  capabilities: a type, then 8 bytes of its bitmap
///     A: 00 -127 127 0 0 0                              axis, minimum, maximum, fuzz, flat[, resolution]
///     L: 00 0, S: 00 1                                  lights and states of switches: read, not used
///     E: 1.250000 0001 0120 1                           time, type, code, value; `# …` may follow
///     # PHYS: usb-1/input0                              with `# UNIQ:` and `# LINK:`, what only a `match` needs
///     # UNPLUG 2.000000                                 the device is removed
///     # REPLUG 3.000000 120                             it is back, with these codes down
///     # STATE 4.000100 120                              the codes that are down after the SYN_DROPPED before
///
/// Events at the end that no report follows are dropped. A last line without a line end counts as cut off and is not
/// read.
public struct Recording: Equatable, Sendable {
  /// The name of the recording in messages.
  public var file: String
  /// The device. `phys`, `uniq` and links are empty unless Switchway's comments in the recording contain them, because
  /// evemu does not store them. Axes have no value and start at rest.
  public var description: DeviceDescription
  public var capabilities: DeviceCapabilities
  /// The items in the order of the file, whatever their times.
  public var items: [RecordingItem]
  /// The warnings about the recording, each as a line `FILE:LINE: warning: …`.
  public var warnings: [String]

  /// The time of the first event, even if the event was dropped. `nil` if there are no events.
  public var start: Instant?
}

/// The reason why a recording cannot be used.
public enum RecordingError: Error, Equatable, Sendable {
  /// The file could not be read. The value is the `errno`.
  case unreadable(file: String, errno: Int32)
  /// The file is larger than `Recording.limit`.
  case tooLarge(file: String)
  /// The file has errors: at most `RecordingReader.problemLimit`, each as `FILE:LINE: error: …` with a line `help: …`.
  case malformed(file: String, problems: [String])
}
