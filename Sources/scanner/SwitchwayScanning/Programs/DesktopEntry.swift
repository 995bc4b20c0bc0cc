/// A desktop entry of a program, read as GIO reads it.
///
/// Source: the Desktop Entry Specification 1.5; GLib 2.74, `gdesktopappinfo.c` and `gkeyfile.c`. A test compares the
/// results with those of GLib for generated entries.
public struct DesktopEntry: Sendable {
  /// The longest file that is read, in bytes; longer files are ignored. The longest entries of Debian 12 have a tenth
  /// of this.
  public static let longestText = 262_144

  public let program: InstalledProgram
  /// The program in `TryExec`: the entry counts only if this program is installed. `nil` if there is no such condition.
  public let tryExec: String?
  /// Whether the entry says that it must not be shown in a menu.
  private let isHidden: Bool
  private let onlyShowIn: [String]?
  private let notShowIn: [String]

  /// `nil` if the file has a broken line, or is not an entry of a program that can be started.
  ///
  /// - Parameters:
  ///   - locales: the locales, such as `["de_DE", "de"]`, the best first.
  ///   - file: the path of the entry's file.
  public init?(_ bytes: [UInt8], id: String, file: String = "", locales: [String] = []) {
    guard bytes.count <= Self.longestText, let raw = Self.values(of: bytes) else { return nil }
    let values = raw.mapValues { Self.unescaped($0[...]) }
    // Blanks at the end of a truth value do not count; at the end of a text they belong to it.
    func isTrue(_ key: String) -> Bool {
      guard let value = raw[key] else { return false }
      let length = value.utf8.reversed().drop(while: Self.isSpace).count
      return ["true", "1"].contains(String(decoding: value.utf8.prefix(length), as: UTF8.self))
    }
    let names = locales.map { "Name[\($0)]" } + ["Name"]
    guard values["Type"] == "Application", let exec = values["Exec"],
      let name = names.lazy.compactMap({ values[$0].map(CleanName.text) }).first(where: { !$0.isEmpty }),
      let words = Self.words(of: exec, name: name, icon: values["Icon"], file: file)
    else { return nil }
    program = InstalledProgram(
      id: id, name: name, words: words, folder: values["Path"].flatMap { $0.isEmpty ? nil : $0 },
      needsTerminal: isTrue("Terminal"))
    tryExec = values["TryExec"].flatMap { $0.isEmpty ? nil : $0 }
    isHidden = isTrue("Hidden") || isTrue("NoDisplay")
    onlyShowIn = values["OnlyShowIn"].map(Self.list)
    notShowIn = values["NotShowIn"].map(Self.list) ?? []
  }

  /// Whether the program is shown on a desktop with these names, which are the values of XDG_CURRENT_DESKTOP.
  public func isShown(on desktops: [String]) -> Bool {
    guard !isHidden else { return false }
    for desktop in desktops {
      if onlyShowIn?.contains(desktop) == true { return true }
      if notShowIn.contains(desktop) { return false }
    }
    return onlyShowIn == nil
  }

  private static func list(_ value: String) -> [String] { value.split(separator: ";").map(String.init) }

  /// The values of the group `Desktop Entry`, which is the first one, as they are written; if a key is repeated, the
  /// last value counts. Values that are not UTF-8 are left out. `nil` if a line is broken, or the group is missing.
  private static func values(of bytes: [UInt8]) -> [String: String]? {
    var (values, isOurs): ([String: String]?, Bool) = (nil, false)
    for whole in bytes.split(separator: UInt8(ascii: "\n")) {
      let isWithReturn = whole.last == UInt8(ascii: "\r") && whole.endIndex < bytes.endIndex
      let line = (isWithReturn ? whole.dropLast() : whole).drop(while: isSpace)
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      if let group = group(line) {
        guard isName(ofGroup: group) else { return nil }
        isOurs = group.elementsEqual("Desktop Entry".utf8)
        guard isOurs || values != nil else { return nil }
        values = values ?? [:]
      } else {
        guard values != nil, let sign = line.firstIndex(of: UInt8(ascii: "=")), let key = key(line[..<sign]) else {
          return nil
        }
        guard isOurs else { continue }
        let value = String(validating: line[(sign + 1)...].drop(while: isSpace), as: UTF8.self)
        if key == "Encoding", value?.lowercased() != "utf-8" { return nil }
        values?[key] = value
      }
    }
    return values
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 12, 13, 32].contains(byte) }

  /// The name of the group that a line such as `[name]` begins, if only blanks follow. `nil` if the line does not begin
  /// a group.
  private static func group(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: UInt8(ascii: "]")),
      line[(end + 1)...].allSatisfy({ $0 == 32 || $0 == 9 })
    else { return nil }
    return line[line.index(after: line.startIndex)..<end]
  }

  private static func isName(ofGroup name: ArraySlice<UInt8>) -> Bool {
    !name.isEmpty && name.allSatisfy { $0 != UInt8(ascii: "[") && $0 >= 32 && $0 != 127 }
  }

  /// The name of a key, `Name` or `Name[de_DE]`, before blanks. `nil` if it is not a key.
  private static func key(_ written: ArraySlice<UInt8>) -> String? {
    let name = written.prefix(written.reversed().drop(while: isSpace).count)
    guard let text = String(validating: name, as: UTF8.self) else { return nil }
    let plain = text.unicodeScalars.prefix { $0 != "[" && $0 != "]" }
    guard let first = plain.first, first != " ", plain.last != " " else { return nil }
    let locale = text.unicodeScalars[plain.endIndex...]
    if locale.isEmpty { return text }
    guard locale.first == "[", locale.last == "]", locale.count > 1 else { return nil }
    let isLocale = locale.dropFirst().dropLast().allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "-_.@".unicodeScalars.contains($0)
    }
    return isLocale ? text : nil
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("\\") else { return String(text) }
    let meanings: [Character: Character] = ["s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"]
    var (clean, rest) = ("", text)
    while let character = rest.popFirst() {
      if character == "\\", let next = rest.popFirst() {
        clean += meanings[next].map { "\($0)" } ?? "\\\(next)"
      } else {
        clean.append(character)
      }
    }
    return clean
  }

  /// The words of `Exec`, without its field codes. `nil` if `Exec` has no words, or a quote has no end.
  private static func words(of exec: String, name: String, icon: String?, file: String) -> [String]? {
    var (words, word): ([String], String?) = ([], nil)
    var quote: Character?
    var rest = exec[...]
    while let character = rest.popFirst() {
      if character == "\\", quote != "'", let next = rest.popFirst() {
        // In quotes, a backslash escapes only these characters.
        word = (word ?? "") + (quote == nil || "\"\\`$".contains(next) ? "\(next)" : "\\\(next)")
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        (quote, word) = (character, word ?? "")
      } else if quote == nil, character == " " || character == "\t" {
        if let whole = word { words.append(whole) }
        word = nil
      } else if character == "%", let code = rest.popFirst() {
        switch code {
        case "%": word = (word ?? "") + "%"
        case "c": word = (word ?? "") + name
        case "k": word = (word ?? "") + file
        case "i" where icon?.isEmpty == false: words += ["--icon", icon ?? ""]
        // The other codes stand for files and addresses, or are obsolete. Nothing is inserted for them.
        default: break
        }
      } else {
        word = (word ?? "") + "\(character)"
      }
    }
    if let word { words.append(word) }
    return quote == nil && words.first?.isEmpty == false ? words : nil
  }
}
