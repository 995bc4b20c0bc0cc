import SwitchwayBus

/// The state of this project's extension according to GNOME's shell.
public enum ShellExtension: Hashable, Sendable {
  /// It runs.
  case runs
  /// The extension runs, and draws for this process.
  case draws(pid: UInt32)
  /// GNOME's shell does not run, or does not answer.
  case noShell
  /// Another program owns the extension's name on the bus.
  case nameTaken
  /// All user extensions are switched off.
  case allOff
  /// The shell does not know the extension: it was installed after the session began, or is not installed.
  case unseen
  /// The shell knows the extension, but it is not enabled, or is off behind the lock screen.
  case off
  /// The extension does not support this version of the shell.
  case outdated
  /// It failed.
  case failed

  /// The names under which the extension is installed. The shell loads only the one that supports its version.
  public static let names = ShellObject.extensions

  /// Whether the shell runs the extension.
  public var isRunning: Bool {
    switch self {
    case .runs, .draws: true
    case .noShell, .nameTaken, .allOff, .unseen, .off, .outdated, .failed: false
    }
  }

  /// Makes the result from the states that the shell reports, one for each name of the extension. A state is `nil` if
  /// the shell does not know the name. Source: `ExtensionState` of GNOME Shell 43 and 48, js/misc/extensionUtils.js.
  init(states: [Double?]) {
    // An extension that does not support this version of the shell counts only if there is no other one.
    let fitting = states.compactMap(\.self).filter { $0 != Self.outOfDate }
    if fitting.contains(1) {
      self = .runs
    } else if let state = fitting.first {
      self = state == 3 ? .failed : .off
    } else {
      self = states.contains(Self.outOfDate) ? .outdated : .unseen
    }
  }

  private static let outOfDate = 4.0
}

/// Asks GNOME's shell about the extension.
final class ShellQuestion {
  private let connection: BusConnection
  private let limit: UInt64

  init(_ connection: BusConnection, limit: UInt64) { (self.connection, self.limit) = (connection, limit) }

  /// Calls `done` with the answer. `owner`: the shell's unique name on the bus. `holder`: the connection that owns the
  /// extension's name; empty if no connection does.
  func ask(_ owner: String, holder: String, _ done: @escaping (ShellExtension) -> Void) {
    guard !owner.isEmpty else { return done(.noShell) }
    guard holder != owner else { return askDrawer(owner, done) }
    guard holder.isEmpty else { return done(.nameTaken) }
    let areOn = Call(
      bus: owner, path: "/org/gnome/Shell", interface: "org.freedesktop.DBus.Properties", member: "Get", "ss",
      [ShellObject.interface, "UserExtensionsEnabled"])
    connection.ask(areOn, limit: limit, for: self) { [self] answer in
      guard let reply = answer.values else { return done(.noShell) }
      if reply.enter("v", "b"), reply.bool() == false { return done(.allOff) }
      ShellObject.askStates(connection, shell: owner, limit: limit) { done(ShellExtension(states: $0)) }
    }
  }

  /// Asks for which process the extension draws. Earlier versions of the extension do not report this.
  private func askDrawer(_ owner: String, _ done: @escaping (ShellExtension) -> Void) {
    connection.ask(ShellObject.call(owner, "Drawer"), limit: limit, for: self) { [self] answer in
      guard let drawer = answer.values?.string(), !drawer.isEmpty else { return done(.runs) }
      connection.ask(.aboutName(drawer, "GetConnectionUnixProcessID"), limit: limit, for: connection) { answer in
        done(answer.values?.unsigned().map { .draws(pid: $0) } ?? .runs)
      }
    }
  }
}
