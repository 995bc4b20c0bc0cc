import Glibc
import Switchway
import SwitchwayDesk
import SwitchwayDesktopSettings
import SwitchwayScreen
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayScanning
import SwitchwayTime

/// The running program: passes the reports of the daemon, the programs and the screens to the session, and performs the
/// session's decisions. There is one thread and one loop, and no function here waits.
final class Scanner {
  /// The time that the display may take for an answer, in ms. At the beginning of a session, the compositor is busy for
  /// seconds (Plasma 5.27 in the virtual machine: for more than 2). If the scanner gave up then, nobody would start it
  /// again.
  private static let displayPatience = 60_000

  /// The requests to the daemon that are answered later.
  enum Request {
    case scan(page: Int)
    /// A request to type, for this attempt of the session.
    case type(attempt: Int)
    case point(attempt: Int, PointRequest)
    case bindings
    /// `configuration` asks for the layout, and `state` asks whether typing is allowed.
    case state, configuration
  }

  let windows: WindowNews
  let client: Client
  let screen: Screen
  var pages: FormerPages
  /// Whether the panel's keyboard is available for the password while the screen is locked.
  let typesWhenLocked: Bool
  /// `nil` if no program that changes the volume is installed.
  let volume: Volume?
  let start: ProgramStart
  let folders: ProgramFolders
  private let reading: SideThread
  /// The speech server. `nil` if the scanner does not speak.
  let speech: SpeechServer?
  var requests: [String: Request] = [:]
  private var session: Session
  /// The inputs that wait for the session. The first one is being handled.
  private var waiting: [Session.Input] = []
  private var lines = DaemonLines()
  private var timer: TimerSource?
  private var mayType = false
  /// Whether the daemon allows pointing and has no pointer, according to its last report.
  private(set) var daemonLacksPointer = false
  private var failure: ScanFailure?
  /// The window with the keyboard, as it was last passed to the session.
  var keyboard = Session.Keyboard.window(nil)

  init(settings: DesktopSettings, environment: [String: String], socket: String?) throws {
    let language = Language(environment: environment)
    windows = try WindowNews(isBeside: false)
    pages = FormerPages(grouping: settings.grouping)
    typesWhenLocked = settings.typesWhenLocked
    start = ProgramStart(windows.reactor, environment: environment)
    folders = ProgramFolders(environment: environment, language: language)
    reading = try SideThread(windows.reactor)
    volume = Volume(path: environment["PATH"] ?? "")
    let (reactor, start) = (windows.reactor, start)
    speech = try settings.speech.map {
      try SpeechServer(reactor, $0, environment: environment, language: language, start: start)
    }
    let display = try unsafe openDisplay(on: windows.reactor.loop, patience: Self.displayPatience)
    screen = Screen(display, settings, PanelWords(languages: language.read))
    screen.tellsParts = unsafe getenv("WAYLAND_DISPLAY") == nil
    session = Session(
      after: settings.after == .group ? .group : .top,
      letters: settings.keyboard == .rows ? .rows : .frequency(language: language.code), words: language.model(),
      hasVolume: volume != nil, typesWhenLocked: typesWhenLocked, grid: settings.grid,
      speech: settings.speech.map { Session.SpeechChoice(isOn: $0.speaksItems, wait: $0.wait) })
    // The session claims more commands when it knows the commands of the person's keyboard. The claim must also hold
    // while the screen is locked, because it may be locked already.
    client = Client(
      name: "switchway-scan", claiming: Self.claim(["next", "previous", "select"], typesWhenLocked), path: socket)
  }

  /// A claim that also holds while the screen is locked. The scanner has a page of its own then, and perhaps a
  /// keyboard.
  static func claim(_ commands: [String], _ typesWhenLocked: Bool) -> Wire.Request.Claim {
    Wire.Request.Claim(commands, whenLocked: typesWhenLocked ? "type" : "scan")
  }

  /// Runs until the person's session ends, or the display has gone.
  func run() throws {
    let reactor = windows.reactor
    let signals = try reactor.onSignals([SIGTERM, SIGINT, SIGHUP]) { _ in reactor.exit(code: 0) }
    timer = try reactor.timer(priority: .deadlines) { [unowned self] in handle(.time) }
    var watched = [(client.fileDescriptor, takeEvents)]
    if let descriptor = screen.display.descriptor { watched.append((descriptor, updateScreen)) }
    let sources = try watched.map { source in
      try reactor.watch(source.0, for: Reactor.Ready.readable, priority: .control) { _ in source.1() }
    }
    screen.display.onChoose = { [unowned self] index in handle(.touched(place: index)) }
    screen.display.onOutputs = { [unowned self] in
      windows.watch?.refresh()
      screen.findPlaces()
      screen.draw()
      tellScreens()
    }
    screen.display.onCover = { [unowned self] in
      handle(.locked(isLocked))
      handle(.display(canShow: screen.display.canShow))
    }
    speech?.onEnd = { [unowned self] number in handle(.spoken(number: number)) }
    speech?.onVoices = { [unowned self] in handle(.voices(areSeveral: $0)) }
    speech?.onVoice = { [unowned self] in handle($1 ? .voice($0) : .failed(.voiceRefused($0))) }
    speech?.onTrouble = { Output.complain($0.words.message) }
    windows.onWindows = { [unowned self] in handle(.windows($0)) }
    try windows.start(onNews: { [unowned self] in take($0) }, onFront: { [unowned self] in take($0) })
    for failure in windows.failures { Output.complain(failure) }
    // The screen counts as locked until the opposite is known, because the scanner may start behind a lock.
    if windows.watch != nil || windows.seesLock {
      handle(.locked(true))
      windows.look { [unowned self] in handle(.locked(isLocked)) }
    }
    readPrograms()
    tellScreens()
    updateScreen()
    _ = try withExtendedLifetime((signals, sources)) { try reactor.run() }
    client.close()
    windows.desk?.stop()
    if let failure { throw failure }
  }

  /// Whether any source reports that the screen is locked. The screen also counts as locked if the bar cannot be seen.
  var isLocked: Bool {
    windows.isLocked || lines.isLocked || windows.isBarWitness && screen.display.isBarCovered
  }

  func end() { windows.reactor.exit(code: 0) }

  private func tellScreens() { handle(.screens(screen.display.outputs.map(\.layout))) }

  /// Reads the programs in a separate thread, because a disk may be slow.
  func readPrograms() {
    guard !reading.isBusy else { return }
    reading.run { [folders] in
      folders.read()
    } _: { [unowned self] programs in
      if let programs = programs as? [InstalledProgram] { handle(.programs(programs)) }
    }
  }

  /// Passes an input to the session, and performs its decisions. Inputs that arrive in the meantime wait, because
  /// otherwise decisions that are older would be performed after newer ones.
  func handle(_ input: Session.Input) {
    waiting.append(input)
    guard waiting.count == 1 else { return }
    while let next = waiting.first {
      for effect in session.handle(next, at: Reactor.now.microseconds) { perform(effect) }
      waiting.removeFirst()
    }
    timer?.set(to: session.nextDeadline.map { Instant($0) })
    updateScreen()
  }

  /// Sends the requests to the display, and handles the data from it.
  func updateScreen() {
    do { try screen.display.update() } catch {
      failure = ScanFailure(error.message)
      windows.reactor.exit(code: 1)
    }
  }

  private func takeEvents() {
    while let event = client.take() {
      if case .answer(let id, let result) = event { takeAnswer(id, result) }
      if case .connected = event { askProfile() }
      let (wasLocked, changes) = (lines.isLocked, lines.modeChanges)
      let inputs = lines.inputs(of: event, as: client.name)
      // The session must know of the lock before other inputs allow the person to choose anything.
      if lines.isLocked != wasLocked { handle(.locked(isLocked)) }
      // If there are several obstacles to pointing, the daemon reports only the first: a mode hides that it has no
      // pointer.
      if lines.modeChanges != changes { ask("state", as: .state) }
      for input in inputs {
        handle(input)
        if input == .renewed { askProfile() }
      }
    }
  }

  private func askProfile() {
    for (what, request) in [("bindings", Request.bindings), ("state", .state), ("config", .configuration)] {
      ask(what, as: request)
    }
  }

  private func ask(_ what: String, as request: Request) {
    requests[client.submit(.get(Wire.Request.Get(what)))] = request
  }

  private func takeAnswer(_ id: String, _ result: Result<JSONValue, ClientError>) {
    switch (requests.removeValue(forKey: id), result) {
    case (.scan(let page), .success(let answer)):
      handle(.scanned(page: page, .ok(time: Wire.PageTime(answer).time ?? Reactor.now.microseconds)))
    case (.scan(let page), .failure(.refused(code: "unsupported", _, _))): handle(.scanned(page: page, .unsupported))
    case (.scan(let page), .failure): handle(.scanned(page: page, .refused))
    case (.type(let attempt), .success), (.point(let attempt, _), .success): handle(.acted(attempt: attempt, .done))
    case (.point(let attempt, let wanted), .failure(.refused(_, let message, let reason))):
      pointOtherwise(attempt: attempt, wanted, refused: message, reason: reason)
    case (.type(let attempt), .failure(.refused(_, let message, let reason))):
      handle(.acted(attempt: attempt, .typingRefused(message, reason: reason)))
    case (.type(let attempt), .failure(let error)), (.point(let attempt, _), .failure(let error)):
      handle(.acted(attempt: attempt, .typingRefused("\(error)")))
    case (.bindings, .success(let bindings)): handle(DaemonLines.bindings(bindings))
    // Only the reason `policy` counts here. Other reasons are temporary, and are reported when a key is chosen.
    case (.state, .success(let answer)):
      let state = Wire.State(answer)
      mayType = state.typing != .refused("policy")
      daemonLacksPointer = state.pointing == .refused(ErrorReason.noPointer.rawValue)
      screen.display.keepsPointer = daemonLacksPointer
      // A daemon of an older version does not report `pointing`.
      handle(.pointing(state.pointing.map { $0 != .refused("policy") } ?? false))
    case (.configuration, .success(let configuration)):
      let inForce = Wire.Configuration(configuration).inForce
      let layout = inForce?.keyboard?.layout
      handle(.pace(firstItemPause: inForce?.scan?.firstItemPause ?? 0, reaction: inForce?.scan?.reaction ?? 0))
      handle(.layout(mayType ? KeyboardLayout(named: layout) : nil))
    case (.bindings, .failure), (.state, .failure), (.configuration, .failure), (nil, _): break
    }
  }
}
