import SwitchwayClock
import SwitchwayText
import SwitchwayTime

/// Everything that can change what the interpreter decides. Times are those of the kernel's events.
public enum Input: Sendable {
  // MARK: Time and devices

  /// One whole frame of a node.
  case frame(ArraySlice<InputEvent>, from: NodeID)
  /// The time has come: everything that is due happens.
  case time(Instant)
  /// A node was added. `entry`: the profile's entry that it belongs to, or `nil` if it is announced and not read.
  /// `down`: its keys that are pressed. `announcing`: its arrival is reported.
  case attached(
    NodeID, DeviceDescription, entry: Int?, down: KeySet, at: Instant, announcing: Bool = true)
  /// Nodes have gone, or are no longer read. Presses on them end before their removal is reported. `reason`: the reason
  /// for rejecting presses that wait.
  case detached([NodeID], at: Instant, reason: RejectionReason = .deviceLost)
  /// Events of a node were lost, and its state was read.
  case resynced(NodeID, down: KeySet, axes: [AxisDescription], at: Instant)
  /// A node was grabbed from the desktop, or returned to it. `down`: the buttons of a pointer that are down. `since`:
  /// events before that time have reached the desktop. `nil` if only events that are not handled yet can have
  /// reached it.
  case grabbed(NodeID, Bool, down: KeySet = KeySet(), since: Instant? = nil, at: Instant)
  /// Keys of a node have been down for so long that the desktop was sent their release, and the node is grabbed without
  /// them. The next events of these keys do not come from the person.
  case setAside(NodeID, KeySet, at: Instant)
  /// A node that should be grabbed is not. The reason is part of the state.
  case grabFailed(NodeID, Interpreter.GrabFailure)
  /// A node that belongs to no entry is read while a client learns. Its arrival is not reported.
  case offered(NodeID, DeviceDescription, down: KeySet, at: Instant)
  /// The virtual keyboard has failed. Texts of clients are stopped.
  case keyboardFailed
  /// The pointer of clients has failed. Requests of clients for it are stopped.
  case pointerFailed
  /// The desktop has turned Caps Lock on or off.
  case capsLock(Bool, at: Instant)
  /// All presses end as if every device were unplugged, but no device is reported as removed.
  case finished(at: Instant)

  // MARK: Session and profile

  /// The person's session has become active on a seat, or is no longer active on any.
  case active(Bool, at: Instant)
  /// The screen was locked or unlocked.
  case locked(Bool, at: Instant)
  /// The keyboard layouts of the person's desktop; it uses one of them. It is empty if the layouts are unknown.
  case desktopLayouts([NamedLayout], at: Instant)
  /// Another profile became active. All nodes are forgotten: attach them again, with the entries of the new profile.
  /// `layout`: the positions of letters and signs. `nil` if the layout has not changed.
  indirect case profile(Profile, layout: LayoutKeys? = nil, at: Instant)
  /// The table of keys that are typed for unclaimed commands, until another profile becomes active. `layout`: as for
  /// `profile`.
  case bridge(BridgeTable?, layout: LayoutKeys? = nil, at: Instant)

  // MARK: Clients

  /// Clients have claimed commands or given them up, or the person's context has changed.
  case claims(ClaimTable, at: Instant)
  /// The client of this number is gone, with its pages.
  case clientGone(Int, at: Instant)
  /// A client sets rest mode. `until`: when it ends by itself. `nil` if it does not.
  case rest(Bool, until: Instant? = nil, at: Instant)
  /// Whether any client inhibits presses. `by`: a client that has begun to inhibit. Texts of that client are stopped.
  case inhibited(Bool, by: ClientName? = nil, at: Instant)
  /// A client suspends what switches type, or no client does so any more. Each beginning counts the person's presses
  /// from 0.
  case suspended(Bool, at: Instant)
  /// A client sets pass-through: `on`, `off` or `once`.
  case passThrough(String, at: Instant)
  /// A client begins or ends to learn. `events`: whether it gets events, to make a recording, and not edges.
  case learning(Bool, events: Bool = false, at: Instant)
  /// A client asks for something. `Effect.reply` with the same number answers it.
  case request(Request, from: ClientName, number: Int, at: Instant)
}

extension Input {
  /// The time when it happened: everything that is due by then comes first. `nil` if it has no time.
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

  /// A request of a client that gets a reply.
  public enum Request: Sendable {
    /// Handle a command as if a switch had made it.
    case send(ScanCommand)
    /// Answer the question of this number.
    case answer(Int, confirm: Bool)
    /// The command of this number did not apply: type the keys in `alone`. This is done if the client owns the command
    /// and no other command came after it.
    case unhandled(Int64)
    /// The person can choose from this page, or from nothing if `nil`.
    case page(ClockPage?)
    /// End an emergency release. This is done unless a key is down, and has not been down for `KeySet.stuckAfter`.
    case resume
    /// Type a text. `on`: the keys of the virtual keyboard. `nil` if there is no keyboard. If the layout lacks a
    /// character, nothing is typed.
    case type(String, on: KeySet?)
    /// Type a chord.
    case typeChord(KeyChord, on: KeySet?)
    /// Move the pointer that clients share, or click with it. `hasPointer`: whether there is one.
    case point(PointedInput, hasPointer: Bool)
  }
}

/// The answer to an `Input.Request`.
public enum Reply: Equatable, Sendable {
  /// The request is done. For `page`: the time since which the page counts.
  case done(at: Instant)
  /// A command that was sent does nothing.
  case refused(RejectionReason)
  /// Nothing was done: the question is not open, or the command is not the last one.
  case notNow
  /// Nothing was done, because these keys are down.
  case keysDown([UInt16])
  /// The page is not used.
  case pageRefused(PageRefusal)
  /// Everything was typed, or typing stopped for this reason. This answer can come long after the request.
  case typed(TypingRefusal?)
  /// The pointer did everything, or stopped for this reason. This answer can come long after the request.
  case pointed(PointingRefusal?)
}

/// The reason why a client's page is refused.
public enum PageRefusal: Sendable {
  /// The client's claim does not cover `next`, `previous` and `select`.
  case noClaim
  /// With this profile, front ends move their own highlight.
  case noClock
}
