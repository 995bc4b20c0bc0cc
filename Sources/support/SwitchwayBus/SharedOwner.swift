/// Follows whether one connection owns two names on a bus, as GNOME's shell owns its own name and that of its
/// extension. If another program owns one of the names, it is ignored.
package final class SharedOwner {
  /// It is called at first, and when an owner changes, with the owner's unique name, which is empty if there is none.
  /// If an owner gives a name
  /// up and takes it again faster than it can be asked about, it is reported as gone first.
  package var onOwner: ((String) -> Void)?
  /// The owners of the two names. `nil` if they are not known yet.
  package private(set) var owners: (first: String, second: String)?

  private let connection: BusConnection
  private let names: (first: String, second: String)
  private let limit: UInt64
  private var matches: [Match] = []
  /// The number of times that the names were looked up: an answer to an earlier lookup is ignored.
  private var looks = 0

  /// `limit`: how long an answer of the bus may take, in microseconds. The caller passes signals to `take`.
  package init(_ connection: BusConnection, of first: String, and second: String, limit: UInt64) {
    (self.connection, names, self.limit) = (connection, (first, second), limit)
    matches = [first, second].compactMap { connection.matchOwner(of: $0) }
    look()
  }

  /// Whether the signal is about owners of names.
  package func take(_ signal: Reply) -> Bool {
    guard signal.member == "NameOwnerChanged" else { return false }
    onOwner?("")
    look()
    return true
  }

  /// Looks again, and calls `onOwner`.
  package func look() {
    looks += 1
    let look = looks
    func owner(of name: String, _ done: @escaping (String) -> Void) {
      connection.ask(.aboutName(name, "GetNameOwner"), limit: limit, for: self) { [unowned self] answer in
        if look == looks { done(answer.values?.string() ?? "") }
      }
    }
    owner(of: names.first) { [unowned self] first in
      owner(of: names.second) { [unowned self] second in
        owners = (first, second)
        onOwner?(first == second ? first : "")
      }
    }
  }
}

/// The extension of this project in GNOME's shell, on the session's bus. Source: gnome/service.js.
package enum ShellObject {
  package static let name = "io.switchway.Shell"
  package static let path = "/io/switchway/Shell"
  /// The name of the shell itself.
  package static let shell = "org.gnome.Shell"
  /// The version of the interface that the extension must have.
  package static let version: Int64 = 2

  /// A call to the connection that owns both names.
  package static func call(
    _ owner: String, _ member: String, _ types: String = "", _ values: [String] = [],
    numbers: [any CVarArg & Sendable] = []
  ) -> Call {
    Call(bus: owner, path: path, interface: name, member: member, types, values, numbers: numbers)
  }

  /// The rule for its signals.
  package static func rule(_ owner: String) -> String { "sender='\(owner)',path='\(path)',interface='\(name)'" }
}

// The shell's own report about the extension, even while the extension is off.
extension ShellObject {
  /// The names under which it is installed: for GNOME 45 and later, and for 43 and 44. The shell loads only the one
  /// that supports its version. Source: gnome/metadata-45.json and gnome/metadata-43.json.
  package static let extensions = ["switchway-scan@switchway.io", "switchway-scan-43@switchway.io"]

  /// The shell's own interface for extensions.
  package static let interface = "org.gnome.Shell.Extensions"

  /// The state of an extension that ran and is off now. An extension that is installed and not enabled has another
  /// state. Source:
  /// `ExtensionState` of GNOME Shell 43 and 48, js/misc/extensionUtils.js.
  private static let off = 2.0
  /// The state of an extension that is installed and not enabled. An extension that the person has disabled in this
  /// session also has the state `off`: from GNOME 45 on the shell says whether it is enabled.
  private static let disabled = 6.0

  /// Asks the shell for the state of the extension under each of its names, which is `nil` if the shell does not know
  /// the name. `shell`: the shell's unique name on the bus.
  package static func askStates(
    _ connection: BusConnection, shell: String, limit: UInt64, _ done: @escaping ([Double?]) -> Void
  ) {
    var states: [Double?] = []
    func askNext() {
      guard states.count < extensions.count else { return done(states) }
      let call = Call(
        bus: shell, path: "/org/gnome/Shell", interface: interface, member: "GetExtensionInfo", "s",
        [extensions[states.count]])
      connection.ask(call, limit: limit, for: connection) { answer in
        states.append(answer.values.flatMap(state))
        askNext()
      }
    }
    askNext()
  }

  /// Asks the shell whether the extension is off only because the screen is locked: the shell then ends the extension,
  /// and starts it again after the lock.
  package static func askIsLockedAway(
    _ connection: BusConnection, shell: String, limit: UInt64, _ done: @escaping (Bool) -> Void
  ) {
    let saver = Call(
      bus: shell, path: "/org/gnome/ScreenSaver", interface: "org.gnome.ScreenSaver", member: "GetActive")
    connection.ask(saver, limit: limit, for: connection) { answer in
      guard answer.values?.bool() == true else { return done(false) }
      askStates(connection, shell: shell, limit: limit) { done($0.contains(off)) }
    }
  }

  private static func state(_ reply: Reply) -> Double? {
    guard reply.enter("a", "{sv}") else { return nil }
    var state: Double?
    var isEnabled = true
    while reply.enter("e", "sv") {
      switch reply.string() {
      case "state" where reply.enter("v", "d"):
        state = reply.double()
        reply.leave()
      case "enabled" where reply.enter("v", "b"):
        isEnabled = reply.bool() ?? true
        reply.leave()
      case nil: return nil
      default: guard reply.skip("v") else { return nil }
      }
      reply.leave()
    }
    return state == off && !isEnabled ? disabled : state
  }
}

extension BusConnection {
  /// Sends a call that starts no program, and ignores its answer if `owner` has gone.
  package func ask(_ call: Call, limit: UInt64, for owner: AnyObject, _ answer: @escaping (Answer) -> Void) {
    var call = call
    call.startsService = false
    send(call, limit: limit) { [weak owner] in if owner != nil { answer($0) } }
  }
}
