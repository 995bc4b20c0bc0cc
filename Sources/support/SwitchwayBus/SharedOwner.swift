/// Follows whether one connection owns two names on a bus, as GNOME's shell owns its own name and that of an extension
/// in it. A name in the hands of another program counts for nothing.
package final class SharedOwner {
  /// Called at first, and when an owner changes: with its unique name, empty if there is none. An owner that gave a
  /// name up and took it again, faster than it could be asked about, is reported as gone first.
  package var onOwner: ((String) -> Void)?
  /// The owners of the two names. `nil`: not known yet.
  package private(set) var owners: (first: String, second: String)?

  private let connection: BusConnection
  private let names: (first: String, second: String)
  private let limit: UInt64
  private var matches: [Match] = []
  /// How often the names were looked up: an answer to an earlier look counts for nothing.
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
  /// Of the shell itself.
  package static let shell = "org.gnome.Shell"
  /// The version of the interface that the extension must have.
  package static let version: Int64 = 1

  /// A call to the connection that owns both names.
  package static func call(_ owner: String, _ member: String, _ types: String = "", _ values: [String] = []) -> Call {
    Call(bus: owner, path: path, interface: name, member: member, types, values)
  }

  /// The rule for its signals.
  package static func rule(_ owner: String) -> String { "sender='\(owner)',path='\(path)',interface='\(name)'" }
}

extension BusConnection {
  /// Sends a call that starts no program, and does nothing with its answer once `owner` has gone.
  package func ask(_ call: Call, limit: UInt64, for owner: AnyObject, _ answer: @escaping (Answer) -> Void) {
    var call = call
    call.startsService = false
    send(call, limit: limit) { [weak owner] in if owner != nil { answer($0) } }
  }
}
