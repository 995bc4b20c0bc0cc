/// Follows whether the same program owns two names on a bus. For example, GNOME's shell owns its own name and the name
/// of its extension. If two different programs own the names, this counts as no owner.
package final class SharedOwner {
  /// It is called at the beginning and when an owner may have changed, with the unique name of the common owner, or
  /// with an empty text if there is none. After each change, it is first called with an empty text, until the bus has
  /// answered.
  package var onOwner: ((String) -> Void)?
  /// The unique names of the owners of the two names. `nil` if they are not known yet.
  package private(set) var owners: (first: String, second: String)?

  private let connection: BusConnection
  private let names: (first: String, second: String)
  private var matches: [Match] = []
  /// The number of times that the owners were looked up. Answers to earlier lookups are ignored.
  private var looks = 0

  /// Begins to follow the two names. The caller must pass signals to `take`.
  package init(_ connection: BusConnection, of first: String, and second: String) {
    (self.connection, names) = (connection, (first, second))
    matches = [first, second].compactMap { connection.matchOwner(of: $0) }
    look()
  }

  /// Handles a signal about the owner of a name. Returns false if the signal is about something else.
  package func take(_ signal: Reply) -> Bool {
    guard signal.member == "NameOwnerChanged" else { return false }
    onOwner?("")
    look()
    return true
  }

  /// Looks up the owners again, and calls `onOwner`.
  package func look() {
    looks += 1
    let look = looks
    func owner(of name: String, _ done: @escaping (String) -> Void) {
      connection.askBus("GetNameOwner", about: name, for: self) { [unowned self] answer in
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

/// The object of Switchway's extension in GNOME's shell, on the session's bus. Source: gnome/service.js.
package enum ShellObject {
  package static let name = "io.switchway.Shell"
  package static let path = "/io/switchway/Shell"
  /// The name of the shell itself on the bus.
  package static let shell = "org.gnome.Shell"
  /// The version of the interface that the extension must have.
  package static let version: Int64 = 2

  /// Makes a call to the extension. `owner` is the unique name of the program that owns both names.
  package static func call(
    _ owner: String, _ member: String, _ types: String = "", _ values: [String] = [],
    numbers: [any CVarArg & Sendable] = []
  ) -> Call {
    Call(bus: owner, path: path, interface: name, member: member, types, values, numbers: numbers)
  }

  /// Returns the rule for the extension's signals.
  package static func rule(_ owner: String) -> String { "sender='\(owner)',path='\(path)',interface='\(name)'" }
}

// What the shell itself reports about the extension, also while the extension is off.
extension ShellObject {
  /// The names of the two installed extensions: one for GNOME 45 and later, and one for GNOME 43 and 44. The shell
  /// loads only the one that supports its version. Source: gnome/metadata-45.json and gnome/metadata-43.json.
  package static let extensions = ["switchway-scan@switchway.io", "switchway-scan-43@switchway.io"]

  /// The interface of the shell for extensions.
  package static let interface = "org.gnome.Shell.Extensions"

  /// The state of an extension that has run in this session and is off now. Source: `ExtensionState` of GNOME Shell 43
  /// and 48, js/misc/extensionUtils.js.
  private static let off = 2.0
  /// The state of an extension that is installed and was not enabled in this session. An extension that the person has
  /// disabled in this session has the state `off`. From GNOME 45 on, the shell also says whether the extension is
  /// enabled.
  private static let disabled = 6.0

  /// Asks the shell for the state of the extension under each of its names. A state is `nil` if the shell does not know
  /// the name. `shell` is the unique name of the shell on the bus.
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

  /// Asks the shell whether the extension is off only because the screen is locked. When the screen is locked, the
  /// shell ends the extension, and it starts the extension again afterwards.
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
  /// Sends a call that does not start a program. Ignores the answer if `owner` does not exist any more.
  package func ask(_ call: Call, limit: UInt64, for owner: AnyObject, _ answer: @escaping (Answer) -> Void) {
    var call = call
    call.startsService = false
    send(call, limit: limit) { [weak owner] in if owner != nil { answer($0) } }
  }

  /// Asks the bus itself about a name on it. There is no limit, because the bus always answers. Ignores the answer if
  /// `owner` does not exist any more.
  package func askBus(
    _ member: String, about name: String, for owner: AnyObject, _ answer: @escaping (Answer) -> Void
  ) {
    ask(.aboutName(name, member), limit: BusConnection.noLimit, for: owner, answer)
  }
}
