import Glibc
import SwitchwayConfig

/// Starts the program with the desktop: a desktop entry in the person's `autostart` folder.
///
/// Source: the Desktop Application Autostart Specification 0.5.
struct Autostart {
  private static let name = "/switchway-scan.desktop"

  /// The environment of this process.
  let environment: [String: String]
  /// The path of this program.
  let executable: String

  /// The folder of entries. nil: the environment does not name it.
  private var folder: String? {
    ProfileStore.settingsDirectory(environment: environment).map { $0 + "/autostart" }
  }

  /// Writes the entry. Says what to do next.
  func enable() throws(ScanFailure) -> String {
    guard let folder else { throw .noHome }
    guard makeFolder(folder) else { throw failure("cannot make \(folder)") }
    let file = folder + Self.name
    try write(entry, to: file)
    return """
      from the next login on, switchway-scan starts with the desktop (\(file))
      start it now: switchway-scan &
      its profile: switchway profile one-switch-scan --keep
      what stands in its way: switchway-scan --doctor

      """
  }

  /// Removes the entry.
  func disable() throws(ScanFailure) -> String {
    guard let file = folder.map({ $0 + Self.name }) else { throw .noHome }
    guard unsafe unlink(file) == 0 || errno == ENOENT else { throw failure("cannot remove \(file)") }
    return "switchway-scan starts with the desktop no more; one that runs goes on until the session ends\n"
  }

  /// Whether the entry is there.
  var isEnabled: Bool {
    guard let file = folder.map({ $0 + Self.name }) else { return false }
    return unsafe access(file, R_OK) == 0
  }

  private var entry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Switchway
    Comment=Lights what can be operated, for people who use a switch
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

  private func makeFolder(_ path: String) -> Bool {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    if !parent.isEmpty, unsafe access(parent, F_OK) != 0, !makeFolder(parent) { return false }
    return unsafe mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  /// Writes a whole file beside the old one, then puts it in its place.
  private func write(_ text: String, to file: String) throws(ScanFailure) {
    let fresh = file + ".new"
    let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("cannot write \(fresh)") }
    let bytes = Array(text.utf8)
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    let isWritten = count == bytes.count && fsync(descriptor) == 0
    guard close(descriptor) == 0, isWritten, unsafe rename(fresh, file) == 0 else {
      let error = failure("cannot write \(file)")
      unsafe _ = unlink(fresh)
      throw error
    }
  }

  private func failure(_ what: String) -> ScanFailure {
    ScanFailure("\(what): \(unsafe String(cString: strerror(errno)))", status: errno == EACCES ? 3 : 1)
  }
}
