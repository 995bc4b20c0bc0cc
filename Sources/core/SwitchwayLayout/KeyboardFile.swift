/// The files in which a system stores its keyboard layout. They look like shell scripts, but are only read, never
/// executed.
enum KeyboardFile {
  /// The file of Debian, then the file of systemd. The first file that names a layout is used.
  static let paths = ["/etc/default/keyboard", "/etc/vconsole.conf"]

  /// The largest size of a file that is read, in bytes. Real files are much smaller.
  private static let largest = 65_536

  /// The layouts and variants that a file names, or `nil` if it names none or cannot be read.
  static func read(_ path: String) -> (layouts: String, variants: String)? {
    guard let bytes = PlainFile.bytes(of: path, largest: largest) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let layouts = value(of: "XKBLAYOUT", in: text), !layouts.isEmpty else { return nil }
    return (layouts, value(of: "XKBVARIANT", in: text) ?? "")
  }

  /// The value of the last assignment to `name`, without quotes.
  static func value(of name: String, in text: String) -> String? {
    var value: String?
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix(name + "=") else { continue }
      let rest = line.dropFirst(name.utf8.count + 1)
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = String(rest.dropFirst().prefix { $0 != quote })
      } else {
        value = String(rest.prefix { !$0.isWhitespace && $0 != "#" })
      }
    }
    return value
  }
}
