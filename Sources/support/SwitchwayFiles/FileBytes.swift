import Glibc

/// Reads the remaining contents of an open file.
package enum FileBytes {
  package enum Outcome {
    case bytes([UInt8])
    /// The file is larger than allowed.
    case tooLarge
    /// The `errno` of the call that failed.
    case failed(Int32)
  }

  /// Reads until the end of the file. The size of the file is not used, because the file may grow meanwhile.
  ///
  /// - Parameter largest: the largest size in bytes that is allowed.
  package static func read(_ descriptor: Int32, largest: Int) -> Outcome {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count == 0 { return .bytes(bytes) }
      if count < 0 {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      guard bytes.count + count <= largest else { return .tooLarge }
      bytes.append(contentsOf: chunk[..<count])
    }
  }
}
