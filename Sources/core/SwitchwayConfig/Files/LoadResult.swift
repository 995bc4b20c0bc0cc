import SwitchwayCore
import SwitchwayYAML

/// The result of reading a profile and the files that it extends.
public struct LoadResult: Sendable {
  /// The profile, or `nil` if the diagnostics contain an error.
  public var profile: Profile?
  /// All diagnostics, sorted by file (the profile's own first), then by position.
  public var diagnostics: [Diagnostic]
  /// Every path that was read or looked for, in this order. A change of any of them may change the profile.
  public var files: [String]
  /// The file of the profile, or `nil` if there is none.
  public var path: String?
  /// The first `errno` if the system could not read a file.
  public var errno: Int32?
  /// The positions of the profile's devices, switches and chords.
  public var places = ProfilePlaces()

  /// The name after `extends` in the profile's own file, even if the file is not YAML. `nil` if it extends no other
  /// profile.
  package var extendedName: String? {
    guard let source = path.flatMap({ sources[$0] }) else { return nil }
    var number = 1
    while let line = source.line(number) {
      let words = String(String.UnicodeScalarView(line.prefix(256))).split(separator: " ", maxSplits: 2)
      if words.count > 1, line.starts(with: "extends:".unicodeScalars) {
        let name = words[1].filter { $0 != "\"" && $0 != "'" }
        return CommandVocabulary.isName(name) ? name : nil
      }
      number += 1
    }
    return nil
  }

  /// The texts of the files, by path.
  var sources: [String: SourceText]

  /// The beginning of the profile's file.
  var top: ProfilePlaces.Place { ProfilePlaces.Place(file: path ?? "", line: 1, column: 1) }

  /// Adds a warning at the name of an entry of `devices`, for problems that the files alone do not show.
  public mutating func warn(aboutDevice name: String, _ message: String, help: String) {
    guard hasRoom() else { return }
    let place = places.device(name) ?? top
    diagnostics.append(
      Diagnostic(
        file: place.file, line: place.line, column: place.column, severity: .warning, message: message, help: help))
  }

  /// Adds a warning at a position, in the order of the file, for problems that the files alone do not show.
  public mutating func warn(at place: ProfilePlaces.Place, _ message: String, help: String) {
    add(.warning, at: place, message, help: help)
  }

  /// Adds an error at a position. The profile is then unusable.
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

  /// Whether one more diagnostic may be added. A note is added in place of the first diagnostic that may not be added.
  private mutating func hasRoom() -> Bool {
    guard diagnostics.count >= Findings.most, let last = diagnostics.last else { return true }
    if last.code == .untold { return false }
    guard diagnostics.count(where: { $0.severity != .error }) >= Findings.most else { return true }
    diagnostics.append(
      Diagnostic(
        file: last.file, line: last.line, column: last.column, severity: .note,
        message: "more warnings are not shown; fix these first", help: "", code: .untold))
    return false
  }

  /// A diagnostic as text for people, with its source line, without a line feed at the end.
  public func text(of diagnostic: Diagnostic) -> String {
    DiagnosticRenderer.text(of: diagnostic, source: diagnostic.code == .untold ? nil : sources[diagnostic.file])
  }

  /// All diagnostics as text for people; empty if there are none.
  public var text: String { diagnostics.map { text(of: $0) + "\n" }.joined() }
}
