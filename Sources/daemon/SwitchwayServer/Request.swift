import SwitchwayClock
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A request of a client whose members were checked.
///
/// `Server.decide` decides who answers it: the server itself, or its delegate.
package enum Request: Hashable, Sendable {
  /// The subjects of the request `get` that the delegate answers. The raw values are the words of the protocol.
  package enum Subject: String, CaseIterable, Sendable {
    case config, bindings, statistics
  }

  // MARK: Answered by the server

  /// Gives the client another name. `nil` if the client keeps its name.
  case hello(name: String?)
  case observe(MessageTypes)
  case ping
  /// The answer to the server's `ping` of this number. It gets no reply.
  case pong(Int64)
  case claim(ClaimedCommands, items: Int64?, lockedUse: LockedUse = .nothing)
  case release
  case context(ContextKind, items: Int64?)
  /// Makes the daemon refuse the commands of presses until `rearm`.
  case inhibit
  case rearm
  /// With `true`, switches do not type until no client asks for this any more. With `false`, the client no longer asks
  /// for it.
  case suspend(Bool)
  /// Begins or ends learning. While a client learns, edges of inputs are sent to it and have no other effect. With
  /// `events`, all events of keys and axes are sent instead of the edges. With `seen`, events that are not presses are
  /// also sent.
  case learn(Bool, events: Bool = false, seen: Bool = false)
  case state

  // MARK: Answered by the delegate

  /// Requests a subject. The answer comes in pages, and `from` is the number of the first list entry in this page.
  case get(Subject, from: Int = 0)
  /// Publishes a command as if a switch had made it. The name and its arguments are as the client wrote them.
  case send(command: String, arguments: [String])
  /// Makes another profile active.
  case setProfile(String)
  /// Begins or ends a rest, during which presses make no commands. A rest with a `length` ends by itself after this
  /// time.
  case setRest(Bool, length: Microseconds? = nil)
  /// Sets pass-through for keys: `on`, `off` or `once`.
  case setPassThrough(String)
  /// Makes the bridge of this name type the commands of switches that no client claims. `nil` stops this.
  case setBridge(String?)
  /// Types on the virtual keyboard. The request is answered when everything is typed.
  case type(TypedInput)
  /// Moves the pointer, or clicks with it. The request is answered when everything is done.
  case point(PointedInput)
  /// Reports that the client did not use the command of this number.
  case unhandled(seq: Int64)
  case answer(question: Int, confirm: Bool)
  /// Ends an emergency release.
  case resume
  /// Reads the profile files again. The request is answered when the new contents are active.
  case reload
  /// Tells the scanning clock which items of the client the person can choose from now. `nil` if there are none.
  case scan(ClockPage?)
}
