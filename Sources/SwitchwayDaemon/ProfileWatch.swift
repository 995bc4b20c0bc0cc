import Glibc

/// Tells when a key-remap file may have changed, however an editor saves: written in place, renamed over, removed,
/// given other rights, or made where there was none.
///
/// Watches the folders of the files, not the files; where a folder is not there yet, the nearest one above it. Of what
/// happens in a folder only what has the name of a file (or of a folder on the way to one) counts. A file that is being
/// written counts when it is closed, so that it is whole.
final class ProfileWatch {
  /// For the loop to watch; −1 where the kernel gives no inotify: then SIGHUP and `reload` are the ways.
  let descriptor: Int32
  /// By watch: the names that count in that folder.
  private var names: [Int32: Set<String>] = [:]
  private var files: [String] = []

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

  init() { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Watches these files from now on, and no others. Paths may be relative.
  func watch(_ files: [String]) {
    guard descriptor >= 0 else { return }
    self.files = files
    var wanted: [Int32: Set<String>] = [:]
    for file in files {
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

  /// Whether anything that counts has happened since the last call.
  func hasChanged() -> Bool {
    var found = false
    var isFolderGone = false
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      var offset = 0
      while let event = ProfileWatch.event(in: bytes[..<count], at: &offset) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found = true }
        guard let counting = names[event.watch] else { continue }
        if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { isFolderGone = true }
        if counting.contains(event.name) { found = true }
      }
    }
    // A folder that came or went moves the watches.
    if found || isFolderGone { watch(files) }
    return found || isFolderGone
  }

  private struct Event {
    var watch: Int32
    var mask: UInt32
    var name: String
  }

  /// struct inotify_event: watch, mask, cookie, length of the name; then the name, filled up with NUL.
  private static func event(in bytes: ArraySlice<UInt8>, at offset: inout Int) -> Event? {
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
    return Event(watch: watch, mask: mask, name: String(decoding: name, as: UTF8.self))
  }

  /// Takes the last part off a path, and answers it.
  private static func split(_ path: inout String) -> String {
    guard let slash = path.lastIndex(of: "/") else {
      defer { path = "." }
      return path
    }
    let name = String(path[path.index(after: slash)...])
    path = slash == path.startIndex ? "/" : String(path[..<slash])
    return name
  }
}
