import SwitchwayScanning

/// The session's bus, as far as it concerns the accessibility bus: its address, and that accessibility is enabled while
/// this runs.
final class SessionBus {
  /// Where the accessibility bus is. Called again when there is a new one.
  var onAddress: ((String) -> Void)?
  /// There is no accessibility bus, with the reason in words.
  var onAbsent: ((String) -> Void)?

  /// How long the start of the accessibility bus and its registry may take, in microseconds. Chosen: the first call
  /// starts them, and this program stands for a moment when it first draws.
  static let startLimit: UInt64 = 10_000_000
  private static let bus = Reference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
  private static let status = "org.a11y.Status"

  private let connection: BusConnection
  private var owners: Match?
  private var isAsking = false
  private var hasEnabled = false

  init(_ connection: BusConnection) {
    self.connection = connection
    connection.onLost = { [unowned self] in onAbsent?("the session's bus has gone") }
    connection.onSignal = { [unowned self] signal in
      // Name, owner before, owner now.
      if signal.skip("ss"), signal.string()?.isEmpty == false { askAddress() }
    }
    owners = connection.match("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.bus.bus)'")
  }

  /// Asks where the accessibility bus is, which starts it if it does not run.
  func askAddress() {
    guard !isAsking else { return }
    isAsking = true
    connection.send(Call(Self.bus, Self.bus.bus, "GetAddress"), limit: Self.startLimit) { [weak self] answer in
      guard let self else { return }
      isAsking = false
      // Other kinds of address start programs, or look for other machines.
      guard let address = answer.values?.string(), address.hasPrefix("unix:"), !address.contains(";") else {
        onAbsent?("the session has no accessibility bus")
        return
      }
      enable()
      onAddress?(address)
    }
  }

  /// Ends the connection. Accessibility is disabled again if it was before.
  func close() {
    if hasEnabled { setEnabled(false) }
    owners = nil
    connection.close()
  }

  /// Never touches `ScreenReaderEnabled`: that starts a screen reader.
  private func enable() {
    connection.send(.get(Self.bus, Self.status, "IsEnabled"), limit: ProgramCalls.limit) { [weak self] answer in
      guard let self, let reply = answer.values, reply.enter("v", "b"), reply.bool() == false else { return }
      hasEnabled = true
      setEnabled(true)
    }
  }

  private func setEnabled(_ isEnabled: Bool) {
    let call = Call.set(Self.bus, Self.status, "IsEnabled", "b", Int32(isEnabled ? 1 : 0))
    connection.send(call, limit: ProgramCalls.limit) { _ in }
  }
}
