/// A program that can be started, as its desktop entry describes it.
public struct InstalledProgram: Hashable, Sendable {
  /// The file name of its desktop entry, such as `org.gnome.gedit.desktop`.
  public let id: String
  /// The name: at most 200 bytes, without control characters, and never empty.
  public let name: String
  /// The program's name or file, and its arguments; never empty.
  public let words: [String]
  /// The working folder in which it must be started. `nil` means any folder.
  public let folder: String?
  /// Whether the program must run in a terminal.
  public let needsTerminal: Bool

  public init(id: String, name: String, words: [String], folder: String? = nil, needsTerminal: Bool = false) {
    (self.id, self.name, self.words) = (id, name, words)
    (self.folder, self.needsTerminal) = (folder, needsTerminal)
  }

  /// The name in the form by which lists of names are sorted. Case is ignored, and a letter with a mark or a stroke
  /// counts as the plain letter. This works without a locale of the system, which may not be installed.
  ///
  /// Source: DIN 5007-1; the Unicode name of a letter contains the letter without its marks.
  var sortedName: String {
    var sorted = ""
    // The name is first made lower-case, because the upper-case form of ß is SS, but ẞ is already upper-case and would
    // stay.
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
