import Glibc

/// Files, as far as the targets need them.
enum FuzzFile {
  /// All of a file of the sources.
  static func bytes(_ path: String) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { found("\(path): \(errno)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Puts these bytes into a file of ours.
  static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0, unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      found("\(path): \(errno)")
    }
    close(descriptor)
  }

  /// A folder of this process's own, in memory where there is one. `scripts/fuzz` says where, and removes it.
  static let folder: String = {
    guard let given = unsafe getenv("FUZZ_FOLDER") else { found("FUZZ_FOLDER: name a folder for files") }
    return unsafe String(cString: given)
  }()
}
