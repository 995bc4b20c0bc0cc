import Glibc
import SwitchwayConnection

/// Finds the daemon for a front end.
enum DaemonSearch {
  /// Connects to `path`, or to the first of the usual paths that answers.
  static func connect(to path: String?) throws(ClientError) -> Connection {
    let paths = path.map { [$0] } ?? SocketPath.toLookFor(environment: environment)
    for path in paths {
      do throws(Connection.Failure) { return try Connection.open(path) } catch {
        if case .foreign(let uid) = error { throw .notTrusted(path: path, uid: uid) }
      }
    }
    throw .noDaemon(paths)
  }

  /// The variables that say where to look. If `USER` is missing, the user's name is looked up.
  private static var environment: [String: String] {
    var found: [String: String] = [:]
    for name in ["SWITCHWAY_SOCKET", "XDG_RUNTIME_DIR", "USER"] {
      if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
    }
    if found["USER", default: ""].isEmpty { found["USER"] = ownName }
    return found
  }

  /// This user's name in the user database. nil: it has none.
  private static var ownName: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 4_096)
    guard unsafe getpwuid_r(geteuid(), &entry, &room, room.count, &found) == 0, unsafe found != nil else { return nil }
    return unsafe String(cString: entry.pw_name)
  }
}
