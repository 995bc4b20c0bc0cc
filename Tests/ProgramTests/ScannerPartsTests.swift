import ProgramFixtures
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayScanning
import SwitchwayTime
import Testing

@testable import Switchway
@testable import switchway_scan

/// Parts of `switchway-scan` that stand between the daemon, programs and its session.
@Suite("The parts of switchway-scan", .blocking) struct ScannerPartsTests {
  private static let mine = #"{"client":"switchway-scan","commands":["next","previous","select","leave"]}"#
  private static let speaker = #"{"client":"speaker","commands":["x-speak"]}"#
  private static let board = #"{"client":"board","commands":"all"}"#

  private func state(_ consumers: String, active: Bool = true, locked: Bool = false) throws -> Message {
    let text = #"{"type":"state","modes":{"active":\#(active),"locked":\#(locked)},"consumers":[\#(consumers)]}"#
    return try #require(Message(text.message))
  }

  private func inputs(_ lines: inout DaemonLines, _ event: Event) -> [Session.Input] {
    lines.inputs(of: event, as: "switchway-scan")
  }

  private func lines(_ consumers: String = mine, isAllowed: Bool = true) throws -> DaemonLines {
    var lines = DaemonLines()
    let connected = Session.Input.connected(clock: nil, down: [], question: nil, isAllowed: isAllowed)
    #expect(inputs(&lines, .connected(hello: try state(""), state: try state(consumers))) == [connected])
    return lines
  }

  @Test("it shows nothing while another client gets what is chosen, whatever else is claimed")
  func claims() throws {
    var lines = try lines()
    func consumers(_ list: String...) throws -> [Session.Input] {
      let text = #"{"type":"consumer","consumers":[\#(list.joined(separator: ","))]}"#
      return inputs(&lines, .message(try #require(Message(text.message))))
    }
    #expect(try consumers(Self.speaker, Self.mine) == [])
    #expect(try consumers(Self.board, Self.speaker, Self.mine) == [.allowed(false)])
    #expect(try consumers(Self.board, Self.mine) == [])
    #expect(try consumers(Self.mine) == [.allowed(true)])
    // Another client claimed while this one connected.
    lines = try self.lines("\(Self.board),\(Self.mine)", isAllowed: false)
    #expect(try consumers(Self.mine) == [.allowed(true)])
  }

  /// What the scanner is told by a change of a mode.
  private func turn(_ mode: String, _ isOn: Bool, _ lines: inout DaemonLines) throws -> [Session.Input] {
    let text = #"{"type":"mode","mode":"\#(mode)","on":\#(isOn)}"#
    return inputs(&lines, .message(try #require(Message(text.message))))
  }

  @Test("nor while the session is not in front, also by a later state")
  func inactive() throws {
    var lines = try lines()
    #expect(try turn("active", false, &lines) == [.allowed(false)])
    #expect(try turn("active", true, &lines) == [.allowed(true)])
    guard case .connected(_, _, _, let isAllowed)? = inputs(&lines, .message(try state(Self.mine, active: false))).first
    else {
      Issue.record("no state")
      return
    }
    #expect(!isAllowed)
  }

  @Test("while the screen is locked it may show its page for that, and knows of the lock, also by a later state")
  func locked() throws {
    var lines = try lines()
    #expect(!lines.isLocked)
    for isLocked in [true, false] {
      #expect(try turn("locked", isLocked, &lines) == [])
      #expect(lines.isLocked == isLocked)
    }
    guard case .connected(_, _, _, let isAllowed)? = inputs(&lines, .message(try state(Self.mine, locked: true))).first
    else {
      Issue.record("no state")
      return
    }
    #expect(isAllowed && lines.isLocked)
  }

  @Test("what keys of a keyboard give is told apart from what switches give")
  func bindings() throws {
    let bindings = #"[{"chord":"tab+z","command":"activate"},{"switch":"main","chord":"x","command":"move"}]"#
    #expect(DaemonLines.bindings(bindings.message) == .bindings(["activate"]))
  }

  @Test("--dump is done when the window that it has read whole is still the one in front by the compositor's word")
  func dumped() {
    let (window, other) = (Reference(bus: ":1.7", path: "/w"), Reference(bus: ":1.8", path: "/w"))
    let tree = Tree(nodes: [Node(reference: window, parent: nil, role: .frame, name: "Letter")])
    var found = WindowDump.Found()
    #expect(!found.isWhole(of: nil) && !found.isWhole(of: window))
    found.take(tree, of: window, isWhole: false)
    #expect(!found.isWhole(of: window))
    found.take(tree, of: window, isWhole: true)
    #expect(found.isWhole(of: window) && !found.isWhole(of: other) && !found.isWhole(of: nil))
    #expect(found.tree == tree)
  }

  @Test("--dump reads a window once more whose program did not answer in time, and no other")
  func dumpedAgain() {
    let (window, other) = (Reference(bus: ":1.7", path: "/w"), Reference(bus: ":1.8", path: "/w"))
    var found = WindowDump.Found()
    func readsAgain(_ window: Reference) -> Bool { found.shouldReadAgain(window) }
    #expect(!readsAgain(window), "it is still being read")
    found.fail(window)
    #expect(!readsAgain(other) && readsAgain(window) && !readsAgain(window))
  }

  @Test("a program that cannot be started, or ends at once with an error, is told, and no other")
  func starts() throws {
    let reactor = try Reactor()
    let start = ProgramStart(reactor, environment: [:])
    let limit = try reactor.timer(priority: .deadlines) { reactor.exit(code: 1) }
    limit.set(to: Instant(Reactor.now.microseconds + patience))
    var failed: Set<String> = []
    for name in ["/bin/true", "/nowhere", "/bin/false"] {
      start.start([name]) {
        failed.insert(name)
        if failed.count == 2 { reactor.exit(code: 0) }
      }
    }
    #expect(try reactor.run() == 0)
    #expect(failed == ["/nowhere", "/bin/false"])
  }

  @Test("LANGUAGE counts before the locale for what the person reads, and the locale for what they write")
  func languages() {
    let other = Language(environment: ["LANG": "en_US.UTF-8", "LANGUAGE": "de_AT@euro:fr"])
    #expect(other.read == ["de", "fr", "en"] && other.code == "en")
    #expect(other.locales == ["de_AT@euro", "de_AT", "de@euro", "de", "fr", "en_US", "en"])
    let own = Language(environment: ["LANG": "sr_RS.UTF-8@latin"])
    #expect(own.read == ["sr"] && own.code == "sr")
    #expect(own.locales == ["sr_RS@latin", "sr_RS", "sr@latin", "sr"])
    let none = Language(environment: ["LANG": "C.UTF-8", "LANGUAGE": "de"])
    #expect(none.read == [] && none.code == "" && none.locales == [])
  }
}
