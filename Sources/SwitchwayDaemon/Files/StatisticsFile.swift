import Glibc
import SwitchwayConfig
import SwitchwayConnection
import SwitchwayReport

/// The file in which statistics are saved, replaced as a whole.
///
/// It is written as a draft and renamed, so that either the old or the new file exists. The write does not wait for the
/// disk, which could delay presses. An unreadable file is moved aside, and counting starts again.
struct StatisticsFile {
  /// Much more than the limits of `PressStatistics` allow.
  private static let largest = 8 * 1_024 * 1_024

  let directory: String
  var path: String { directory + "/statistics.json" }
  private var draft: String { directory + "/statistics.json.new" }
  private var aside: String { directory + "/statistics.json.damaged" }

  /// In `$STATE_DIRECTORY`, which systemd creates; else, if `isPersonal`, in `switchway` in `$XDG_STATE_HOME` or
  /// `~/.local/state`. nil: statistics are not saved.
  init?(environment: [String: String], isPersonal: Bool) {
    // systemd separates several directories by colons; ours is the first.
    if let list = environment["STATE_DIRECTORY"], let first = list.split(separator: ":").first, first.hasPrefix("/") {
      directory = String(first)
      return
    }
    guard isPersonal, let state = ProfileStore.stateDirectory(environment: environment) else { return nil }
    directory = state + "/switchway"
  }

  /// The text of the file, nil if it does not exist or is damaged; and what is wrong with it.
  func readText() -> (text: [UInt8]?, error: String?) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return (nil, nil) }
      return (nil, "statistics cannot be read path=\(path): \(StatisticsFile.reason())")
    }
    defer { close(file) }
    if let bytes = StatisticsFile.bytes(of: file), StatisticsText.days(of: bytes) != nil { return (bytes, nil) }
    guard unsafe rename(path, aside) == 0 else {
      return (nil, "statistics are damaged path=\(path): \(StatisticsFile.reason())")
    }
    return (nil, "statistics are damaged, and set aside as path=\(aside)")
  }

  /// Saves the text of statistics. Returns a message about an error.
  func write(text: [UInt8]) -> String? {
    makeDirectory()
    unsafe _ = unlink(draft)
    let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return failure() }
    let code = WholeWrite.write(text[...], to: file)
    let isClosed = close(file) == 0
    if code == 0, isClosed, unsafe rename(draft, path) == 0 { return nil }
    if code != 0 { errno = code }
    let failure = failure()
    unsafe _ = unlink(draft)
    return failure
  }

  private func failure() -> String { "statistics cannot be kept path=\(path): \(StatisticsFile.reason())" }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }

  private static func bytes(of file: Int32) -> [UInt8]? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      case .bytes(let bytes) = FileBytes.read(file, largest: largest)
    else { return nil }
    return bytes
  }

  /// Creates the folder and its missing parents.
  private func makeDirectory() {
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/" + part
      unsafe _ = mkdir(made, 0o700)
    }
  }
}
