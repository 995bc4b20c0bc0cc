import Foundation
import SwitchwayConfig
import SwitchwayYAML

/// A directory of its own for one test, gone with the value.
final class Sandbox {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "switchway-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes `text` to `name`, in directories that come about as needed; only its owner may write to it.
  @discardableResult
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, bytes: Array(text.utf8))
  }

  @discardableResult
  func write(_ name: String, bytes: [UInt8]) throws -> String {
    let file = path + "/" + name
    let directory = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    try chmod(name, 0o644)
    return file
  }

  func chmod(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path + "/" + name)
  }

  /// What comes of `text` as the file `t.yaml`, with `others` as profiles that it can extend.
  static func load(_ text: String, others: [String: String] = [:]) throws -> LoadResult {
    let sandbox = try Sandbox()
    let file = try sandbox.write("t.yaml", text)
    for (name, text) in others { try sandbox.write("profiles/\(name).yaml", text) }
    return ProfileStore(file: file, directories: [sandbox.path + "/profiles"]).load("t")
  }
}

extension LoadResult {
  /// Each diagnostic in one line, without its directory: `t.yaml:1:2: error: message | help`.
  var lines: [String] {
    diagnostics.map { diagnostic in
      let file = (diagnostic.file as NSString).lastPathComponent
      let position = "\(file):\(diagnostic.line):\(diagnostic.column)"
      return "\(position): \(diagnostic.severity.rawValue): \(diagnostic.message) | \(diagnostic.help)"
    }
  }
}
