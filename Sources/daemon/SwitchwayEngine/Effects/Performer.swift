import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Passes every input to an interpreter, and then performs the resulting effects: `EffectState` writes lines, types
/// keys, and stores the data that only reports need.
///
/// An input is decided completely before any effect is performed, so no effect can change a decision. An input that
/// comes while effects are performed, for example because a client has gone, is decided at once; its effects are
/// performed after the present ones. `switchway replay`, `switchwayd --play` and live devices all use this class. After
/// the setup, presses and commands allocate no memory.
public final class Performer {
  /// The interpreter, which makes the decisions. It changes only in `handle` and `delayTexts`.
  public private(set) var interpreter: Interpreter
  /// The time at which to handle `Input.time` if no other input comes before. `nil` if nothing is scheduled.
  public private(set) var nextDeadline: Instant?
  var state: EffectState
  /// The effects that are not performed yet.
  private var due: [Effect] = []
  /// The effects that are being performed. At other times it is empty, and keeps its memory.
  private var present: [Effect] = []
  private var isPerforming = false
  private let audience: Audience
  unowned let sink: any LineSink
  /// It is called when `takeReplies` has replies, after the keys were sent. It must not change the interpreter.
  public var onReplies: (() -> Void)?

  /// Makes a performer with an interpreter that has no nodes yet.
  ///
  /// - Parameters:
  ///   - sink: the receiver of the lines, which must outlive the performer.
  ///   - takesKeyboardsAtOnce, pageItems: the parameters of `Interpreter` with these names.
  public init(
    profile: Profile, layout: LayoutKeys = .us, audience: Audience, sink: any LineSink,
    takesKeyboardsAtOnce: Bool = true, pageItems: Int? = nil
  ) {
    self.audience = audience
    self.sink = sink
    interpreter = Interpreter(
      profile: profile, layout: layout, claims: audience.claims, takesKeyboardsAtOnce: takesKeyboardsAtOnce,
      pageItems: pageItems)
    state = EffectState(profile: profile, audience: audience, sink: sink)
    due.reserveCapacity(64)
    present.reserveCapacity(64)
  }

  /// Decides an input and performs its effects.
  public func handle(_ input: Input) {
    interpreter.handle(input, oldest: audience.oldest, into: &due)
    nextDeadline = interpreter.nextDeadline
    guard !isPerforming else { return }
    isPerforming = true
    while !due.isEmpty {
      swap(&due, &present)
      state.perform(present)
      present.removeAll(keepingCapacity: true)
      if state.hasNews { sendKeys() }
      sink.flush()
    }
    isPerforming = false
  }

  /// Moves the keys of clients' texts that are due before `time` to `time`, so that late keys are not typed all at
  /// once. Call this with the present time before passing on events, because the core handles each deadline at its own
  /// time.
  public func delayTexts(to time: Instant) {
    if interpreter.delayTexts(to: time) { nextDeadline = interpreter.nextDeadline }
  }

  /// Sends the keys and pointer events of the performed effects. If this fails, changes the replies to the clients'
  /// requests.
  private func sendKeys() {
    if state.hasTyped {
      state.hasTyped = false
      keys?.flushTyped()
      if keys?.hasFailed == true { state.failTyping() }
      if keys?.hasLostPointer == true { state.failPointing() }
    }
    if !state.replies.isEmpty { onReplies?() }
  }

  /// The time of the decision whose effects are being performed. `nil` at other times. An input that comes meanwhile
  /// gets this time, because events before the present time may not have been read yet.
  public var moment: Instant? { isPerforming ? interpreter.latest : nil }

  /// The active profile.
  public var profile: Profile { interpreter.profile }

  /// The receiver of keys and pointer events, or `nil` if nothing is typed. It must outlive the performer.
  public var keys: (any KeySink)? {
    get { state.keys }
    set { state.keys = newValue }
  }
}

// Results of effects that the owner of the performer must handle, because it has the devices, the files and the socket.
extension Performer {
  /// The request of a switch for another profile.
  public struct ProfileRequest: Equatable, Sendable {
    /// The name of a profile, or `next`, or `previous`.
    public var name: String
    /// The time when the switch's press was accepted.
    public var time: Instant
  }

  /// Whether a switch has requested a profile since the last call of `takeProfileRequest`.
  public var hasProfileRequest: Bool { if case .some = state.profileRequest { true } else { false } }

  /// Returns the profile that a switch has requested since the last call, or `nil`.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { state.profileRequest = nil }
    return state.profileRequest
  }

  /// Returns the nodes that since the last call have become ignored because they flood (`isMuted`), or are no longer
  /// ignored.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    guard !state.floods.isEmpty else { return [] }
    defer { state.floods = [] }
    return state.floods
  }

  /// Returns the replies to requests since the last call.
  public func takeReplies() -> [(number: Int, reply: Reply)] {
    guard !state.replies.isEmpty else { return [] }
    defer { state.replies = [] }
    return state.replies
  }

  // MARK: Statistics

  /// Counts presses from now on, starting with the counts in `statistics`.
  package func count(_ statistics: PressStatistics, today: @escaping () -> (day: CalendarDay, hour: Int)) {
    state.today = today
    state.statistics = statistics
    state.statistics?.use(profile)
  }

  /// The outcomes of the last presses.
  public var recentPresses: RecentPresses { state.recentPresses }

  /// The statistics of presses, by switch and day. `nil` if presses are not counted.
  public var statistics: PressStatistics? {
    get { state.statistics }
    set { state.statistics = newValue }
  }
}
