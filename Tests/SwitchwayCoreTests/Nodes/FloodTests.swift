import Testing

@testable import SwitchwayCore

@Suite("A node that sends more than a hand can")
struct FloodTests {
  /// Edges of one key, `gap` µs apart, from 1 s on.
  static func flood(_ rig: inout Rig, edges: Int, gap: Int64) {
    for index in 0..<edges {
      let event = InputEvent(
        time: Instant(1_000_000 + Int64(index) * gap), type: EventType.key, code: 0x100, value: index % 2 == 0 ? 1 : 0)
      rig.pipeline.handle([event][...], from: rig.node, into: &rig.outputs)
    }
  }

  @Test("2,000 edges within 2 s are not too many")
  func most() {
    var rig = Rig([Rig.switchOf(.off, .tapOnly)])
    Self.flood(&rig, edges: 2_000, gap: 100)
    #expect(!rig.lines().contains { $0.hasSuffix("muted") })
    #expect(rig.lines().filter { $0.contains("tap") }.count == 1_000)
  }

  @Test("2,001 edges in exactly 2 s are not too many; in a microsecond less they are")
  func boundary() {
    var rig = Rig([Rig.switchOf(.off, .tapOnly)])
    Self.flood(&rig, edges: 20_000, gap: 1_000)
    #expect(!rig.lines().contains { $0.hasSuffix("muted") })
    var other = Rig([Rig.switchOf(.off, .tapOnly)])
    Self.flood(&other, edges: 2_001, gap: 999)
    #expect(other.lines().last == "2998 muted")
  }

  @Test("a flooding node is treated as unplugged, and 5 s later as plugged in")
  func mute() {
    var rig = Rig([Rig.switchOf(.off, .press)])
    Self.flood(&rig, edges: 20_000, gap: 100)
    // The edge that exceeds the limit is a press, so nothing is down then. The key is down when the mute ends.
    rig.down = KeySet([0x100])
    _ = rig.play("6000v 6199.999^ 6199.999v 7000^ 7100v 7200^", until: "7300")
    let lines = rig.lines()
    let muted = lines.firstIndex { $0.hasSuffix(" muted") } ?? 0
    #expect(
      lines[muted...] == [
        "1200 muted", "6200 unmuted", "7100 a down 7100", "7100 a press 7100 begin", "7200 a up 7200",
        "7200 a press 7100-7200 end",
      ])
  }

  @Test("a loss counts as 32 edges: 62 losses in 2 s are not too many, 63 are")
  func losses() {
    var rig = Rig([Rig.switchOf(.off, .tapOnly)])
    for index in 0..<62 {
      let time = Instant(1_000_000 + Int64(index) * 10_000)
      rig.pipeline.resync(rig.node, down: KeySet(), axes: [], at: time, into: &rig.outputs)
    }
    #expect(rig.lines() == [])
    rig.pipeline.resync(rig.node, down: KeySet(), axes: [], at: Instant(1_700_000), into: &rig.outputs)
    #expect(rig.lines() == ["1700 muted"])
  }

  @Test("a held switch of a flooding node is released; other nodes continue")
  func others() {
    var rig = Rig([Rig.switchOf(.off, .press), Rig.switchOf(named: "b", code: 0x101, .off, .press)])
    let other = NodeID(rawValue: 2)
    rig.pipeline.attach(other, rig.description, entry: 0, down: KeySet(), at: Instant(0), into: &rig.outputs)
    _ = rig.play("b900v", until: "900")
    Self.flood(&rig, edges: 2_001, gap: 100)
    let event = InputEvent(time: Instant(1_300_000), type: EventType.key, code: 0x101, value: 1)
    rig.pipeline.handle([event][...], from: other, into: &rig.outputs)
    #expect(
      rig.lines().suffix(5) == [
        "1199.900 b up 1199.900", "1199.900 b press 900-1199.900 end", "1199.900 muted", "1300 b down 1300",
        "1300 b press 1300 begin",
      ])
  }

  @Test("times that go back are taken as the latest, and told once")
  func clock() {
    var rig = Rig([Rig.switchOf(.off, .tapOnly)])
    _ = rig.play("100v 50^ 40v 200^", until: "300")
    #expect(
      rig.lines() == [
        "100 a down 100", "100 a tap 100", "100 clock", "100 a up 100", "100 a down 100", "100 a tap 100",
        "200 a up 200",
      ])
  }
}
