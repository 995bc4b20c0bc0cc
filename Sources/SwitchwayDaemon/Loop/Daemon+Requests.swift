import Glibc
import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayReport
import SwitchwayServer

/// Handles the requests of clients.
extension Daemon: ServerDelegate {
  /// The present time on the clock of the events: the machine's clock, or that of the recordings.
  public func now() -> Instant { input?.now ?? Reactor.now }

  /// Performs a request. A request that needs files is answered later.
  public func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    let done: (RequestError?) -> Void = { reply(Answer($0)) }
    do throws(RequestError) {
      switch request {
      case .get(let subject): return reply(.result(result(of: subject)))
      case .send(let command, let arguments): return send(command, arguments, from: client, done)
      case .setProfile(let name): return setProfile(name, done)
      case .setBridge(let name): return setBridge(name, done)
      case .reload: return reload(done)
      case .type(let wanted): return type(wanted, for: client, done)
      case .setRest(let isOn): _ = act { $0.interpreter.setRest(isOn, at: $1) }
      case .setPassThrough(let word): _ = act { $0.interpreter.setPassThrough(word, at: $1) }
      case .unhandled(let number): try unhandled(number, client)
      case .answer(let question, let confirm): try answer(question, confirm)
      case .resume: try resume()
      case .learn(let isOn, let events): try setLearning(isOn, events: events)
      case .inhibit: _ = act { $0.interpreter.inhibit(for: ClientName(client), at: $1) }
      case .rearm: _ = act { $0.interpreter.setInhibited(false, at: $1) }
      case .scan(let page): return reply(.result(try setPage(page, client)))
      case .claimsChanged(let claims): setClaims(claims)
      case .left(let client):
        if let performer { performer.interpreter.forget(client, at: performer.moment ?? now()) }
      // A recording begins with its first client.
      case .connected: input?.clientConnected()
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }

  /// The present state of everything.
  public func state() -> StateMessage {
    guard let performer else {
      return StateMessage(
        profileName: "", profileLabel: "", profiles: [], devices: [], switches: [], time: now().microseconds)
    }
    return StateMessage(
      profileName: performer.profile.name, profileLabel: performer.profile.label, profiles: profileNames,
      modes: performer.modes,
      devices: performer.stateOfDevices, switches: performer.stateOfSwitches, question: performer.openQuestion,
      scan: performer.scanState, typingObstacle: typingObstacle, time: now().microseconds)
  }

  /// Why `type` would be refused now to a client with a claim. nil: it would not.
  private var typingObstacle: EscapedText? {
    guard let obstacle = performer?.interpreter.typingObstacle else {
      return input?.typedKeys == nil ? EscapedText(TypingObstacle.noKeyboard.word) : nil
    }
    return EscapedText(obstacle.word)
  }

  /// The `result` of a `get`.
  private func result(of subject: Request.Subject) -> LineBuffer {
    var line = LineBuffer()
    switch (subject, performer) {
    case (.config, _):
      if explanation == nil, let performer {
        var text = LineBuffer()
        ProfileExplanation.write(
          performer.profile, placesInForce, bridge: performer.interpreter.bridgeTable, into: &text)
        explanation = text
      }
      line.putConfig(
        profile: profileName, files: latest.files, absent: performer?.interpreter.absentDevices ?? [],
        diagnostics: latest.diagnostics.map(DiagnosticMessage.init), inForce: explanation)
    case (.bindings, let performer?):
      Bindings.write(performer.profile, bridge: performer.interpreter.bridgeTable, into: &line)
    case (.statistics, let performer?):
      line.putStatistics(presses: performer.recentPresses, days: performer.statistics?.days ?? [])
    case (.state, _): line.putState(state())
    case (_, nil): break
    }
    return line
  }

  /// Publishes a client's command, asks a question about it or acts on it, as if a switch had made it. Refuses commands
  /// that type and commands that answer a question.
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
      done(
        RequestError(
          .refused, "send: 'key' types and is not sent: use the request 'type', or send a command such as 'select'"))
    case "confirm", "reject":
      done(RequestError(.refused, "send: a question is not answered by a command: use 'answer'"))
    case "profile" where !parsed.arguments.isEmpty:
      // A missing profile is reported at once, and not only after a question.
      choose(parsed.arguments[0]) { [unowned self] _, error in done(error ?? send(parsed, client)) }
    default: done(send(parsed, client))
    }
  }

  private func send(_ command: ScanCommand, _ client: EscapedText) -> RequestError? {
    if command.name == "nothing" { return nil }
    let reason = act { $0.interpreter.send(command, from: ClientName(client), at: $1) } ?? nil
    return reason.map { RequestError(.refused, "send: nothing is published now: \($0.rawValue)") }
  }

  /// Calls `body` after everything that has happened until now was handled, so that a late request changes nothing that
  /// was pressed before it. Returns nil if there is no interpreter yet.
  ///
  /// While effects are performed, a client may turn out to be gone. Then `body` is called without reading anything else
  /// first.
  func act<Answer>(_ body: (Performer, Instant) -> Answer) -> Answer? {
    guard let performer else { return nil }
    if let moment = performer.moment { return body(performer, moment) }
    let time = now()
    input?.catchUp()
    let answer = body(performer, time)
    settle()
    input?.rearm()
    return answer
  }

  /// Answers the open question if it has this number.
  private func answer(_ question: Int, _ confirm: Bool) throws(RequestError) {
    guard act({ $0.interpreter.answer(question, confirm: confirm, at: $1) }) ?? false else {
      throw RequestError(.refused, "answer: question \(question) is not open; 'get' 'state' tells which is")
    }
  }

  func use(_ table: BridgeTable?, in performer: Performer, at time: Instant) {
    var wanted = performer.profile
    wanted.bridge = table
    performer.interpreter.setBridge(table, layout: layout(for: wanted), at: time)
    explanation = nil
    input?.typingChanged(at: time)
  }

  /// A client reports that a command did not apply. Types the command's `alone` keys.
  private func unhandled(_ number: Int64, _ client: EscapedText) throws(RequestError) {
    guard act({ $0.interpreter.unhandled(number, client: ClientName(client), at: $1) }) ?? false else {
      throw RequestError(
        .refused,
        "unhandled: seq: only the last command of a keyboard that was yours can be typed, "
          + "while nothing has come after it")
    }
  }

  /// A client shows what the person can choose from. Returns the `result`: since when.
  private func setPage(_ page: ClockPage?, _ client: EscapedText) throws(RequestError) -> LineBuffer {
    switch act({ $0.interpreter.setPage(page, of: ClientName(client), at: $1) }) {
    case .success(let time):
      var result = LineBuffer()
      result.putPageTime(time.microseconds)
      return result
    case nil, .failure(.noClaim):
      throw RequestError(
        .refused, "scan: only a client that has claimed 'next', 'previous' and 'select' is scanned: 'claim' them first")
    case .failure(.noClock):
      let styles = ["scan: {style: auto}"] + ClockStyle.withClock.filter { $0 != .auto }.map(\.rawValue)
      throw RequestError(
        .unsupported,
        "scan: profile '\(profileName)' leaves scanning to front ends: it needs \(Choice.words(styles))")
    }
  }

  /// Ends a panic. Refused while a key is down.
  private func resume() throws(RequestError) {
    guard act({ $0.interpreter.resume(at: $1) }) ?? true else {
      throw RequestError(.refused, "resume: a key is down: let go of all keys first")
    }
    input?.resumed(at: now())
    input?.rearm()
  }

  /// Sets which client has claimed which commands.
  private func setClaims(_ claims: ClaimTable) {
    guard let performer else { return }
    // Devices are not read first: front ends know these claims already, and keys that come now follow them.
    performer.interpreter.setClaims(claims, at: performer.moment ?? now())
    input?.rearm()
  }

  /// Starts or stops learning for a client. For live devices, those that no entry takes are opened meanwhile.
  private func setLearning(_ isOn: Bool, events: Bool) throws(RequestError) {
    guard let performer, performer.interpreter.isLearning != isOn else { return }
    learnInput?.close()
    learnInput = nil
    _ = act { $0.interpreter.setLearning(isOn, events: events, at: $1) }
    defer { input?.rearm() }
    guard isOn, isLive else { return }
    do {
      learnInput = try LearnInput(performer: performer, reactor: reactor)
    } catch {
      performer.interpreter.setLearning(false, at: now())
      throw RequestError(.refused, "learn: devices cannot be looked for: \(error)")
    }
  }
}
