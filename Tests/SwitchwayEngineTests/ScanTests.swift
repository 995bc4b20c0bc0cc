import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayClock
import SwitchwayCore
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayLines
import SwitchwayTime
import Testing

/// The scanning clock as clients see it. `Tests/Timelines/scanning*.timeline` tests what it decides.
@Suite("The scanning clock on the socket", .blocking) struct ScanTests {
  private static func profile(_ scan: String) -> String { Scene.profile() + "scan: {\(scan)}\n" }
  private static let quick = profile("style: auto, interval: 200ms, first-item-pause: 0")

  private struct BadPage: Sendable, CustomTestStringConvertible {
    var members: String
    var message: String
    var testDescription: String { members }
    init(_ members: String, _ message: String) { (self.members, self.message) = (members, message) }
  }

  private static let badPages = [
    BadPage("", "scan: items: expected a count from 0 to 1000, found nothing"),
    BadPage(#","items":-1"#, "scan: items: expected a count from 0 to 1000, found -1"),
    BadPage(#","items":1000000000"#, "scan: items: expected a count from 0 to 1000, found 1000000000"),
    BadPage(#","items":1.5"#, "scan: items: expected a count from 0 to 1000, found a number"),
    BadPage(#","items":"5""#, "scan: items: expected a count from 0 to 1000, found a string"),
    BadPage(#","items":5,"item":5"#, "scan: item: expected a number from 0 to 4, found 5"),
    BadPage(#","items":5,"item":-1"#, "scan: item: expected a number from 0 to 4, found -1"),
    BadPage(#","items":5,"page":"a""#, "scan: page: expected an integer, found a string"),
    BadPage(#","items":5,"hold":1"#, "scan: hold: expected true or false, found a number"),
  ]

  @Test("a page that cannot be scanned is refused, and nothing changes")
  func refused() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Self.quick)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    func ask(_ members: String) throws -> JSONValue { try client.ask(#"{"type":"scan"\#(members)}"#) }
    #expect(try ask(#","items":5"#)["code"] == .string("refused"))
    #expect(try client.ask(#"{"type":"claim","commands":["next","select"]}"#)["type"] == .string("ok"))
    #expect(try ask(#","items":5"#)["code"] == .string("refused"))
    #expect(try client.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)["type"] == .string("ok"))
    for bad in Self.badPages {
      let answer = try ask(bad.members)
      #expect(answer["code"] == .string("bad-argument") && answer["message"] == .string(bad.message), "\(answer)")
    }
    #expect(try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["scan"]?["state"] == .string("resting"))
    for page in [#","items":5"#, #","items":5"#, #","items":1000,"page":-3,"item":999,"hold":true"#, #","items":0"#] {
      #expect(try ask(page)["type"] == .string("ok"))
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a profile that leaves scanning to front ends has no clock, and says so")
  func frontEnd() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    #expect(try client.next("state")["scan"] == .null)
    _ = try client.ask(#"{"type":"claim","commands":"all"}"#)
    let answer = try client.ask(#"{"type":"scan","items":5}"#)
    #expect(answer["code"] == .string("unsupported"))
    #expect(answer["message"]?.stringValue?.contains("style: auto") ?? false)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a page is scanned in real time, waits for its client after a choice, and ends with it")
  func page() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Self.quick)
    let client = try Client(scene.socket)
    let witness = try Client(scene.socket)
    try witness.lines(until: "state")
    _ = try client.ask(#"{"type":"hello","name":"board"}"#)
    _ = try client.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)
    _ = try client.ask(#"{"type":"scan","items":3,"page":7,"item":2}"#)
    #expect(try witness.next("scan")["state"] == .string("resting"))
    // The switch that the recording begins with may stop the highlight for a moment.
    while try witness.next("scan")["state"] != .string("running") {}
    for item in [0, 1, 2] as [Int64] {
      let step = try witness.next("command")
      #expect(step["source"] == .object(["clock": .string("auto")]) && step["for"] == .string("board"), "\(step)")
      #expect(step["command"] == .string("next") && step["page"] == .integer(7), "\(step)")
      #expect(step["item"] == .integer(item) && step["pressed"] == step["accepted"], "\(step)")
    }
    _ = try client.ask(#"{"type":"send","command":"select"}"#)
    var line = try witness.next("command")
    while line["source"]?["clock"] != nil { line = try witness.next("command") }
    #expect(line["command"] == .string("select") && line["page"] == .integer(7), "\(line)")
    let held = try witness.next("scan")
    #expect(held["state"] == .string("holding") && held["item"] == line["item"], "\(held)")
    _ = try client.ask(#"{"type":"scan","items":3,"page":8}"#)
    while try witness.next("scan")["state"] != .string("running") {}
    client.leave()
    #expect(try witness.next("scan")["state"] == .string("off"))
    #expect(try witness.ask(#"{"type":"get","what":"state"}"#)["result"]?["scan"]?["state"] == .string("off"))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("pages that come at once: the last one is scanned, and past 200 a second they are busy")
  func flood() throws {
    let scene = try Scene()
    let daemon = try scene.daemon(profile: Self.quick)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"claim","commands":["next","previous","select"]}"#)
    func state() throws -> JSONValue? { try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["scan"] }
    func show(_ pages: ClosedRange<Int>) throws -> [JSONValue] {
      try client.send(pages.map { #"{"type":"scan","items":3,"page":\#($0)}"# + "\n" }.joined())
      return try pages.map { _ in try client.answer().last?.message ?? .null }
    }
    #expect(try show(1...2).map { $0["type"] } == [.string("ok"), .string("ok")])
    #expect(try state()?["page"] == .integer(2))
    // A busy machine may take them in two different seconds.
    var last = 2
    try eventually("a page that is busy") {
      let answers = try show(last + 1...last + 600)
      let known = answers.lastIndex { $0["type"] == .string("ok") }.map { last + 1 + $0 }
      #expect(answers.allSatisfy { $0["type"] == .string("ok") || $0["code"] == .string("busy") })
      try eventually("an answer that is not busy") {
        guard let scan = try state() else { return false }
        #expect(known == nil || scan["page"] == known.map { .integer(Int64($0)) })
        return true
      }
      last += 600
      return answers.contains { $0["code"] == .string("busy") }
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("there is a deadline only while the highlight moves")
  func deadlines() throws {
    let sink = Collector()
    let board = ClientName(EscapedText("board"))
    let engine = Performer(
      profile: try EngineFixtures.profile(Self.profile("style: auto, interval: 1s, loops: 1")),
      audience: .clients(clock: { Instant(0) }), sink: sink)
    var claims = ClaimTable()
    try claims.claim(.all, items: nil, by: 1, at: Instant(0))
    claims.setName(of: 1, board)
    func state() -> String { engine.interpreter.scanState?.state.rawValue ?? "none" }
    func send(_ command: String, at time: Int64) throws {
      let request = Input.Request.send(try CommandVocabulary.parse(command))
      engine.handle(.request(request, from: board, number: 1, at: Instant(time)))
    }
    func show(_ items: Int?, at time: Int64) {
      let page = items.flatMap { ClockPage(items: $0) }
      _ = engine.takeReplies()
      engine.handle(.request(.page(page), from: board, number: 1, at: Instant(time)))
      #expect(engine.takeReplies().map(\.reply) == [.done(at: Instant(time))])
    }
    engine.handle(.attached(NodeID(rawValue: 1), box, entry: 0, down: KeySet(), at: Instant(0)))
    #expect(state() == "off" && engine.nextDeadline == nil)
    engine.handle(.claims(claims, at: Instant(0)))
    #expect(state() == "resting" && engine.nextDeadline == nil)
    show(2, at: 0)
    #expect(state() == "running" && engine.nextDeadline == Instant(1_500_000))
    try send("scan(pause)", at: 100)
    #expect(state() == "paused" && engine.nextDeadline == nil)
    try send("scan(resume)", at: 200)
    try send("select", at: 300)
    #expect(state() == "holding" && engine.nextDeadline == nil)
    show(2, at: 400)
    engine.handle(.frame(frame(1, 0, 1), from: NodeID(rawValue: 1)))
    // The only deadline is that of a stuck switch.
    #expect(state() == "frozen" && engine.nextDeadline == Instant(10_001_000))
    engine.handle(.frame(frame(2, 0, 0), from: NodeID(rawValue: 1)))
    #expect(state() == "running")
    engine.handle(.time(Instant(60_000_000)))
    #expect(state() == "resting" && engine.nextDeadline == nil)
    try send("scan-style(manual)", at: 60_000_000)
    #expect(state() == "off" && engine.nextDeadline == nil)
    show(nil, at: 60_000_000)
    _ = sink.take()
  }
}
