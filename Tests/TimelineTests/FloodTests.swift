import SwitchwayCore
import SwitchwayTime
import Testing

/// Presses that are too many to be written in a timeline file.
@Suite("A node that sends more than a hand can")
struct FloodTests {
  private static func run(_ gesture: String, devices: Int = 1, switches: [String] = ["a"]) throws -> TimelineRun {
    let lines = switches.enumerated().map { "\($1): {input: box/btn_\($0), steady: off, \(gesture): select}" }
    let text = "devices: {box: {match: {name: Test Box}}}\nswitches: {\(lines.joined(separator: ", "))}"
    return TimelineRun(
      try Timeline.profile(text), claims: .all, devices: .init(repeating: .box, count: devices), shows: ["presses"])
  }

  /// Edges of one key, `gap` µs apart, from 1 s on.
  private static func flood(edges: Int, gap: Int64) -> String {
    (0..<edges).map { index in
      Timeline.text(Instant(1_000_000 + Int64(index) * gap)) + (index.isMultiple(of: 2) ? "+a" : "-a")
    }.joined(separator: " ")
  }

  @Test("2,000 edges within 2 s are not too many")
  func most() throws {
    var run = try Self.run("tap")
    let lines = try run.play(Self.flood(edges: 2_000, gap: 100)).map(\.text)
    #expect(!lines.contains { $0.hasSuffix("muted") })
    #expect(lines.filter { $0.contains("tap") }.count == 1_000)
  }

  @Test("2,001 edges in exactly 2 s are not too many; in a microsecond less they are")
  func boundary() throws {
    var run = try Self.run("tap")
    let lines = try run.play(Self.flood(edges: 20_000, gap: 1_000)).map(\.text)
    #expect(!lines.contains { $0.hasSuffix("muted") })
    var other = try Self.run("tap")
    #expect(try other.play(Self.flood(edges: 2_001, gap: 999)).last?.text == "2998 muted")
  }

  @Test("a flooding node is treated as unplugged, and 5 s later as plugged in")
  func mute() throws {
    var run = try Self.run("press")
    // The edge that exceeds the limit is a press, so nothing is down then. The key is down when the mute ends.
    let flood = try run.play(Self.flood(edges: 20_000, gap: 100))
    let came = flood + (try run.play("6000+a 6199.999-a 6199.999+a 7000-a 7100+a 7200-a @7300"))
    let muted = came.firstIndex { $0.matches("muted") } ?? 0
    let expected = [
      "1200 muted", "6200 unmuted", "7100 a down 7100", "7100 a press 7100 begin", "7200 a up 7200",
      "7200 a press 7100-7200 end",
    ]
    #expect(Timeline.difference(expected, Array(came[muted...])) == nil)
  }

  @Test("a loss counts as 32 edges: 62 losses in 2 s are not too many, 63 are")
  func losses() throws {
    var run = try Self.run("tap")
    #expect(try run.words((0..<62).map { ">\(1_000 + $0 * 10) lost()" }.joined(separator: " ")) == [])
    #expect(try run.play(">1700 lost()").map(\.text) == ["1700 muted"])
  }

  @Test("a held switch of a flooding node is released; other nodes continue")
  func others() throws {
    var run = try Self.run("press", devices: 2, switches: ["a", "b"])
    _ = try run.play("900+b @900")
    let came = try run.play(Self.flood(edges: 2_001, gap: 100) + " >1300 2:+b")
    let expected = [
      "1199.900 b up 1199.900", "1199.900 b press 900-1199.900 end", "1199.900 muted", "1300 b down 1300",
      "1300 b press 1300 begin",
    ]
    #expect(Timeline.difference(expected, came.suffix(5)) == nil)
  }

  @Test("the panic chord lets go of everything while another keyboard floods, before its mute and in it")
  func panic() throws {
    for start in [100, 800] {
      var run = TimelineRun(
        try Timeline.profile("extends: full-keyboard-access"), claims: .all, devices: [.keyboard, .keyboard])
      // A flood of one key from 0.1 s on, and of more than 2,000 edges from 0.8 s on: muted during the chord's second.
      let flood = (0..<3_000).map { index in
        let time = Instant(Int64(start) * 1_000 + Int64(index) * 300)
        return ">\(Timeline.text(time)) 2:\(index.isMultiple(of: 2) ? "+" : "-")b"
      }
      let words = flood.joined(separator: " ")
      _ = try run.play(">50 +backspace >60 +esc >70 +enter")
      let came = try run.play(words + " @2000").map(\.text)
      #expect(came.contains { $0.hasSuffix("mode panic on") }, "\(came.suffix(5))")
      #expect(came.contains { $0.hasPrefix("1070 ") && $0.hasSuffix("mode panic on") }, "\(came.suffix(5))")
    }
  }

  @Test("a mute that ends at the moment of a hold ends before it")
  func ties() throws {
    var run = try Self.run("hold: {after: 1s, do: menu}, tap", devices: 2, switches: ["a", "b"])
    _ = try run.play(Self.flood(edges: 2_001, gap: 100))
    let came = try run.play(">5200 2:+b @6200").map(\.text)
    #expect(came.suffix(2) == ["6200 unmuted", "6200 menu b hold 5200 for board"])
  }

  // MARK: Recalibration

  private static let gentle = """
    devices: {box: {match: {name: Test Box}}}
    switches: {a: {input: box/btn_0, steady: gentle, tap: select}}
    """

  @Test("a hand that always touches twice is reported once, with the figures")
  func twice() throws {
    var run = TimelineRun(try Timeline.profile(Self.gentle), devices: [.box])
    let touches = (0..<30).map { press in
      let start = 1_000 + press * 2_000
      return "\(start)+a \(start + 100)-a \(start + 200)+a \(start + 260)-a"
    }
    let came = try run.play(touches.joined(separator: " ") + " @70000")
    #expect(came.map(\.text).filter { $0.contains("recalibrate") } == ["19290 recalibrate 10/20"])
  }

  @Test("a hand that touches once is not reported")
  func once() throws {
    var run = TimelineRun(try Timeline.profile(Self.gentle), devices: [.box])
    let touches = (0..<60).map { "\(1_000 + $0 * 900)+a \(1_100 + $0 * 900)-a" }.joined(separator: " ")
    #expect(!(try run.play(touches + " @70000").contains { $0.text.contains("recalibrate") }))
  }
}
