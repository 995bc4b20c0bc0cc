import Glibc
import SwitchwayCore

extension Recording {
  /// The largest size of a recording, in bytes. Hours of a noisy joystick fit. Arbitrary.
  public static let limit = 256 * 1_024 * 1_024

  /// Reads a recording from bytes.
  ///
  /// - Parameter file: the name of the recording in messages.
  public init(_ bytes: [UInt8], file: String) throws(RecordingError) {
    self = try RecordingReader.read(bytes, file: file)
  }

  public init(path: String) throws(RecordingError) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable(file: path, errno: errno) }
    defer { _ = close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(file: path, errno: errno) }
      if count == 0 { break }
      guard bytes.count + count <= Recording.limit else { throw .tooLarge(file: path) }
      bytes.append(contentsOf: chunk[..<count])
    }
    try self.init(bytes, file: path)
  }
}

extension RecordingError {
  /// Whether the file could not be read because the permission is missing.
  public var isOfPermission: Bool {
    if case .unreadable(_, let code) = self { code == EACCES || code == EPERM } else { false }
  }

  /// The message about the error, in one or more lines.
  public var message: String {
    switch self {
    case .unreadable(let file, let code):
      unsafe "\(file): error: \(String(cString: strerror(code)))\n  help: name a recording that you may read"
    case .tooLarge(let file):
      "\(file): error: larger than \(Recording.limit / 1_048_576) MiB\n  help: cut the recording at the end of a frame"
    case .malformed(_, let problems): problems.joined(separator: "\n")
    }
  }
}
