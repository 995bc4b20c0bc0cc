import Glibc
import SwitchwayProtocol
import SwitchwayDevices
import SwitchwayReactor
import SwitchwayServer

/// Keeps the daemon's socket at its path. If another program removes the socket or a directory above it, this binds the
/// socket again as soon as possible, with the same checks as at the start.
///
/// The loop is woken when the socket or a directory above it may have been removed. While the socket is not bound, the
/// loop is also woken when binding may be possible again. If a directory is missing or unreadable, its nearest readable
/// parent is watched. While the socket is at its path, new entries in a parent directory do not wake the daemon.
final class SocketRebinder {
  private unowned let server: Server
  private let log: (Log.Level, String) -> Void
  private let directory: String
  /// The inotify descriptor; −1 if inotify is not available. Without it, the socket is bound again only after SIGHUP or
  /// the request `reload`.
  private let descriptor: Int32
  private var watches: Set<Int32> = []
  private var source: DescriptorSource?
  /// The last logged reason why the socket cannot be bound again. `nil` if it is bound.
  private var failure: String?

  /// The event that the directory itself is renamed or removed.
  private static let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)
  /// The events that an entry leaves the directory.
  private static let leaving = UInt32(IN_DELETE | IN_MOVED_FROM)
  /// The events that an entry appears in the directory, or that its owner or mode changes.
  private static let coming = UInt32(IN_CREATE | IN_MOVED_TO | IN_ATTRIB)

  /// Starts to watch `directory`, which is the directory of the socket.
  init(
    _ server: Server, directory: String, reactor: Reactor, log: @escaping (Log.Level, String) -> Void
  ) throws(Reactor.Failure) {
    self.server = server
    self.log = log
    self.directory = directory
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return }
    source = try reactor.watch(descriptor, for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in
      // The events are only discarded, because `look` checks the path itself.
      _ = FolderEvent.read(from: descriptor)
      look()
    }
    look()
  }

  deinit {
    source?.cancel()
    if descriptor >= 0 { _ = close(descriptor) }
  }

  /// Binds the socket again if it is not at its path.
  func look() {
    // Check again after binding, because a directory may have changed before it was watched. If another program removes
    // the socket each time, stop after three attempts and wait for the next event.
    for _ in 0..<3 {
      let isBound = !server.wasRemoved
      // Watch before trying to bind, so that every later change wakes the daemon.
      renew(isBound: isBound)
      if isBound { return }
      do throws(ListeningSocketError) {
        try server.rebind()
        failure = nil
        log(.notice, "socket was removed, and is bound again")
      } catch {
        let text = DaemonFailure(error).description
        if text != failure { log(.error, "socket was removed, and cannot be bound again: \(text)") }
        failure = text
        return
      }
    }
  }

  /// Watches the directory of the socket and the directories above it, as far as they exist now.
  private func renew(isBound: Bool) {
    guard descriptor >= 0 else { return }
    var wanted: Set<Int32> = []
    var path = directory
    // If the directory is missing, new entries are watched in its nearest existing parent. For the directories above
    // that one, only their own removal is watched.
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
}
