import Glibc
import SwitchwayConfig
import SwitchwayDevices

/// The names of all profiles that there are, kept until one of their folders changes.
///
/// Every client that comes is told them, and may ask for them often: the folders, which may be slow to read, are not
/// read for each. The kernel notes that one has changed, and wakes nobody: it is asked when the names are.
final class ProfileNames {
  private let store: ProfileStore
  let descriptor: Int32
  /// Nil: to be read.
  private var kept: [String]?

  /// Each watch tells of one change and is gone, so that little can wait to be read, however long nobody asks.
  private static let mask =
    UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_ONLYDIR)
    | UInt32(IN_ONESHOT)

  init(of store: ProfileStore) {
    self.store = store
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// As `ProfileStore.names` gives them now.
  var all: [String] {
    if FolderEvent.read(from: descriptor).isEmpty, let kept { return kept }
    // Watched before they are read: a change in between is seen the next time.
    let isWatched = store.directories.reduce(true) { watch($1) && $0 }
    let names = store.names()
    kept = isWatched ? names : nil
    return names
  }

  /// Whether the names are kept; they are read again all the same where a folder has changed since.
  var areKept: Bool { kept != nil }

  /// They are read the next time, whatever the kernel says: not every file system tells of changes.
  func forget() { kept = nil }

  /// Watches a folder, or, where it is not there, the nearest one above it. False: the names cannot be kept.
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
