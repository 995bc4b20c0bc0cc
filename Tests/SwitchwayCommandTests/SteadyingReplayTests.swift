import EngineFixtures
import Fixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayTime
import Testing

@Suite("Steadying, from a recording to lines") struct SteadyingReplayTests {
  /// A file with every rule of steadying, and gestures behind it.
  private static let text = """
    switchway: 1
    devices:
      box: {match: {name: "Model Switch Box"}}
    switches:
      left:
        input: box/button-1
        steady: {preset: gentle, hold-duration: 30ms, override: 200ms, rejoin: 120ms, neighbour: 40ms, stuck-after: 1s}
        tap: next
        hold: {after: 800ms, do: menu}
      right:
        input: box/button-2
        steady: {preset: gentle, neighbour: 40ms}
        tap: select
        double: {within: 300ms, do: back}

    """

  private static let names = ["tap", "bounce", "hold", "overlap", "unplug", "dropped"]

  private static func bytes(of name: String) throws -> [UInt8] {
    Array(try Scene.bytes(of: "\(Scene.recordings)/\(name).evemu"))
  }

  /// The lines of what was decided before the recording ended, but `device`.
  private static func lines(of bytes: [UInt8], _ profile: Profile) throws -> [String] {
    let sink = Collector()
    let engine = Performer(profile: profile, audience: .replay(.none), sink: sink)
    let player = RecordingPlayer([try Recording(bytes, file: "cut")], performer: engine)
    while player.nextTime != nil { player.step() }
    return sink.take().filter { !$0.hasPrefix(#"{"type":"device""#) }
  }

  @Test("a recording cut after any of a thousand random lines gives the same up to the cut", arguments: names)
  func cut(name: String) throws {
    let profile = try profile(Self.text)
    let bytes = try Self.bytes(of: name)
    let whole = try Self.lines(of: bytes, profile)
    #expect(try Self.lines(of: bytes, profile) == whole)
    #expect(whole.contains { $0.type == "command" })
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let first = try #require(ends.first { bytes[($0 + 1)...].starts(with: Array("E:".utf8)) })
    var chance = SeededGenerator(seed: UInt64(name.utf8.count))
    for _ in 0..<170 {
      let end = try #require(ends.filter { $0 >= first }.randomElement(using: &chance))
      let part = try Self.lines(of: Array(bytes[...end]), profile)
      #expect(part.count <= whole.count && Array(whole.prefix(part.count)) == part, "cut after byte \(end)")
    }
  }

  /// The lines of a hand that presses and shakes, with an engine that is woken up to `late` after each deadline; it
  /// reads the clock when it is.
  private func lines(woken late: ClosedRange<Int64>, seed: UInt64, _ profile: Profile) -> [String] {
    let sink = Collector()
    var clock: Int64 = 0
    let engine = Performer(profile: profile, audience: .clients(clock: { Instant(clock) }), sink: sink)
    let node = NodeID(rawValue: 1)
    let box = DeviceDescription(name: "Model Switch Box", keys: KeySet([0x100, 0x101]))
    engine.handle(.attached(node, box, entry: 0, down: KeySet(), at: Instant(0)))
    var (hand, waking) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed &+ 1))
    var down = [false, false]
    var time: Int64 = 1_000_000
    for _ in 0..<300 {
      time += .random(in: 0..<10, using: &hand) < 7 ? .random(in: 0...120_000, using: &hand) : 900_000
      while let deadline = engine.nextDeadline, deadline < Instant(time) {
        let woken = deadline.microseconds + .random(in: late, using: &waking)
        guard woken < time else { break }
        clock = max(clock, woken)
        engine.handle(.time(Instant(woken)))
      }
      let button = Int.random(in: 0...1, using: &hand)
      down[button].toggle()
      clock = max(clock, time + .random(in: late, using: &waking))
      let event = InputEvent(
        time: Instant(time), type: EventType.key, code: 0x100 + UInt16(button), value: down[button] ? 1 : 0)
      engine.handle(.frame([event], from: node))
    }
    clock += 60_000_000
    engine.handle(.time(Instant(time + 60_000_000)))
    return sink.take()
  }

  @Test("waking late changes `sent`, and nothing else", arguments: 1...8 as ClosedRange<UInt64>)
  func late(seed: UInt64) throws {
    let profile = try profile(Self.text)
    let punctual = lines(woken: 0...0, seed: seed, profile)
    let late = lines(woken: 1...400_000, seed: seed, profile)
    func rest(_ lines: [String]) -> [String] { lines.map { $0.replacing(/"sent":[0-9]+/, with: "") } }
    #expect(rest(late) == rest(punctual))
    #expect(late != punctual)
    #expect(punctual.count { $0.type == "command" } > 10)
    #expect(punctual.contains { $0.type == "rejected" })
  }
}
