import SwitchwayBus
import SwitchwayScanning

/// The session's bus: it has the address of the accessibility bus, enables accessibility while this program runs, and
/// reports whether the desktop wants animations, larger text and high contrast, and whether the screen is locked.
final class SessionBus {
  /// It is called with the address of the accessibility bus, and again when there is a new bus.
  var onAddress: ((String) -> Void)?
  /// It is called if there is no accessibility bus, with the reason in words.
  var onAbsent: ((String) -> Void)?
  /// It is called with the desktop's preferences: `motion`, `textScale` and `highContrast`.
  var onNews: ((News) -> Void)?

  /// The time that the start of the accessibility bus and its registry may take, in microseconds. The first call starts
  /// them. In this time, this program may also be busy with its first drawing.
  static let startLimit: UInt64 = 10_000_000
  private static let bus = Reference(bus: "org.a11y.Bus", path: "/org/a11y/bus")
  private static let status = "org.a11y.Status"
  /// Source: xdg-desktop-portal 1.14, `org.freedesktop.portal.Settings.xml`.
  private static let portal = Reference(bus: "org.freedesktop.portal.Desktop", path: "/org/freedesktop/portal/desktop")
  private static let settings = "org.freedesktop.portal.Settings"
  /// A setting of GNOME, which other desktops also report by the portal.
  private static let motion = ["org.gnome.desktop.interface", "enable-animations"]

  let screenSavers: ScreenSavers
  private let connection: BusConnection
  private var matches: [Match] = []
  private let limit: UInt64
  private var isAsking = false
  private var isLate = false
  /// Whether accessibility was disabled before, so that this program has enabled it.
  private(set) var hasEnabled = false

  /// `limit`: how long the start of the accessibility bus may take, in microseconds.
  init(_ connection: BusConnection, limit: UInt64 = startLimit) {
    (self.connection, self.limit) = (connection, limit)
    screenSavers = ScreenSavers(connection)
    connection.onLost = { [unowned self] in onAbsent?("the session's bus has gone") }
    connection.onSignal = { [unowned self] in take($0) }
    matches = [
      connection.matchOwner(of: Self.bus.bus), connection.matchOwner(of: Self.portal.bus),
      connection.match(
        "interface='\(Self.settings)',member='SettingChanged',arg0='\(Self.motion[0])',arg1='\(Self.motion[1])'"),
    ].compactMap(\.self)
  }

  private func take(_ signal: Reply) {
    if signal.member == "SettingChanged" {
      if signal.skip("ss"), signal.enter("v", "b"), let moves = signal.bool() { onNews?(.motion(moves)) }
      return
    }
    if screenSavers.takeSignal(signal) { return }
    // The values are the name, its former owner and its present owner.
    guard let name = signal.string(), signal.skip("s"), let owner = signal.string(),
      !screenSavers.ownerChanged(of: name, hasOwner: !owner.isEmpty), !owner.isEmpty
    else { return }
    if name == Self.bus.bus { askAddress() } else { askSettings() }
  }

  /// Asks whether the desktop wants animations, and for its text size and colours.
  func askSettings() {
    ask(Self.motion, "b") { $0.bool().map { .motion($0) } }
    ask([Self.motion[0], "text-scaling-factor"], "d") { $0.double().map { .textScale($0) } }
    ask(["org.freedesktop.appearance", "contrast"], "u") { $0.unsigned().map { .highContrast($0 == 1) } }
  }

  private func ask(_ setting: [String], _ type: String, _ read: @escaping (Reply) -> News?) {
    let call = Call(Self.portal, Self.settings, "Read", "ss", setting)
    connection.send(call, limit: BusConnection.noLimit) { [weak self] answer in
      // The portal wraps the value twice.
      guard let reply = answer.values, reply.enter("v", "v"), reply.enter("v", type) else { return }
      if let news = read(reply) { self?.onNews?(news) }
    }
  }

  /// Asks for the address of the accessibility bus, which starts the bus if it does not run.
  func askAddress() {
    guard !isAsking else { return }
    isAsking = true
    connection.send(Call(Self.bus, Self.bus.bus, "GetAddress"), limit: limit) { [weak self] answer in
      guard let self else { return }
      isAsking = false
      // On a busy computer, the bus may start later, and then nothing reports it. So the desk asks again, and reports
      // the late answer only once.
      let wasLate = isLate
      isLate = answer.isLate
      defer { if isLate { askAddress() } }
      guard !isLate || !wasLate else { return }
      // Other kinds of addresses start programs, or point to other computers.
      guard let address = answer.values?.string(), address.hasPrefix("unix:"), !address.contains(";") else {
        onAbsent?("the session has no accessibility bus")
        return
      }
      enable { [weak self] in self?.onAddress?(address) }
    }
  }

  /// Ends the connection. Accessibility is disabled again if it was before.
  func close() {
    if hasEnabled { setEnabled(false) }
    matches = []
    screenSavers.close()
    connection.close()
  }

  /// Enables accessibility. `ScreenReaderEnabled` is never changed, because that would start a screen reader.
  private func enable(_ done: @escaping () -> Void) {
    var call = Call.get(Self.bus, Self.status, "IsEnabled")
    // If the bus has just ended, it must not be started again and again.
    call.startsService = false
    connection.send(call, limit: limit) { [weak self] answer in
      defer { done() }
      // Nothing else would enable it in this session.
      if answer.isLate { self?.enable {} }
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
