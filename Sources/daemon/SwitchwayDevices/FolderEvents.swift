import Glibc

/// An inotify event of a folder: the watch, the event (`IN_…`), and the name of the entry in the folder. The name is
/// empty if the event is about the folder itself.
package struct FolderEvent: Hashable, Sendable {
  package var watch: Int32
  package var mask: UInt32
  package var name: String

  /// Returns the events since the last call. There are none if `descriptor` is not an open inotify descriptor.
  package static func read(from descriptor: Int32) -> [FolderEvent] {
    guard descriptor >= 0 else { return [] }
    var events: [FolderEvent] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return events }
      var offset = 0
      while let event = event(in: bytes[..<count], at: &offset) { events.append(event) }
    }
  }

  /// Reads the `struct inotify_event` at `offset`: watch, mask, cookie, and length of the name; then the name, padded
  /// with NUL.
  private static func event(in bytes: ArraySlice<UInt8>, at offset: inout Int) -> FolderEvent? {
    guard offset + 16 <= bytes.count else { return nil }
    let (watch, mask, length) = unsafe bytes.withUnsafeBytes { bytes in
      unsafe (
        bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self),
        bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self),
        Int(bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
      )
    }
    guard offset + 16 + length <= bytes.count else { return nil }
    let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
    offset += 16 + length
    return FolderEvent(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self))
  }
}
