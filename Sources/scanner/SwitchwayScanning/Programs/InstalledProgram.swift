/// A program that can be started, by its desktop entry.
public struct InstalledProgram: Hashable, Sendable {
  /// The file name, such as `org.gnome.gedit.desktop`.
  public let id: String
  /// At most 200 bytes, without control characters; never empty.
  public let name: String
  /// The program's name or file, and its arguments; never empty.
  public let words: [String]
  /// The working folder. `nil` means any folder.
  public let folder: String?
  /// Whether it runs in a terminal.
  public let needsTerminal: Bool

  public init(id: String, name: String, words: [String], folder: String? = nil, needsTerminal: Bool = false) {
    (self.id, self.name, self.words) = (id, name, words)
    (self.folder, self.needsTerminal) = (folder, needsTerminal)
  }

  /// Its name in the form by which lists of names are sorted: without case, and a letter with a mark or a stroke as the
  /// letter alone. It
  /// needs no locale of the system, which may not be installed.
  ///
  /// Source: DIN 5007-1; the Unicode name of a letter contains the letter without its marks.
  var sortedName: String {
    var sorted = ""
    // Lower-case letters come first, because the capital of ß is SS, and that of ẞ is itself.
    for scalar in name.lowercased().uppercased().unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
      let letter = "LATIN CAPITAL LETTER "
      if !scalar.isASCII, let title = scalar.properties.name, title.hasPrefix(letter) {
        sorted += title.dropFirst(letter.count).prefix { $0 != " " }
      } else {
        sorted.unicodeScalars.append(scalar)
      }
    }
    return sorted
  }
}
