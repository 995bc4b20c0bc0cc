import Glibc
import SwitchwayConfig
import SwitchwayDevices
import SwitchwayFiles

/// Notices when a profile file may have changed: it was created, removed, written in place, replaced by renaming, or
/// has other access rights. So it does not matter how an editor saves files.
///
/// It watches the folder of each file. If a file is a link, it also watches the folder of the link's target, even if
/// the target does not exist. Instead of a missing folder, it watches the nearest existing parent. In a watched folder,
/// only the names of these files and of the folders that lead to them count. A file that is being written counts when
/// it is closed, because it is complete then.
final class ProfileWatch {
  /// The inotify descriptor, to be polled; −1 if inotify is not available. Without it, profiles are read again only
  /// after SIGHUP or the request `reload`.
  let descriptor: Int32
  /// For each watch, the names that count in its folder.
  private var names: [Int32: Set<String>] = [:]
  private var files: [String] = []

  /// The largest number of links that are followed from one file. The kernel has the same limit (path_resolution(7)).
  private static let mostLinks = 40

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches only these files from now on. Their paths may be relative.
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

  /// Returns whether a watched file may have changed since the last call.
  func hasChanged() -> Bool {
    var found = false
    var isFolderGone = false
    for event in FolderEvent.read(from: descriptor) {
      if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found = true }
      guard let counting = names[event.watch] else { continue }
      if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { isFolderGone = true }
      if counting.contains(event.name), !isBegun(event) { found = true }
    }
    // If a folder was created or removed, the set of folders to watch may be different now.
    if found || isFolderGone { watch(files) }
    return found || isFolderGone
  }

  /// Whether the event only reports a new file that is still empty. Such a file counts only after it was written.
  private func isBegun(_ event: FolderEvent) -> Bool {
    guard event.mask & UInt32(IN_CREATE) != 0 else { return false }
    return files.flatMap(ProfileWatch.paths).contains { file in
      var path = file
      var status = stat()
      guard ProfileWatch.split(&path) == event.name, unsafe stat(file, &status) == 0 else { return false }
      return status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    }
  }

  /// Returns the path and, if it is a link, the paths to which it leads, one after the other.
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
