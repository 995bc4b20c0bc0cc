import Glibc

/// Watches the access rights of device nodes by inotify, and reports nodes whose rights have changed. It watches only
/// while `set` asks for it.
final class AttributeWatch {
  private static let folder = "/dev/input"

  /// The inotify descriptor for the event loop; −1 if inotify is not available.
  let descriptor: Int32
  private var watch: Int32 = -1

  init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Starts or stops watching.
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

  /// Returns the paths of the nodes that have changed since the last call, each once, in the order of their first
  /// change.
  func changed() -> [String] {
    var paths: [String] = []
    for event in FolderEvent.read(from: descriptor) where !event.name.isEmpty {
      let path = AttributeWatch.folder + "/" + event.name
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }
}
