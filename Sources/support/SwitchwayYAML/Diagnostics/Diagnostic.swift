/// One error, warning or note about a profile file, with its position.
public struct Diagnostic: Hashable, Sendable {
  /// How serious the problem is. The raw values are the words that are shown and sent.
  public enum Severity: String, CaseIterable, Sendable {
    /// The file cannot be used.
    case error
    /// The file can be used, but a part of it is suspicious or has no effect.
    case warning
    /// The text only explains a value.
    case note
  }

  /// Identifies the kind of problem, for programs. The raw values are the same words as the codes of `warning` lines,
  /// if there is such a code.
  public enum Code: String, Sendable {
    /// The setting is correct but has no effect.
    case settingUnused = "setting-unused"
    /// An input of a switch also acts on the desktop.
    case reachesDesktop = "reaches-desktop"
    /// The diagnostic says how many others are not shown. It has the position of the last one that is shown.
    case untold
  }

  /// The path of the file, as it was given or found.
  public var file: String
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1 in Unicode scalars; a tab counts as one.
  public var column: Int
  public var severity: Severity
  /// The problem, in one line.
  public var message: String
  /// How to correct the problem, in one line.
  public var help: String
  /// The code, or `nil` if the diagnostic has none.
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
