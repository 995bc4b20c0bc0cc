import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Passes every input to an interpreter, and then performs the effects: `EffectState` writes lines, types keys, and
/// stores the data that only reports need.
///
/// An input is decided completely before any effect is performed, so no effect can change a decision. An input that
/// comes while effects are performed, such as a client that has gone, is decided at once, and its effects come after
/// those. `switchway replay`, `switchwayd --play` and live devices are all driven by it. Once everything is set up,
/// nothing is allocated.
public final class Performer {
  /// The interpreter, which decides. It changes only in `handle`.
  public private(set) var interpreter: Interpreter
  /// The time to handle `Input.time` if no other input comes before. `nil` if nothing is due.
  public private(set) var nextDeadline: Instant?
  var state: EffectState
  /// Effects that are not performed yet.
  private var due: [Effect] = []
  /// The effects that are performed now. It is empty, and keeps its memory, when they are performed.
  private var present: [Effect] = []
  private var isPerforming = false
  private let audience: Audience
  unowned let sink: any LineSink
  /// It is called when `takeReplies` has a result, after keys were sent. It must not change the interpreter.
  public var onReplies: (() -> Void)?

  /// A performer of an interpreter without nodes.
  ///
  /// - Parameters:
  ///   - sink: it must outlive the performer.
  ///   - takesKeyboardsAtOnce, pageItems: see `Interpreter`.
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

  /// Types late keys of clients' texts from `time` on, without catching up. Call it with the present time before the
  /// earlier events, because the core itself gives every deadline its own time.
  public func delayTexts(to time: Instant) {
    if interpreter.delayTexts(to: time) { nextDeadline = interpreter.nextDeadline }
  }

  /// Sends the keys that were typed. If that fails, the texts and chords for clients are lost.
  private func sendKeys() {
    if state.hasTyped {
      state.hasTyped = false
      keys?.flushTyped()
      if keys?.hasFailed == true { state.failTyping() }
      if keys?.hasLostPointer == true { state.failPointing() }
    }
    if !state.replies.isEmpty { onReplies?() }
  }

  /// The time of the decision whose effects are performed, or `nil` at other times. An input that comes meanwhile gets
  /// this time, because later events may not have been read yet.
  public var moment: Instant? { isPerforming ? interpreter.latest : nil }

  /// The active profile.
  public var profile: Profile { interpreter.profile }

  /// Receives the keys, or `nil` if nothing is typed. It must outlive the performer.
  public var keys: (any KeySink)? {
    get { state.keys }
    set { state.keys = newValue }
  }
}

// Requests of effects to the owner of the devices, the files and the socket.
extension Performer {
  /// A switch of the running profile asked for another profile.
  public struct ProfileRequest: Equatable, Sendable {
    /// The name of a profile, or `next`, or `previous`.
    public var name: String
    /// The time when the press was accepted.
    public var time: Instant
  }

  /// Whether a switch has asked for a profile since the last call of `takeProfileRequest`.
  public var hasProfileRequest: Bool { if case .some = state.profileRequest { true } else { false } }

  /// The profile that a switch asked for since the last call.
  public func takeProfileRequest() -> ProfileRequest? {
    defer { state.profileRequest = nil }
    return state.profileRequest
  }

  /// Nodes that began to flood, or are read again, since the last call.
  package func takeFloods() -> [(node: NodeID, isMuted: Bool)] {
    guard !state.floods.isEmpty else { return [] }
    defer { state.floods = [] }
    return state.floods
  }

  /// The replies to requests since the last call.
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

  /// The outcomes of presses by switch and day, or `nil` if they are not counted.
  public var statistics: PressStatistics? {
    get { state.statistics }
    set { state.statistics = newValue }
  }
}
