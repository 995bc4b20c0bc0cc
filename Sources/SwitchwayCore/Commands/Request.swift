import SwitchwayClock

/// A request of a client, with its form already checked, or a report of the server about its clients.
public enum Request: Hashable, Sendable {
  /// What a `get` can ask for. Raw values are the words on the wire.
  public enum Subject: String, CaseIterable, Sendable {
    case state, config, bindings, statistics
  }

  case get(Subject)
  /// Publishes a command as if a switch had made it. The name and its arguments are as the client wrote them.
  case send(command: String, arguments: [String])
  /// Puts another profile in force.
  case setProfile(String)
  /// While it is on, presses make no commands. `length`: it ends by itself after this time.
  case setRest(Bool, length: Microseconds? = nil)
  /// Sets pass-through for keys: `on`, `off` or `once`.
  case setPassThrough(String)
  /// Types the commands of switches by the table of this name, while no front end claims them. nil: stops that.
  case setBridge(String?)
  /// Types on the virtual keyboard. Answered when all of it is typed.
  case type(TypedInput)
  /// Moves the pointer, or clicks with it. Answered when all of it is done.
  case point(PointedInput)
  /// The command of this number did not apply.
  case unhandled(seq: Int64)
  case answer(question: Int, confirm: Bool)
  /// Ends a panic.
  case resume
  /// Reads the key-remap files again. Answered when they are in force.
  case reload
  /// While it is on, edges of devices are sent to the client and do nothing else. With `events`, all events of keys and
  /// axes are sent instead. With `seen`, the client also gets what devices send that is no press.
  case learn(Bool, events: Bool = false, seen: Bool = false)
  /// What the person can choose from now; nil: nothing of this client is scanned.
  case scan(ClockPage?)
  /// Refuses commands of presses until `rearm`.
  case inhibit
  case rearm
  /// Suspends what switches type, until no client does so any more.
  case suspend(Bool)

  /// Clients have claimed commands or given them up, or the person's context has changed.
  case claimsChanged(ClaimTable)
  /// The client with this number is gone.
  case left(client: Int)
  /// A client has connected, and was sent its `hello` and its `state`.
  case connected
}

/// What a client claims.
public enum ClaimedCommands: Hashable, Sendable {
  case all
  /// Names of the vocabulary or of front ends, in the given order, each once. A name covers all its arguments.
  case names([String])
}

/// What a client with a claim still gets while the screen is locked. Raw values are the words on the wire.
///
/// A client that asks for more than nothing shows a page for the locked screen, and acts on nothing behind it.
public enum LockedUse: String, CaseIterable, Sendable {
  case nothing
  /// `next`, `previous` and `select`, so that what it shows can be scanned.
  case scan
  /// The same, and it may type, so that the password can be written.
  case type
}

/// The person's context. Raw values are the words on the wire.
public enum ContextKind: String, CaseIterable, Sendable {
  case items, text, find, modal, menu
}
