import EngineFixtures
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayReactor
import Testing

@testable import SwitchwayDaemon

/// A virtual keyboard is made only for a profile that can type.
@Suite("unused virtual keyboards") struct UnusedKeyboardTests {
  /// - Parameter style: the clock of the profile.
  private static func profile(_ commands: [String], style: String = "front-end", keys: [String]) throws -> Profile {
    let switches = commands.enumerated().map { "  s\($0): {input: box/button-\($0 + 1), tap: \($1)}\n" }
    var profile = try EngineFixtures.profile(
      "switchway: 1\ndevices: {box: {match: {name: Box}}}\nscan: {style: \(style)}\nswitches:\n" + switches.joined())
    let chord = try KeyChord(typed: "tab")
    profile.bridge = BridgeTable(
      name: "own",
      keys: Dictionary(uniqueKeysWithValues: try keys.map { (try CommandVocabulary.parse($0), chord) }))
    return profile
  }

  static let rows: [(commands: [String], style: String, keys: [String], isMade: Bool)] = [
    (["select", "menu"], "front-end", ["back", "next(by=group)"], false),
    (["select", "menu"], "front-end", ["back", "menu"], true),
    (["select"], "front-end", ["next"], false),
    // The scanning clock makes the steps.
    (["select"], "auto", ["next"], true),
    (["select"], "front-end", [], false),
  ]

  @Test("a bridge for commands that nothing gives makes no virtual keyboard", arguments: rows)
  func bridge(commands: [String], style: String, keys: [String], isMade: Bool) throws {
    let profile = try Self.profile(commands, style: style, keys: keys)
    let devices = FakeVirtualDevices()
    let performer = Performer(
      profile: profile, audience: .replay(.all), sink: Collector(), takesKeyboardsAtOnce: false)
    let registry = DeviceRegistry(
      monitor: FakeMonitor([]), matches: profile.entryToRead(for:), open: { _ throws(NodeFailure) in throw .gone })
    let live = try LiveInput(performer: performer, reactor: try Reactor(), registry: registry, maker: devices.make)
    live.start()
    #expect((devices.keyboard != nil) == isMade)
    // A bridge that a client puts in force can need it, too.
    let other = BridgeTable(
      name: "other", keys: [ScanCommand(known: "select", group: .scan): try KeyChord(typed: "f5")])
    performer.handle(.bridge(other, at: live.now))
    live.typingChanged(at: live.now)
    #expect(devices.keyboard != nil)
  }
}
