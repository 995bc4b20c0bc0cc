import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// What clients ask of the daemon.
extension Daemon: ServerDelegate {
  /// The clock of the events: the machine's, or the recordings'.
  public func now() -> Instant { input?.now ?? Reactor.now }

  /// A recording begins with its first client.
  public func clientConnected() { input?.clientConnected() }

  /// Everything as it is now.
  public func state() -> StateMessage {
    guard let engine else {
      return StateMessage(
        profileName: "", profileLabel: "", profiles: [], devices: [], switches: [], time: now().microseconds)
    }
    var modes = StateMessage.Modes()
    modes.rest = engine.isResting
    modes.passThrough = engine.isPassingThrough
    modes.gesture = engine.isGesturing
    modes.panic = engine.hasPanicked
    modes.isActive = engine.isActive
    modes.isLocked = engine.isLocked
    return StateMessage(
      profileName: engine.profile.name, profileLabel: engine.profile.label, profiles: profileNames.all, modes: modes,
      devices: engine.stateOfDevices, switches: engine.stateOfSwitches, question: engine.openQuestion,
      time: now().microseconds)
  }

  /// Which files were read last, what was found in them, which devices are missed, and what is in force.
  public func writeConfigResult(into line: inout LineBuffer) {
    var inForce: LineBuffer?
    if let engine {
      var text = LineBuffer()
      ProfileExplanation.write(engine.profile, placesInForce, bridge: engine.bridgeTable, into: &text)
      inForce = text
    }
    line.putConfig(
      profile: profileName, files: latest.files, absent: engine?.absentDevices ?? [],
      diagnostics: latest.diagnostics.map(DiagnosticMessage.init), inForce: inForce)
  }

  /// What every switch and chord does now.
  public func writeBindingsResult(into line: inout LineBuffer) {
    guard let engine else { return }
    Bindings.write(engine.profile, bridge: engine.bridgeTable, into: &line)
  }

  /// What became of the last presses, and of those of each day.
  public func writeStatisticsResult(into line: inout LineBuffer) {
    guard let engine else { return }
    line.putStatistics(presses: engine.recentPresses, days: engine.statistics?.days ?? [])
  }

  /// Publishes a client's command, asks about it, or acts on it, as if a switch had made it; never one that types or that
  /// answers a question.
  public func send(command: String, arguments: [String], client: EscapedText) throws(RequestError) {
    let parsed: ScanCommand
    do throws(CommandError) {
      parsed = try CommandVocabulary.command(name: command, arguments: arguments)
    } catch {
      throw RequestError(.badArgument, "send: " + PrintableName.of("\(error.message); \(error.help)", limit: 400))
    }
    switch parsed.name {
    case "key":
      throw RequestError(.refused, "send: 'key' types, and clients cannot type: send a command, such as 'select'")
    case "confirm", "reject":
      throw RequestError(.refused, "send: a question is not answered by a command: use 'answer'")
    case "nothing": break
    default:
      if parsed.name == "profile", let name = parsed.arguments.first {
        // What there is not is said at once, and not after a question.
        _ = try choose(name)
      }
      let reason = try ask { engine, time in engine.send(parsed, from: client, at: time) }
      if let reason = reason ?? nil {
        throw RequestError(.refused, "send: nothing is published now: \(reason.rawValue)")
      }
    }
  }

  /// Does what a client asks for, after everything that has happened by then: a request, however late, changes nothing
  /// that was pressed before it. nil: there is no engine yet.
  private func ask<Answer>(
    _ body: (Engine, Instant) throws(RequestError) -> Answer
  ) throws(RequestError) -> Answer? {
    guard let engine else { return nil }
    let time = now()
    input?.catchUp()
    let answer = try body(engine, time)
    settle()
    input?.rearm()
    return answer
  }

  /// Answers the question that is open, if it is the one that is meant.
  public func answer(question: Int, confirm: Bool) throws(RequestError) {
    guard try ask({ $0.answer(question, confirm: confirm, at: $1) }) ?? false else {
      throw RequestError(.refused, "answer: question \(question) is not open; 'get' 'state' tells which is")
    }
  }

  /// Turns a mode on or off.
  public func setRest(_ isOn: Bool) throws(RequestError) {
    _ = try ask { $0.setRest(isOn, at: $1) }
  }

  /// Lets keys pass whatever they are bound to.
  public func setPassThrough(_ word: String) throws(RequestError) {
    _ = try ask { $0.setPassThrough(word, at: $1) }
  }

  /// Types the commands of switches by this table until another profile comes into force. One with errors changes
  /// nothing.
  public func setBridge(_ name: String?) throws(RequestError) {
    let table = try name.map { name throws(RequestError) in try bridge(name) }
    bridgeChoice = .some(table)
    _ = try ask { use(table, in: $0, at: $1) }
  }

  private func bridge(_ name: String) throws(RequestError) -> BridgeTable {
    let result = store.loadBridge(name)
    guard !result.isMissing else {
      let help = PrintableName.of(store.bridgeHelp(for: name), limit: 1_000)
      throw RequestError(.badArgument, "set: bridge: there is no bridge '\(PrintableName.of(name))'; \(help)")
    }
    guard let table = result.table else {
      throw RequestError(
        .configInvalid, "set: bridge: '\(name)' has errors and is not used",
        diagnostics: result.diagnostics.map(DiagnosticMessage.init))
    }
    return table
  }

  func use(_ table: BridgeTable?, in engine: Engine, at time: Instant) {
    var wanted = engine.profile
    wanted.bridge = table
    engine.setBridge(table, layout: layout(for: wanted), at: time)
    input?.typingChanged(at: time)
  }

  /// Types what a command that did not apply types alone.
  public func unhandled(_ number: Int64, client: EscapedText) throws(RequestError) {
    guard try ask({ $0.unhandled(number, client: client, at: $1) }) ?? false else {
      throw RequestError(
        .refused,
        "unhandled: seq: only the last command of a keyboard that was yours can be typed, while nothing has come after it"
      )
    }
  }

  /// Ends a panic, once no key is down.
  public func resume() throws(RequestError) {
    guard try ask({ $0.resume(at: $1) }) ?? true else {
      throw RequestError(.refused, "resume: a key is down: let go of all keys first")
    }
    input?.resumed(at: now())
    input?.rearm()
  }

  /// Keys belong to whoever has claimed their commands.
  public func claimsChanged(context: ContextKind?) {
    // A client that is found to be gone as it is told of something: what comes next is not read before that is decided.
    // Else nothing is read first either: front ends have been told already, and keys that come now are by these claims.
    engine?.claimsChanged(isInText: context == .text, at: isTelling ? nil : now())
    input?.rearm()
  }

  /// Holds presses back for a client's sake, or does no more.
  public func setInhibited(_ isInhibited: Bool) {
    if isTelling {
      engine?.setInhibited(isInhibited, at: nil)
    } else {
      _ = try? ask { $0.setInhibited(isInhibited, at: $1) }
    }
  }

  /// Devices are listened to for a client, or no more. Of the machine's, those that no entry takes are opened for it.
  public func setLearning(_ isOn: Bool) throws(RequestError) {
    guard let engine, engine.isLearning != isOn else { return }
    learnInput?.close()
    learnInput = nil
    if isTelling {
      engine.setLearning(isOn, at: now())
    } else {
      _ = try ask { $0.setLearning(isOn, at: $1) }
    }
    defer { input?.rearm() }
    guard isOn, isLive else { return }
    do {
      learnInput = try LearnInput(engine: engine, reactor: reactor)
    } catch {
      engine.setLearning(false, at: now())
      throw RequestError(.refused, "learn: devices cannot be looked for: \(error)")
    }
  }

  /// Puts a profile in force by its name, `next` or `previous`. One with errors changes nothing.
  public func setProfile(_ name: String) throws(RequestError) {
    _ = try ask { (_, time) throws(RequestError) in try setProfile(name, at: time) }
  }

  /// As of `time`: when the press that asked for it was accepted.
  func setProfile(_ wanted: String, at time: Instant) throws(RequestError) {
    let chosen = try choose(wanted)
    profileName = chosen.name
    use(chosen.result, chosen.profile, at: time)
  }

  /// A profile that can be used, read; one that cannot is announced.
  private func choose(_ wanted: String) throws(RequestError) -> ProfileChoice.Chosen {
    do throws(RequestError) {
      return try ProfileChoice.choose(wanted, after: engine?.profile.name ?? profileName, in: store)
    } catch {
      if let diagnostics = error.diagnostics { engine?.announceConfig(loaded: false, diagnostics: diagnostics) }
      throw error
    }
  }

  /// Reads the files of the profile in force again. With errors the old one goes on.
  public func reload() throws(RequestError) {
    notify("RELOADING=1\nMONOTONIC_USEC=\(Reactor.now.microseconds)")
    defer { notify("READY=1\nSTATUS=\(status)") }
    placeKeeper?.look()
    profileNames.forget()
    let result = load(profileName)
    guard let profile = result.profile else {
      throw RequestError(
        .configInvalid, "reload: the key-remap files have errors; the profile in force goes on",
        diagnostics: result.diagnostics.map(DiagnosticMessage.init))
    }
    // What was pressed while the files were read is the old profile's.
    let time = now()
    input?.catchUp()
    use(result, profile, at: time)
  }
}

extension DiagnosticMessage {
  /// As the wire has it.
  package init(_ diagnostic: Diagnostic) {
    self.init(
      file: diagnostic.file, line: diagnostic.line, column: diagnostic.column,
      severity: diagnostic.severity.rawValue, message: diagnostic.message,
      help: diagnostic.help.isEmpty ? nil : diagnostic.help)
  }
}
