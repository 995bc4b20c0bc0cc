import SwitchwayBus
import SwitchwayScanning

/// Direct connections to programs of GTK 3, outside of the bus: one for each action that may have opened a dialog.
///
/// GTK 3 runs an action while it handles the message that requests the action. If the action opens a dialog and waits
/// for it (`gtk_dialog_run`), nothing is read from that connection until the dialog is closed; if a message waits
/// there, the next key makes the program hang for ever. Therefore each action has its own connection. While a window
/// exists that appeared after the action, nothing else is sent on that connection, and it is not closed. Seen with GTK
/// 3.24, at-spi2-core 2.46 and Mousepad.
final class ApartConnections {
  private let connect: (_ address: String) throws(BusFailure) -> BusConnection
  /// The open connections by the program's name on the bus, each with the windows that the program had before the
  /// action.
  private var open: [String: [(connection: BusConnection, windows: Set<Reference>)]] = [:]

  init(connect: @escaping (_ address: String) throws(BusFailure) -> BusConnection) { self.connect = connect }

  /// Opens a new connection to a program, and closes the connections that are no longer needed. `windows`: the present
  /// windows of the program.
  ///
  /// Returns `nil` if no connection can be made to the address. Only addresses of sockets are accepted, because other
  /// kinds of addresses can start a process.
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
