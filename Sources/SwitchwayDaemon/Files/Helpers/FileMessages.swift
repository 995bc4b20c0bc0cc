import SwitchwayConfig
import SwitchwayCore
import SwitchwayReport

/// Which desktop a session runs, as logind or the session itself says.
struct SessionDesktop: Equatable, Sendable {
  /// Empty: not told.
  var name: String
  /// `wayland`, `x11`, `tty` …
  var type: String
}

enum FileRequest: Equatable, Sendable {
  /// The files of a profile. If `after` is a name, `wanted` may be `next` or `previous` relative to it, and the profile
  /// must exist. If it is nil, `wanted` is a name, and its files are watched even if they have errors. `needsLayout`:
  /// read a layout even if the profile needs none.
  case profile(_ wanted: String, after: String?, needsLayout: Bool)
  /// The file of a bridge, and the keyboard layout of this name.
  case bridge(String, layout: String?)
  case readStatistics
  case writeStatistics([UInt8])
  /// Watch only these files from now on. Has no answer.
  case watch([String])
  /// Send the layouts of this desktop, now and whenever they change.
  case desktop(SessionDesktop)

  /// The encoded request.
  func frame() -> [UInt8] {
    var writer: FrameWriter
    switch self {
    case .profile(let wanted, let after, let needsLayout):
      writer = FrameWriter(kind: 1)
      writer.put(wanted)
      writer.put(after) { $0.put($1) }
      writer.put(needsLayout)
    case .bridge(let name, let layout):
      writer = FrameWriter(kind: 2)
      writer.put(name)
      writer.put(layout) { $0.put($1) }
    case .readStatistics: writer = FrameWriter(kind: 3)
    case .writeStatistics(let bytes):
      writer = FrameWriter(kind: 4)
      writer.put(bytes)
    case .watch(let files):
      writer = FrameWriter(kind: 5)
      writer.put(files)
    case .desktop(let desktop):
      writer = FrameWriter(kind: 6)
      writer.put(desktop.name)
      writer.put(desktop.type)
    }
    return writer.frame()
  }

  init(_ frame: consuming FrameReader) throws(FrameError) {
    switch frame.kind {
    case 1:
      self = .profile(
        try frame.text(), after: try frame.optional { reader throws(FrameError) in try reader.text() },
        needsLayout: try frame.flag())
    case 2:
      self = .bridge(
        try frame.text(), layout: try frame.optional { reader throws(FrameError) in try reader.text() })
    case 3: self = .readStatistics
    case 4: self = .writeStatistics(try frame.data())
    case 5: self = .watch(try frame.texts())
    case 6: self = .desktop(SessionDesktop(name: try frame.text(), type: try frame.text()))
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
  /// nil: there is no file, or it is unusable.
  case statistics([UInt8]?, StatisticsFile.Notice?)
  case written(StatisticsFile.Notice?)
  /// The names of all profiles. Sent without a request.
  case names([String])
  /// A watched file may have changed. Sent without a request.
  case changed
  /// The layouts of which the desktop uses one now. Empty: not known.
  case desktop([NamedLayout])

  /// The encoded answer.
  func frame() -> [UInt8] {
    var writer: FrameWriter
    switch self {
    case .files(let read):
      writer = FrameWriter(kind: 1)
      writer.put(read.snapshot)
      writer.put(read.names)
      writer.put(read.layout) { $0.put($1) }
    case .statistics(let bytes, let notice):
      writer = FrameWriter(kind: 2)
      writer.put(bytes) { $0.put($1) }
      writer.put(notice)
    case .written(let notice):
      writer = FrameWriter(kind: 3)
      writer.put(notice)
    case .names(let names):
      writer = FrameWriter(kind: 4)
      writer.put(names)
    case .changed: writer = FrameWriter(kind: 5)
    case .desktop(let layouts):
      writer = FrameWriter(kind: 6)
      writer.put(each: layouts) { writer, layout in
        writer.put(layout.name)
        writer.put(layout.keys)
      }
    }
    return writer.frame()
  }

  init(_ frame: consuming FrameReader) throws(FrameError) {
    switch frame.kind {
    case 1:
      self = .files(
        FilesRead(
          snapshot: try frame.snapshot(), names: try frame.texts(),
          layout: try frame.optional { reader throws(FrameError) in try reader.layout() }))
    case 2:
      self = .statistics(
        try frame.optional { reader throws(FrameError) in try reader.data() }, try frame.notice())
    case 3: self = .written(try frame.notice())
    case 4: self = .names(try frame.texts())
    case 5: self = .changed
    case 6:
      self = .desktop(
        try frame.list { reader throws(FrameError) in NamedLayout(name: try reader.text(), keys: try reader.keys()) })
    default: throw FrameError()
    }
  }
}
