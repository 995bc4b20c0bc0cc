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
      profile: FuzzProfiles.all[0],
      audience: .clients(clock: { [unowned self] in now() }) { [unowned self] command, began in
        server?.claimant(of: command, began: began)
      }, sink: sink)
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

  func writeConfigResult(into line: inout LineBuffer) {
    var inForce = LineBuffer()
    ProfileExplanation.write(engine.profile, ProfilePlaces(), bridge: engine.bridgeTable, into: &inForce)
    line.putConfig(
      profile: engine.profile.name, files: [], absent: engine.absentDevices, diagnostics: [], inForce: inForce)
  }

  func writeBindingsResult(into line: inout LineBuffer) {
    Bindings.write(engine.profile, bridge: engine.bridgeTable, into: &line)
  }

  func writeStatisticsResult(into line: inout LineBuffer) {
    line.putStatistics(presses: engine.recentPresses, days: [])
  }

  func send(
    command: String, arguments: [String], client: EscapedText, _ done: @escaping (RequestError?) -> Void
  ) {
    do throws(CommandError) {
      let parsed = try CommandVocabulary.command(name: command, arguments: arguments)
      _ = engine.send(parsed, from: client, at: now())
      done(nil)
    } catch {
      done(RequestError(.badArgument, "send: \(error.message); \(error.help)"))
    }
  }

  func answer(question: Int, confirm: Bool) throws(RequestError) {
    guard engine.answer(question, confirm: confirm, at: now()) else { throw RequestError(.refused, "not open") }
  }

  func setRest(_ isOn: Bool) throws(RequestError) { engine.setRest(isOn, at: now()) }
  func setPassThrough(_ word: String) throws(RequestError) { engine.setPassThrough(word, at: now()) }

  func setBridge(_ name: String?, _ done: @escaping (RequestError?) -> Void) {
    let table = name.flatMap { store.loadBridge($0).table }
    if let name, table == nil { return done(RequestError(.badArgument, store.bridgeHelp(for: name))) }
    engine.setBridge(table, at: now())
    done(nil)
  }

  func unhandled(_ number: Int64, client: EscapedText) throws(RequestError) {
    guard engine.unhandled(number, client: client, at: now()) else { throw RequestError(.refused, "not the last") }
  }

  func resume() throws(RequestError) {
    guard engine.resume(at: now()) else { throw RequestError(.refused, "a key is down") }
  }

  func claimsChanged(context: ContextKind?) { engine.claimsChanged(isInText: context == .text, at: now()) }
  func setInhibited(_ isInhibited: Bool) { engine.setInhibited(isInhibited, at: now()) }
  func setLearning(_ isOn: Bool) throws(RequestError) { engine.setLearning(isOn, at: now()) }

  func setProfile(_ name: String, _ done: @escaping (RequestError?) -> Void) {
    do throws(RequestError) {
      let chosen = try ProfileChoice.choose(name, after: engine.profile.name, in: store)
      engine.use(chosen.profile, at: now())
      done(nil)
    } catch {
      done(error)
    }
  }

  func reload(_ done: @escaping (RequestError?) -> Void) {
    engine.use(engine.profile, at: now())
    done(nil)
  }

  func clientConnected() {}
}
