import SwitchwayCore

/// Passes every input to an interpreter, and then performs the effects: `EffectState` writes lines, types keys, and
/// remembers what only reports need.
///
/// An input is decided to its end before anything is performed, so no effect can change a decision. An input that comes
/// while effects are performed, such as that a client is gone, is decided at once, and its effects come after those.
/// `switchway replay`, `switchwayd --play` and live devices are all driven by it. In a steady state nothing is
/// allocated.
public final class Performer {
  /// The interpreter with what it has decided. It changes only in `handle`.
  private var decided: Decided
  var state: EffectState
  private var isPerforming = false
  private let audience: Audience
  unowned let sink: any LineSink
  /// Called when there is something for `takeReplies`, after keys were sent. It must not change the interpreter.
  public var onReplies: (() -> Void)?

  /// A performer of an interpreter at rest.
  ///
  /// - Parameters:
  ///   - sink: must outlive the performer.
  ///   - takesKeyboardsAtOnce, pageItems: see `Interpreter`.
  public init(
    profile: Profile, layout: LayoutKeys = .us, audience: Audience, sink: any LineSink,
    takesKeyboardsAtOnce: Bool = true, pageItems: Int? = nil
  ) {
    self.audience = audience
    self.sink = sink
    decided = Decided(
      interpreter: Interpreter(
        profile: profile, layout: layout, claims: audience.claims, takesKeyboardsAtOnce: takesKeyboardsAtOnce,
        pageItems: pageItems))
    state = EffectState(profile: profile, audience: audience, sink: sink)
    decided.due.reserveCapacity(64)
  }

  /// Decides an input and performs its effects.
  public func handle(_ input: Input) {
    decided.handle(input, oldest: audience.oldest)
    guard !isPerforming else { return }
    isPerforming = true
    while decided.give(to: &state) {
      state.perform()
      if state.hasNews { sendKeys() }
      sink.flush()
    }
    isPerforming = false
  }

  /// Sends the keys that were typed. If that fails, what was typed for clients is lost.
  private func sendKeys() {
    if state.hasTyped {
      state.hasTyped = false
      keys?.flushTyped()
      if keys?.hasFailed == true { state.failTyping() }
    }
    if !state.replies.isEmpty { onReplies?() }
  }

  /// The time of the decision whose effects are performed; nil at other times. An input that comes meanwhile gets this
  /// time, because what happened later may not have been read yet.
  public var moment: Instant? { isPerforming ? decided.interpreter.latest : nil }

  /// Decides.
  public var interpreter: Interpreter { decided.interpreter }

  /// When to handle `Input.time` if no other input comes before. nil: nothing is due.
  public var nextDeadline: Instant? { decided.nextDeadline }

  /// The profile in force.
  public var profile: Profile { interpreter.profile }

  /// Receives the keys; nil: nothing is typed. It must outlive the performer.
  public var keys: (any KeySink)? {
    get { state.keys }
    set { state.keys = newValue }
  }

  private struct Decided {
    var interpreter: Interpreter
    var nextDeadline: Instant?
    /// Effects that are not performed yet.
    var due: [Effect] = []

    mutating func handle(_ input: Input, oldest: Instant?) {
      interpreter.handle(input, oldest: oldest, into: &due)
      nextDeadline = interpreter.nextDeadline
    }

    /// Hands the effects over. Returns whether there are any.
    mutating func give(to state: inout EffectState) -> Bool {
      guard !due.isEmpty else { return false }
      swap(&due, &state.present)
      return true
    }
  }
}
