import SwitchwayConfig
import SwitchwayConnection
import SwitchwayCore
import SwitchwayEngine
import SwitchwayExplain
import SwitchwayLines
import SwitchwayProtocol
import SwitchwayServer

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

  func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    do throws(RequestError) {
      switch request {
      case .get(let subject): return reply(.result(result(of: subject)))
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
      case .learn(let isOn, let events, _): engine.handle(.learning(isOn, events: events, at: now()))
      case .inhibit: engine.handle(.inhibited(true, by: ClientName(client), at: now()))
      case .rearm: engine.handle(.inhibited(false, at: now()))
      case .suspend(let isOn): engine.handle(.suspended(isOn, at: now()))
      case .claimsChanged(let claims): engine.handle(.claims(claims, at: now()))
      case .scan(let page):
        if case .pageRefused(let refusal)? = ask(.page(page), client) {
          throw RequestError(.refused, .noClaim, "\(refusal)")
        }
      case .left(let client): engine.handle(.clientGone(client, at: now()))
      case .connected: break
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }

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

  private func result(of subject: Request.Subject) -> LineBuffer {
    var line = LineBuffer()
    switch subject {
    case .state: line.putState(state())
    case .config:
      var inForce = LineBuffer()
      inForce.putValue(
        ProfileExplanation.of(engine.profile, ProfilePlaces(), bridge: engine.interpreter.bridgeTable))
      line.putConfig(
        profile: engine.profile.name, files: [], absent: engine.interpreter.absentDevices, diagnostics: [],
        inForce: inForce)
    case .bindings: line.putValue(Bindings.of(engine.profile, bridge: engine.interpreter.bridgeTable))
    case .statistics: line.putStatistics(presses: engine.recentPresses, days: [])
    }
    return line
  }
}
