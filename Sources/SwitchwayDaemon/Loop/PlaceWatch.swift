import Glibc
import SwitchwayDevices

/// Wakes when the socket, or a directory that it is in, may have gone; and, while it is not bound, when that may be
/// possible again.
///
/// A directory that is not there, or may not be read, is waited for in the nearest one above it. What happens there
/// wakes nobody while the socket is in its place.
final class PlaceWatch {
  /// For the loop to watch; −1 where the kernel gives no inotify: then SIGHUP and `reload` are the ways.
  let descriptor: Int32
  private let directory: String
  private var watches: Set<Int32> = []

  /// A directory is renamed or removed itself.
  private static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// Something leaves it.
  private static let leaving = UInt32(IN_DELETE | IN_MOVED_FROM)
  /// Something comes, or gets another owner or mode.
  private static let coming = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)

  init(directory: String) {
    self.directory = directory
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches the directories that are there now.
  func renew(isBound: Bool) {
    guard descriptor >= 0 else { return }
    var wanted: Set<Int32> = []
    var path = directory
    // The nearest directory that there is tells what comes; of those above it only that they go matters.
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

  /// Takes what has been told; what it was does not matter, the place itself is looked at.
  func drain() { _ = FolderEvent.read(from: descriptor) }
}
