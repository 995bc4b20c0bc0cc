import SwitchwayClock
import SwitchwayText
import SwitchwayTime

/// Everything that can change the interpreter's decisions. All times are on the clock of the kernel's events.
public enum Input: Sendable {
  // MARK: Time and devices

  /// One whole frame of a node.
  case frame(ArraySlice<InputEvent>, from: NodeID)
  /// Time has passed: everything that is due at or before this time happens.
  case time(Instant)
  /// A node was added. `entry` is the index of the profile's entry that it belongs to, or `nil` if it is announced but
  /// not read. `down` are its keys that are pressed. `announcing` says whether its arrival is reported.
  case attached(
    NodeID, DeviceDescription, entry: Int?, down: KeySet, at: Instant, announcing: Bool = true)
  /// Nodes have gone, or are no longer read. Presses on them end before their removal is reported. Waiting presses are
  /// rejected for `reason`.
  case detached([NodeID], at: Instant, reason: RejectionReason = .deviceLost)
  /// Events of a node were lost, and its state was read.
  case resynced(NodeID, down: KeySet, axes: [AxisDescription], at: Instant)
  /// A node was grabbed from the desktop, or returned to it. `down` are the buttons of a pointer that are down. Events
  /// before the time `since` have reached the desktop. `nil` means that no event that is still to be handled has
  /// reached the desktop, because a grab of the former profile continues.
  case grabbed(NodeID, Bool, down: KeySet = KeySet(), since: Instant? = nil, at: Instant)
  /// Keys of a node have been down for too long. The desktop was sent their release, and the node is grabbed without
  /// waiting for them. The next events of these keys do not come from the person.
  case setAside(NodeID, KeySet, at: Instant)
  /// A node that should be grabbed could not be grabbed. The reason becomes part of the state.
  case grabFailed(NodeID, Interpreter.GrabFailure)
  /// A node that belongs to no entry is read while a client learns. Its arrival is not reported.
  case offered(NodeID, DeviceDescription, down: KeySet, at: Instant)
  /// The virtual keyboard has failed, so texts of clients are stopped.
  case keyboardFailed
  /// The pointer of clients has failed, so their requests for it are stopped.
  case pointerFailed
  /// The desktop has turned Caps Lock on or off.
  case capsLock(Bool, at: Instant)
  /// The run ends: all presses end as if every device were unplugged, but no device is reported as removed.
  case finished(at: Instant)

  // MARK: Session and profile

  /// The person's session has become active on a seat, or is no longer active on any.
  case active(Bool, at: Instant)
  /// The screen was locked or unlocked.
  case locked(Bool, at: Instant)
  /// The keyboard layouts of the person's desktop, which uses one of them at a time. Empty if they are unknown.
  case desktopLayouts([NamedLayout], at: Instant)
  /// Another profile became active. All nodes are forgotten, so the caller must attach them again, with the entries of
  /// the new profile. `layout` are the positions of letters and signs, or `nil` if they have not changed.
  indirect case profile(Profile, layout: LayoutKeys? = nil, at: Instant)
  /// The bridge has another table of keys that it types for unclaimed commands, until another profile becomes active.
  /// `layout` has the same meaning as in `profile`.
  case bridge(BridgeTable?, layout: LayoutKeys? = nil, at: Instant)

  // MARK: Clients

  /// Clients have claimed commands or given them up, or the person's context has changed.
  case claims(ClaimTable, at: Instant)
  /// The client with this number has gone. Its pages no longer count.
  case clientGone(Int, at: Instant)
  /// A client turns rest mode on or off. `until` is the time when rest mode ends by itself, or `nil` if it does not.
  case rest(Bool, until: Instant? = nil, at: Instant)
  /// At least one client inhibits presses, or none does so any more. `by` is a client that has just begun to inhibit;
  /// its texts are stopped.
  case inhibited(Bool, by: ClientName? = nil, at: Instant)
  /// A client suspends the typing of switches, or no client does so any more. Each time a client begins, the person's
  /// presses are counted from 0 again.
  case suspended(Bool, at: Instant)
  /// A client turns pass-through `on` or `off`, or on for one key (`once`).
  case passThrough(String, at: Instant)
  /// A client begins to learn inputs, or ends this. `events` says whether it gets the events themselves, to make a
  /// recording, instead of edges.
  case learning(Bool, events: Bool = false, at: Instant)
  /// A client makes a request. `Effect.reply` with the same number answers the request.
  case request(Request, from: ClientName, number: Int, at: Instant)
}

extension Input {
  /// The time of the input: everything that is due by then happens first. `nil` if the input has no time.
  var time: Instant? {
    switch self {
    case .frame(let frame, _): frame.first?.time
    case .time(let time), .attached(_, _, _, _, let time, _), .detached(_, let time, _), .resynced(_, _, _, let time),
      .grabbed(_, _, _, _, let time), .offered(_, _, _, let time), .capsLock(_, let time), .finished(let time),
      .active(_, let time), .locked(_, let time), .desktopLayouts(_, let time), .profile(_, _, let time),
      .bridge(_, _, let time), .claims(_, let time), .clientGone(_, let time), .rest(_, _, let time),
      .setAside(_, _, let time), .inhibited(_, _, let time), .suspended(_, let time), .passThrough(_, let time),
      .learning(_, _, let time), .request(_, _, _, let time):
      time
    case .grabFailed, .keyboardFailed, .pointerFailed: nil
    }
  }

  /// A request of a client. Each request gets a reply.
  public enum Request: Sendable {
    /// Handle a command as if a switch had made it.
    case send(ScanCommand)
    /// Answer the question with this number.
    case answer(Int, confirm: Bool)
    /// The client could not use the command with this number: type the keys in `alone` of the command's binding
    /// instead. This is done if the client owns the command and no other command has come after it.
    case unhandled(Int64)
    /// Set the page from which the person can choose. `nil` means that there is nothing to choose from.
    case page(ClockPage?)
    /// End an emergency release. This is not done while a key is down, unless the key has been down for
    /// `KeySet.stuckAfter`.
    case resume
    /// Type a text. `on` are the keys of the virtual keyboard, or `nil` if there is no keyboard. If the layout lacks a
    /// character of the text, nothing is typed.
    case type(String, on: KeySet?)
    /// Type a chord.
    case typeChord(KeyChord, on: KeySet?)
    /// Move the pointer that clients share, or click with it. `hasPointer` says whether this pointer exists.
    case point(PointedInput, hasPointer: Bool)
  }
}

/// The answer to an `Input.Request`.
public enum Reply: Equatable, Sendable {
  /// The request was done. For `page`, `at` is the time from which the page counts.
  case done(at: Instant)
  /// The command that was sent is refused and has no effect.
  case refused(RejectionReason)
  /// Nothing was done: the question is not open, or the command is not the last one.
  case notNow
  /// Nothing was done, because these keys are down.
  case keysDown([UInt16])
  /// The page was refused for this reason.
  case pageRefused(PageRefusal)
  /// Everything was typed (`nil`), or typing stopped for this reason. This answer can come long after the request.
  case typed(TypingRefusal?)
  /// The pointer did everything (`nil`), or stopped for this reason. This answer can come long after the request.
  case pointed(PointingRefusal?)
}

/// The reason why a client's page is refused.
public enum PageRefusal: Sendable {
  /// The client's claim does not cover `next`, `previous` and `select`.
  case noClaim
  /// The profile has no scanning clock: front ends move their own highlight.
  case noClock
}
