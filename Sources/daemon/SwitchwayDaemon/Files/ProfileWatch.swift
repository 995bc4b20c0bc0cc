import Glibc
import SwitchwayConfig
import SwitchwayDevices
import SwitchwayFiles

/// Notices when a profile file may have changed, however an editor saves it: written in place, replaced by renaming,
/// removed, with other access rights, or created.
///
/// Watches the folders of the files and of the targets of links, even if a target does not exist; for a missing folder,
/// its nearest existing parent. In a folder, only the names of the files, and of folders on the way to them, count. A
/// file that is being written counts when it is closed, so that it is complete.
final class ProfileWatch {
  /// The descriptor for the event loop; −1 if inotify is not available. Then only SIGHUP and `reload` load changes.
  let descriptor: Int32
  /// The names that count in that folder, by watch.
  private var names: [Int32: Set<String>] = [:]
  private var files: [String] = []

  /// The limit is the kernel's (path_resolution(7)).
  private static let mostLinks = 40

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches only these files from now on. Paths may be relative.
  func watch(_ files: [String]) {
    guard descriptor >= 0 else { return }
    self.files = files
    var wanted: [Int32: Set<String>] = [:]
    for file in files.flatMap(ProfileWatch.paths) {
      var folder = file
      var name = ProfileWatch.split(&folder)
      while true {
        let watch = unsafe inotify_add_watch(descriptor, folder, ProfileWatch.mask | UInt32(IN_ONLYDIR))
        if watch >= 0 {
          wanted[watch, default: []].insert(name)
          break
        }
        if folder == "/" || folder == "." { break }
        name = ProfileWatch.split(&folder)
      }
    }
    for old in names.keys where wanted[old] == nil { _ = inotify_rm_watch(descriptor, old) }
    names = wanted
  }

  /// Whether a relevant event has happened since the last call.
  func hasChanged() -> Bool {
    var found = false
    var isFolderGone = false
    for event in FolderEvent.read(from: descriptor) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found = true }
      guard let counting = names[event.watch] else { continue }
      if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { isFolderGone = true }
      if counting.contains(event.name), !isBegun(event) { found = true }
    }
    // After a folder was created or removed, other folders must be watched.
    if found || isFolderGone { watch(files) }
    return found || isFolderGone
  }

  /// Whether the event only reports a new, still empty file. The file counts when it has been written.
  private func isBegun(_ event: FolderEvent) -> Bool {
    guard event.mask & UInt32(IN_CREATE) != 0 else { return false }
    return files.flatMap(ProfileWatch.paths).contains { file in
      var path = file
      var status = stat()
      guard ProfileWatch.split(&path) == event.name, unsafe stat(file, &status) == 0 else { return false }
      return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }
  }

  /// The path, and the paths to which it leads as a link, one after the other.
  private static func paths(_ file: String) -> [String] {
    var paths = [file]
    while paths.count <= mostLinks, let target = ForeignPath.target(paths[paths.count - 1]) {
      var folder = paths[paths.count - 1]
      _ = split(&folder)
      paths.append(target.hasPrefix("/") ? target : "\(folder)/\(target)")
    }
    return paths
  }

  /// Removes the last component of a path and returns it.
  static func split(_ path: inout String) -> String {
    guard let slash = path.lastIndex(of: "/") else {
      defer { path = "." }
      return path
    }
    let name = String(path[path.index(after: slash)...])
    path = slash == path.startIndex ? "/" : String(path[..<slash])
    return name
  }
}
