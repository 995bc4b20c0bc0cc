import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayLines
import SwitchwayServer
import SwitchwayTime

/// Answers a server as the daemon does, with an engine that no device is attached to.
final class FuzzDelegate: ServerDelegate {
  var time: Int64 = 0
  private var requests = 0
  /// Made anew for each input.
  private(set) var engine: Performer
  private let sink = CheckedSink()
  private let store = ProfileStore(directories: ["\(FuzzProfiles.top)/Config"])
  unowned var server: Server?

  init() {
    engine = Performer(profile: FuzzProfiles.all[0], audience: .replay(.none), sink: sink)
    engine.keys = sink
    sink.onLine = { [unowned self] head, line in server?.gather(head, line) }
  }

  /// Nothing has happened yet.
  func begin() {
    var profile = FuzzProfiles.all[0]
    profile.policy.allowsTyping = true
    profile.policy.allowsPointing = true
    engine = Performer(
      profile: profile, audience: .clients(clock: { [unowned self] in now() }), sink: sink)
    engine.keys = sink
  }

  func now() -> Instant { Instant(time) }

  func state() -> StateMessage {
    engine.stateMessage(profiles: ["default"], typingObstacle: nil, pointingObstacle: nil, at: now())
  }

  func perform(_ request: Request, from client: EscapedText, _ reply: @escaping (Wire.Reply) -> Void) {
    do throws(RequestError) {
      switch request {
      case .get(let subject, let first): return reply(result(of: subject, from: first))
      case .send(let command, let arguments):
        do throws(CommandError) {
          let parsed = try CommandVocabulary.command(name: command, arguments: arguments)
          _ = ask(.send(parsed), client)
        } catch {
          throw RequestError(.badArgument, .unknownCommand, "send: \(error.message); \(error.help)")
        }
      case .setProfile(let name):
        engine.handle(
          .profile(try ProfileChoice.choose(name, after: engine.profile.name, in: store).profile, at: now()))
      case .setRest(let isOn, let length):
        engine.handle(.rest(isOn, until: length.map { now() + $0 }, at: now()))
      case .setPassThrough(let word): engine.handle(.passThrough(word, at: now()))
      case .setBridge(let name):
        let table = name.flatMap { store.loadBridge($0).table }
        if let name, table == nil { throw RequestError(.badArgument, .noBridge, store.bridgeHelp(for: name)) }
        engine.handle(.bridge(table, at: now()))
      case .type(let wanted): try type(wanted, for: client)
      case .point(let wanted):
        if case .pointed(let refusal?)? = ask(.point(wanted, hasPointer: true), client) {
          throw RequestError(.refused, .stopped, "\(refusal)")
        }
      case .unhandled(let number):
        guard ask(.unhandled(number), client) != .notNow else {
          throw RequestError(.refused, .notLast, "not the last")
        }
      case .answer(let question, let confirm):
        guard ask(.answer(question, confirm: confirm), client) != .notNow else {
          throw RequestError(.refused, .question, "not open")
        }
      case .resume:
        if case .keysDown? = ask(.resume, client) { throw RequestError(.refused, .keysDown, "a key is down") }
      case .reload: engine.handle(.profile(engine.profile, at: now()))
      case .scan(let page):
        if case .pageRefused(let refusal)? = ask(.page(page), client) {
          throw RequestError(.refused, .noClaim, "\(refusal)")
        }
      // The server answers these.
      case .hello, .observe, .ping, .pong, .claim, .release, .context, .inhibit, .rearm, .suspend, .learn, .state:
        preconditionFailure("a request of the server's own has come to its delegate")
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }

  func clientConnected() {}
  func clientLeft(_ number: Int) { engine.handle(.clientGone(number, at: now())) }
  func claimsChanged(_ claims: ClaimTable) { engine.handle(.claims(claims, at: now())) }
  func setInhibited(_ isInhibited: Bool) { engine.handle(.inhibited(isInhibited, at: now())) }
  func endTexts(of client: EscapedText) { engine.handle(.inhibited(true, by: ClientName(client), at: now())) }
  func setSuspended(_ isSuspended: Bool) { engine.handle(.suspended(isSuspended, at: now())) }
  func setLearning(_ isOn: Bool, events: Bool) { engine.handle(.learning(isOn, events: events, at: now())) }

  /// Begins to type. The answer does not wait for the end, which may be long after the input.
  private func type(_ wanted: TypedInput, for client: EscapedText) throws(RequestError) {
    let keys = KeySet((1...247).map { UInt16($0) })
    let reply: Reply?
    switch wanted {
    case .text(let text): reply = ask(.type(text, on: keys), client)
    case .keys(let text):
      do throws(CommandError) {
        reply = ask(.typeChord(try KeyChord(typed: text), on: keys), client)
      } catch {
        throw RequestError(.badArgument, .badMember, "type: \(error.message); \(error.help)")
      }
    }
    if case .typed(let refusal?)? = reply { throw RequestError(.refused, .stopped, "\(refusal)") }
  }

  /// Asks the interpreter. Returns the reply; nil: it comes later.
  private func ask(_ request: Input.Request, _ client: EscapedText) -> Reply? {
    requests += 1
    engine.handle(.request(request, from: ClientName(client), number: requests, at: now()))
    return engine.takeReplies().first { $0.number == requests }?.reply
  }

  private func result(of subject: Request.Subject, from first: Int) -> Wire.Reply {
    let table = engine.interpreter.bridgeTable
    switch subject {
    case .config:
      var configuration = Wire.Configuration()
      (configuration.profile, configuration.absent) = (engine.profile.name, engine.interpreter.absentDevices)
      let inForce = PagedValue(ProfileExplanation.of(engine.profile, ProfilePlaces(), bridge: table))
      return .page(of: configuration.paged(inForce: inForce), from: first)
    case .bindings: return .page(of: PagedValue(Bindings.of(engine.profile, bridge: table)), from: first)
    case .statistics:
      var line = LineBuffer()
      line.putStatistics(presses: engine.recentPresses, days: [])
      return .result(line)
    }
  }
}
