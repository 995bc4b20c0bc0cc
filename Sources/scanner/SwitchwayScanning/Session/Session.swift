/// Decides which items are scanned, what is shown and which actions are performed. It does no I/O and has no clock of
/// its own.
///
///     window, daemon's lines ──> handle(_:at:) ──> effects: scan, light, check, act …
///     nextDeadline           ──> handle(.time, at:)
///
/// A choice goes through these stages; each ends with an answer or at its limit, and the last one with one `scan`:
///
///     choice ──> checking ──unchanged──> looking ──window──> acting ──done──> settling ──quiet──> reading ──> page
///                    └───────changed, gone, other window, failed─────────────────────────────────────┘
///
/// Source of all rules: docs/design/desktop.md, "Pages in time" and "Choosing and acting".
public struct Session: Sendable {
  /// Where scanning continues after an action: at the first page of the window, or in the same group.
  public enum After: Sendable { case top, group }

  let after: After
  var effects: [Effect] = []
  var now: Int64 = 0

  /// The contents that were read.
  var reading = Reading()
  /// The action in progress.
  var acting = Acting()
  var panel: Panel
  var daemon = DaemonLink()
  var page = ShownPage()
  /// The state of speech. `nil` if the scanner does not speak.
  var speech: Speech?
  var line = GlidingLine()
  /// While a place is chosen: the moment for which the position of the gliding line counts. `nil` if no press made the
  /// choice.
  var moment: Int64?
  /// The time when the gliding line must be drawn again. `nil` if the line does not move, or no line is shown.
  private var frame: Int64?
  private var shownLine: Rect?
  /// The time between two pictures of the gliding line, µs. 30 pictures per second look like a movement.
  private static let frameTime: Int64 = 33_333

  private var light: Light?
  private var message: Message?
  private var observes = true

  /// - Parameters:
  ///   - words: the words that the keyboard completes.
  ///   - hasVolume: whether `Effect.volume` can be performed.
  ///   - grid: the grid of the page for pointing.
  ///   - typesWhenLocked: whether the person wants the panel's keyboard for the password of a screen lock.
  ///   - speech: how the scanner speaks. `nil` if it does not speak; then the panel has no place for speech.
  public init(
    after: After = .top, letters: LetterOrder = .rows, words: WordModel = WordModel(), hasVolume: Bool = false,
    typesWhenLocked: Bool = false, grid: PointGrid = PointGrid(), speech: SpeechChoice? = nil
  ) {
    self.after = after
    panel = Panel(
      hasVolume: hasVolume, typesWhenLocked: typesWhenLocked, grid: grid,
      writing: Writing(order: letters, words: words))
    self.speech = speech.map { Speech($0) }
  }

  /// The time when `handle(.time, at:)` is due at the latest. `nil` if nothing will be due.
  public var nextDeadline: Int64? {
    [
      acting.nextDeadline, reading.nextDeadline, daemon.switches.nextDeadline, speech?.standsUntil, frame,
    ].compactMap(\.self).min()
  }

  /// Handles an input. First does everything that was due before the time of the input.
  ///
  /// - Parameter time: µs of the monotonic clock. A time before that of the previous input counts as the time of that
  ///   input.
  /// - Returns: the effects to perform, in this order.
  public mutating func handle(_ input: Input, at time: Int64) -> [Effect] {
    while let due = nextDeadline, due <= time { advance(to: due) }
    now = max(now, time)
    inputCame(input)
    showNews()
    speak()
    if let scan = daemon.send(page, stands: speech?.standsUntil != nil) { effects.append(scan) }
    updateDisplay()
    defer { effects = [] }
    return effects
  }

  private mutating func advance(to due: Int64) {
    now = max(now, due)
    daemon.advance(to: due)
    if let time = frame, time <= due { frame = nil }
    acting.endRejection(by: due)
    if speech?.advance(to: due) == true { daemon.owePage() }
    if let id = reading.advance(to: due) { effects.append(.read(window: id)) }
    advanceActing(to: due)
    showNews()
  }

  private mutating func inputCame(_ input: Input) {
    switch input {
    case .connected(let clock, let down, let question, let isAllowed):
      daemon.connected(clock, down: down, question: question, isAllowed: isAllowed)
      connected()
    case .disconnected: disconnected()
    case .allowed(let isAllowed): daemon.allowanceChanged(isAllowed)
    case .bindings(let commands):
      daemon.bindingsChanged(commands)
      claim(isNew: false)
    case .renewed:
      daemon.owePage()
      // With a new profile the daemon's clock is not paused any more, but the person still rests.
      if panel.isResting { effects.append(.stopClock) }
    case .pace(let pause, let reaction): (line.pause, line.reaction) = (max(0, pause), max(0, reaction))
    case .layout(let layout): panel.layoutChanged(layout, isShown: page.content == .panel(.keyboard))
    case .command(let command): commandCame(command)
    case .press(let name, let isDown):
      if isDown {
        acting.endRejection()
        line.press()
      }
      daemon.pressed(name, isDown: isDown, at: now)
    case .pending(let name, let until):
      acting.endRejection()
      daemon.pending(name, until: until, at: now)
    case .rejected(let name):
      daemon.decided(name)
      acting.reject(at: now)
    case .stuck(let name): daemon.stuck(name)
    case .clock(let new): clockChanged(new)
    case .question(let new): daemon.questionCame(new)
    case .questionClosed(let id): daemon.questionClosed(id: id)
    case .scanned(let number, let answer): scanAnswered(answer, of: number)
    case .checked(let attempt, let isUnchanged): checkFinished(isUnchanged, of: attempt)
    case .acted(let attempt, let outcome): actFinished(outcome, of: attempt)
    case .window(let new): windowRead(new)
    case .changed(let id): windowChanged(id)
    case .display(let canShow):
      daemon.displayChanged(canShow: canShow)
      claim(isNew: false)
    case .pointing(let isAllowed): panel.pointingChanged(isAllowed: isAllowed)
    case .screens(let screens): panel.screensChanged(screens)
    case .windows(let windows): panel.windowsChanged(windows)
    case .programs(let programs): panel.programsRead(programs)
    case .locked(let isLocked): lockChanged(isLocked)
    case .looked(let attempt, let keyboard): keyboardLooked(keyboard, of: attempt)
    // The message may name a program, which must not be shown while the screen is locked.
    case .failed(let message): if !isLocked { acting.report(message) }
    case .voices(let areSeveral): panel.voicesChanged(areSeveral: areSeveral)
    case .voice(let name): acting.report(.voice(name))
    case .touched(let place): placeTouched(place)
    case .spoken(let number): wordsEnded(number)
    case .time: break
    }
  }

  private mutating func updateDisplay() {
    var new: Light?
    if isConnected, isAllowed {
      let look = acting.isRejected ? .rejected : daemon.switches.look
      new = Light(places: page.places, lit: page.lit, look: look)
      if page.content == .window { new?.window = window?.id }
      new?.isOfKeyboard = page.content == .panel(.keyboard)
      new?.area = pointedArea
      if page.content == .panel(.point) { new?.enlarged = panel.pointing.enlarged }
    }
    if new != light {
      light = new
      effects.append(.light(new))
    }
    showLine()
    if message != currentMessage {
      message = currentMessage
      effects.append(.message(message))
    }
    if observes == clockRests {
      observes = !clockRests
      effects.append(.observe(observes))
      if observes, let window {
        reading.outdate()
        effects.append(.read(window: window.id))
      }
    }
  }

  /// Shows the present position of the gliding line. While the line moves, the time of its next picture is set.
  private mutating func showLine() {
    let place = light == nil ? nil : lineNow
    if place != shownLine {
      shownLine = place
      effects.append(.line(place))
    }
    frame = place == nil ? nil : line.nextMove(after: now, frame: Self.frameTime)
  }

  var currentMessage: Message? {
    if !isConnected { return .daemonGone }
    if !isAllowed { return nil }
    if case .question(let question) = page.content { return .question(question.command) }
    if page.content == .panel(.ending) { return .ending }
    if let notice = acting.notice { return notice }
    if isLocked { return .locked }
    if acting.isSlow, let window { return .notAnswering(window.program) }
    if let window = latestWindow, window.pages == nil { return .notAnswering(window.program) }
    return nil
  }
}
