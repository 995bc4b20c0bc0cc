import Glibc

/// The copy of a profile that an editor works on, in a new folder that only this user can enter. An editor writes by
/// path, and another user's folder could redirect it.
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
    let place = try ProfilePath(path)
    let copy = try place.folder.makeFile(
      bytes, beside: name, owner: geteuid(), group: getegid(), mode: 0o600, path: path)
    try place.folder.rename(copy, to: place.name, path: path)
  }

  /// The present contents; the editor may have replaced the file.
  func read() throws(CommandFailure) -> [UInt8] {
    let place = try ProfilePath(path)
    guard let contents = try place.folder.read(place.name, path: path) else {
      throw FileFailure.of("cannot read", path, code: ENOENT)
    }
    return contents.bytes
  }

  /// Removes the folder with everything that the editor has left in it.
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
