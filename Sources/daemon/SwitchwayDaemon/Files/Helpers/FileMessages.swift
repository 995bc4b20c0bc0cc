import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayText

/// The desktop of a session, as logind or the session itself reports it.
struct SessionDesktop: Equatable, Sendable {
  /// The desktop's name as in `XDG_CURRENT_DESKTOP`. Empty if it is unknown.
  var name: String
  /// The type of the session, such as `wayland`, `x11` or `tty`.
  var type: String
}

enum FileRequest: Equatable, Sendable {
  /// Read the files of a profile. If `after` is the name of a profile, `wanted` may be `next` or `previous` and counts
  /// from there; the files are then watched only if the profile has no errors. If `after` is `nil`, `wanted` is a name,
  /// and the files are watched even if they have errors. If `needsLayout`, a keyboard layout is read even if the
  /// profile does not need it.
  case profile(_ wanted: String, after: String?, needsLayout: Bool)
  /// Read the file of a bridge, and the keyboard layout of this name.
  case bridge(String, layout: String?)
  case readStatistics
  case writeStatistics([UInt8])
  /// Read the profile that was kept by an earlier run of the daemon.
  case readLastGood
  case keepLastGood(LastGoodProfile)
  /// Watch only these files from now on. This request has no answer.
  case watch([String])
  /// Send the keyboard layouts of this desktop, now and whenever they change. This request has no direct answer.
  case desktop(SessionDesktop)

  /// Returns the request as the bytes of a frame.
  func frame() -> [UInt8] {
    switch self {
    case .profile(let wanted, let after, let needsLayout): FrameWriter.frame(1, wanted, after, needsLayout)
    case .bridge(let name, let layout): FrameWriter.frame(2, name, layout)
    case .readStatistics: FrameWriter.frame(3)
    case .writeStatistics(let bytes): FrameWriter.frame(4, FrameData(bytes))
    case .watch(let files): FrameWriter.frame(5, files)
    case .desktop(let desktop): FrameWriter.frame(6, desktop)
    case .readLastGood: FrameWriter.frame(7)
    case .keepLastGood(let profile): FrameWriter.frame(8, profile)
    }
  }

  init(_ frame: consuming FrameReader) throws(FrameError) {
    switch frame.kind {
    case 1: self = .profile(try frame.next(), after: try frame.next(), needsLayout: try frame.next())
    case 2: self = .bridge(try frame.next(), layout: try frame.next())
    case 3: self = .readStatistics
    case 4: self = .writeStatistics(try FrameData(from: &frame).bytes)
    case 5: self = .watch(try frame.next())
    case 6: self = .desktop(try frame.next())
    case 7: self = .readLastGood
    case 8: self = .keepLastGood(try frame.next())
    default: throw FrameError()
    }
  }
}

struct FilesRead: Sendable {
  var snapshot: FileSnapshot
  /// The names of all profiles.
  var names: [String]
  var layout: LayoutTable?
}

enum FileAnswer: Sendable {
  case files(FilesRead)
  /// The text of the statistics, or `nil` if there is none. `error` is the problem of their file.
  case statistics([UInt8]?, error: String?)
  case written(error: String?)
  /// The profile that was kept, or `nil` if there is none or it is unusable. `error` is the problem of its file.
  case lastGood(LastGoodProfile?, error: String?)
  /// The names of all profiles. This is sent without a request.
  case names([String])
  /// A watched file may have changed. This is sent without a request.
  case changed
  /// The keyboard layouts of the desktop, one of which is in use now. The list is empty if they are unknown. This is
  /// sent without a request.
  case desktop([NamedLayout])

  /// Returns the answer as the bytes of a frame.
  func frame() -> [UInt8] {
    switch self {
    case .files(let read): FrameWriter.frame(1, read)
    case .statistics(let bytes, let error): FrameWriter.frame(2, bytes.map { FrameData($0) }, error)
    case .written(let error): FrameWriter.frame(3, error)
    case .names(let names): FrameWriter.frame(4, names)
    case .changed: FrameWriter.frame(5)
    case .desktop(let layouts): FrameWriter.frame(6, layouts)
    case .lastGood(let profile, let error): FrameWriter.frame(7, profile, error)
    }
  }

  init(_ frame: consuming FrameReader) throws(FrameError) {
    switch frame.kind {
    case 1: self = .files(try frame.next())
    case 2: self = .statistics(try FrameData?(from: &frame)?.bytes, error: try frame.next())
    case 3: self = .written(error: try frame.next())
    case 4: self = .names(try frame.next())
    case 5: self = .changed
    case 6: self = .desktop(try frame.next())
    case 7: self = .lastGood(try frame.next(), error: try frame.next())
    default: throw FrameError()
    }
  }

  /// Whether the answer contains files of profiles, which take time to load.
  var hasFiles: Bool {
    switch self {
    case .files, .lastGood: true
    case .statistics, .written, .names, .changed, .desktop: false
    }
  }
}
