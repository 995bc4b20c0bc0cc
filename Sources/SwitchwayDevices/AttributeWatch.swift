import Glibc

/// Tells of changed rights on device nodes, by inotify. Watches only while it is asked to.
final class AttributeWatch {
  private static let folder = "/dev/input"

  /// For the loop to watch; −1 where the kernel gives no inotify.
  let descriptor: Int32
  private var watch: Int32 = -1

  init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Begins or ends watching.
  func set(_ isWanted: Bool) {
    guard descriptor >= 0, isWanted != (watch >= 0) else { return }
    if isWanted {
      watch = unsafe inotify_add_watch(
        descriptor, AttributeWatch.folder, UInt32(IN_ATTRIB | IN_CREATE | IN_MOVED_TO))
    } else {
      _ = inotify_rm_watch(descriptor, watch)
      watch = -1
    }
  }

  /// The nodes that changed since the last call, each once, in order.
  func changed() -> [String] {
    var paths: [String] = []
    guard descriptor >= 0 else { return paths }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return paths }
      var offset = 0
      // struct inotify_event: watch, mask, cookie, length of the name; then the name, filled up with NUL.
      while offset + 16 <= count {
        let length = unsafe bytes.withUnsafeBytes {
          Int(unsafe $0.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self))
        }
        guard offset + 16 + length <= count else { break }
        let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
        let path = AttributeWatch.folder + "/" + String(decoding: name, as: UTF8.self)
        if !name.isEmpty, !paths.contains(path) { paths.append(path) }
        offset += 16 + length
      }
    }
  }
}
