import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayFiles

/// The folder in which the daemon keeps files from one run to the next, and the function that replaces them.
enum StateFolder {
  /// `$STATE_DIRECTORY`, which systemd creates; otherwise, if `isPersonal`, `switchway` in `$XDG_STATE_HOME` or
  /// `~/.local/state`. `nil` if nothing is kept.
  static func path(environment: [String: String], isPersonal: Bool) -> String? {
    // systemd separates several directories by colons; ours is the first.
    if let list = environment["STATE_DIRECTORY"], let first = list.split(separator: ":").first, first.hasPrefix("/") {
      return String(first)
    }
    guard isPersonal, let state = PersonalFolders.stateDirectory(environment: environment) else { return nil }
    return state + "/switchway"
  }

  /// Replaces the file `name` as a whole, with access for its owner only, so that either the old or the new file
  /// exists. A link in its place is replaced and not followed.
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
