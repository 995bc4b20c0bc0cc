/// A program that can be started, by its desktop entry.
public struct InstalledProgram: Hashable, Sendable {
  /// Such as `org.gnome.gedit.desktop`.
  public let id: String
  /// At most 200 bytes, without control characters; never empty.
  public let name: String
  /// The program's name or file, and its arguments; never empty.
  public let words: [String]
  /// Where it is started. nil: anywhere.
  public let folder: String?
  /// Whether it runs in a terminal.
  public let needsTerminal: Bool

  public init(id: String, name: String, words: [String], folder: String? = nil, needsTerminal: Bool = false) {
    (self.id, self.name, self.words) = (id, name, words)
    (self.folder, self.needsTerminal) = (folder, needsTerminal)
  }
}
