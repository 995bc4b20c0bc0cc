import SwitchwayConnection
import SwitchwayReactor
import SwitchwayServer

/// Keeps the daemon's socket at its path. If somebody else removes it, alone or with directories above it, it is bound
/// again as soon as that is possible, with the same checks as at the start.
final class SocketRebinder {
  private unowned let server: Server
  private let log: (Log.Level, String) -> Void
  private let watch: SocketPathWatch
  private var source: DescriptorSource?
  /// The last reported reason why the socket cannot be bound again; nil if it is bound.
  private var failure: String?

  /// Starts to watch. `directory`: the directory of the socket.
  init(
    _ server: Server, directory: String, reactor: Reactor, log: @escaping (Log.Level, String) -> Void
  ) throws(Reactor.Failure) {
    self.server = server
    self.log = log
    watch = SocketPathWatch(directory: directory)
    guard watch.descriptor >= 0 else { return }
    source = try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) {
      [unowned self] _ in
      watch.drain()
      look()
    }
    look()
  }

  /// Binds the socket again if it is not at its path.
  func look() {
    // After binding, check again, because what happened before was not watched. If somebody removes the socket each
    // time, stop after three attempts and wait for the next event.
    for _ in 0..<3 {
      let isBound = !server.wasRemoved
      // Watch before trying to bind, so that every later change wakes the daemon.
      watch.renew(isBound: isBound)
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
}
