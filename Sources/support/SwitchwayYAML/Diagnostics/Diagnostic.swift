/// One error, warning or note about a profile file, with its position.
public struct Diagnostic: Hashable, Sendable {
  /// The severity. Raw values are the words that are shown and sent.
  public enum Severity: String, CaseIterable, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but a part of it is suspicious or has no effect.
    case warning
    /// An explanation of a value, for information only.
    case note
  }

  /// Identifies a diagnostic for programs. Raw values are the codes of the socket's `warning`, if it has them.
  public enum Code: String, Sendable {
    /// The setting is correct but has no effect.
    case settingUnused = "setting-unused"
    /// An input of a switch also acts on the desktop.
    case reachesDesktop = "reaches-desktop"
    /// Counts the diagnostics that are not shown. It has no position of its own.
    case untold
  }

  /// The file's path, as given or as found.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1 in Unicode scalars; a tab counts as one.
  public var column: Int
  public var severity: Severity
  /// The problem, in one line.
  public var message: String
  /// How to correct it, in one line.
  public var help: String
  /// `nil` if it has no code.
  public var code: Code?

  public init(
    file: String, line: Int, column: Int, severity: Severity, message: String, help: String, code: Code? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.help = help
    self.code = code
  }
}
