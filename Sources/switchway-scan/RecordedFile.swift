import Glibc
import SwitchwayConfig
import SwitchwayScanning

/// Reads the file of a recorded tree.
enum RecordedFile {
  /// Source: the longest text that a recorded tree has.
  private static let longest = RecordedTree.longestText

  static func bytes(of path: String) throws(ScanFailure) -> [UInt8] {
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { throw failure(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= longest {
      let count = unsafe read(file, &chunk, chunk.count)
      if count == 0 { return bytes }
      if count > 0 { bytes.append(contentsOf: chunk[..<count]) }
      if count < 0, errno != EINTR { throw failure(path) }
    }
    throw ScanFailure("\(path): too large for a recorded tree")
  }

  private static func failure(_ path: String) -> ScanFailure {
    ScanFailure("cannot read \(path): \(unsafe String(cString: strerror(errno)))", status: errno == EACCES ? 3 : 1)
  }
}

extension Grouping {
  init(_ groups: DesktopSettings.Groups) {
    self =
      switch groups {
      case .rows: .rows
      case .containers: .containers
      case .none: .none
      }
  }
}
