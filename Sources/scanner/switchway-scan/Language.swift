import Glibc
import SwitchwayProtocol
import SwitchwayScanning

/// The languages of the person. The person writes in the locale's language. They read the languages of `LANGUAGE`, and
/// then the locale's language.
struct Language {
  /// The code of the language in which the person writes, such as `de`. Empty if unknown.
  let code: String
  /// The codes of the languages in which the person reads, the best first. Empty means English.
  let read: [String]
  /// The names of these languages in desktop entries, such as `de_DE` and `de`, the best first.
  let locales: [String]
  /// The files of word models that may fit the person's language, the best first.
  private let files: [String]

  private static let folder = "/usr/share/onboard/models"

  init(environment: [String: String]) {
    let locale = MessageLocale(environment: environment)
    read = locale.languages
    locales = locale.names.flatMap(Self.entryNames)
    let name = String((locale.names.last ?? "").prefix { $0 != "@" })
    code = String(name.prefix { $0 != "_" })
    // The files are named after a language and a country. Most languages have the same code as a country, but English
    // does not.
    files = [name, code == "en" ? "en_US" : "\(code)_\(code.uppercased())"].map { "\(Self.folder)/\($0).lm" }
  }

  /// The names of a locale in desktop entries. For `sr_RS@latin`, they are `sr_RS@latin`, `sr_RS`, `sr@latin` and `sr`.
  /// Source: Desktop Entry Specification, "Localized values for keys".
  private static func entryNames(_ name: String) -> [String] {
    let plain = name.prefix { $0 != "@" }
    let code = plain.prefix { $0 != "_" }
    let modifier = name.dropFirst(plain.count)
    return (plain == code ? [code] : [plain, code]).flatMap { name in
      modifier.isEmpty ? [String(name)] : [String(name + modifier), String(name)]
    }
  }

  var modelFile: String? { files.first { unsafe access($0, R_OK) == 0 } }

  /// Reads the word model of the language. If its file cannot be read, the model has no words.
  func model() -> WordModel {
    guard let modelFile, let text = try? BoundedFile.bytes(of: modelFile, most: WordModel.longestText) else {
      return WordModel()
    }
    return WordModel(text)
  }
}

/// Reads files only up to a given number of bytes.
enum BoundedFile {
  /// Reads the first bytes of a file: at most one more than `most`, which shows that the file is longer.
  static func bytes(of path: String, most: Int) throws(ScanFailure) -> [UInt8] {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw .ofSystem("cannot read \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= most {
      let count = unsafe read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .ofSystem("cannot read \(path)") }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return bytes
  }
}
