import SwitchwayCore
import SwitchwayTime
import Testing

/// What switches type by a bridge, with a table that no file has.
@Suite("Keys that a bridge types") struct BridgedKeysTests {
  private static let table = BridgeTable(
    name: "f1", gap: .milliseconds(100),
    keys: [
      ScanCommand(known: "next", group: .scan): KeyChord(text: "f1", trigger: .position(59)),
      ScanCommand(known: "select", group: .scan): KeyChord(text: "f2", trigger: .position(60)),
    ])

  /// Presses that begin and end with the key F1 for `next`, and taps with F2 for `select`, at least 100 ms apart.
  private static func run() throws -> TimelineRun {
    let text = """
      devices: {box: {match: {name: Test Box}}}
      switches:
        left: {input: box/btn_0, steady: off, press: next}
        right: {input: box/btn_1, steady: off, tap: select}
      """
    var run = TimelineRun(try Timeline.profile(text), devices: [.box])
    run.handle(.bridge(table, at: Instant(0)))
    return run
  }

  private func keys(_ came: [Came]) -> [String] { came.filter { "+-".contains($0.short.first ?? " ") }.map(\.text) }

  @Test(
    "what is held comes up at once, and what waits is forgotten",
    arguments: ["off", "profile", "active(off)", "lock(on)", "finish"])
  func dropped(how: String) throws {
    var run = try Self.run()
    #expect(keys(try run.play("500+left 510+right")) == ["500 +f1"])
    #expect(run.interpreter.nextDeadline == Instant(600_000))
    let now = Instant(550_000)
    switch how {
    case "off": run.handle(.bridge(nil, at: now))
    case "profile": run.handle(.profile(try Timeline.shipped("two-switch"), at: now))
    default: break
    }
    let script = ["off", "profile"].contains(how) ? ">550" : ">550 \(how)"
    #expect(keys(run.taken() + (try run.play(script))) == ["550 -f1"])
    #expect(keys(try run.play("@2000")) == [])
  }

  @Test("what waited for the gap is typed when its time has come, and nothing else has to happen")
  func waited() throws {
    var run = try Self.run()
    #expect(keys(try run.play("500+left 510+right 520-right")) == ["500 +f1"])
    #expect(keys(try run.play("@600")) == ["600 +f2", "600 -f2"])
    #expect(keys(try run.play("610-left")) == [])
    #expect(keys(try run.play(">650 finish")) == ["650 -f1"])
  }

  @Test("a client's command is never typed")
  func sent() throws {
    var run = try Self.run()
    #expect(keys(try run.play(">1 x:send(next)")) == [])
  }
}
