import CLinuxInput
import CLibsystemd
import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol
import SwitchwayServer

/// The whole daemon: an input, an engine, a socket, the key-remap files, in one loop.
public final class Daemon: LineSink {
  /// The version of both programs.
  public static let version = "0.1.0"
  /// Files are read this long after they last changed: one save is one reload. Chosen.
  private static let settling = Microseconds.milliseconds(100)

  private let options: DaemonOptions
  private let environment: [String: String]
  let reactor: Reactor
  let store: ProfileStore
  let profileNames: ProfileNames
  private var log: Log
  private let watch = ProfileWatch()
  var engine: Engine?
  private var server: Server?
  /// Lines have been gathered since the last time that they were sent.
  private var hasLines = false
  /// In the midst of telling what the engine decides.
  private(set) var isTelling = false
  var input: (any InputSource)?
  /// What is read besides while a client learns.
  var learnInput: LearnInput?
  private var statistics: StatisticsKeeper?
  private var watchSource: DescriptorSource?
  private var settleTimer: TimerSource?
  private var drainTimer: TimerSource?
  private var signals: [SignalSource] = []
  private(set) var placeKeeper: PlaceKeeper?
  private var session: SessionFollower?
  /// The profile that is wanted: in force, or to be as soon as its file can be used.
  var profileName: String
  var latest: LoadResult
  /// What systemd was told last.
  var toldStatus = ""
  /// Where the profile in force was written.
  var placesInForce = ProfilePlaces()
  /// The bridge that a client has set; nil: none did, and the profile's own is in force.
  var bridgeChoice: BridgeTable??
  /// Set once the daemon is to end.
  private var farewell: Farewell?

  private struct Farewell {
    let reason: String
    /// When clients that do not read are no longer waited for.
    let giveUp: Instant
  }

  /// Sets everything up. Nothing is read from a device before `run`.
  ///
  /// - Parameters:
  ///   - environment: of the process: where profiles and the runtime directory are.
  ///   - executable: the program's own path, beside which shipped profiles may be.
  public init(_ options: DaemonOptions, environment: [String: String], executable: String) throws(DaemonFailure) {
    // Clients are told where files are, and run elsewhere.
    var options = options
    options.config = options.config.map { AbsolutePath.of($0) }
    self.options = options
    self.environment = environment
    if options.recordings.isEmpty, geteuid() == 0 {
      throw DaemonFailure(
        .refusesRoot,
        "refuses to run as root: devices are read as the person who uses them\n"
          + "help: start it as that user, with the group of /dev/input; only --play may run as root")
    }
    log = Log(forJournal: environment["JOURNAL_STREAM"] != nil)
    let directories = ProfileStore.defaultDirectories(environment: environment, executable: executable)
    store =
      options.config.map { ProfileStore(file: $0, directories: directories) } ?? ProfileStore(directories: directories)
    profileNames = ProfileNames(of: store)
    profileName = store.fileName ?? "default"
    do throws(Reactor.Failure) { reactor = try Reactor() } catch { throw DaemonFailure(.failed, "\(error)") }
    latest = store.load(profileName)
    try setUp(environment)
  }

  /// Serves until it is told to end; answers the exit status.
  public func run() throws(DaemonFailure) -> Int32 {
    input?.start()
    notify("READY=1\nSTATUS=\(status)")
    do throws(Reactor.Failure) { return try reactor.run() } catch { throw DaemonFailure(.failed, "\(error)") }
  }

  private func setUp(_ environment: [String: String]) throws(DaemonFailure) {
    var recordings: [Recording] = []
    for path in options.recordings {
      do throws(RecordingError) { recordings.append(try Recording(path: path)) } catch { throw DaemonFailure(error) }
    }
    for warning in recordings.flatMap(\.warnings) { write(.warning, warning) }
    if latest.profile == nil { try refuseProfile() }
    for diagnostic in latest.diagnostics where diagnostic.severity == .warning { write(diagnostic) }

    let path: SocketPath
    let place: SocketPlace
    do throws(SocketPlaceError) {
      path = try SocketPath.toBind(environment: environment, explicit: options.socket)
      place = try SocketPlace(path)
    } catch {
      throw DaemonFailure(error)
    }
    if latest.profile != nil { placesInForce = latest.places }
    let profile = latest.profile ?? .empty
    let engine = Engine(
      profile: profile, layout: layout(for: profile),
      audience: .clients(
        clock: { [unowned self] in now() }, lifetime: commandLifetime, speed: isLive ? 1 : options.speed,
        claims: { [unowned self] in server?.claimant(of: $0, began: $1) }), sink: self)
    self.engine = engine
    do {
      let input = try makeInput(recordings, engine)
      input.onActivity = { [unowned self] in settle() }
      input.onEnd = { [unowned self] in end(reason: "end of the recording") }
      self.input = input
      let server = try Server(
        place: place, loop: ReactorLoop(reactor), delegate: self, software: "switchwayd \(Daemon.version)",
        boot: Daemon.boot(), commandLifetime: commandLifetime)
      self.server = server
      // A recording is nobody's day, unless a place was given for it.
      statistics = try StatisticsKeeper(
        engine, StatisticsFile(environment: environment, isPersonal: isLive), reactor: reactor
      ) { [unowned self] in write($0.isError ? .error : .notice, $0.text) }
      try watchFiles()
      placeKeeper = try PlaceKeeper(server, directory: place.directoryPath, reactor: reactor) { [unowned self] in
        write($0, $1)
      }
      drainTimer = try reactor.timer(priority: .clients) { [unowned self] in drain() }
      signals = try reactor.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in handle(signal: $0) }
    } catch let failure as SystemFailure {
      throw DaemonFailure(failure)
    } catch {
      throw DaemonFailure(.failed, "\(error)")
    }
    reactor.feedWatchdog()
  }

  private func makeInput(_ recordings: [Recording], _ engine: Engine) throws -> any InputSource {
    guard options.recordings.isEmpty else {
      return try RecordedInput(
        recordings, speed: options.speed, startsAtOnce: options.startsAtOnce, engine: engine, reactor: reactor)
    }
    let live = try LiveInput(engine: engine, reactor: reactor)
    live.log = { [unowned self] in write($0, $1) }
    live.onDevices = { [unowned self] in tellStatus() }
    if options.session == .always {
      write(.warning, "devices are read whoever's session is in front session=always")
    } else {
      session = try follow(live, engine)
    }
    return live
  }

  /// The devices are the machine's own.
  var isLive: Bool { options.recordings.isEmpty }

  /// How long after it was decided a command may be sent. Source: the protocol. A recording's time is its own, and
  /// the faster it is played, the more of it goes by in a second of the machine's.
  private var commandLifetime: Microseconds {
    isLive ? .seconds(1) : Microseconds(Int64(1_000_000 * options.speed))
  }

  /// The profile cannot be used. A person's daemon runs on, and tries again when files change; a recording does not.
  private func refuseProfile() throws(DaemonFailure) {
    if options.recordings.isEmpty {
      for diagnostic in latest.diagnostics where diagnostic.severity == .error { write(diagnostic) }
      write(.error, "profile cannot be used, no device is read until it is mended profile=\(profileName)")
    } else {
      let isPermission = latest.errno == EACCES || latest.errno == EPERM
      throw DaemonFailure(
        isPermission ? .permission : .failed, String(latest.text.reversed().drop { $0 == "\n" }.reversed()))
    }
  }

  /// A number of this run, for clients that reconnect.
  private static func boot() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Where letters are on the person's keyboard; what is wrong with that is told, and the rest works.
  func layout(for profile: Profile) -> LayoutKeys {
    let reading = ProfileLayout.of(profile, environment: environment)
    if let fault = reading.fault { write(.warning, "layout: \(fault)") }
    return reading.keys
  }

  // MARK: Lines

  /// Sends a line of the engine to every client that observes its type.
  public func emit(_ type: MessageType, _ line: LineBuffer) {
    hasLines = true
    telling { server?.gather(type, line) }
  }

  /// Sends what the engine has decided.
  public func flush() {
    input?.flushTyped()
    // A key that passes is nobody's line.
    guard hasLines else { return }
    hasLines = false
    telling { server?.sendGathered() }
    statistics?.look()
  }

  private func telling(_ body: () -> Void) {
    let before = isTelling
    isTelling = true
    body()
    isTelling = before
  }

  /// Types on the virtual keyboard, where there is one.
  public func type(_ code: UInt16, down: Bool, at time: Instant) { input?.type(code, down: down) }

  func write(_ level: Log.Level, _ text: String) { log.write(level, text, now: Reactor.now) }

  private func write(_ diagnostic: Diagnostic) {
    let text =
      "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column): \(diagnostic.severity.rawValue): "
      + diagnostic.message + (diagnostic.help.isEmpty ? "" : "; help: \(diagnostic.help)")
    write(diagnostic.severity == .error ? .error : .warning, text)
  }

  func notify(_ state: String) { unsafe _ = sd_notify(0, state) }

  // MARK: What happens

  /// After anything happened: acts on what a switch asked for.
  func settle() {
    guard let engine, let request = engine.takeProfileRequest() else { return }
    do throws(RequestError) {
      try setProfile(request.name, at: request.time)
    } catch {
      write(.warning, "profile: \(error.message)")
    }
  }

  private func handle(signal: Int32) {
    if signal == SIGHUP {
      do throws(RequestError) { try reload() } catch { write(.error, error.message) }
    } else {
      end(reason: signal == SIGTERM ? "terminated" : "interrupted")
    }
  }

  /// Lets go of everything, says `bye`, and ends the loop once clients have what is theirs.
  private func end(reason: String) {
    guard farewell == nil else { return }
    notify("STOPPING=1")
    learnInput?.close()
    input?.finish()
    statistics?.keep()
    farewell = Farewell(
      reason: reason, giveUp: Reactor.now + .milliseconds(options.recordings.isEmpty ? 100 : 5_000))
    drain()
  }

  /// Says `bye` and ends the loop when nothing else waits to be sent, or a client has not read it for too long.
  private func drain() {
    guard let farewell else { return }
    if server?.isDrained ?? true || Reactor.now >= farewell.giveUp {
      server?.close(reason: farewell.reason)
      reactor.exit(code: 0)
    } else {
      drainTimer?.set(to: Reactor.now + .milliseconds(5))
    }
  }

  // MARK: Files

  private func watchFiles() throws(Reactor.Failure) {
    watch.watch(latest.files)
    settleTimer = try reactor.timer(priority: .control) { [unowned self] in
      do throws(RequestError) { try reload() } catch { write(.error, error.message) }
    }
    guard watch.descriptor >= 0 else { return }
    watchSource = try reactor.watch(watch.descriptor, for: Reactor.Ready.readable, priority: .control) {
      [unowned self] _ in
      if watch.hasChanged() { settleTimer?.set(to: Reactor.now + Daemon.settling) }
    }
  }

  /// Reads the wanted profile again, tells what came of it, and puts it in force if it can be used.
  func load(_ name: String) -> LoadResult {
    let result = store.load(name)
    let messages = result.diagnostics.map(DiagnosticMessage.init)
    engine?.announceConfig(loaded: result.profile != nil, diagnostics: messages)
    for diagnostic in result.diagnostics where diagnostic.severity != .note { write(diagnostic) }
    latest = result
    watch.watch(result.files)
    return result
  }

  func use(_ result: LoadResult, _ profile: Profile, at time: Instant) {
    latest = result
    placesInForce = result.places
    watch.watch(result.files)
    if let engine, engine.profile != profile {
      // What a client has set outlives that a file was saved, and no more.
      if engine.profile.name != profile.name { bridgeChoice = nil }
      engine.use(profile, layout: layout(for: profile), at: time)
      if let table = bridgeChoice { use(table, in: engine, at: time) }
      input?.profileChanged(at: time)
      learnInput?.profileChanged()
    }
    for message in UnusedSettings.messages(of: result.diagnostics) {
      engine?.warn(.settingUnused, entry: nil, message: message, at: time)
    }
    input?.rearm()
    tellStatus()
  }
}
