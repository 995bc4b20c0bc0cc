import SwitchwayConnection
import SwitchwayServer

/// Keeps the socket in its place: one that is removed from outside, alone or with directories that it is in, is bound
/// again as soon as there is a place for it, with the checks of a start.
final class PlaceKeeper {
  private unowned let server: Server
  private let log: (Log.Level, String) -> Void
  private let watch: PlaceWatch
  private var source: DescriptorSource?
  /// Why it could not be bound again, as was told last; nil: it is bound.
  private var failure: String?

  /// Watches the place from now on. `directory`: the one that the socket is in.
  init(
    _ server: Server, directory: String, reactor: Reactor, log: @escaping (Log.Level, String) -> Void
  ) throws(Reactor.Failure) {
    self.server = server
    self.log = log
    watch = PlaceWatch(directory: directory)
    guard watch.descriptor >= 0 else { return }
    source = try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) {
      [unowned self] _ in
      watch.drain()
      look()
    }
    look()
  }

  /// Looks whether the socket is in its place, and binds it again where it is not.
  func look() {
    // Bound again, it is looked at once more: what went in between was not watched. Whoever takes it away each time is
    // waited for.
    for _ in 0..<3 {
      let isBound = !server.wasRemoved
      // Before the place is tried: what changes from then on wakes.
      watch.renew(isBound: isBound)
      if isBound { return }
      do throws(SocketPlaceError) {
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
