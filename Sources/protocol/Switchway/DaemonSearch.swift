import Glibc
import SwitchwayProtocol

/// Finds the daemon's socket and connects to it.
enum DaemonSearch {
  /// Connects to `path`, or to the first of the usual paths where a daemon listens.
  static func connect(to path: String?) throws(DaemonLink.Failure) -> (path: String, connection: Connection) {
    let paths = path.map { [$0] } ?? SocketPath.toLookFor(environment: environment)
    var denied: DaemonLink.Failure?
    for path in paths {
      do throws(Connection.Failure) { return (path, try Connection.open(path)) } catch {
        switch error {
        case .system(EACCES), .system(EPERM): denied = denied ?? .unusable(path: path, error)
        case .system(EAGAIN), .system(ENAMETOOLONG), .unknownPeer, .foreign: throw .unusable(path: path, error)
        case .system: continue
        }
      }
    }
    throw denied ?? .absent(paths)
  }

  /// The environment of the process, which shows where to look for the socket. If `USER` is missing, it is added.
  private static var environment: [String: String] {
    var found = ProcessContext.current().environment
    if found["USER", default: ""].isEmpty { found["USER"] = ownName }
    return found
  }

  /// The name of this process's user in the user database. `nil` if there is none.
  private static var ownName: String? {
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    var room = [CChar](repeating: 0, count: 4_096)
    guard unsafe getpwuid_r(geteuid(), &entry, &room, room.count, &found) == 0, unsafe found != nil else { return nil }
    return unsafe String(cString: entry.pw_name)
  }
}
