import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayText

/// The desktop of a session, as logind or the session itself reports it.
struct SessionDesktop: Equatable, Sendable {
  /// Empty if not reported.
  var name: String
  /// `wayland`, `x11`, `tty` …
  var type: String
}

enum FileRequest: Equatable, Sendable {
  /// The files of a profile. If `after` is a name, `wanted` may be `next` or `previous` relative to it, and the profile
  /// must exist. If it is `nil`, `wanted` is a name, and its files are watched even if they have errors. `needsLayout`:
  /// read a layout even if the profile needs none.
  case profile(_ wanted: String, after: String?, needsLayout: Bool)
  /// The file of a bridge, and the keyboard layout of this name.
  case bridge(String, layout: String?)
  case readStatistics
  case writeStatistics([UInt8])
  /// The profile that was active before the daemon started.
  case readLastGood
  case keepLastGood(LastGoodProfile)
  /// Watch only these files from now on. Has no answer.
  case watch([String])
  /// Send the layouts of this desktop, now and whenever they change.
  case desktop(SessionDesktop)

  /// The encoded request.
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
  /// `error`: the problem of the file. `error`: what is wrong with it.
  case statistics([UInt8]?, error: String?)
  case written(error: String?)
  /// `nil` if there is none, or it is unusable. `error`: the problem of the file.
  case lastGood(LastGoodProfile?, error: String?)
  /// The names of all profiles. This is sent without a request.
  case names([String])
  /// A watched file may have changed. This is sent without a request.
  case changed
  /// The layouts of the desktop, which uses one of them now. The list is empty if they are unknown.
  case desktop([NamedLayout])

  /// The encoded answer.
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

  /// Whether it contains profiles to load, which takes time.
  var hasFiles: Bool {
    switch self {
    case .files, .lastGood: true
    case .statistics, .written, .names, .changed, .desktop: false
    }
  }
}
