import Glibc
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayServer

/// What clients ask of the daemon.
extension Daemon: ServerDelegate {
  /// The clock of the events: the machine's, or the recordings'.
  public func now() -> Instant { input?.now ?? Reactor.now }

  /// Performs what is asked. What needs files is answered later.
  public func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    let done: (RequestError?) -> Void = { reply(Answer($0)) }
    do throws(RequestError) {
      switch request {
      case .get(let subject): return reply(.result(result(of: subject)))
      case .send(let command, let arguments): return send(command, arguments, from: client, done)
      case .setProfile(let name): return setProfile(name, done)
      case .setBridge(let name): return setBridge(name, done)
      case .reload: return reload(done)
      case .setRest(let isOn): _ = act { $0.setRest(isOn, at: $1) }
      case .setPassThrough(let word): _ = act { $0.setPassThrough(word, at: $1) }
      case .unhandled(let number): try unhandled(number, client)
      case .answer(let question, let confirm): try answer(question, confirm)
      case .resume: try resume()
      case .learn(let isOn): try setLearning(isOn)
      case .inhibit: setInhibited(true)
      case .rearm: setInhibited(false)
      case .claimsChanged(let claims): setClaims(claims)
      // A recording begins with its first client.
      case .connected: input?.clientConnected()
      // The server's own.
      case .claim, .release, .context: break
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }

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
      profileName: engine.profile.name, profileLabel: engine.profile.label, profiles: profileNames, modes: modes,
      devices: engine.stateOfDevices, switches: engine.stateOfSwitches, question: engine.openQuestion,
      time: now().microseconds)
  }

  /// The `result` of a `get`.
  private func result(of subject: Request.Subject) -> LineBuffer {
    var line = LineBuffer()
    switch (subject, engine) {
    case (.config, _):
      var inForce: LineBuffer?
      if let engine {
        var text = LineBuffer()
        ProfileExplanation.write(engine.profile, placesInForce, bridge: engine.bridgeTable, into: &text)
        inForce = text
      }
      line.putConfig(
        profile: profileName, files: latest.files, absent: engine?.absentDevices ?? [],
        diagnostics: latest.diagnostics.map(DiagnosticMessage.init), inForce: inForce)
    case (.bindings, let engine?): Bindings.write(engine.profile, bridge: engine.bridgeTable, into: &line)
    case (.statistics, let engine?):
      line.putStatistics(presses: engine.recentPresses, days: engine.statistics?.days ?? [])
    case (.state, _): line.putState(state())
    case (_, nil): break
    }
    return line
  }

  /// Publishes a client's command, asks about it, or acts on it, as if a switch had made it; never one that types or that
  /// answers a question.
  private func send(
    _ command: String, _ arguments: [String], from client: EscapedText, _ done: @escaping (RequestError?) -> Void
  ) {
    let parsed: ScanCommand
    do throws(CommandError) {
      parsed = try CommandVocabulary.command(name: command, arguments: arguments)
    } catch {
      let words = PrintableName.of("\(error.message); \(error.help)", limit: 400)
      return done(RequestError(.badArgument, "send: " + words))
    }
    switch parsed.name {
    case "key":
      done(RequestError(.refused, "send: 'key' types, and clients cannot type: send a command, such as 'select'"))
    case "confirm", "reject":
      done(RequestError(.refused, "send: a question is not answered by a command: use 'answer'"))
    case "profile" where !parsed.arguments.isEmpty:
      // What there is not is said at once, and not after a question.
      choose(parsed.arguments[0]) { [unowned self] _, error in done(error ?? send(parsed, client)) }
    default: done(send(parsed, client))
    }
  }

  private func send(_ command: ScanCommand, _ client: EscapedText) -> RequestError? {
    if command.name == "nothing" { return nil }
    let reason = act { engine, time in engine.send(command, from: client, at: time) } ?? nil
    return reason.map { RequestError(.refused, "send: nothing is published now: \($0.rawValue)") }
  }

  /// Does what is asked for, after everything that has happened by then: a request, however late, changes nothing that
  /// was pressed before it. nil: there is no engine yet.
  func act<Answer>(_ body: (Engine, Instant) -> Answer) -> Answer? {
    guard let engine else { return nil }
    let time = now()
    input?.catchUp()
    let answer = body(engine, time)
    settle()
    input?.rearm()
    return answer
  }

  /// Answers the question that is open, if it is the one that is meant.
  private func answer(_ question: Int, _ confirm: Bool) throws(RequestError) {
    guard act({ $0.answer(question, confirm: confirm, at: $1) }) ?? false else {
      throw RequestError(.refused, "answer: question \(question) is not open; 'get' 'state' tells which is")
    }
  }

  func use(_ table: BridgeTable?, in engine: Engine, at time: Instant) {
    var wanted = engine.profile
    wanted.bridge = table
    engine.setBridge(table, layout: layout(for: wanted), at: time)
    input?.typingChanged(at: time)
  }

  /// Types what a command that did not apply types alone.
  private func unhandled(_ number: Int64, _ client: EscapedText) throws(RequestError) {
    guard act({ $0.unhandled(number, client: client, at: $1) }) ?? false else {
      throw RequestError(
        .refused,
        "unhandled: seq: only the last command of a keyboard that was yours can be typed, while nothing has come after it"
      )
    }
  }

  /// Ends a panic, once no key is down.
  private func resume() throws(RequestError) {
    guard act({ $0.resume(at: $1) }) ?? true else {
      throw RequestError(.refused, "resume: a key is down: let go of all keys first")
    }
    input?.resumed(at: now())
    input?.rearm()
  }

  /// Keys belong to whoever has claimed their commands.
  private func setClaims(_ claims: ClaimTable) {
    // A client that is found to be gone as it is told of something: what comes next is not read before that is decided.
    // Else nothing is read first either: front ends have been told already, and keys that come now are by these claims.
    engine?.setClaims(claims, at: isTelling ? nil : now())
    input?.rearm()
  }

  /// Holds presses back for a client's sake, or does no more.
  private func setInhibited(_ isInhibited: Bool) {
    if isTelling {
      engine?.setInhibited(isInhibited, at: nil)
    } else {
      _ = act { $0.setInhibited(isInhibited, at: $1) }
    }
  }

  /// Devices are listened to for a client, or no more. Of the machine's, those that no entry takes are opened for it.
  private func setLearning(_ isOn: Bool) throws(RequestError) {
    guard let engine, engine.isLearning != isOn else { return }
    learnInput?.close()
    learnInput = nil
    if isTelling {
      engine.setLearning(isOn, at: now())
    } else {
      _ = act { $0.setLearning(isOn, at: $1) }
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
