import Glibc
import SwitchwayConfig
import SwitchwayDevices

/// The names of all profiles, cached until one of their folders changes.
///
/// The cache is needed because every client receives the names and may request them often, and folders may be slow to
/// read. inotify reports changes of the folders.
final class ProfileNames {
  private let store: ProfileStore
  let descriptor: Int32
  /// The cached names. `nil` if the folders must be read.
  private(set) var kept: [String]?

  /// The events that make the cache invalid. With `IN_ONESHOT`, a watch ends after one event, so that few events can
  /// accumulate.
  private static let mask =
    UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR)
    | UInt32(IN_ONESHOT)

  init(of store: ProfileStore) {
    self.store = store
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// The names of all profiles, as `ProfileStore.names` finds them now.
  var all: [String] {
    if FolderEvent.read(from: descriptor).isEmpty, let kept { return kept }
    // Folders are watched before they are read, so that a change during the reading is noticed the next time.
    let isWatched = store.directories.reduce(true) { watch($1) && $0 }
    let names = store.names()
    kept = isWatched ? names : nil
    return names
  }

  /// Drops the cache, because not every file system reports changes.
  func forget() { kept = nil }

  /// Watches a folder, or its nearest existing parent. Returns false if the names cannot be cached.
  private func watch(_ directory: String) -> Bool {
    guard descriptor >= 0 else { return false }
    var folder = directory
    while unsafe inotify_add_watch(descriptor, folder, Self.mask) < 0 {
      guard errno == ENOENT, folder != "/", folder != "." else { return false }
      _ = ProfileWatch.split(&folder)
    }
    return true
  }
}
