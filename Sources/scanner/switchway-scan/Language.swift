import Glibc
import SwitchwayProtocol
import SwitchwayScanning

/// The language in which the person writes, as the session's locale says.
struct Language {
  /// Such as `de`. Empty: not known.
  let code: String
  /// As desktop entries name them, such as `de_DE` and `de`, the best first.
  let locales: [String]
  /// The models that may fit, the best first.
  private let files: [String]

  private static let folder = "/usr/share/onboard/models"

  init(environment: [String: String]) {
    let locale = LocaleName.of("LC_MESSAGES", environment: environment) ?? ""
    let name = locale.prefix { $0.isASCII && $0.isLetter || $0 == "_" }
    code = String(name.prefix { $0 != "_" })
    let modifier = locale.firstIndex(of: "@").map { String(locale[$0...]) }
    locales = (name == code[...] ? [code] : [String(name), code]).flatMap { name in
      [modifier.map { name + $0 }, name].compactMap(\.self)
    }
    // Most languages are called as their land, and English has no land of its own.
    files = [String(name), code == "en" ? "en_US" : "\(code)_\(code.uppercased())"].map { "\(Self.folder)/\($0).lm" }
  }

  var modelFile: String? { files.first { unsafe access($0, R_OK) == 0 } }

  /// Without a file that can be read it has no words.
  func model() -> WordModel {
    guard let modelFile, let text = try? BoundedFile.bytes(of: modelFile, most: WordModel.longestText) else {
      return WordModel()
    }
    return WordModel(text)
  }
}

/// A file of which no more than a given number of bytes is read.
enum BoundedFile {
  /// The first bytes of a file, at most one more than `most`.
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
