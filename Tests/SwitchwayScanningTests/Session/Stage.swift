import SwitchwayClock
@testable import SwitchwayScanning

/// An item whose reference and name are this word. Ends of words say its kind: `volume=` a value, `name_` a text.
func item(
  _ word: String, name: String? = nil, actions: [String] = ["click"], x: Int = 0, role: Role = .pushButton,
  states: States = []
) -> Place {
  let kind: Item.Kind = word.hasSuffix("=") ? .value : word.hasSuffix("_") ? .text : .action
  let node = Node(
    reference: Reference(bus: ":1.1", path: word), parent: 0, role: role, name: name ?? word,
    states: states.union([.showing, .sensitive]), extents: Rect(x: x, y: 0, width: 10, height: 10), actions: actions)
  return .item(Item(node: node, parent: nil, indexInParent: 0, kind: kind))
}

/// A group with these items, and out.
func group(_ name: String, _ places: Place...) -> Place { .group(Group(name: name, places: places + [.out])) }

/// The first page of a window.
func pages(_ places: Place...) -> Group { Group(places: places + [.panel]) }

/// Two groups, an item and the panel.
let plain = pages(
  group("tools", item("open"), item("save"), item("volume=")), group("text", item("bold"), item("name_")), item("help"))

/// A session with a daemon, a window and a person, played by a test.
struct Stage {
  var session: Session
  /// µs.
  var now: Int64 = 1_000_000
  /// What the daemon answers to `scan`; nil: nothing.
  var answer: Answer? = .ok
  enum Answer { case ok, unsupported, refused }
  /// What is told of the keyboard when the session asks. nil: it is at the window that was told last.
  var keyboard: Session.Keyboard?
  /// Nobody answers who has the keyboard.
  var isKeyboardUntold = false
  /// Of the question for the keyboard that was asked last.
  var look = 0
  /// All that was asked for so far, but light and messages.
  var log: [String] = []
  var light: Session.Light?
  var message: Session.Message?
  /// Where the gliding line is.
  var line: Rect?
  /// Of the last `scan`.
  var page = 0
  var attempt = 0

  /// What was said so far, in English; `silence` where it was told to be silent.
  var said: [String] = []
  /// The number of what was said last.
  var saying = 0

  init(
    after: Session.After = .top, words: WordModel = WordModel(), hasVolume: Bool = false, typesWhenLocked: Bool = false,
    speech: Session.SpeechChoice? = nil
  ) {
    session = Session(
      after: after, words: words, hasVolume: hasVolume, typesWhenLocked: typesWhenLocked, speech: speech)
  }

  /// With a window in front, connected, and past the time in which nobody reacts.
  init(
    _ style: ClockStyle?, _ pages: Group? = plain, kind: WindowKind = .window,
    after: Session.After = .top, words: WordModel = WordModel(), hasVolume: Bool = false,
    typesWhenLocked: Bool = false
  ) {
    self.init(after: after, words: words, hasVolume: hasVolume, typesWhenLocked: typesWhenLocked)
    if style == nil { answer = .unsupported }
    tell(.window(Session.Window(id: windowID(1), kind: kind, program: "editor", pages: pages)))
    connect(style.map { Session.Clock(style: $0, state: .resting) })
    wait(1_000)
    log = []
  }

  /// Tells the session of something, and answers `scan` as the daemon does.
  mutating func tell(_ input: Session.Input) {
    let effects = session.handle(input, at: now)
    // The answers below may move it.
    for case .line(let new) in effects { line = new }
    for effect in effects {
      switch effect {
      case .light(let new): light = new
      case .message(let new): message = new
      case .line: break
      case .look(let number): look = number
      case .say(let number, let spoken):
        (saying, said) = (number, said + [spoken.map(words) ?? "silence"])
      default: log.append(words(of: effect))
      }
      switch effect {
      case .look(let number) where !isKeyboardUntold:
        tell(.looked(attempt: number, keyboard ?? .window(session.latestWindow?.id)))
      case .scan(_, let number, _, _):
        page = number
        switch answer {
        case .ok: tell(.scanned(page: number, .ok(time: now)))
        case .unsupported: tell(.scanned(page: number, .unsupported))
        case .refused: tell(.scanned(page: number, .refused))
        case nil: break
        }
      case .check(let number, _, _), .act(let number, _, _), .type(let number, _), .point(let number, _),
        .raise(let number, _),
        .start(let number, _):
        attempt = number
      default: break
      }
    }
  }

  /// What was asked for since the last time.
  mutating func take() -> [String] {
    defer { log = [] }
    return log
  }

  /// What was said since the last time.
  mutating func takeSaid() -> [String] {
    defer { said = [] }
    return said
  }

  private func words(of spoken: Session.Spoken) -> String {
    switch PanelWords.english.utterance(of: spoken) {
    case .text(let text): text
    case .character(let character): String(character)
    }
  }

  /// Time passes, in ms; deadlines come at their times.
  mutating func wait(_ milliseconds: Int64) {
    let end = now + milliseconds * 1_000
    while let due = session.nextDeadline, due <= end {
      now = max(now, due)
      tell(.time)
    }
    now = end
  }

  mutating func connect(_ clock: Session.Clock?, question: Session.Question? = nil) {
    tell(.connected(clock: clock, down: [], question: question, isAllowed: true))
  }

  /// A command for this client, of the page that was sent last. `item` nil: it carries none.
  func command(_ name: String, _ arguments: [String] = [], item: Int?) -> Session.Command {
    var command = Session.Command(name: name, pressed: now)
    (command.arguments, command.item, command.page) = (arguments, item, item.map { _ in page })
    return command
  }

  /// A command of the person.
  mutating func give(
    _ name: String, _ arguments: String..., item: Int? = nil, page: Int? = nil, pressed: Int64? = nil
  ) {
    var command = command(name, arguments, item: item)
    command.page = page ?? command.page
    command.pressed = pressed ?? now
    tell(.command(command))
  }

  /// The person chooses the item at this index.
  mutating func choose(_ item: Int) { give("select", item: item) }

  /// The person chooses the place of this name.
  mutating func choose(_ label: String) { choose(light?.places.firstIndex { $0.sketch == label } ?? -1) }

  /// Steps of the clock, one a second, from what is lit.
  mutating func steps(_ count: Int, name: String = "next", by style: ClockStyle? = .auto) {
    for _ in 0..<count {
      wait(1_000)
      guard let light else { return }
      let (places, moves) = (light.places.count, name == "next" ? 1 : light.places.count - 1)
      var command = command(name, item: (light.lit + moves) % places)
      command.clock = style
      tell(.command(command))
    }
  }

  /// The item that is checked is unchanged, and acting on it is done.
  mutating func act() {
    tell(.checked(attempt: attempt, isUnchanged: true))
    tell(.acted(attempt: attempt, .done))
  }

  /// The window is read again, with these pages.
  mutating func show(_ pages: Group?, id: Int = 1, kind: WindowKind = .window) {
    tell(.window(Session.Window(id: windowID(id), kind: kind, program: "editor", pages: pages)))
  }

  mutating func clock(_ style: ClockStyle, _ state: ClockState, page: Int? = nil) {
    tell(.clock(Session.Clock(style: style, state: state, page: page ?? self.page)))
  }

  /// The names of the places, the lit one in brackets, such as `tools [text] help panel`.
  var shown: String {
    guard let light else { return "nothing" }
    return light.places.map(\.sketch).enumerated().map { $0 == light.lit ? "[\($1)]" : $1 }.joined(separator: " ")
  }

  private func words(of effect: Session.Effect) -> String {
    switch effect {
    case .claim(let names): "claim \(names.joined(separator: " "))"
    case .release: "release"
    case .scan(let items, let page, let item, let stands):
      "scan \(items) page \(page) at \(item)\(stands ? " stands" : "")"
    case .answer(let question, let confirm): "answer \(question) \(confirm ? "yes" : "no")"
    case .send(let name, let arguments): "send \(name)(\(arguments.joined(separator: ", ")))"
    case .read(let window): "read \(window.path)"
    case .observe(let observes): observes ? "observe" : "observe nothing"
    case .check(_, let item, let comparesName): "check \(item.reference.path)\(comparesName ? "" : " but its name")"
    case .act(_, let item, .use): "use \(item.reference.path)"
    case .act(_, let item, .change(let steps)): "change \(item.reference.path) by \(steps)"
    case .act(_, let item, .menu): "menu of \(item.reference.path)"
    case .act(_, let item, .scroll): "focus \(item.reference.path)"
    case .act(_, let item, .look): "look at \(item.reference.path)"
    case .act(_, let item, .action(let name)): "\(name) \(item.reference.path)"
    case .type(_, .chord(let chord)): "key \(chord)"
    case .type(_, .text(let text)): "type \(text)"
    case .point(_, let request):
      "\(request.action) \(request.x) \(request.y)" + (request.end.map { " to \($0.x) \($0.y)" } ?? "")
        + (request.direction.map { " \($0)" } ?? "")
    case .volume(let isUp): isUp ? "louder" : "quieter"
    case .speakingRate(let isUp): isUp ? "speak faster" : "speak slower"
    case .nextVoice: "next voice"
    case .say: "say"
    case .end: "end"
    case .listWindows: "list windows"
    case .listPrograms: "list programs"
    case .start(_, let program): "start \(program.id)"
    case .raise(_, let window): "raise \(window.id)"
    case .look: "look"
    case .light: "light"
    case .line: "line"
    case .message: "message"
    }
  }
}

extension Place {
  /// Its label, but of a group its name.
  fileprivate var sketch: String { if case .group(let group) = self, !group.name.isEmpty { group.name } else { label } }
}
