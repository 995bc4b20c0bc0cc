import SwitchwayCore

/// What came of reading a profile and the files that it extends.
public struct LoadResult: Sendable {
  /// Nil where there is an error among the diagnostics.
  public var profile: Profile?
  /// All of them, in the order of the files (the profile's own first), then of their places.
  public var diagnostics: [Diagnostic]
  /// Every path that was read or looked for, in that order: what a change of can make another profile.
  public var files: [String]
  /// The file that the profile was found in; nil where there is none.
  public var path: String?
  /// `errno` where a file could not be read for the system's own reasons, the first of them.
  public var errno: Int32?
  /// Where its devices, switches and chords were written.
  public var places = ProfilePlaces()

  /// The texts of the files that were read, by path.
  private var sources: [String: SourceText]
  /// Where each entry of `devices` stands.
  private var devicePlaces: [String: Place]

  /// A place in one of the files.
  struct Place: Sendable {
    var file: String
    var mark: Mark
  }

  init(
    profile: Profile?, diagnostics: [Diagnostic], files: [String], path: String?, errno: Int32?,
    sources: [String: SourceText], devicePlaces: [String: Place]
  ) {
    self.profile = profile
    self.diagnostics = diagnostics
    self.files = files
    self.path = path
    self.errno = errno
    self.sources = sources
    self.devicePlaces = devicePlaces
  }

  /// Adds what is doubtful about an entry of `devices`, at its name; for whoever knows more than the files.
  public mutating func warn(aboutDevice name: String, _ message: String, help: String) {
    guard hasRoom() else { return }
    let place = devicePlaces[name] ?? Place(file: path ?? "", mark: .top)
    diagnostics.append(
      Diagnostic(
        file: place.file, line: place.mark.line, column: place.mark.column, severity: .warning, message: message,
        help: help))
  }

  /// Adds what is doubtful at a place, among what is said of its file; for whoever knows more than the files.
  public mutating func warn(at place: ProfilePlaces.Place, _ message: String, help: String) {
    add(.warning, at: place, message, help: help)
  }

  /// Adds what is wrong at a place: the profile cannot be used then.
  mutating func refuse(at place: ProfilePlaces.Place, _ message: String, help: String) {
    add(.error, at: place, message, help: help)
    profile = nil
  }

  private mutating func add(
    _ severity: Diagnostic.Severity, at place: ProfilePlaces.Place, _ message: String, help: String
  ) {
    guard hasRoom() else { return }
    let new = Diagnostic(
      file: place.file, line: place.line, column: place.column, severity: severity, message: message, help: help)
    let after = diagnostics.lastIndex { other in
      other.file == new.file && (other.line, other.column) <= (new.line, new.column)
    }
    let first = diagnostics.firstIndex { $0.file == new.file }
    diagnostics.insert(new, at: after.map { $0 + 1 } ?? first ?? diagnostics.count)
  }

  /// Whether one more warning is told. Of the first that is not, a note says so.
  private mutating func hasRoom() -> Bool {
    guard diagnostics.count >= Findings.most, let last = diagnostics.last else { return true }
    if last.code == .untold { return false }
    guard diagnostics.count(where: { $0.severity != .error }) >= Findings.most else { return true }
    diagnostics.append(
      Diagnostic(
        file: last.file, line: last.line, column: last.column, severity: .note,
        message: "more warnings are not shown: mend these first", help: "", code: .untold))
    return false
  }

  /// One of the diagnostics as people read it, with its source line; without a line feed at its end.
  public func text(of diagnostic: Diagnostic) -> String {
    DiagnosticRenderer.text(of: diagnostic, source: diagnostic.code == .untold ? nil : sources[diagnostic.file])
  }

  /// All of the diagnostics as people read them; empty where there are none.
  public var text: String { diagnostics.map { text(of: $0) + "\n" }.joined() }
}
