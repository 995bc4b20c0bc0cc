import Glibc

/// The copy of a profile that an editor works on, in a folder of its own that nobody else can enter: an editor writes
/// over paths, and could be led elsewhere in a folder of another user.
final class EditorCopy {
  /// What the editor opens.
  let path: String
  private let folder: String

  /// - Parameter name: the profile's, for the title of the editor's window.
  init(_ bytes: [UInt8], name: String) throws(CommandFailure) {
    var template = Array("/tmp/switchway-edit-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw FileFailure.of("cannot make a folder in", "/tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(folder)/\(name)"
    let place = try ProfilePath(path)
    let copy = try place.folder.makeFile(
      bytes, beside: name, owner: geteuid(), group: getegid(), mode: 0o600, path: path)
    try place.folder.rename(copy, to: place.name, path: path)
  }

  /// What is in it now; the editor may have put another file in its place.
  func read() throws(CommandFailure) -> [UInt8] {
    let place = try ProfilePath(path)
    guard let contents = try place.folder.read(place.name, path: path) else {
      throw FileFailure.of("cannot read", path, code: ENOENT)
    }
    return contents.bytes
  }

  /// Takes it away, with what the editor has left beside it.
  deinit {
    if let stream = unsafe opendir(folder) {
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        unsafe _ = unlinkat(dirfd(stream), name, 0)
      }
      unsafe closedir(stream)
    }
    unsafe _ = rmdir(folder)
  }
}
