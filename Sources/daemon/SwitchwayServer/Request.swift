import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A request of a client, with its members checked.
///
/// `Server.decide` decides who answers it: the server itself, or its delegate.
package enum Request: Hashable, Sendable {
  /// The values that the delegate can be asked for. Raw values are the words on the wire.
  package enum Subject: String, CaseIterable, Sendable {
    case config, bindings, statistics
  }

  // MARK: Answered by the server

  /// `nil` if the client keeps its name.
  case hello(name: String?)
  case observe(MessageTypes)
  case ping
  /// The answer to the server's `ping` of this number. It gets no reply.
  case pong(Int64)
  case claim(ClaimedCommands, items: Int64?, lockedUse: LockedUse = .nothing)
  case release
  case context(ContextKind, items: Int64?)
  /// Refuses commands of presses until `rearm`.
  case inhibit
  case rearm
  /// Suspends what switches type, until no client does so any more.
  case suspend(Bool)
  /// While it is on, edges of devices are sent to the client and do nothing else. With `events`, all events of keys and
  /// axes are sent instead. With `seen`, the client also gets events of devices that are not presses.
  case learn(Bool, events: Bool = false, seen: Bool = false)
  case state

  // MARK: Answered by the delegate

  /// `from`: the number of the first entry of its lists, for an answer in pages.
  case get(Subject, from: Int = 0)
  /// Publishes a command as if a switch had made it. The name and its arguments are as the client wrote them.
  case send(command: String, arguments: [String])
  /// Makes another profile active.
  case setProfile(String)
  /// While it is on, presses make no commands. `length`: it ends by itself after this time.
  case setRest(Bool, length: Microseconds? = nil)
  /// Sets pass-through for keys: `on`, `off` or `once`.
  case setPassThrough(String)
  /// Types the commands of switches by the table of this name, while no front end claims them. `nil` stops that.
  case setBridge(String?)
  /// Types on the virtual keyboard. It is answered when everything is typed.
  case type(TypedInput)
  /// Moves the pointer, or clicks with it. It is answered when everything is done.
  case point(PointedInput)
  /// The command of this number did not apply.
  case unhandled(seq: Int64)
  case answer(question: Int, confirm: Bool)
  /// Ends an emergency release.
  case resume
  /// Reads the profile files again. It is answered when they are active.
  case reload
  /// The items from which the person can choose now, or `nil` if none of this client are scanned.
  case scan(ClockPage?)
}
