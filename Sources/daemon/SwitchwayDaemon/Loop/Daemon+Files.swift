import SwitchwayConfig
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayServer
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

// Requests to the file helper about profiles and statistics, and the handling of its answers.
extension Daemon {
  /// The time from the last change of a file to reading it again, so that one save causes only one reload. Arbitrary.
  private static let settling = Microseconds.milliseconds(100)
  /// The first pause before the daemon tries again to read files that could not be read. It doubles each time.
  /// Arbitrary.
  static let shortestRetry = Microseconds.seconds(1)
  private static let longestRetry = Microseconds.seconds(60)

  // MARK: At the start

  /// Reads the wanted profile and the saved statistics. Returns the statistics, or `nil` if this run must not save any.
  func readAtStart(keepsStatistics: Bool) -> [PressStatistics.Day]? {
    let name = profileName
    askProfile({ .profile(name, after: nil, needsLayout: false) }) { [unowned self] in
      (latest, firstSnapshot) = loaded(name, $0)
    }
    var kept: [PressStatistics.Day]?
    if keepsStatistics {
      files.ask({ .readStatistics }, prepare: { $1 }) { [unowned self] result in
        switch result {
        case .success(.statistics(let text, let error)):
          kept = text.flatMap(StatisticsText.days) ?? []
          if let error { write(.error, error) }
        case .success: break
        case .failure(let failure):
          // The statistics of this run are not saved, because they would replace the earlier ones.
          write(.error, "statistics of this run are not kept: the earlier ones cannot be read: \(failure.words)")
        }
      }
    }
    files.waitForAll()
    seekSubstitute { [unowned self] in substitute = $0 }
    files.waitForAll()
    return kept
  }

  /// Makes the daemon read files again when they change.
  func watchFiles() throws(Reactor.Failure) {
    settleTimer = try reactor.timer(priority: .control) { [unowned self] in reloadUnasked() }
    files.onNames = { [unowned self] in profileNames = $0 }
    files.onChange = { [unowned self] in settleTimer?.set(to: Reactor.now + Daemon.settling) }
    files.onRestart = { [unowned self] in
      // While files are unreadable, the new helper does not watch them, because they would also block it. The timer
      // that tries them again is already set.
      guard !isUnread else { return }
      // Files may also have changed while no helper watched them.
      files.watch(latest.files)
      settleTimer?.set(to: Reactor.now + Daemon.settling)
    }
    files.onThaw = { [unowned self] in
      if isUnread { settleTimer?.set(to: Reactor.now + Daemon.settling) }
    }
    if isUnread { retryLater() }
  }

  /// Writes statistics through the file helper.
  var statisticsWriter: StatisticsKeeper.Writer {
    { [unowned self] text, done in
      files.ask({ .writeStatistics(text) }, prepare: { $1 }) { result in
        switch result {
        case .success(.written(let error)): done(error)
        case .success: done(nil)
        case .failure(let failure): done("statistics cannot be kept: \(failure.words)")
        }
      }
    }
  }

  // MARK: Profiles

  /// Reads the files of the wanted profile again, and makes it active. If the files have errors, the active profile
  /// stays.
  func reload(_ done: @escaping (RequestError?) -> Void) {
    socketRebinder?.look()
    var name = profileName
    let request: () -> FileRequest = { [unowned self] in
      name = profileName
      isReloadQueued = false
      notify("RELOADING=1\nMONOTONIC_USEC=\(Reactor.now.microseconds)")
      return .profile(name, after: nil, needsLayout: bridgeChoice != nil)
    }
    askProfile(request) { [unowned self] answer in
      // While the files were read, a switch of a recording has requested another profile: read that one.
      guard name == profileName else { return reload(done) }
      let (result, snapshot) = loaded(name, answer)
      let error = finishReload(result)
      if error == nil { keepLastGood(name, snapshot) } else { useSubstitute() }
      notify("READY=1\nSTATUS=\(status)")
      done(error)
    }
  }

  /// Reloads after a signal or a change of a file. Does nothing if such a reload is already queued, because the queued
  /// one will read the files as they are now.
  func reloadUnasked() {
    guard !isReloadQueued, !isEnding else { return }
    isReloadQueued = true
    reload { [unowned self] error in if let error { write(.error, error.message) } }
  }

  private static let ending = RequestError(.refused, .ending, "switchwayd is ending")

  private func finishReload(_ result: LoadResult) -> RequestError? {
    guard !isEnding else { return Daemon.ending }
    let messages = result.diagnostics.map(DiagnosticMessage.init)
    performer?.announceConfig(loaded: result.profile != nil, diagnostics: messages)
    for diagnostic in result.diagnostics where diagnostic.severity != .note { write(diagnostic) }
    latest = result
    if isUnread {
      retryLater()
      return RequestError(
        .configInvalid, .fileUnread, "reload: the profiles could not be read; the current one stays active",
        diagnostics: messages)
    }
    retryPause = Daemon.shortestRetry
    guard let profile = result.profile else {
      return RequestError(
        .configInvalid, .fileErrors, "reload: the profiles have errors; the current one stays active",
        diagnostics: messages)
    }
    // Presses that came while the files were read belong to the old profile, so they are handled first.
    let time = now()
    input?.catchUp()
    use(result, profile, at: time)
    return nil
  }

  /// Requests a profile from the file helper. `request` is called at the moment of sending.
  func askProfile(
    _ request: @escaping () -> FileRequest, _ done: @escaping (Result<Loaded<LoadResult>, FileFailure>) -> Void
  ) {
    let store = store
    files.ask(
      request,
      prepare: { request, answer in
        guard case .profile(let name, _, _) = request else { return nil }
        return Loaded(answer, for: store) { $0.load(name) }
      }, done)
  }

  /// Returns the profile as the helper read it, and its files. Also sets `isUnread`.
  func loaded(
    _ name: String, _ answer: Result<Loaded<LoadResult>, FileFailure>
  ) -> (result: LoadResult, snapshot: FileSnapshot?) {
    switch answer {
    case .success(let loaded):
      isUnread = false
      learn(loaded)
      return (loaded.outcome, loaded.snapshot)
    case .failure(let failure):
      isUnread = true
      return (store.unread(name, failure), nil)
    }
  }

  private func retryLater() {
    settleTimer?.set(to: Reactor.now + retryPause)
    retryPause = min(retryPause + retryPause, Daemon.longestRetry)
  }

  /// Stores the names of all profiles and the keyboard layout that come with an answer.
  private func learn<Outcome>(_ loaded: Loaded<Outcome>) {
    profileNames = loaded.names
    if let layout = loaded.layout { layouts[layout.name] = layout }
  }

  /// Makes a profile active. `name` is its name, or `next` or `previous`. If the profile has errors, the active one
  /// stays.
  func setProfile(_ name: String, _ done: @escaping (RequestError?) -> Void) {
    choose(name) { [unowned self] chosen, error in
      if let chosen { act { _, time in applyProfile(chosen, at: time) } }
      done(error)
    }
  }

  /// The largest number of requests of switches that wait while files cannot be read. Further requests are dropped: the
  /// person only repeats the press because nothing happens. Arbitrary.
  private static let mostPressed = 4

  /// Makes a profile active that a switch has requested.
  func setPressedProfile(_ name: String) {
    guard pressedProfiles < Daemon.mostPressed else {
      return write(
        .warning, "profile: '\(PrintableName.of(name))' is ignored, because other profiles are still being read")
    }
    pressedProfiles += 1
    setProfile(name) { [unowned self] error in
      pressedProfiles -= 1
      if let error { write(.warning, "profile: \(error.message)") }
    }
  }

  /// Makes a profile active that a switch of a recording has requested. Recordings do not wait for the helper. `time`
  /// is when the press was accepted.
  func setRecordedProfile(_ wanted: String, at time: Instant) -> RequestError? {
    do throws(RequestError) {
      let chosen = try ProfileChoice.choose(wanted, after: performer?.profile.name ?? profileName, in: store)
      applyProfile(chosen, at: time)
      files.watch(chosen.result.files)
      return nil
    } catch {
      if let diagnostics = error.diagnostics { performer?.announceConfig(loaded: false, diagnostics: diagnostics) }
      return error
    }
  }

  private func applyProfile(_ chosen: ProfileChoice.Chosen, at time: Instant) {
    profileName = chosen.name
    use(chosen.result, chosen.profile, at: time)
    keepLastGood(chosen.name, chosen.snapshot)
  }

  /// Reads the profile that is to become active. If it cannot be used, sends its diagnostics to clients.
  func choose(_ wanted: String, _ done: @escaping (ProfileChoice.Chosen?, RequestError?) -> Void) {
    let request: () -> FileRequest = { [unowned self] in
      .profile(wanted, after: performer?.profile.name ?? profileName, needsLayout: bridgeChoice != nil)
    }
    let store = store
    let prepare: @Sendable (FileRequest, FileAnswer) -> Loaded<Result<ProfileChoice.Chosen, RequestError>>? = {
      guard case .profile(let wanted, let current?, _) = $0 else { return nil }
      return Loaded($1, for: store) { files in
        Result { () throws(RequestError) in
          var chosen = try ProfileChoice.choose(wanted, after: current, in: files)
          if case .snapshot(let snapshot) = files.files { chosen.snapshot = snapshot }
          return chosen
        }
      }
    }
    files.ask(request, prepare: prepare) { [unowned self] answer in
      do throws(RequestError) {
        done(try outcome(of: answer, "profile", wanted), nil)
      } catch {
        if let diagnostics = error.diagnostics { performer?.announceConfig(loaded: false, diagnostics: diagnostics) }
        done(nil, error)
      }
    }
  }

  /// Returns the value in an answer, or throws an error for the client if there is none. The error's message contains
  /// `what` and `wanted`.
  private func outcome<Outcome>(
    of answer: Result<Loaded<Result<Outcome, RequestError>>, FileFailure>, _ what: String, _ wanted: String
  ) throws(RequestError) -> Outcome {
    guard !isEnding else { throw Daemon.ending }
    switch answer {
    case .success(let loaded):
      learn(loaded)
      return try loaded.outcome.get()
    case .failure(let failure):
      throw RequestError(
        .configInvalid, .fileUnread,
        "set: \(what): '\(PrintableName.of(wanted))' could not be read; the current one stays active: \(failure.words)")
    }
  }

  // MARK: Bridges

  /// Makes the bridge of this name type the commands of switches, until another profile becomes active. If `name` is
  /// `nil`, no bridge types. If the bridge has errors, nothing changes.
  func setBridge(_ name: String?, _ done: @escaping (RequestError?) -> Void) {
    guard let name else {
      applyBridge(nil)
      return done(nil)
    }
    let request: () -> FileRequest = { [unowned self] in .bridge(name, layout: performer?.profile.keyboard?.layout) }
    let store = store
    let prepare: @Sendable (FileRequest, FileAnswer) -> Loaded<Result<BridgeTable, RequestError>>? = {
      Loaded($1, for: store) { $0.bridge(name) }
    }
    files.ask(request, prepare: prepare) { [unowned self] answer in
      do throws(RequestError) {
        applyBridge(try outcome(of: answer, "bridge", name))
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  private func applyBridge(_ table: BridgeTable?) {
    bridgeChoice = .some(table)
    act {
      use(table, in: $0, at: $1)
      input?.typingChanged(at: $1)
    }
  }
}
