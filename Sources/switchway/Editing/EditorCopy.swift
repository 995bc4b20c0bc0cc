import Glibc

/// The copy of a profile that an editor works on, in a new folder that only this user can enter: there an editor leaves
/// what it likes beside the file.
final class EditorCopy {
  /// The file to open.
  let path: String
  private let folder: String

  /// - Parameter name: the profile's name, for the title of the editor's window.
  init(_ bytes: [UInt8], name: String) throws(CommandFailure) {
    var template = Array("/tmp/switchway-edit-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw FileFailure.of("cannot make a folder in", "/tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/\(name)"
    let file = try NewFile(path, replaces: false, mode: 0o600)
    try file.write(bytes)
    try file.finish()
  }

  /// The present contents; the editor may have replaced the file.
  func read() throws(CommandFailure) -> [UInt8] {
    guard let contents = try FileContents(path) else { throw FileFailure.of("cannot read", path, code: ENOENT) }
    return contents.bytes
  }

  /// Removes the folder with everything that the editor has left in it.
  deinit {
    for name in Folder.names(in: folder) { unsafe _ = unlink("\(folder)/\(name)") }
    unsafe _ = rmdir(folder)
  }
}
