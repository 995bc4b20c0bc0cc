import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayFiles

/// The folder in which the daemon keeps files from one run to the next, and a function that replaces these files.
enum StateFolder {
  /// Returns the path of the folder: `$STATE_DIRECTORY`, which systemd sets and creates; otherwise, if `isPersonal`,
  /// `switchway` in `$XDG_STATE_HOME` or `~/.local/state`. Returns `nil` if there is no such folder; then files are not
  /// kept.
  static func path(environment: [String: String], isPersonal: Bool) -> String? {
    // The variable has several directories, separated by colons, if the unit names several. The first is used.
    if let list = environment["STATE_DIRECTORY"], let first = list.split(separator: ":").first, first.hasPrefix("/") {
      return String(first)
    }
    guard isPersonal, let state = PersonalFolders.stateDirectory(environment: environment) else { return nil }
    return state + "/switchway"
  }

  /// Replaces the file `name` as a whole, so that at any time either the complete old file or the complete new one
  /// exists. Only the owner can access the new file. A link of that name is replaced and not followed.
  ///
  /// - Parameter isFlushed: whether to wait until the disk has the contents.
  /// - Returns: 0 or the `errno` of the call that failed.
  static func replace(_ name: String, in directory: String, with bytes: [UInt8], isFlushed: Bool) -> Int32 {
    make(directory)
    let (path, draft) = (directory + "/" + name, directory + "/" + name + ".new")
    unsafe _ = unlink(draft)
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return errno }
    var code = WholeWrite.write(bytes[...], to: file)
    if code == 0, isFlushed, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    if code == 0, unsafe rename(draft, path) != 0 { code = errno }
    if code != 0 { unsafe _ = unlink(draft) }
    return code
  }

  /// Creates the folder and its missing parents.
  private static func make(_ directory: String) {
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/" + part
      unsafe _ = mkdir(made, 0o700)
    }
  }
}
