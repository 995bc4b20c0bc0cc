import SwitchwayConfig
import SwitchwayCore
@testable import SwitchwayDaemon
import SwitchwayProtocol
import SwitchwayServer

/// Answers a server as the daemon does, with an engine that no device is attached to.
final class FuzzDelegate: ServerDelegate {
  var time: Int64 = 0
  /// Made anew for each input.
  private(set) var engine: Engine
  private let sink = CheckedSink()
  private let store = ProfileStore(directories: ["\(FuzzProfiles.top)/Config"])
  unowned var server: Server?

  init() {
    engine = Engine(profile: FuzzProfiles.all[0], audience: .replay(.none), sink: sink)
    sink.onLine = { [unowned self] head, line in server?.gather(head, line) }
  }

  /// Nothing has happened yet.
  func begin() {
    engine = Engine(
      profile: FuzzProfiles.all[0], audience: .clients(clock: { [unowned self] in now() }), sink: sink)
  }

  func now() -> Instant { Instant(time) }

  func state() -> StateMessage {
    var modes = StateMessage.Modes()
    modes.rest = engine.isResting
    modes.passThrough = engine.isPassingThrough
    modes.gesture = engine.isGesturing
    return StateMessage(
      profileName: engine.profile.name, profileLabel: engine.profile.label, profiles: ["default"], modes: modes,
      devices: engine.stateOfDevices, switches: engine.stateOfSwitches, question: engine.openQuestion, time: time)
  }

  func handle(_ request: Request, from client: EscapedText, _ reply: @escaping (Answer) -> Void) {
    do throws(RequestError) {
      switch request {
      case .get(let subject): return reply(.result(result(of: subject)))
      case .send(let command, let arguments):
        do throws(CommandError) {
          let parsed = try CommandVocabulary.command(name: command, arguments: arguments)
          _ = engine.send(parsed, from: client, at: now())
        } catch {
          throw RequestError(.badArgument, "send: \(error.message); \(error.help)")
        }
      case .setProfile(let name):
        engine.use(try ProfileChoice.choose(name, after: engine.profile.name, in: store).profile, at: now())
      case .setRest(let isOn): engine.setRest(isOn, at: now())
      case .setPassThrough(let word): engine.setPassThrough(word, at: now())
      case .setBridge(let name):
        let table = name.flatMap { store.loadBridge($0).table }
        if let name, table == nil { throw RequestError(.badArgument, store.bridgeHelp(for: name)) }
        engine.setBridge(table, at: now())
      case .unhandled(let number):
        guard engine.unhandled(number, client: client, at: now()) else { throw RequestError(.refused, "not the last") }
      case .answer(let question, let confirm):
        guard engine.answer(question, confirm: confirm, at: now()) else { throw RequestError(.refused, "not open") }
      case .resume:
        guard engine.resume(at: now()) else { throw RequestError(.refused, "a key is down") }
      case .reload: engine.use(engine.profile, at: now())
      case .learn(let isOn): engine.setLearning(isOn, at: now())
      case .inhibit: engine.setInhibited(true, at: now())
      case .rearm: engine.setInhibited(false, at: now())
      case .claimsChanged(let claims): engine.setClaims(claims, at: now())
      case .claim, .release, .context, .connected: break
      }
      reply(.done)
    } catch {
      reply(.refused(error))
    }
  }

  private func result(of subject: Request.Subject) -> LineBuffer {
    var line = LineBuffer()
    switch subject {
    case .state: line.putState(state())
    case .config:
      var inForce = LineBuffer()
      ProfileExplanation.write(engine.profile, ProfilePlaces(), bridge: engine.bridgeTable, into: &inForce)
      line.putConfig(
        profile: engine.profile.name, files: [], absent: engine.absentDevices, diagnostics: [], inForce: inForce)
    case .bindings: Bindings.write(engine.profile, bridge: engine.bridgeTable, into: &line)
    case .statistics: line.putStatistics(presses: engine.recentPresses, days: [])
    }
    return line
  }
}
