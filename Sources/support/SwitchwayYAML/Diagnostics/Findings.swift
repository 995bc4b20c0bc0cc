import SwitchwayText

/// Collects the diagnostics while a profile and the files that it extends are read. All code that reads these files
/// shares one such object.
package final class Findings {
  private struct Finding: Sendable {
    var file: Int
    var mark: Mark
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code?
    var message: String
    var help: String
  }

  /// At most this many errors are shown, and at most this many warnings and notes together. Further ones are only
  /// counted. They are shown when the others are corrected.
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
  /// The largest number of names that are compared. Of thousands of wrong names, only the first hundreds get a
  /// suggestion.
  private static let mostCompared = 200_000
  /// Whether something was not checked because of `isFull`, so that there may be more errors than were counted.
  package var hasUncounted = false
  /// Whether there is an error.
  package var hasErrors: Bool { errorCount > 0 }
  /// Whether further errors are not shown, so that their messages need not be made.
  package var isFull: Bool { errorCount >= Findings.most }
  /// Whether a command could not be read, so that the commands of the profile are not all known.
  package var commandsAreUncertain = false
  /// Whether a profile that is extended could not be read. Then entries that it may contain are not reported as
  /// missing.
  package var baseIsMissing = false
  package init() {}

  /// The names of the entries that were removed by the word `nothing`, by section.
  private var removed: [String: Set<String>] = [:]

  /// Records that an entry of `section` was removed by the word `nothing`.
  package func noteRemoved(_ name: String, from section: String) { removed[section, default: []].insert(name) }

  /// Returns whether this entry of `section` was removed by the word `nothing`.
  package func isRemoved(_ name: String, from section: String) -> Bool { removed[section]?.contains(name) ?? false }

  /// Adds an error about a node. Does nothing if the node is refused, because an error about it was already added.
  package func error(_ node: YAMLNode, _ message: String, help: String) {
    if !node.isRefused { add(.error, node.file, node.mark, message, help) }
  }

  /// Adds a warning about a node.
  package func warning(_ node: YAMLNode, _ message: String, help: String, code: Diagnostic.Code? = nil) {
    add(.warning, node.file, node.mark, message, help, code: code)
  }

  /// Adds a warning about a setting that is correct but has no effect.
  package func unused(_ node: YAMLNode, _ message: String, help: String) {
    add(.warning, node.file, node.mark, message, help, code: .settingUnused)
  }

  /// Adds a note about a node.
  package func note(_ node: YAMLNode, _ message: String, help: String) {
    add(.note, node.file, node.mark, message, help)
  }

  /// Adds an error at a position of a file.
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

  /// Returns the name that the person most likely meant. Returns `nil` if no name is similar, or if too many names were
  /// already compared.
  package func suggestion(for word: String, among names: [String]) -> String? {
    guard !isFull, compared < Findings.mostCompared else { return nil }
    compared += names.count
    return NearestName.suggestion(for: word, among: names)
  }

  /// Counts an error without its message. Use it if `isFull`, because the error is not shown then.
  package func skipError() { untoldErrors += 1 }

  /// Returns the diagnostics, sorted by their file in the order of `paths`, then by position, then in the order in
  /// which they were found. If some are not shown, a note with their number follows.
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

  /// A message with the number of diagnostics that are not shown, or `nil` if all are shown.
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
