import SwitchwayBus
import SwitchwayScanning

/// Connections to programs of GTK 3 beside the bus: one for each action that may have opened a dialog.
///
/// GTK 3 runs an action while it handles the message that asks for it. If the action opens a dialog and waits for it
/// (`gtk_dialog_run`), nothing is read from that connection until the dialog is closed, and with the next key a message
/// that waits there makes the program hang for ever. So each action has a connection on which nothing follows, not even
/// its end, while a window is there that came after it. Seen with GTK 3.24, at-spi2-core 2.46 and Mousepad.
final class ApartConnections {
  private let connect: (_ address: String) throws(BusFailure) -> BusConnection
  /// By the program's name on the bus, with the windows that it had before the action.
  private var open: [String: [(connection: BusConnection, windows: Set<Reference>)]] = [:]

  init(connect: @escaping (_ address: String) throws(BusFailure) -> BusConnection) { self.connect = connect }

  /// A new connection to a program, and an end of those that are done. `windows`: those that the program has now.
  ///
  /// `nil` if the address leads nowhere. Only addresses of sockets are accepted, as others can start a process.
  func open(to bus: String, at address: String, windows: Set<Reference>) -> BusConnection? {
    open[bus]?.removeAll { one in
      let isDone = windows.isSubset(of: one.windows)
      if isDone { one.connection.close() }
      return isDone
    }
    guard address.hasPrefix("unix:"), !address.contains(";"), let connection = try? connect(address) else { return nil }
    open[bus, default: []].append((connection, windows))
    return connection
  }

  func remove(_ bus: String) { open[bus] = nil }
}
