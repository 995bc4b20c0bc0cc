import Glibc
import SwitchwayClock
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayLines
import SwitchwayReactor
import SwitchwayServer
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// Handles the requests of clients.
extension Daemon: ServerDelegate {
  /// The present time on the clock of the events: the computer's clock, or the clock of the recordings.
  package func now() -> Instant { input?.now ?? Reactor.now }

  /// Performs a request of a client. A request that needs files is answered later.
  package func perform(_ request: Request, from client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void) {
    let done: (RequestError?) -> Void = { reply(Wire.Reply($0)) }
    switch request {
    case .get(let subject, let first): return reply(result(of: subject, from: first))
    case .send(let command, let arguments): return send(command, arguments, from: client, done)
    case .setProfile(let name): return setProfile(name, done)
    case .setBridge(let name): return setBridge(name, done)
    case .reload: return reload(done)
    case .type(let wanted): return type(wanted, for: client, done)
    case .point(let wanted): return point(wanted, for: client, done)
    case .setRest(let isOn, let length):
      act { performer, time in performer.handle(.rest(isOn, until: length.map { time + $0 }, at: time)) }
    case .setPassThrough(let word): act { $0.handle(.passThrough(word, at: $1)) }
    case .unhandled(let number):
      // The client has not used a command of a keyboard. So the keys that are bound as `alone` to the command are
      // typed.
      return ask(
        .unhandled(number), for: client,
        orRefuse: .notLast,
        "unhandled: seq: expected the last command that a keyboard gave to you, with no other key, switch or "
          + "command after it", done)
    case .answer(let question, let confirm):
      return ask(
        .answer(question, confirm: confirm), for: client,
        orRefuse: .question,
        "answer: question \(question) is not open; 'get' 'state' shows the open one", done)
    case .resume: return resume(client, done)
    case .scan(let page): return setPage(page, client, reply)
    // The server answers these requests itself.
    case .hello, .observe, .ping, .pong, .claim, .release, .context, .inhibit, .rearm, .suspend, .learn, .state: break
    }
    reply(.done)
  }

  // MARK: What the server reports about its clients

  /// Tells the input that a client has connected, because a recording begins with its first client.
  package func clientConnected() { input?.clientConnected() }

  package func clientLeft(_ number: Int) {
    if let performer { performer.handle(.clientGone(number, at: performer.moment ?? now())) }
    input?.rearm()
  }

  package func claimsChanged(_ claims: ClaimTable) {
    guard let performer else { return }
    // Devices are not read before the claims change, because clients already know the new claims: keys that come now
    // must follow them.
    performer.handle(.claims(claims, at: performer.moment ?? now()))
    input?.rearm()
  }

  package func setInhibited(_ isInhibited: Bool) { act { $0.handle(.inhibited(isInhibited, at: $1)) } }

  package func endTexts(of client: EscapedText) {
    act { $0.handle(.inhibited(true, by: ClientName(client), at: $1)) }
  }

  package func setSuspended(_ isSuspended: Bool) { act { $0.handle(.suspended(isSuspended, at: $1)) } }

  /// Begins or ends learning. While a client learns, devices that no entry of the profile matches are also read.
  package func setLearning(_ isOn: Bool, events: Bool) {
    guard let performer, performer.interpreter.isLearning != isOn else { return }
    act {
      $0.handle(.learning(isOn, events: events, at: $1))
      input?.learningChanged(at: $1)
    }
    input?.rearm()
  }

  /// Returns the present state for a `state` line.
  package func state() -> StateMessage {
    guard let performer else {
      return StateMessage(
        profileName: "", profileLabel: "", profiles: [], devices: [], switches: [], time: now())
    }
    return performer.stateMessage(
      profiles: profileNames, typingObstacle: typingObstacle, pointingObstacle: pointingObstacle?.rawValue, at: now())
  }

  /// Returns the diagnostics of the wanted profile if it has not become active since the start, because no client was
  /// connected then to receive them. `nil` if it is active.
  package func failureAtStart() -> [DiagnosticMessage]? {
    performer?.profile == .empty || substituteInForce != nil
      ? latest.diagnostics.map(DiagnosticMessage.init) : nil
  }

  /// The reason why the request `type` would be refused now to a client with a claim. `nil` if it would be accepted.
  private var typingObstacle: String? {
    performer?.interpreter.typingObstacle?.word ?? (input?.typedKeys == nil ? TypingObstacle.noKeyboard.word : nil)
  }

  /// Returns the answer to the request `get`. The lists in it begin with their entry number `first`.
  private func result(of subject: Request.Subject, from first: Int) -> Wire.Reply {
    switch subject {
    case .config:
      let inForce = explained(.config) { performer in
        PagedValue(
          ProfileExplanation.of(performer.profile, placesInForce, bridge: performer.interpreter.bridgeTable))
      }
      return .page(of: configuration.paged(inForce: inForce), from: first)
    case .bindings:
      let rows = explained(.bindings) { performer in
        PagedValue(Bindings.of(performer.profile, bridge: performer.interpreter.bridgeTable))
      }
      return .page(of: rows ?? PagedValue([] as [Wire.Binding]), from: first)
    case .statistics:
      var line = LineBuffer()
      if let performer {
        line.putStatistics(presses: performer.recentPresses, days: performer.statistics?.days ?? [])
      }
      return .result(line)
    }
  }

  /// The part of the answer for `config` that is about the wanted profile and its files, not about the active profile.
  private var configuration: Wire.Configuration {
    var configuration = Wire.Configuration()
    configuration.profile = profileName
    configuration.files = latest.files
    configuration.absent = performer?.interpreter.absentDevices ?? []
    configuration.diagnostics = latest.diagnostics.map { Wire.Diagnostic(DiagnosticMessage($0)) }
    configuration.substitute = substituteInForce.map { .init(kind: $0.kind.rawValue, profile: $0.profile.name) }
    return configuration
  }

  /// Returns an answer about the active profile, which is made once by `explain` and then stored.
  private func explained(_ subject: Request.Subject, _ explain: (Performer) -> PagedValue) -> PagedValue? {
    guard let performer else { return nil }
    if let known = explained[subject] { return known }
    let value = explain(performer)
    explained[subject] = value
    return value
  }

  /// Handles a client's command as if a switch had made it: publishes it, asks a question about it, or performs it.
  /// Refuses commands that type and commands that answer a question.
  private func send(
    _ command: String, _ arguments: [String], from client: EscapedText, _ done: @escaping (RequestError?) -> Void
  ) {
    let parsed: ScanCommand
    do throws(CommandError) {
      parsed = try CommandVocabulary.command(name: command, arguments: arguments)
    } catch {
      let words = PrintableName.of("\(error.message); \(error.help)", limit: 400)
      return done(RequestError(.badArgument, .unknownCommand, "send: " + words))
    }
    switch parsed.name {
    case "key":
      done(
        RequestError(
          .refused, .useType,
          "send: 'key' types keys, and cannot be sent: use the request 'type', or send a command such as 'select'"))
    case "confirm", "reject":
      done(RequestError(.refused, .useAnswer, "send: a command cannot answer a question: use 'answer'"))
    case "profile" where !parsed.arguments.isEmpty:
      // A command for a missing profile is refused at once, before the person is asked about it.
      choose(parsed.arguments[0]) { [unowned self] _, error in
        if let error { done(error) } else { send(parsed, client, done) }
      }
    default: send(parsed, client, done)
    }
  }

  private func send(_ command: ScanCommand, _ client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    if command.name == "nothing" { return done(nil) }
    ask(.send(command), for: client) { reply in
      guard case .refused(let reason) = reply else { return done(nil) }
      done(RequestError(.refused, ErrorReason(reason), "send: no command is published now: \(reason.rawValue)"))
    }
  }

  /// Passes a request to the interpreter. `done` gets the reply, usually at once.
  func ask(_ request: Input.Request, for client: EscapedText, _ done: @escaping (Reply) -> Void) {
    requests += 1
    let number = requests
    waiting[number] = done
    act { $0.handle(.request(request, from: ClientName(client), number: number, at: $1)) }
    answerRequests()
  }

  /// Passes a request to the interpreter that is done at once or refused. `reason` and `words` are the error if it is
  /// refused.
  private func ask(
    _ request: Input.Request, for client: EscapedText, orRefuse reason: ErrorReason, _ words: String,
    _ done: @escaping (RequestError?) -> Void
  ) {
    ask(request, for: client) { done($0 == .notNow ? RequestError(.refused, reason, words) : nil) }
  }

  /// Passes the interpreter's replies to the clients that wait for them.
  func answerRequests() {
    for (number, reply) in performer?.takeReplies() ?? [] { waiting.removeValue(forKey: number)?(reply) }
  }

  /// Calls `body` after all events until now were handled, so that a request does not affect presses that were made
  /// before it. Does nothing if there is no interpreter yet.
  ///
  /// This may be called while effects are performed, if a client turns out to have gone. Then `body` is called without
  /// handling other events first.
  func act(_ body: (Performer, Instant) -> Void) {
    guard let performer else { return }
    if let moment = performer.moment { return body(performer, moment) }
    let time = now()
    input?.catchUp()
    body(performer, time)
    settle()
    input?.rearm()
  }

  func use(_ table: BridgeTable?, in performer: Performer, at time: Instant) {
    var wanted = performer.profile
    wanted.bridge = table
    performer.handle(.bridge(table, layout: layout(for: wanted), at: time))
    explained = [:]
  }

  /// Handles the request of a client that shows items to choose from. The `result` of the answer is the time since
  /// which the scanning clock chooses among these items.
  private func setPage(_ page: ClockPage?, _ client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void) {
    ask(.page(page), for: client) { [unowned self] in
      switch $0 {
      case .done(let time):
        reply(.page(of: PagedValue(Wire.PageTime(time.microseconds)), from: 0))
      case .pageRefused(.noClock):
        reply(
          .refused(
            RequestError(
              .unsupported, .noClock,
              "scan: profile '\(profileName)' leaves scanning to the programs; its section 'scan' needs "
                + Choice.words(ClockStyle.settings))))
      case .pageRefused(.noClaim), .refused, .notNow, .keysDown, .typed, .pointed:
        reply(
          .refused(
            RequestError(
              .refused, .noClaim,
              "scan: only a client that has claimed 'next', 'previous' and 'select' can scan: 'claim' them first")))
      }
    }
  }

  /// Ends an emergency release. The request is refused while a key is down, unless the key has been down for 10 s.
  private func resume(_ client: EscapedText, _ done: @escaping (RequestError?) -> Void) {
    ask(.resume, for: client) { [unowned self] reply in
      if case .keysDown(let keys) = reply {
        let words = HeldKeys.words(keys, namesText: false)
        return done(RequestError(.refused, .keysDown, "resume: \(words): release all keys first"))
      }
      input?.resumed(at: now())
      input?.rearm()
      done(nil)
    }
  }
}
