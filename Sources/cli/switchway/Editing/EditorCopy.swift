import Glibc

/// The copy of a profile that an editor works on, in a new folder that only this user can enter. The copy has a folder
/// of its own because an editor may leave other files beside it.
final class EditorCopy {
  let path: String
  private let folder: String
  /// Whether the copy stays when this object is destroyed.
  private var stays = false

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

  /// Reads the present contents. Opens the file again for this, because the editor may have replaced it.
  func read() throws(CommandFailure) -> [UInt8] {
    guard let contents = try FileContents(path) else {
      throw CommandFailure(.failed, "the editor left no file, so the profile was not changed")
    }
    return contents.bytes
  }

  /// Saves `bytes`, the copy's contents, as the draft of `file`. If that fails, the copy is not removed, because
  /// nothing else has the person's text.
  func keep(_ bytes: [UInt8], asDraftOf file: EditedFile) throws(CommandFailure) {
    do throws(CommandFailure) {
      try file.keepDraft(bytes)
    } catch {
      stays = true
      throw CommandFailure(error.status, "\(error.message)\nyour text is saved in \(path)")
    }
  }

  /// Removes the folder with everything that the editor has left there.
  deinit { if !stays { Folder.remove(folder) } }
}
