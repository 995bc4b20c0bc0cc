import Glibc
import SwitchwayConfig
import SwitchwayFiles

/// The bytes of a regular file that is to be edited, and its status.
struct FileContents {
  let bytes: [UInt8]
  let status: stat

  /// The largest size of a file that is read, in bytes. It is much larger than any usable profile.
  private static let largest = 16 * 1_024 * 1_024

  /// Reads the file. Returns `nil` if there is no file. Throws if it is a link, or not a regular file.
  init?(_ path: String) throws(CommandFailure) {
    try refuseForeign(path)
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return nil
      case ELOOP: throw FileFailure.link(path)
      default: throw FileFailure.of("cannot read", path)
      }
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure.of("cannot read", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure.notRegular(path) }
    self.status = status
    switch FileBytes.read(file, largest: FileContents.largest) {
    case .bytes(let bytes): self.bytes = bytes
    case .tooLarge:
      throw CommandFailure(
        .failed, "\(Terminal.printable(path)): too large for a profile", help: "check that this is the right file")
    case .failed(let code): throw FileFailure.of("cannot read", path, code: code)
    }
  }
}
