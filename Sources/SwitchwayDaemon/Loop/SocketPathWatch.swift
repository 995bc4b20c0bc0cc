import Glibc
import SwitchwayDevices

/// Wakes the event loop when the socket or a directory above it may have been removed, and, while the socket is not
/// bound, when binding may be possible again.
///
/// If a directory is missing or unreadable, its nearest readable parent is watched. While the socket is at its path,
/// new entries in a parent wake nobody.
final class SocketPathWatch {
  /// For the event loop; −1 if inotify is not available. Then only SIGHUP and `reload` bind the socket again.
  let descriptor: Int32
  private let directory: String
  private var watches: Set<Int32> = []

  /// The directory itself is renamed or removed.
  private static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// An entry leaves the directory.
  private static let leaving = UInt32(IN_DELETE | IN_MOVED_FROM)
  /// An entry appears, or its owner or mode changes.
  private static let coming = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)

  init(directory: String) {
    self.directory = directory
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches the directories that exist now.
  func renew(isBound: Bool) {
    guard descriptor >= 0 else { return }
    var wanted: Set<Int32> = []
    var path = directory
    // If the directory is missing, its nearest existing parent reports new entries. Of the directories above that, only
    // their removal matters.
    var mask = isBound ? Self.leaving : Self.leaving | UInt32(IN_ATTRIB)
    while true {
      let watch = unsafe inotify_add_watch(descriptor, path, Self.gone | mask)
      if watch >= 0 {
        wanted.insert(watch)
        mask = 0
      } else if mask != 0 {
        mask = Self.coming
      }
      if path == "/" || path == "." { break }
      _ = ProfileWatch.split(&path)
    }
    for old in watches.subtracting(wanted) { _ = inotify_rm_watch(descriptor, old) }
    watches = wanted
  }

  /// Discards the events. Their content does not matter, because the path itself is checked.
  func drain() { _ = FolderEvent.read(from: descriptor) }
}
