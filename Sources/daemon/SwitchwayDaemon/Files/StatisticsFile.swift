import Glibc
import SwitchwayConfig
import SwitchwayEngine
import SwitchwayFiles

/// The file in which statistics are saved.
///
/// A new file is written under another name and then renamed, so that at any time either the complete old file or the
/// complete new one exists. Writing does not wait until the disk has the contents. A damaged file is renamed, and
/// counting starts again.
struct StatisticsFile {
  /// The largest size of the file in bytes: much more than the limits of `PressStatistics` allow.
  private static let largest = 8 * 1_024 * 1_024

  private static let name = "statistics.json"

  let directory: String
  var path: String { directory + "/" + StatisticsFile.name }
  private var aside: String { path + ".damaged" }

  /// Finds the path of the file, which is in `StateFolder`. Returns `nil` if there is no folder for it.
  init?(environment: [String: String], isPersonal: Bool) {
    guard let directory = StateFolder.path(environment: environment, isPersonal: isPersonal) else { return nil }
    self.directory = directory
  }

  /// Returns the text of the file, or `nil` if it does not exist or is damaged; and a message about the problem.
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
    let code = StateFolder.replace(StatisticsFile.name, in: directory, with: text, isFlushed: false)
    guard code != 0 else { return nil }
    return "statistics cannot be kept path=\(path): \(unsafe String(cString: strerror(code)))"
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }

  private static func bytes(of file: Int32) -> [UInt8]? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      case .bytes(let bytes) = FileBytes.read(file, largest: largest)
    else { return nil }
    return bytes
  }
}
