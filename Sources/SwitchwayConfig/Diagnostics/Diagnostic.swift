/// One thing that is wrong, doubtful or worth knowing in a key-remap file, at its place.
public struct Diagnostic: Hashable, Sendable {
  /// How bad it is. Raw values are the words that are shown and sent.
  public enum Severity: String, CaseIterable, Sendable {
    /// The file cannot be used.
    case error
    /// It can be used, but something of it is doubtful or has no effect.
    case warning
    /// A number in words, for whoever wants to know.
    case note
  }

  /// What programs can tell a diagnostic by. Raw values are the codes of the socket's `warning`, where it has them.
  public enum Code: String, Sendable {
    /// Something that is right, but has no behaviour yet.
    case settingUnused = "setting-unused"
    /// Of no place: it counts those that are not told.
    case untold
  }

  /// The file's path, as it was given or searched.
  public var file: String
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars; a tab counts one.
  public var column: Int
  public var severity: Severity
  /// What is wrong, in one line.
  public var message: String
  /// How to mend it, in one line.
  public var help: String
  /// Nil where it has none.
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
