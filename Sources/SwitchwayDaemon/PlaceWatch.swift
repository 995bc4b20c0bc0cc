import Glibc
import SwitchwayDevices

/// Wakes when something leaves the socket's directory, or the directory itself goes.
final class PlaceWatch {
  /// For the loop to watch; −1 where the kernel gives no inotify.
  let descriptor: Int32
  private let directory: String

  init(directory: String) {
    self.directory = directory
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    renew()
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches the directory that is there now: it may have been made anew.
  func renew() {
    guard descriptor >= 0 else { return }
    unsafe _ = inotify_add_watch(
      descriptor, directory, UInt32(IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF))
  }

  /// Takes what has been told; what it was does not matter, the place itself is looked at.
  func drain() { _ = FolderEvent.read(from: descriptor) }
}
