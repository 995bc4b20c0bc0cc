import SwitchwayText

/// Collects the diagnostics while a profile and the files that it extends are read. All readers of these files share
/// one object.
package final class Findings {
  private struct Finding: Sendable {
    var file: Int
    var mark: Mark
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code?
    var message: String
    var help: String
  }

  /// Further errors, and further warnings and notes, are counted but not shown. They appear when the shown ones are
  /// corrected.
  package static let most = 1_000

  private var found: [Finding] = []
  private var errorCount = 0
  private var untoldErrors = 0
  private var untoldOthers = 0
  /// The names of the profiles, by the number of their file.
  package var profileNames: [Int: String] = [:]
  /// The number of keys and list entries in all files.
  package var entryCount = 0
  /// The number of names that were compared for `did you mean`.
  private var compared = 0
  /// Further names are not compared: of thousands of wrong names, only the first hundreds get a suggestion.
  private static let mostCompared = 200_000
  /// After `isFull`, not everything was checked. There may be more errors than were counted.
  package var hasUncounted = false
  /// Whether there is an error.
  package var hasErrors: Bool { errorCount > 0 }
  /// Whether no further error is shown, so that its message need not be made.
  package var isFull: Bool { errorCount >= Findings.most }
  /// Whether a command could not be read, so that the commands of the profile are not all known.
  package var commandsAreUncertain = false
  /// Whether the extended profile could not be read. Entries that it may contain are not reported as missing.
  package var baseIsMissing = false
  package init() {}

  /// The names of the entries that `nothing` removed, by section.
  private var removed: [String: Set<String>] = [:]

  /// Records that `nothing` removed an entry of `section`.
  package func noteRemoved(_ name: String, from section: String) { removed[section, default: []].insert(name) }

  /// Whether `nothing` removed the entry of `section`.
  package func isRemoved(_ name: String, from section: String) -> Bool { removed[section]?.contains(name) ?? false }

  /// Does nothing if the node was refused, because that has been reported.
  package func error(_ node: YAMLNode, _ message: String, help: String) {
    if !node.isRefused { add(.error, node.file, node.mark, message, help) }
  }

  /// A warning at a node.
  package func warning(_ node: YAMLNode, _ message: String, help: String, code: Diagnostic.Code? = nil) {
    add(.warning, node.file, node.mark, message, help, code: code)
  }

  /// A warning about a setting that is correct but has no effect.
  package func unused(_ node: YAMLNode, _ message: String, help: String) {
    add(.warning, node.file, node.mark, message, help, code: .settingUnused)
  }

  /// A note at a node.
  package func note(_ node: YAMLNode, _ message: String, help: String) {
    add(.note, node.file, node.mark, message, help)
  }

  /// An error at a position of a file.
  package func error(file: Int, _ mark: Mark, _ message: String, help: String) {
    add(.error, file, mark, message, help)
  }

  private func add(
    _ severity: Diagnostic.Severity, _ file: Int, _ mark: Mark, _ message: String, _ help: String,
    code: Diagnostic.Code? = nil
  ) {
    guard (severity == .error ? errorCount : found.count - errorCount) < Findings.most else {
      if severity == .error { untoldErrors += 1 } else { untoldOthers += 1 }
      return
    }
    if severity == .error { errorCount += 1 }
    found.append(Finding(file: file, mark: mark, severity: severity, code: code, message: message, help: help))
  }

  /// The name that a person most likely meant, or `nil` if none is similar or too many names were compared already.
  package func suggestion(for word: String, among names: [String]) -> String? {
    guard !isFull, compared < Findings.mostCompared else { return nil }
    compared += names.count
    return NearestName.suggestion(for: word, among: names)
  }

  /// Counts an error that is not shown because `isFull`, without making its message.
  package func skipError() { untoldErrors += 1 }

  /// All diagnostics, sorted in the order of `paths`, then by position, then as found. If some are not shown, a note
  /// with their number follows.
  package func diagnostics(paths: [String]) -> [Diagnostic] {
    var told = sorted(paths)
    if let last = told.last, let untold {
      told.append(
        Diagnostic(
          file: last.file, line: last.line, column: last.column, severity: .note, message: untold, help: "",
          code: .untold))
    }
    return told
  }

  /// The number of diagnostics that are not shown, in words, or `nil` if all are shown.
  private var untold: String? {
    func words(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count) more \(count == 1 ? one : many)"
    }
    let counts = [
      words(untoldErrors, "error", "errors"), words(untoldOthers, "warning or note", "warnings and notes"),
    ].compactMap(\.self)
    if counts.isEmpty { return hasUncounted ? "the rest of the file was not checked; fix these first" : nil }
    let isOne = untoldErrors + untoldOthers == 1 && !hasUncounted
    return (hasUncounted ? "at least " : "") + counts.joined(separator: " and ") + (isOne ? " is" : " are")
      + " not shown; fix these first"
  }

  private func sorted(_ paths: [String]) -> [Diagnostic] {
    found.enumerated().sorted { left, right in
      (left.element.file, left.element.mark, left.offset) < (right.element.file, right.element.mark, right.offset)
    }.map { _, finding in
      Diagnostic(
        file: paths[finding.file], line: finding.mark.line, column: finding.mark.column, severity: finding.severity,
        message: finding.message, help: finding.help, code: finding.code)
    }
  }
}
