import Glibc
import Switchway
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDesk
import SwitchwayDisplay
import SwitchwayJSON
import SwitchwayPlace
import SwitchwayReactor
import SwitchwayScanning

/// The running program: brings what the daemon, the programs and the screens say to the session, and does what the
/// session decides. One thread, one loop; nothing here waits.
final class Scanner {
  /// What is asked of the daemon and answered later.
  enum Request {
    case scan(page: Int)
    /// A key, for this attempt of the session.
    case key(attempt: Int)
    case bindings
  }

  let reactor: Reactor
  let client: Client
  let settings: DesktopSettings
  var session: Session
  var lines = DaemonLines()
  var requests: [String: Request] = [:]
  var windows = WindowBook()
  let screen: Screen
  var desk: Desk?
  private var watch: WindowWatch?
  private var timer: TimerSource?
  private var sources: [AnyObject] = []
  private var watching: DescriptorSource?
  private var failure: ScanFailure?

  init(settings: DesktopSettings, socket: String?) throws {
    reactor = try Reactor()
    self.settings = settings
    screen = Screen(try Display.open(), settings)
    screen.tellsMenus = unsafe getenv("WAYLAND_DISPLAY") == nil
    do { watch = try WindowWatch.open() } catch { Output.complain("\(error.message): the bar shows what is lit") }
    session = Session(after: settings.after == .group ? .group : .top)
    // The session claims more when it knows what the person's keyboard gives.
    client = Client(
      name: "switchway-scan", claiming: .commands(["next", "previous", "select"]), path: socket)
  }

  /// Runs until the person's session ends, or the screen has gone.
  func run() throws {
    sources += try reactor.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] _ in reactor.exit(code: 0) }
    timer = try reactor.timer(priority: .deadlines) { [unowned self] in handle(.time) }
    sources.append(
      try reactor.watch(client.fileDescriptor, for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in
        takeEvents()
      })
    sources.append(
      try reactor.watch(screen.descriptor, for: Reactor.Ready.readable, priority: .control) { [unowned self] _ in
        updateScreen()
      })
    screen.onChoose { [unowned self] index in handle(.touched(place: index)) }
    screen.onOutputs { [unowned self] in
      refreshWatch()
      screen.draw()
    }
    do {
      desk = unsafe try Desk(event: reactor.loop) { [unowned self] news in take(news) }
    } catch {
      // Without the accessibility bus there is still the bar.
      Output.complain("\(error)")
    }
    if let watch {
      watch.onChange = { [unowned self] in take($0) }
      watching = try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) {
        [unowned self] _ in updateWatch()
      }
      updateWatch()
    }
    updateScreen()
    _ = try reactor.run()
    desk?.stop()
    client.close()
    if let failure { throw failure }
  }

  /// Ends the program with this message.
  func end(with message: String) {
    failure = ScanFailure(message)
    reactor.exit(code: 1)
  }

  /// Tells the session something, and does what it decides.
  func handle(_ input: Session.Input) {
    for effect in session.handle(input, at: Reactor.now.microseconds) { perform(effect) }
    timer?.set(to: session.nextDeadline.map { Instant($0) })
    updateScreen()
  }

  /// Sends to the display what was asked for, and handles what it sent.
  func updateScreen() {
    do { try screen.update() } catch { end(with: error.message) }
  }

  private func updateWatch() {
    do { try watch?.update() } catch {
      Output.complain("\(error.message): the bar shows what is lit")
      (watch, watching) = (nil, nil)
      take(Front.unknown)
    }
  }

  /// Asks anew where the window in front is.
  func refreshWatch() { watch?.refresh() }

  private func takeEvents() {
    while let event = client.take() {
      if case .answer(let id, let result) = event { takeAnswer(id, result) }
      if case .connected = event { askBindings() }
      for input in lines.inputs(of: event) {
        handle(input)
        if input == .renewed { askBindings() }
      }
    }
  }

  private func askBindings() { requests[client.submit("get", ["what": "bindings"])] = .bindings }

  private func takeAnswer(_ id: String, _ result: Result<JSONValue, ClientError>) {
    switch (requests.removeValue(forKey: id), result) {
    case (.scan(let page), .success(let answer)):
      handle(.scanned(page: page, .ok(time: answer["time"]?.integerValue ?? Reactor.now.microseconds)))
    case (.scan(let page), .failure(.refused(code: "unsupported", _))): handle(.scanned(page: page, .unsupported))
    case (.scan(let page), .failure): handle(.scanned(page: page, .refused))
    case (.key(let attempt), .success): handle(.acted(attempt: attempt, .done))
    case (.key(let attempt), .failure(let error)): handle(.acted(attempt: attempt, .typingRefused("\(error)")))
    case (.bindings, .success(let bindings)): handle(lines.bindings(bindings))
    case (.bindings, .failure), (nil, _): break
    }
  }
}
