import SwitchwayBus
import SwitchwayScanning

/// The reports of screen locks on the session's bus: GNOME's, KDE's, Cinnamon's, MATE's and Xfce's.
///
/// Asking for a report never starts a program.
final class ScreenSavers {
  /// The name and the object of each screen lock on the bus. Each name is also the name of its interface. Two of them
  /// have a source below; the others have the same calls. Source: gnome-shell 43, `org.gnome.ScreenSaver.xml`;
  /// kscreenlocker 5.27, `org.freedesktop.ScreenSaver.xml`.
  static let all = [
    Reference(bus: "org.gnome.ScreenSaver", path: "/org/gnome/ScreenSaver"),
    Reference(bus: "org.freedesktop.ScreenSaver", path: "/org/freedesktop/ScreenSaver"),
    Reference(bus: "org.cinnamon.ScreenSaver", path: "/org/cinnamon/ScreenSaver"),
    Reference(bus: "org.mate.ScreenSaver", path: "/org/mate/ScreenSaver"),
    Reference(bus: "org.xfce.ScreenSaver", path: "/org/xfce/ScreenSaver"),
  ]

  /// It is called when a screen lock has become active, or when none is active any more.
  var onChange: (() -> Void)?
  /// The screen locks that report whether they are active.
  private(set) var telling: Set<String> = []
  var isActive: Bool { !active.isEmpty }

  /// The names of screen locks that have an owner on the bus.
  private var owned: Set<String> = []
  private var active: Set<String> = []
  private var matches: [Match] = []
  private let connection: BusConnection

  init(_ connection: BusConnection) {
    self.connection = connection
    matches = Self.all.flatMap { saver in
      [
        // The rule has the well-known name of the sender: the bus itself finds the owner of this name.
        connection.match("sender='\(saver.bus)',interface='\(saver.bus)',member='ActiveChanged'"),
        connection.matchOwner(of: saver.bus),
      ].compactMap(\.self)
    }
    for saver in Self.all {
      connection.askBus("NameHasOwner", about: saver.bus, for: self) { [unowned self] answer in
        guard answer.values?.bool() == true else { return }
        owned.insert(saver.bus)
        ask(saver, limit: BusConnection.noLimit) {}
      }
    }
  }

  func close() { matches = [] }

  /// Handles a signal. Returns whether it is about a screen lock.
  func takeSignal(_ signal: Reply) -> Bool {
    if signal.member == "ActiveChanged" {
      guard Self.all.contains(where: { $0.bus == signal.interface }), let isActive = signal.bool() else { return true }
      telling.insert(signal.interface)
      set(signal.interface, isActive)
      return true
    }
    return false
  }

  /// The owner of a name has changed. Returns whether the name belongs to a screen lock.
  func ownerChanged(of name: String, hasOwner: Bool) -> Bool {
    guard let saver = Self.all.first(where: { $0.bus == name }) else { return false }
    if hasOwner {
      owned.insert(name)
      ask(saver, limit: BusConnection.noLimit) {}
    } else {
      owned.remove(name)
      telling.remove(name)
      set(name, false)
    }
    return true
  }

  /// Asks all screen locks again, and calls `body` when all have answered or their time is over.
  func ask(_ body: @escaping () -> Void) {
    let asked = Self.all.filter { owned.contains($0.bus) }
    var left = asked.count
    guard left > 0 else { return body() }
    for saver in asked {
      ask(saver) {
        left -= 1
        if left == 0 { body() }
      }
    }
  }

  /// Asks one screen lock whether it is active. If it does not answer in time, its last report counts.
  private func ask(_ saver: Reference, limit: UInt64 = ProgramCalls.limit, _ done: @escaping () -> Void) {
    connection.send(Call(saver, saver.bus, "GetActive"), limit: limit) { [weak self] answer in
      defer { done() }
      guard let self, !answer.isLate else { return }
      guard owned.contains(saver.bus), let isActive = answer.values?.bool() else {
        // This program is not a screen lock: it owns the name only to keep the screen on.
        telling.remove(saver.bus)
        return set(saver.bus, false)
      }
      telling.insert(saver.bus)
      set(saver.bus, isActive)
    }
  }

  private func set(_ name: String, _ isActive: Bool) {
    let wasActive = self.isActive
    if isActive { active.insert(name) } else { active.remove(name) }
    if wasActive != self.isActive { onChange?() }
  }
}
