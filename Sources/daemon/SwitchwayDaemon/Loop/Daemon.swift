import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayFiles
import SwitchwayReactor
import SwitchwayServer
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// The whole daemon: in one event loop, it connects an input, a performer with its interpreter, a socket and the
/// profiles.
public final class Daemon: LineSink {
  let options: DaemonOptions
  private var personLock: PersonLock?
  let environment: [String: String]
  let reactor: Reactor
  let store: ProfileStore
  /// Reads and writes files in another process. When this process reads devices, it itself opens no file on a disk.
  let files: FileDesk
  private let logHelper: LogHelper?
  private var log: Log
  /// The names of all profiles, as the file helper last reported them.
  var profileNames: [String] = []
  /// The keyboard layouts that were read, by their name in profiles.
  var layouts: [String?: LayoutTable] = [:]
  var performer: Performer?
  private var server: Server?
  /// Whether lines were collected for clients and not sent yet.
  private var hasLines = false
  var input: (any InputSource)?
  private var statistics: StatisticsKeeper?
  var settleTimer: TimerSource?
  /// The next pause before the daemon tries to read unreadable files again. It doubles each time.
  var retryPause = Daemon.shortestRetry
  /// Whether the last attempt to read the files of the wanted profile has failed.
  var isUnread = false
  private var drainTimer: TimerSource?
  private var signals: [SignalSource] = []
  var socketRebinder: SocketRebinder?
  private var session: SessionFollower?
  private var systemd: SystemdLink?
  /// The name of the wanted profile, which is active, or becomes active as soon as its files can be used.
  var profileName: String
  var latest: LoadResult
  /// The name of the profile that the daemon starts with.
  let firstProfileName: String
  /// The files of this profile as they were read at the start. `nil` after `run` has saved them as the last good
  /// profile.
  var firstSnapshot: FileSnapshot?
  /// The status that was last sent to systemd.
  var toldStatus = ""
  /// For each setting of the active profile, its place in the profile's files.
  var placesInForce = ProfilePlaces()
  /// The answers to `get` about the active profile, for `config` and `bindings`. They are stored, because clients
  /// request a large answer page by page, and making it for each page would delay keys.
  var explained: [Request.Subject: PagedValue] = [:]
  /// The bridge that a client has set, which may be none. `nil` if no client has set one: the profile's own bridge is
  /// used.
  var bridgeChoice: BridgeTable??
  /// How the daemon ends. `nil` until it has begun to end.
  private var farewell: Farewell?
  /// Whether the daemon ends. Then all keys are released, and no other profile or bridge becomes active.
  var isEnding: Bool { farewell != nil }
  /// Whether a reload is queued because of a signal or a changed file.
  var isReloadQueued = false
  /// The profile that became active because the wanted profile has errors. `nil` if the wanted profile is active.
  var substitute: Substitute?
  /// The last logged message about saving the last good profile. The same message is not logged again.
  var toldLastGood: String?
  /// The number of requests that were passed to the interpreter.
  var requests = 0
  /// For each request that is not answered yet, by its number: the function that gets the reply.
  var waiting: [Int: (Reply) -> Void] = [:]
  /// Answers requests of clients in the next turn of the loop.
  private var answers: DeferredSource?
  /// The number of profiles that switches have requested and that the file helper has not read yet.
  var pressedProfiles = 0

  private struct Farewell {
    let reason: String
    /// The time until which the daemon waits for clients that do not read.
    var giveUp: Instant
    /// The time until which the daemon waits for the statistics to be saved. The helper may save them after the
    /// daemon's end.
    let keepUntil: Instant
  }

  /// Sets everything up. No device is read before `run`.
  ///
  /// - Parameters:
  ///   - environment: the variables of the process. They show where profiles and the runtime directory are.
  ///   - executable: the path of the program. Shipped profiles may be beside it.
  ///   - log: writes to stderr for this process. If `nil`, this process itself writes there.
  public init(
    _ options: DaemonOptions, environment: [String: String], executable: String, log logHelper: LogHelper? = nil
  ) throws(DaemonFailure) {
    // Paths are made absolute because clients receive them and may run in another folder.
    var options = options
    options.config = options.config.map { AbsolutePath.of($0) }
    self.options = options
    self.environment = environment
    self.logHelper = logHelper
    if options.recordings.isEmpty, geteuid() == 0 {
      throw DaemonFailure(
        .refusesRoot,
        "root may not run this program; run it as the person who uses the switches\n"
          + "help: start it as that user, with the group of /dev/input; only --play may run as root")
    }
    log = Log(forJournal: environment["JOURNAL_STREAM"] != nil)
    let directories = ProfileStore.defaultDirectories(environment: environment, executable: executable).map {
      AbsolutePath.of($0)
    }
    let searched = ProfileStore(file: options.config, directories: directories)
    store = PresentDevices.compared(with: searched, options)
    firstProfileName = store.fileName ?? "default"
    profileName = firstProfileName
    do throws(Reactor.Failure) { reactor = try Reactor() } catch { throw DaemonFailure(.failed, "\(error)") }
    // Presses in recordings are not saved in the person's statistics, but in `$STATE_DIRECTORY` if it is set.
    let statisticsFile = StatisticsFile(environment: environment, isPersonal: options.recordings.isEmpty)
    files = try FileDesk(
      FileHelper.Setting(
        store: searched, environment: environment, statistics: statisticsFile,
        lastGood: options.recordings.isEmpty ? LastGoodFile(environment: environment, config: options.config) : nil),
      reactor: reactor)
    latest = store.unread(profileName)
    try setUp(environment, keepsStatistics: statisticsFile != nil)
  }

  /// Runs the event loop until a signal or the end of a recording ends the daemon. Returns the exit status.
  public func run() throws(DaemonFailure) -> Int32 {
    input?.start()
    if latest.profile != nil { keepLastGood(firstProfileName, firstSnapshot) }
    firstSnapshot = nil
    notify("READY=1\nSTATUS=\(status)")
    defer { files.finish() }
    do throws(Reactor.Failure) { return try reactor.run() } catch { throw DaemonFailure(.failed, "\(error)") }
  }

  private func setUp(_ environment: [String: String], keepsStatistics: Bool) throws(DaemonFailure) {
    files.log = { [unowned self] in write($0, $1) }
    let kept = readAtStart(keepsStatistics: keepsStatistics)
    var recordings: [Recording] = []
    for path in options.recordings {
      if let foreign = ForeignPath(path) {
        throw DaemonFailure(.permission, "\(path): \(foreign.message)\nhelp: \(foreign.help)")
      }
      do throws(RecordingError) { recordings.append(try Recording(path: path)) } catch { throw DaemonFailure(error) }
    }
    for warning in recordings.flatMap(\.warnings) { write(.warning, warning) }
    if latest.profile == nil { try refuseProfile() }
    for diagnostic in latest.diagnostics where diagnostic.severity == .warning { write(diagnostic) }

    if isLive { personLock = try lockPerson() }
    let path: SocketPath
    let socket: ListeningSocket
    do throws(ListeningSocketError) {
      path = try SocketPath.toBind(environment: environment, explicit: options.socket)
      socket = try ListeningSocket(path)
    } catch {
      throw DaemonFailure(error)
    }
    if let places = latest.profile == nil ? substitute?.result.places : latest.places { placesInForce = places }
    let profile = latest.profile ?? substitute?.profile ?? .empty
    let performer = Performer(
      profile: profile, layout: layout(for: profile),
      audience: .clients(
        clock: isLive ? { Reactor.now } : { [unowned self] in now() }, lifetime: commandLifetime,
        speed: isLive ? 1 : options.speed), sink: self,
      takesKeyboardsAtOnce: !isLive)
    self.performer = performer
    do {
      let input = try makeInput(recordings, performer)
      input.onActivity = { [unowned self] in settle() }
      input.onEnd = { [unowned self] in end(reason: "end of the recording", patience: .seconds(5)) }
      self.input = input
      let server = try Server(
        socket: socket, loop: reactor, delegate: self, software: "switchwayd \(ProcessContext.version)",
        boot: Daemon.boot(), commandLifetime: commandLifetime)
      self.server = server
      statistics = try StatisticsKeeper(
        performer, from: kept ?? [], reactor: reactor, write: kept == nil ? nil : statisticsWriter
      ) { [unowned self] in write(.error, $0) }
      answers = try reactor.deferred(priority: .clients) { [unowned self] in answerRequests() }
      performer.onReplies = { [unowned self] in answers?.schedule() }
      try watchFiles()
      try logHelper?.keep(by: reactor)
      socketRebinder = try SocketRebinder(server, directory: socket.directoryPath, reactor: reactor) { [unowned self] in
        write($0, $1)
      }
      drainTimer = try reactor.timer(priority: .clients) { [unowned self] in drain() }
      signals = try reactor.onSignals([SIGTERM, SIGINT, SIGHUP]) { [unowned self] in handle(signal: $0) }
      systemd = try SystemdLink(environment: environment, reactor: reactor) { [unowned self] in
        "READY=1\nSTATUS=\(status)"
      }
    } catch let failure as SystemFailure {
      throw DaemonFailure(failure)
    } catch {
      throw DaemonFailure(.failed, "\(error)")
    }
  }

  private func makeInput(_ recordings: [Recording], _ performer: Performer) throws -> any InputSource {
    guard options.recordings.isEmpty else {
      return try RecordedInput(
        recordings, speed: options.speed, startsAtOnce: options.startsAtOnce, performer: performer, reactor: reactor)
    }
    let registry = try DeviceRegistry { [profile = performer.profile] in profile.entryToRead(for: $0) }
    let live = try LiveInput(performer: performer, reactor: reactor, registry: registry)
    live.log = { [unowned self] in write($0, $1) }
    live.onDevices = { [unowned self] in tellStatus() }
    watchDesktop()
    if options.session == .always {
      write(.warning, "devices are read in every session session=always")
    } else {
      session = try follow(live, performer)
    }
    return live
  }

  /// Whether the input is the devices of this computer, not recordings.
  var isLive: Bool { options.recordings.isEmpty }

  /// Throws if another daemon of this person already reads devices. A daemon with `--socket` only checks the lock and
  /// does not take it, so it does not prevent another daemon from starting.
  private func lockPerson() throws(DaemonFailure) -> PersonLock? {
    switch PersonLock.take(isHeld: options.socket == nil) {
    case .free(let lock): return lock
    case .taken(let holder): throw DaemonFailure(holder)
    case .unknown:
      write(.warning, "cannot find out whether another switchwayd of this user reads devices")
      return nil
    }
  }

  /// How long after its decision a command may be sent: one second of real time. Source: the protocol. It is measured
  /// on the clock of the events, so with a recording it is multiplied by the speed.
  private var commandLifetime: Microseconds {
    isLive ? .seconds(1) : Microseconds(Int64(1_000_000 * options.speed))
  }

  /// Reports that the profile cannot be used. With devices, the daemon continues and waits until the files change. With
  /// recordings, this throws.
  private func refuseProfile() throws(DaemonFailure) {
    if options.recordings.isEmpty {
      for diagnostic in latest.diagnostics where diagnostic.severity == .error { write(diagnostic) }
      let name = PrintableName.of(profileName)
      if let substitute {
        write(.error, substitute.words(for: name))
      } else {
        write(.error, "profile cannot be used, no device is read until it is corrected profile=\(name)")
      }
    } else {
      let isPermission = latest.errno == EACCES || latest.errno == EPERM
      throw DaemonFailure(
        isPermission ? .permission : .failed, String(latest.text.reversed().drop { $0 == "\n" }.reversed()))
    }
  }

  /// Returns a random number in eight hexadecimal digits. By it, clients that reconnect recognise the same run of the
  /// daemon.
  private static func boot() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Returns the keyboard layout for a profile, as it was read with the profile. Logs an error in the layout, and then
  /// returns the keys that are usable.
  func layout(for profile: Profile) -> LayoutKeys {
    guard ProfileLayout.isNeeded(for: profile) else { return .us }
    let name = profile.keyboard?.layout
    // With a recording, this process may read the file itself, because no device has to wait for that.
    if layouts[name] == nil, !isLive { layouts[name] = ProfileLayout.table(name, environment: environment) }
    let table = layouts[name] ?? LayoutTable(name: name, keys: .us, fault: "it could not be read in time")
    if let fault = table.fault { write(.warning, "layout: \(fault)") }
    return table.keys
  }

  // MARK: Lines

  /// Sends a line to every client that observes its type.
  public func emit(_ head: LineHead, _ line: LineBuffer) {
    hasLines = true
    server?.gather(head, line)
  }

  /// Is called when a press was rejected because clients inhibit presses. The server then checks that they still
  /// respond.
  public func noteHeldBack() {
    hasLines = true
    server?.noteHeldBack()
  }

  /// Sends the collected lines.
  public func flush() {
    // Do nothing if there are no lines, for example after a key that is passed on.
    guard hasLines else { return }
    hasLines = false
    server?.sendGathered()
    statistics?.look()
  }

  func write(_ level: Log.Level, _ text: String) { log.write(level, text, now: Reactor.now) }

  func write(_ diagnostic: Diagnostic) {
    let text =
      "\(diagnostic.file):\(diagnostic.line):\(diagnostic.column): \(diagnostic.severity.rawValue): "
      + diagnostic.message + (diagnostic.help.isEmpty ? "" : "; help: \(diagnostic.help)")
    write(diagnostic.severity == .error ? .error : .warning, text)
  }

  func notify(_ state: String) { systemd?.tell(state) }

  // MARK: What happens

  /// Makes a profile active if a switch has requested one. It is called after each turn that handled events.
  func settle() {
    guard let performer, let request = performer.takeProfileRequest() else { return }
    if isLive { return setPressedProfile(request.name) }
    // The profile is read without waiting for the helper, because the result of a recording must not depend on the
    // disk's speed.
    if let error = setRecordedProfile(request.name, at: request.time) { write(.warning, "profile: \(error.message)") }
  }

  private func handle(signal: Int32) {
    if signal == SIGHUP {
      reloadUnasked()
    } else {
      end(reason: signal == SIGTERM ? "terminated" : "interrupted")
    }
  }

  /// Begins to end the daemon: releases all keys and devices. When clients have received their lines, or after
  /// `patience`, sends `bye` and ends the loop.
  private func end(reason: String, patience: Microseconds = .milliseconds(100)) {
    if let farewell {
      self.farewell?.giveUp = min(farewell.giveUp, Reactor.now + patience)
      return
    }
    notify("STOPPING=1")
    input?.finish()
    answerRequests()
    statistics?.keep()
    farewell = Farewell(
      reason: reason, giveUp: Reactor.now + patience, keepUntil: Reactor.now + .milliseconds(100))
    drain()
  }

  /// Sends `bye` and ends the loop if all lines are sent and the statistics are saved, or if the waiting times are
  /// over. Otherwise tries again 5 ms later.
  private func drain() {
    guard let farewell else { return }
    statistics?.keep()
    let now = Reactor.now
    let isSent = server?.isDrained ?? true
    let isKept = statistics?.isDone ?? true || now >= farewell.keepUntil
    if isSent && isKept || now >= farewell.giveUp {
      server?.close(reason: farewell.reason)
      reactor.exit(code: 0)
    } else {
      drainTimer?.set(to: Reactor.now + .milliseconds(5))
    }
  }

  // MARK: Files

  func use(_ result: LoadResult, _ profile: Profile, at time: Instant) {
    latest = result
    bringIntoForce(profile, result.places, at: time)
    for message in UnusedSettings.messages(of: result.diagnostics) {
      performer?.warn(.settingUnused, entry: nil, message: message, at: time)
    }
    input?.rearm()
    tellStatus()
  }

  func bringIntoForce(_ profile: Profile, _ places: ProfilePlaces, at time: Instant) {
    placesInForce = places
    explained = [:]
    guard let performer, performer.profile != profile else { return }
    // A bridge that a client has set stays when the same profile is reloaded, and ends when another profile becomes
    // active.
    if performer.profile.name != profile.name { bridgeChoice = nil }
    performer.handle(.profile(profile, layout: layout(for: profile), at: time))
    if let table = bridgeChoice { use(table, in: performer, at: time) }
    input?.profileChanged(at: time)
  }
}
