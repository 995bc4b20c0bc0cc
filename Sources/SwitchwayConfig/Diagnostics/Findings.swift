import SwitchwayCore

/// The diagnostics of one reading, which may span several files: a profile and those that it extends. One object for all
/// readers of these files.
final class Findings {
  private struct Finding: Sendable {
    var file: Int
    var mark: Mark
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code?
    var message: String
    var help: String
  }

  /// More errors, or more warnings and notes, are counted and not told: whoever has mended these sees the rest.
  static let most = 1_000

  private var found: [Finding] = []
  private var errorCount = 0
  private var untoldErrors = 0
  private var untoldOthers = 0
  /// The names of the profiles in the files that were read, by their numbers.
  var profileNames: [Int: String] = [:]
  /// Keys and list entries of all files that were read.
  var entryCount = 0
  /// How many names were compared for `did you mean`.
  private var compared = 0
  /// More comparisons are not made: of thousands of wrong names the first hundreds have their suggestion.
  private static let mostCompared = 200_000
  /// Not everything was looked for once `isFull`: more may be untold than was counted.
  var hasUncounted = false
  var hasErrors: Bool { errorCount > 0 }
  /// No further error is told, so its words need not be found.
  var isFull: Bool { errorCount >= Findings.most }
  /// A command could not be read, so what the profile can reach is not known.
  var commandsAreUncertain = false
  /// What the profile extends could not be read: what it would have brought is not to be missed.
  var baseIsMissing = false
  /// For each section the names of the entries that `nothing` removed.
  private var removed: [String: Set<String>] = [:]

  func noteRemoved(_ name: String, from section: String) { removed[section, default: []].insert(name) }

  func isRemoved(_ name: String, from section: String) -> Bool { removed[section]?.contains(name) ?? false }

  func error(_ node: YAMLNode, _ message: String, help: String) {
    add(.error, node.file, node.mark, message, help)
  }

  func warning(_ node: YAMLNode, _ message: String, help: String) {
    add(.warning, node.file, node.mark, message, help)
  }

  /// A warning of something that is right, but has no behaviour yet.
  func unused(_ node: YAMLNode, _ message: String, help: String) {
    add(.warning, node.file, node.mark, message, help, code: .settingUnused)
  }

  func note(_ node: YAMLNode, _ message: String, help: String) {
    add(.note, node.file, node.mark, message, help)
  }

  func error(file: Int, _ mark: Mark, _ message: String, help: String) {
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

  /// The name that a person most likely meant; nil where none is near, or too many names were compared already.
  func suggestion(for word: String, among names: [String]) -> String? {
    guard !isFull, compared < Findings.mostCompared else { return nil }
    compared += names.count
    return NearestName.suggestion(for: word, among: names)
  }

  /// Counts an error that is not told, and whose words were not looked for: once `isFull`.
  func skipError() { untoldErrors += 1 }

  /// In the order of `paths`, then of their places; those of one place as they were found. At the end a note that counts
  /// what is not told, if anything.
  func diagnostics(paths: [String]) -> [Diagnostic] {
    var told = sorted(paths)
    if let last = told.last, let untold {
      told.append(
        Diagnostic(
          file: last.file, line: last.line, column: last.column, severity: .note, message: untold, help: "",
          code: .untold))
    }
    return told
  }

  /// How many are not told, in words; nil: none.
  private var untold: String? {
    func words(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count) more \(count == 1 ? one : many)"
    }
    let counts = [
      words(untoldErrors, "error", "errors"), words(untoldOthers, "warning or note", "warnings and notes"),
    ].compactMap(\.self)
    if counts.isEmpty { return hasUncounted ? "the rest was not looked at: mend these first" : nil }
    let isOne = untoldErrors + untoldOthers == 1 && !hasUncounted
    return (hasUncounted ? "at least " : "") + counts.joined(separator: " and ") + (isOne ? " is" : " are")
      + " not shown: mend these first"
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
