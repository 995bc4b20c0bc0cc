import Glibc
import SwitchwayClock
import SwitchwayConfig
import SwitchwayConnection
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayServer

/// Handles the requests of clients.
extension Daemon: ServerDelegate {
  /// The present time on the clock of the events: the machine's clock, or that of the recordings.
  public func now() -> Instant { input?.now ?? Reactor.now }

  /// Performs a request. A request that needs files is answered later.
  public func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    let done: (RequestError?) -> Void = { reply(Answer($0)) }
    switch request {
    case .get(let subject): return reply(.result(result(of: subject)))
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
      // Types the command's `alone` keys.
      return ask(
        .unhandled(number), for: client,
        orRefuse: .notLast,
        "unhandled: seq: only the last command of a keyboard that was yours can be typed, "
          + "while nothing has come after it", done)
    case .answer(let question, let confirm):
      return ask(
        .answer(question, confirm: confirm), for: client,
        orRefuse: .question,
        "answer: question \(question) is not open; 'get' 'state' shows the open one", done)
    case .resume: return resume(client, done)
    case .learn(let isOn, let events, _): setLearning(isOn, events: events)
    case .inhibit: act { $0.handle(.inhibited(true, by: ClientName(client), at: $1)) }
    case .rearm: act { $0.handle(.inhibited(false, at: $1)) }
    case .suspend(let isOn): act { $0.handle(.suspended(isOn, at: $1)) }
    case .scan(let page): return setPage(page, client, reply)
    case .claimsChanged(let claims): setClaims(claims)
    case .left(let client):
      if let performer { performer.handle(.clientGone(client, at: performer.moment ?? now())) }
      input?.rearm()
    // A recording begins with its first client.
    case .connected: input?.clientConnected()
    }
    reply(.done)
  }

  /// The present state of everything.
  public func state() -> StateMessage {
    guard let performer else {
      return StateMessage(
        profileName: "", profileLabel: "", profiles: [], devices: [], switches: [], time: now())
    }
    return performer.stateMessage(
      profiles: profileNames, typingObstacle: typingObstacle, pointingObstacle: pointingObstacle?.rawValue, at: now())
  }

  /// Nobody was connected when the files were read at the start.
  public func failureAtStart() -> [DiagnosticMessage]? {
    performer?.profile == .empty || substituteInForce != nil
      ? latest.diagnostics.map(DiagnosticMessage.init) : nil
  }

  /// Why `type` would be refused now to a client with a claim. nil: it would not.
  private var typingObstacle: String? {
    performer?.interpreter.typingObstacle?.word ?? (input?.typedKeys == nil ? TypingObstacle.noKeyboard.word : nil)
  }

  /// The `result` of a `get`.
  private func result(of subject: Request.Subject) -> LineBuffer {
    var line = LineBuffer()
    switch (subject, performer) {
    case (.config, _):
      let explanation = text(of: subject) {
        $1.putValue(ProfileExplanation.of($0.profile, placesInForce, bridge: $0.interpreter.bridgeTable))
      }
      line.putConfig(
        profile: profileName, files: latest.files, absent: performer?.interpreter.absentDevices ?? [],
        diagnostics: latest.diagnostics.map(DiagnosticMessage.init),
        substitute: substituteInForce.map { ($0.kind.rawValue, $0.profile.name) }, inForce: explanation)
    case (.bindings, _?):
      return text(of: subject) { $1.putValue(Bindings.of($0.profile, bridge: $0.interpreter.bridgeTable)) } ?? line
    case (.statistics, let performer?):
      line.putStatistics(presses: performer.recentPresses, days: performer.statistics?.days ?? [])
    case (.state, _): line.putState(state())
    case (_, nil): break
    }
    return line
  }

  /// What is known of the profile in force, made by `explain` once.
  private func text(of subject: Request.Subject, _ explain: (Performer, inout LineBuffer) -> Void) -> LineBuffer? {
    guard let performer else { return nil }
    if let known = explained[subject] { return known }
    var text = LineBuffer()
    explain(performer, &text)
    explained[subject] = text
    return text
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
      return done(RequestError(.badArgument, .unknownCommand, "send: " + words))
    }
    switch parsed.name {
    case "key":
      done(
        RequestError(
          .refused, .useType,
          "send: 'key' types and is not sent: use the request 'type', or send a command such as 'select'"))
    case "confirm", "reject":
      done(RequestError(.refused, .useAnswer, "send: a command cannot answer a question: use 'answer'"))
    case "profile" where !parsed.arguments.isEmpty:
      // A missing profile is reported at once, and not only after a question.
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
      done(RequestError(.refused, ErrorReason(reason), "send: nothing is published now: \(reason.rawValue)"))
    }
  }

  /// Asks the interpreter. `done` gets the reply, mostly at once.
  func ask(_ request: Input.Request, for client: EscapedText, _ done: @escaping (Reply) -> Void) {
    requests += 1
    let number = requests
    waiting[number] = done
    act { $0.handle(.request(request, from: ClientName(client), number: number, at: $1)) }
    answerRequests()
  }

  /// The same for what is done at once, or not at all, which `words` say then.
  private func ask(
    _ request: Input.Request, for client: EscapedText, orRefuse reason: ErrorReason, _ words: String,
    _ done: @escaping (RequestError?) -> Void
  ) {
    ask(request, for: client) { done($0 == .notNow ? RequestError(.refused, reason, words) : nil) }
  }

  /// Passes on the replies of the interpreter.
  func answerRequests() {
    for (number, reply) in performer?.takeReplies() ?? [] { waiting.removeValue(forKey: number)?(reply) }
  }

  /// Calls `body` after everything that has happened until now was handled, so that a late request changes nothing that
  /// was pressed before it. Does nothing if there is no interpreter yet.
  ///
  /// While effects are performed, a client may turn out to be gone. Then `body` is called without reading anything else
  /// first.
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

  /// A client shows what the person can choose from. The `result`: since when.
  private func setPage(_ page: ClockPage?, _ client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    ask(.page(page), for: client) { [unowned self] in
      switch $0 {
      case .done(let time):
        var result = LineBuffer()
        result.putPageTime(time.microseconds)
        reply(.result(result))
      case .pageRefused(.noClock):
        let styles = ["scan: {style: auto}"] + ClockStyle.withClock.filter { $0 != .auto }.map(\.rawValue)
        reply(
          .refused(
            RequestError(
              .unsupported, .noClock,
              "scan: profile '\(profileName)' leaves scanning to front ends: it needs \(Choice.words(styles))")))
      case .pageRefused(.noClaim), .refused, .notNow, .keysDown, .typed, .pointed:
        reply(
          .refused(
            RequestError(
              .refused, .noClaim,
              "scan: only a client that has claimed 'next', 'previous' and 'select' can scan: 'claim' them first")))
      }
    }
  }

  /// Ends a panic. Refused while a key is down, and has not been for 10 s.
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

  /// Sets which client has claimed which commands.
  private func setClaims(_ claims: ClaimTable) {
    guard let performer else { return }
    // Devices are not read first: front ends know these claims already, and keys that come now follow them.
    performer.handle(.claims(claims, at: performer.moment ?? now()))
    input?.rearm()
  }

  /// Starts or stops learning for a client. Of live devices, those that no entry takes are read meanwhile.
  private func setLearning(_ isOn: Bool, events: Bool) {
    guard let performer, performer.interpreter.isLearning != isOn else { return }
    act {
      $0.handle(.learning(isOn, events: events, at: $1))
      input?.learningChanged(at: $1)
    }
    input?.rearm()
  }
}
