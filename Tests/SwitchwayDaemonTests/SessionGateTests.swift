import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon
@testable import SwitchwayDevices

/// What is looked at, and what is in front after it: `0 a` is a look at 0 ms at which seat `a` is ours; `-` is none.
struct GateRow: Sendable {
  var name: String
  var looks: [String]
  var front: [String]
  /// The next deadline after the last look, in ms.
  var deadline: Int64?
}

struct SessionRow: Sendable {
  var name: String
  var isOurs: Bool
  var session: SeatSession

  init(
    _ name: String, uid: UInt32 = 1000, _ sessionClass: String = "user", isRemote: Bool = false,
    _ state: String = "active", isOurs: Bool
  ) {
    self.name = name
    self.isOurs = isOurs
    session = SeatSession(id: "1", uid: uid, sessionClass: sessionClass, isRemote: isRemote, state: state)
  }
}

@Suite("Whose seat it is") struct SessionGateTests {
  static let rows: [GateRow] = [
    GateRow(name: "what is ours at first is here at once", looks: ["0 a"], front: ["a"]),
    GateRow(name: "what is not ours at first is away", looks: ["0 -"], front: ["-"]),
    GateRow(
      name: "what becomes ours waits", looks: ["0 -", "1000 a", "1299.999 a"], front: ["-", "-", "-"], deadline: 1300),
    GateRow(name: "and is here exactly 0.3 s later", looks: ["0 -", "1000 a", "1300 a"], front: ["-", "-", "a"]),
    GateRow(name: "also when looked at late", looks: ["0 -", "1000 a", "9000 a"], front: ["-", "-", "a"]),
    GateRow(name: "what is lost is away at once", looks: ["0 a", "0.001 -"], front: ["a", "-"]),
    GateRow(
      name: "what is lost while it waits begins anew",
      looks: ["0 a", "10 -", "20 a", "310 -", "320 a", "610 a", "620 a"],
      front: ["a", "-", "-", "-", "-", "-", "a"]),
    GateRow(
      name: "each seat by itself", looks: ["0 a", "100 ab", "200 b", "400 b", "450 ab"],
      front: ["a", "a", "-", "b", "b"], deadline: 750),
    GateRow(name: "a seat that stays needs no deadline", looks: ["0 a", "5 a"], front: ["a", "a"]),
  ]

  static func look(_ gate: inout SessionGate, _ text: String) -> String {
    let parts = text.split(separator: " ")
    let seats = parts[1] == "-" ? [] : Set(parts[1].map(String.init))
    gate.look(seats, at: Instant(Int64((Double(parts[0]) ?? 0) * 1000)))
    return gate.front.isEmpty ? "-" : gate.front.sorted().joined()
  }

  @Test("each way from state to state", arguments: rows)
  func table(row: GateRow) {
    var gate = SessionGate()
    var front: [String] = []
    for one in row.looks { front.append(Self.look(&gate, one)) }
    #expect(front == row.front, "\(row.name)")
    #expect(gate.nextDeadline == row.deadline.map { Instant($0 * 1000) })
  }

  @Test("with 20 switches a second nothing is opened; after them, once")
  func flapping() {
    var gate = SessionGate()
    gate.look([], at: Instant(0))
    var openings: [Int64] = []
    var isHere = false
    for millisecond: Int64 in 0..<3000 {
      // Deadlines are kept as the daemon keeps them.
      let isOurs = millisecond >= 2000 || (millisecond / 25).isMultiple(of: 2)
      gate.look(isOurs ? ["seat0"] : [], at: Instant(millisecond * 1000))
      if !gate.front.isEmpty, !isHere { openings.append(millisecond) }
      isHere = !gate.front.isEmpty
    }
    #expect(openings == [2300])
  }

  @Test("openings are at least 0.3 s apart, whatever happens", arguments: 1...20 as ClosedRange<UInt64>)
  func apart(seed: UInt64) {
    var state = seed
    var gate = SessionGate()
    gate.look([], at: Instant(0))
    var opened: Instant?
    var now = Instant(0)
    for _ in 0..<2000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      now = now + Microseconds(Int64(state >> 33) % 200_000)
      let before = gate.front
      gate.look(state >> 60 < 12 ? ["seat0"] : [], at: now)
      if before.isEmpty, !gate.front.isEmpty {
        if let opened { #expect(now - opened >= SessionGate.settling, "seed \(seed)") }
        opened = now
      }
    }
    #expect(opened != nil)
  }

  static let sessions = [
    SessionRow("the person's own", isOurs: true),
    SessionRow("one that is only just there", "user", "opening", isOurs: true),
    SessionRow("one that logind has not called active yet", "user", "online", isOurs: true),
    SessionRow("another person's", uid: 1001, isOurs: false),
    SessionRow("root's", uid: 0, isOurs: false),
    SessionRow("a greeter, though it runs as the person", "greeter", isOurs: false),
    SessionRow("a lock screen of its own", "lock-screen", isOurs: false),
    SessionRow("a background session", "background", isOurs: false),
    SessionRow("a class that nobody knows", "", isOurs: false),
    SessionRow("one from elsewhere", isRemote: true, isOurs: false),
    SessionRow("one that ends", "user", "closing", isOurs: false),
  ]

  @Test("which sessions are the person's", arguments: sessions)
  func isOurs(row: SessionRow) { #expect(row.session.isOf(1000) == row.isOurs, "\(row.name)") }
}
