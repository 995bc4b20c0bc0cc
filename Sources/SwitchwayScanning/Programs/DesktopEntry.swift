/// A desktop entry of a program, as GIO understands it.
///
/// Source: the Desktop Entry Specification 1.5; GLib 2.74, `gdesktopappinfo.c` and `gkeyfile.c`.
public struct DesktopEntry: Sendable {
  /// The longest file in bytes; longer ones are no entries. Chosen: ten times as long as those of Debian 12.
  public static let longestText = 262_144

  public let program: InstalledProgram
  /// A program that must be there. nil: none.
  public let tryExec: String?
  /// The person, or the program, does not want it in a menu.
  private let isHidden: Bool
  private let onlyShowIn: [String]?
  private let notShowIn: [String]

  /// nil: the file has a broken line before the end of its group, or is no entry of a program that can be started.
  ///
  /// - Parameters:
  ///   - locales: such as `["de_DE", "de"]`, the best first.
  ///   - file: its path.
  public init?(_ bytes: [UInt8], id: String, file: String = "", locales: [String] = []) {
    guard bytes.count <= Self.longestText, let values = Self.values(of: bytes) else { return nil }
    let names = locales.map { "Name[\($0)]" } + ["Name"]
    guard values["Type"] == "Application", let exec = values["Exec"],
      let name = names.lazy.compactMap({ values[$0].map(CleanName.text) }).first(where: { !$0.isEmpty }),
      let words = Self.words(of: exec, name: name, icon: values["Icon"], file: file)
    else { return nil }
    program = InstalledProgram(
      id: id, name: name, words: words, folder: values["Path"].flatMap { $0.isEmpty ? nil : $0 },
      needsTerminal: values["Terminal"] == "true")
    tryExec = values["TryExec"].flatMap { $0.isEmpty ? nil : $0 }
    isHidden = values["Hidden"] == "true" || values["NoDisplay"] == "true"
    onlyShowIn = values["OnlyShowIn"].map(Self.list)
    notShowIn = values["NotShowIn"].map(Self.list) ?? []
  }

  /// Whether it is shown on these desktops, which are those of XDG_CURRENT_DESKTOP.
  public func isShown(on desktops: [String]) -> Bool {
    guard !isHidden else { return false }
    for desktop in desktops {
      if onlyShowIn?.contains(desktop) == true { return true }
      if notShowIn.contains(desktop) { return false }
    }
    return onlyShowIn == nil
  }

  private static func list(_ value: String) -> [String] { value.split(separator: ";").map(String.init) }

  /// The values of the group `Desktop Entry`; the last one of a key counts. nil: a line is broken, or the group is not
  /// there.
  private static func values(of bytes: [UInt8]) -> [String: String]? {
    var values: [String: String]?
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard let first = line.first(where: { $0 > 32 }), first != UInt8(ascii: "#") else { continue }
      let text = String(decoding: line, as: UTF8.self)
      if first == UInt8(ascii: "[") {
        // What follows the group is not read.
        if values != nil { return values }
        guard text.prefix(while: { $0 != "]" }) == "[Desktop Entry" else { return nil }
        values = [:]
      } else {
        guard values != nil, let end = text.firstIndex(of: "="), end != text.startIndex else { return nil }
        let key = text[..<end].reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        values?[String(key)] = unescaped(text[text.index(after: end)...].drop { $0 == " " || $0 == "\t" })
      }
    }
    return values
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

  /// The words of `Exec`, without its field codes. nil: none, or a quote has no end.
  private static func words(of exec: String, name: String, icon: String?, file: String) -> [String]? {
    var (words, word): ([String], String?) = ([], nil)
    var quote: Character?
    var rest = exec[...]
    while let character = rest.popFirst() {
      if character == "\\", quote != "'", let next = rest.popFirst() {
        // In quotes only these are escaped.
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
        // Files, addresses, and what is no longer used: there are none.
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
