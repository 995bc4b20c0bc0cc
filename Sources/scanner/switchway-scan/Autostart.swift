import Glibc
import SwitchwayProtocol
import SwitchwayFiles

/// Lets the desktop start the program when a session begins, by a desktop entry in the person's `autostart` folder.
///
/// Source: the Desktop Application Autostart Specification 0.5.
struct Autostart {
  let environment: [String: String]
  let executable: String

  private func file() throws(ScanFailure) -> String {
    guard let settings = PersonalFolders.settingsDirectory(environment: environment) else { throw .noHome }
    return settings + "/autostart/switchway-scan.desktop"
  }

  /// Writes the entry. Returns a text about the next steps.
  func enable() throws(ScanFailure) -> String {
    let file = try file()
    guard makeFolder(of: file) else { throw .ofSystem("cannot make the folder of \(file)") }
    try write(entry, to: file)
    return """
      switchway-scan starts at every login from now on (\(file))
      start it now: switchway-scan &
      use its profile: switchway profile one-switch-scan --keep
      check the set-up: switchway-scan --doctor

      """
  }

  func disable() throws(ScanFailure) -> String {
    let file = try file()
    guard unsafe unlink(file) == 0 || errno == ENOENT else { throw .ofSystem("cannot remove \(file)") }
    return "switchway-scan no longer starts at login; if it is running, it continues until you log out\n"
  }

  var isEnabled: Bool { (try? file()).map { unsafe access($0, R_OK) == 0 } ?? false }

  private var entry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Switchway
    Comment=Scans the desktop item by item, for people who use a switch
    Exec=\(quoted(executable))
    NoDisplay=true
    X-GNOME-Autostart-Phase=Applications

    """
  }

  /// Quotes an argument of `Exec`. Source: the Desktop Entry Specification 1.5, "The Exec key".
  private func quoted(_ argument: String) -> String {
    var text = "\""
    for character in argument {
      switch character {
      case "\\": text += "\\\\\\\\"
      case "\"", "`", "$": text += "\\\\\(character)"
      case "%": text += "%%"
      default: text.append(character)
      }
    }
    return text + "\""
  }

  private func makeFolder(of path: String) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    guard !folder.isEmpty, unsafe access(folder, F_OK) != 0 else { return true }
    return makeFolder(of: folder) && (unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST)
  }

  /// Writes a new file beside the old one, and then replaces the old file by it.
  private func write(_ text: String, to file: String) throws(ScanFailure) {
    let fresh = file + ".new"
    let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .ofSystem("cannot write \(fresh)") }
    let isWritten = WholeWrite.write(Array(text.utf8)[...], to: descriptor) == 0 && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, unsafe rename(fresh, file) == 0 else {
      let error = ScanFailure.ofSystem("cannot write \(file)")
      unsafe _ = unlink(fresh)
      throw error
    }
  }
}
