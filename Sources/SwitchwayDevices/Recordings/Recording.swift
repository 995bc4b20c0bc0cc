import SwitchwayCore

/// One thing that happens in a recording.
public enum RecordingItem: Hashable, Sendable {
  /// A whole frame: its events without the report, and the report's time. May be empty: time goes on to the report.
  case frame(ArraySlice<InputEvent>, report: Instant)
  /// `# UNPLUG`: the node disappears.
  case unplug(Instant)
  /// `# REPLUG`: it is back, with these keys and buttons down.
  case replug(Instant, down: KeySet)
  /// Events were lost; these keys and buttons are down now. Axes are as they were.
  case resync(Instant, down: KeySet)

  /// The time by which recordings are merged: of the first event, of the report where there is none.
  public var time: Instant {
    switch self {
    case .frame(let events, let report): events.first?.time ?? report
    case .unplug(let time), .replug(let time, _), .resync(let time, _): time
    }
  }

  /// The time of the last event in it: of the report.
  public var end: Instant {
    if case .frame(_, let report) = self { report } else { time }
  }
}

/// A recording of a device in evemu's text: what the device is, and what it did, with absolute times.
///
///     # EVEMU 1.3                                       comments and empty lines may stand anywhere
///     N: Box with two switches                          name
///     I: 0003 05f3 0232 0100                            bus vendor product version, hexadecimal
///     P: 00 00 00 00 00 00 00 00                        properties, a bitmap
///     B: 01 00 00 00 …                                  capabilities: a type, then 8 bytes of its bitmap
///     A: 00 -127 127 0 0 0                              axis, minimum, maximum, fuzz, flat[, resolution]
///     L: 00 0, S: 00 1                                  lights and states of switches: read, not used
///     E: 1.250000 0001 0120 1                           time, type, code, value; `# …` may follow
///     # UNPLUG 2.000000                                 the node disappears
///     # REPLUG 3.000000 120                             it is back, with these codes down
///     # STATE 4.000100 120                              what is down after the SYN_DROPPED before it
///
/// A frame without its report is not there. A last line without its line end is cut and not read.
public struct Recording: Equatable, Sendable {
  /// As messages name it.
  public var file: String
  /// `phys`, `uniq` and links are empty: evemu's text does not keep them. Axes have no value: they start at rest.
  public var description: DeviceDescription
  public var capabilities: DeviceCapabilities
  /// In the order of the file, whatever their times.
  public var items: [RecordingItem]
  /// What was doubtful, each a line as `FILE:LINE: warning: …`.
  public var warnings: [String]

  /// The time of its first event, whatever came of it; nil where nothing happens in it.
  public var start: Instant?
}

/// Why a recording cannot be used.
public enum RecordingError: Error, Equatable, Sendable {
  /// It could not be read; errno.
  case unreadable(file: String, errno: Int32)
  /// It is larger than `RecordingFile.limit`.
  case tooLarge(file: String)
  /// At least one line is wrong; all of them, at most `RecordingReader.problemLimit`, each as
  /// `FILE:LINE: error: …` with a line `help: …`.
  case malformed(file: String, problems: [String])
}
