/// Decides what is scanned, what is shown and what is acted on. It does no I/O and has no clock of its own.
///
///     window, daemon's lines ──> handle(_:at:) ──> effects: scan, light, check, act …
///     nextDeadline           ──> handle(.time, at:)
///
/// A choice takes this way; each stage ends by an answer or by its limit, and the last one with one `scan`:
///
///     choice ──> checking ──unchanged──> looking ──window──> acting ──done──> settling ──quiet──> reading ──> page
///                    └───────changed, gone, other window, failed─────────────────────────────────────┘
///
/// Source of all rules: docs/design/desktop.md, "Pages in time" and "Choosing and acting".
public struct Session: Sendable {
  /// Where it goes on after it has acted: at the first page, or at the same place.
  public enum After: Sendable { case top, group }

  /// A choice this soon after a page that the person did not ask for does nothing, µs.
  static let reaction: Int64 = 400_000
  /// How long a rejected press is shown, µs. Arbitrary.
  static let rejectionTime: Int64 = 500_000

  struct Page {
    var number = 1
    var content = Content.bar
    var places: [Place] = [.help, .back, .page(.system)]
    var lit = 0
    var isAsked = false
    var shown: Int64 = 0
    /// Since when the daemon scans it.
    var scanned: Int64?
    /// Steps of the clock in this round.
    var steps = 0
    /// The highlight has just come round to its beginning.
    var isRoundOver = false
  }

  /// What was read and is not shown yet: another window in front, or other contents of the one that is shown.
  enum News { case front(Window?), contents(Window) }

  let after: After
  let hasVolume: Bool
  var effects: [Effect] = []
  var now: Int64 = 0

  /// Nothing of a window is shown, and nothing is acted on.
  var isLocked = false
  /// Whether the panel's keyboard is there while the screen is locked.
  let typesWhenLocked: Bool
  /// The command that waits until it is known who has the keyboard.
  var look: Look?

  var isConnected = false
  var isAllowed = false
  /// nil: there is none, and the person's commands move the highlight.
  var clock: Clock?
  var question: Question?
  var claimed: [String] = []
  /// The commands that a keyboard's bindings give.
  var keyboard: Set<String> = []
  var isUnsent = false
  /// `scan` requests without an answer.
  var unanswered = 0
  var switches = SwitchWatch()

  /// The window that is shown, with the contents that are shown, and the places that lead to the group.
  var window: Window?
  var path: [Int] = []
  var news: News?
  /// News are shown as soon as no switch is down.
  var isOutdated = false
  /// The window that has changed and is to be read again.
  var settling: (window: Reference, quiet: QuietTime)?
  /// How often the name of an item has changed by itself.
  var nameChanges: [Reference: Int] = [:]

  var page = Page()
  /// What was shown before the question that is shown.
  var covered = Content.window
  /// Rounds of this page, and of the same group before it was made again, without a choice.
  var rounds = 0
  var work: Work?
  var attempts = 0
  /// The entry of a menu that was chosen last, if its program was too slow to see whether the menu is still open, and
  /// until when that may still come.
  var lateEntry: (item: Item, until: Int64)?
  /// The person rests: there is one place, "go on".
  var isResting = false
  /// `system` offers "go on".
  var isPaused = false
  var rejectedUntil: Int64?
  /// What came of the last choice, until the next one.
  var notice: Message?

  /// nil: no key can be typed.
  var layout: KeyboardLayout?
  var keyPages: KeyPages?
  let letterOrder: LetterOrder
  var writing = Writing()
  var wordList: WordList

  /// The windows of the desktop. nil: nobody tells them.
  var windows: [OpenWindow]?
  /// By their names. nil: they were not read yet.
  var programs: [InstalledProgram]?
  /// Those that were started from here, the last one first. They are not kept.
  var started: [String] = []
  /// The groups that lead to the page of keys or of windows, from its first page.
  var panelPath: [Int] = []

  /// `nil`: it does not speak.
  var speech: Speech?
  /// Whether the daemon lets this client point.
  var canPoint = false
  let grid: PointGrid
  var pointing: Pointing
  var line = GlidingLine()
  /// The moment for which the choice that is being done looks up the line. `nil`: no press made it.
  var moment: Int64?
  /// When the line is shown again. `nil`: it stands, or none is shown.
  private var frame: Int64?
  private var shownLine: Rect?
  /// How long the line stands in the picture, µs. 30 pictures a second look like a movement.
  private static let frameTime: Int64 = 33_333

  private var light: Light?
  private var message: Message?
  private var observes = true

  /// - Parameters:
  ///   - words: those that the keyboard completes.
  ///   - hasVolume: whether `Effect.volume` is understood.
  ///   - grid: that of the page that points.
  ///   - typesWhenLocked: whether the person wants the panel's keyboard for the password of a screen lock.
  ///   - speech: how it speaks. nil: it does not, and the panel has no place for it.
  public init(
    after: After = .top, letters: LetterOrder = .rows, words: WordModel = WordModel(), hasVolume: Bool = false,
    typesWhenLocked: Bool = false, grid: PointGrid = PointGrid(), speech: SpeechChoice? = nil
  ) {
    (self.after, letterOrder, wordList, self.hasVolume) = (after, letters, WordList(model: words), hasVolume)
    self.typesWhenLocked = typesWhenLocked
    (self.grid, pointing) = (grid, Pointing(grid, screens: []))
    self.speech = speech.map { Speech($0) }
  }

  /// When `handle(.time, at:)` is due at the latest. nil: never.
  public var nextDeadline: Int64? {
    [
      look?.until, work?.naming, work?.time.deadline, settling?.quiet.deadline, switches.nextDeadline, rejectedUntil,
      speech?.standsUntil, frame,
    ].compactMap(\.self).min()
  }

  /// Handles an input. What was due before it comes first.
  ///
  /// - Parameter time: µs of the monotonic clock. An earlier time than before counts as that one.
  /// - Returns: what to do, in this order.
  public mutating func handle(_ input: Input, at time: Int64) -> [Effect] {
    while let due = nextDeadline, due <= time { advance(to: due) }
    now = max(now, time)
    take(input)
    showNews()
    speak()
    if isUnsent, isConnected {
      unanswered += 1
      let stands = speech?.standsUntil != nil
      effects.append(.scan(items: page.places.count, page: page.number, item: page.lit, stands: stands))
    }
    isUnsent = false
    updateDisplay()
    defer { effects = [] }
    return effects
  }

  private mutating func advance(to due: Int64) {
    now = max(now, due)
    switches.advance(to: due)
    if let time = frame, time <= due { frame = nil }
    if let until = rejectedUntil, until <= due { rejectedUntil = nil }
    if let until = speech?.standsUntil, until <= due { endStanding() }
    if let (id, quiet) = settling, quiet.deadline <= due {
      settling = nil
      effects.append(.read(window: id))
    }
    if let look, look.until <= due { lookIsDue() }
    if let naming = work?.naming, naming <= due { namingIsDue() }
    if let work, work.time.deadline <= due { workIsDue() }
    showNews()
  }

  private mutating func take(_ input: Input) {
    switch input {
    case .connected(let clock, let down, let question, let isAllowed):
      self.isAllowed = isAllowed
      connect(clock, down, question)
    case .disconnected: disconnect()
    case .allowed(let isAllowed):
      self.isAllowed = isAllowed
      if isAllowed { isUnsent = true }
    case .bindings(let commands):
      keyboard = commands
      claim(isNew: false)
    case .renewed:
      isUnsent = true
      // A pause ends with its profile.
      if isResting { effects.append(.send("scan", ["pause"])) }
    case .pace(let pause, let reaction): (line.pause, line.reaction) = (max(0, pause), max(0, reaction))
    case .layout(let layout): take(layout)
    case .command(let command): take(command)
    case .press(let name, let isDown):
      if isDown {
        rejectedUntil = nil
        line.press()
      }
      switches.press(name, isDown: isDown, now: now)
    case .pending(let name, let until):
      rejectedUntil = nil
      switches.wait(name, until: until, now: now)
    case .rejected(let name):
      switches.decided(name)
      showRejection()
    case .stuck(let name): switches.stuck(name)
    case .clock(let new): take(new)
    case .question(let new): question = new
    case .questionClosed(let id): if question?.id == id { question = nil }
    case .scanned(let number, let answer): take(answer, of: number)
    case .checked(let attempt, let check): takeCheck(check, of: attempt)
    case .acted(let attempt, let outcome): take(outcome, of: attempt)
    case .window(let new): take(new)
    case .changed(let id): takeChange(of: id)
    case .pointing(let isAllowed): canPoint = isAllowed
    case .screens(let screens): take(screens: screens)
    case .windows(let windows): self.windows = windows
    case .programs(let programs):
      let sorted = programs.map { (key: [$0.sortedName, $0.name, $0.id], program: $0) }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      self.programs = sorted.map(\.program)
    case .locked(let isLocked): setLocked(isLocked)
    case .looked(let attempt, let keyboard): take(keyboard, of: attempt)
    // It may name a program.
    case .failed(let message): if !isLocked { notice = message }
    case .touched(let place): touch(place)
    case .spoken(let number): takeSpoken(number)
    case .time: break
    }
  }

  private mutating func updateDisplay() {
    var new: Light?
    if isConnected, isAllowed {
      let look = rejectedUntil == nil ? switches.look : .rejected
      new = Light(places: page.places, lit: page.lit, look: look)
      if page.content == .window { new?.window = window?.id }
      new?.isOfKeyboard = page.content == .panel(.keyboard)
      new?.area = pointedArea
      if page.content == .panel(.point) { new?.enlarged = pointing.enlarged }
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
        isOutdated = true
        effects.append(.read(window: window.id))
      }
    }
  }

  /// Shows where the line is now. It is shown again only as long as it moves.
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
    if let notice { return notice }
    if isLocked { return .locked }
    if work?.isSlow == true, let window { return .notAnswering(window.program) }
    if let window = latestWindow, window.pages == nil { return .notAnswering(window.program) }
    return nil
  }
}
