import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayDevices

@Suite struct NodeLedgerTests {
  /// What the kernel would answer, and what it was asked.
  final class World {
    var failures: [String: NodeFailure] = [:]
    var opened: [String] = []
  }

  /// A ledger over a world of names: the profile takes nodes by `taken`, an open node is its path.
  struct Rig {
    let world = World()
    var ledger: NodeLedger<String>

    init(_ taken: [String: Int]) {
      let world = world
      ledger = NodeLedger(matches: { taken[$0.name] }) { node in
        world.opened.append(node.path)
        return world.failures[node.path].map { .failure($0) } ?? .success(node.path)
      }
    }

    /// Does something to the ledger, and answers what it said, a line each.
    mutating func tell(_ body: (inout NodeLedger<String>, inout [RegistryChange<String>]) -> Void) -> [String] {
      var changes: [RegistryChange<String>] = []
      body(&ledger, &changes)
      ledger.settleOffers(into: &changes)
      return changes.map { change in
        switch change {
        case .opened(let id, let entry, let node, let announced):
          "\(id.rawValue) opened \(node) \(announced.description.name) as \(entry.map(String.init) ?? "none")"
        case .rematched(let id, let entry, _): "\(id.rawValue) now \(entry)"
        case .closed(let id, let entry, _, let reason):
          "\(id.rawValue) closed, was \(entry.map(String.init) ?? "none"): \(reason)"
        case .failed(let entry, let node, let failure): "\(node.path) of \(entry) failed: \(failure.word)"
        case .unmatched(let node): "\(node.path) unmatched"
        case .removed(let entry, let node): "\(node.path) removed, of \(entry.map(String.init) ?? "none")"
        }
      }
    }

    mutating func add(_ name: String, _ number: Int, input: Int, at seconds: Int64 = 0) -> [String] {
      tell {
        $0.handle(.added(NodeLedgerTests.node(name, number, input: input)), at: Instant(seconds * 1_000_000), into: &$1)
      }
    }

    mutating func remove(_ number: Int, input: Int) -> [String] {
      tell { $0.handle(.removed(systemPath: "/sys/input\(input)/event\(number)"), at: Instant(0), into: &$1) }
    }

    mutating func retry(at seconds: Int64) -> [String] {
      tell { $0.retry(at: Instant(seconds * 1_000_000), into: &$1) }
    }
  }

  static func node(_ name: String, _ number: Int, input: Int) -> NodeAnnouncement {
    NodeAnnouncement(
      path: "event\(number)", systemPath: "/sys/input\(input)/event\(number)",
      description: DeviceDescription(name: name))
  }

  @Test("a node that no entry takes is never opened")
  func unmatched() {
    var rig = Rig(["Box": 0])
    #expect(rig.add("Mouse", 3, input: 1) == ["event3 unmatched"])
    #expect(rig.remove(3, input: 1) == ["event3 removed, of none"])
    #expect(rig.world.opened.isEmpty)
    #expect(rig.remove(3, input: 1).isEmpty, "it went already")
  }

  @Test("two equal devices are two nodes; one that comes back under another number is a new one")
  func equal() {
    var rig = Rig(["Box": 0])
    #expect(rig.add("Box", 3, input: 1) == ["1 opened event3 Box as 0"])
    #expect(rig.add("Box", 4, input: 2) == ["2 opened event4 Box as 0"])
    #expect(rig.add("Box", 3, input: 1).isEmpty, "announced twice")
    #expect(rig.remove(3, input: 1) == ["1 closed, was 0: unplugged"])
    #expect(rig.add("Box", 7, input: 3) == ["3 opened event7 Box as 0"])
    #expect(rig.remove(4, input: 2) == ["2 closed, was 0: unplugged"])
  }

  @Test("a reused number is another device, even before the old one's removal is announced")
  func reusedNumber() {
    var rig = Rig(["Box": 0, "Pad": 1])
    _ = rig.add("Box", 3, input: 1)
    #expect(rig.tell { $0.lost(NodeID(rawValue: 1), at: Instant(0), into: &$1) } == ["1 closed, was 0: unplugged"])
    #expect(rig.add("Pad", 3, input: 2) == ["2 opened event3 Pad as 1"])
    #expect(rig.remove(3, input: 1).isEmpty, "told already")
    #expect(rig.tell { $0.lost(NodeID(rawValue: 1), at: Instant(0), into: &$1) }.isEmpty, "lost twice")
    #expect(rig.remove(3, input: 2) == ["2 closed, was 1: unplugged"])
  }

  @Test("a node that was revoked while open is opened again, after 1 s, then twice as long")
  func revoked() {
    var rig = Rig(["Box": 0])
    _ = rig.add("Box", 3, input: 1)
    var now: Int64 = 100
    for (number, wait) in [1, 2, 4, 8, 16, 30, 30].enumerated() {
      #expect(
        rig.tell { $0.lost(NodeID(rawValue: number + 1), at: Instant(now * 1_000_000), into: &$1) }
          == ["\(number + 1) closed, was 0: unplugged"])
      #expect(rig.ledger.nextRetry == Instant((now + Int64(wait)) * 1_000_000))
      #expect(rig.retry(at: now + Int64(wait) - 1).isEmpty)
      now += Int64(wait)
      #expect(rig.retry(at: now) == ["\(number + 2) opened event3 Box as 0"])
      #expect(rig.ledger.nextRetry == nil)
    }
    #expect(rig.remove(3, input: 1) == ["8 closed, was 0: unplugged"])
  }

  @Test("a node that was revoked and may not be opened is told once, and tried when it is touched")
  func revokedWithoutRights() {
    var rig = Rig(["Box": 0])
    _ = rig.add("Box", 3, input: 1)
    rig.world.failures["event3"] = .permission
    _ = rig.tell { $0.lost(NodeID(rawValue: 1), at: Instant(0), into: &$1) }
    #expect(rig.retry(at: 1) == ["event3 of 0 failed: permission"])
    #expect(rig.retry(at: 3).isEmpty, "told once")
    #expect(rig.ledger.isWaiting)
    rig.world.failures = [:]
    #expect(rig.tell { $0.touched("event3", at: Instant(3_000_001), into: &$1) } == ["2 opened event3 Box as 0"])
  }

  @Test(
    "a node that was unplugged and is not announced as removed is tried six times, by the entry of the profile in force"
  )
  func lostForGood() {
    var rig = Rig(["Box": 0])
    _ = rig.add("Box", 3, input: 1)
    rig.world.failures["event3"] = .gone
    _ = rig.tell { $0.lost(NodeID(rawValue: 1), at: Instant(0), into: &$1) }
    while let due = rig.ledger.nextRetry {
      #expect(rig.tell { $0.retry(at: due, into: &$1) }.isEmpty)
      guard rig.world.opened.count < 20 else { break }
    }
    #expect(rig.world.opened.count == 6)
    #expect(!rig.ledger.isWaiting)
    #expect(rig.tell { $0.profileChanged({ _ in 7 }, at: Instant(0), into: &$1) }.isEmpty)
    rig.world.failures = [:]
    #expect(rig.retry(at: 0) == ["2 opened event3 Box as 7"])
    #expect(rig.remove(3, input: 1) == ["2 closed, was 7: unplugged"])
  }

  @Test("rights that come late are told once and waited for, 1 s, then twice as long, up to 30 s")
  func backOff() {
    var rig = Rig(["Box": 0])
    rig.world.failures["event3"] = .permission
    #expect(rig.add("Box", 3, input: 1, at: 100) == ["event3 of 0 failed: permission"])
    #expect(rig.ledger.isWaiting)
    var now: Int64 = 100
    for wait: Int64 in [1, 2, 4, 8, 16, 30, 30, 30] {
      #expect(rig.ledger.nextRetry == Instant((now + wait) * 1_000_000))
      let before = rig.world.opened.count
      #expect(rig.retry(at: now + wait - 1).isEmpty)
      #expect(rig.world.opened.count == before, "not tried before its time")
      now += wait
      #expect(rig.retry(at: now).isEmpty, "told once")
      #expect(rig.world.opened.count == before + 1)
    }
    rig.world.failures = [:]
    #expect(rig.retry(at: now + 30) == ["1 opened event3 Box as 0"])
    #expect(rig.ledger.nextRetry == nil && !rig.ledger.isWaiting, "nothing waits any more: no timer")
  }

  @Test("a change of the node, or of udev's mind, is tried at once and leaves the timer alone")
  func touched() {
    var rig = Rig(["Box": 0])
    rig.world.failures["event3"] = .permission
    _ = rig.add("Box", 3, input: 1, at: 10)
    let due = rig.ledger.nextRetry
    #expect(rig.tell { $0.touched("event4", at: Instant(10_000_001), into: &$1) }.isEmpty)
    #expect(rig.world.opened.count == 1, "another node changed")
    #expect(rig.tell { $0.touched("event3", at: Instant(10_000_001), into: &$1) }.isEmpty)
    #expect(rig.world.opened.count == 2 && rig.ledger.nextRetry == due)
    rig.world.failures["event3"] = .other(5)
    #expect(
      rig.tell { $0.handle(.changed(NodeLedgerTests.node("Box", 3, input: 1)), at: Instant(10_000_002), into: &$1) }
        == ["event3 of 0 failed: error"], "another failure is told")
    rig.world.failures = [:]
    #expect(
      rig.tell { $0.touched("event3", at: Instant(10_000_003), into: &$1) } == ["1 opened event3 Box as 0"])
  }

  @Test("a node that is gone at the opening is not told, tried six times, then waited for in silence")
  func gone() {
    var rig = Rig(["Box": 0])
    rig.world.failures["event3"] = .gone
    #expect(rig.add("Box", 3, input: 1).isEmpty)
    while let due = rig.ledger.nextRetry {
      let said = rig.tell { $0.retry(at: due, into: &$1) }
      #expect(said.isEmpty)
      guard rig.world.opened.count < 20 else { break }
    }
    #expect(rig.world.opened.count == 6)
    #expect(rig.remove(3, input: 1) == ["event3 removed, of 0"])
  }

  @Test("another profile opens, closes and hands over")
  func profile() {
    var rig = Rig(["Box": 0, "Pad": 1])
    rig.world.failures["event5"] = .permission
    _ = rig.add("Box", 3, input: 1)
    _ = rig.add("Stick", 4, input: 2)
    _ = rig.add("Pad", 5, input: 3)
    let other = ["Stick": 0, "Box": 1]
    #expect(
      rig.tell { $0.profileChanged({ other[$0.name] }, at: Instant(1), into: &$1) }
        == ["1 now 1", "2 opened event4 Stick as 0", "event5 unmatched"])
    #expect(rig.ledger.nextRetry == nil)
    #expect(
      rig.tell { $0.profileChanged({ _ in nil }, at: Instant(2), into: &$1) }
        == ["1 closed, was 1: unmatched", "2 closed, was 0: unmatched"])
    #expect(
      rig.tell { $0.profileChanged({ other[$0.name] }, at: Instant(3), into: &$1) }
        == ["3 opened event3 Box as 1", "4 opened event4 Stick as 0"])
  }

  @Test("udev's second look may give a node to another entry, or take it away")
  func changed() {
    var rig = Rig(["Box": 0, "Pad": 1])
    _ = rig.add("Box", 3, input: 1)
    func change(_ name: String) -> [String] {
      rig.tell { $0.handle(.changed(NodeLedgerTests.node(name, 3, input: 1)), at: Instant(0), into: &$1) }
    }
    #expect(change("Box").isEmpty)
    #expect(change("Pad") == ["1 now 1"])
    #expect(change("Mouse") == ["1 closed, was 1: unmatched"])
    #expect(change("Box") == ["2 opened event3 Box as 0"])
  }

  @Test("after announcements were lost, the list of what is there mends everything")
  func reconcile() {
    var rig = Rig(["Box": 0])
    _ = rig.add("Box", 3, input: 1)
    _ = rig.add("Mouse", 4, input: 2)
    _ = rig.add("Box", 5, input: 3)
    let list = [NodeLedgerTests.node("Box", 5, input: 3), NodeLedgerTests.node("Box", 3, input: 9)]
    #expect(
      rig.tell { for event in $0.difference(to: list) { $0.handle(event, at: Instant(0), into: &$1) } }
        == ["1 closed, was 0: unplugged", "event4 removed, of none", "3 opened event3 Box as 0"])
  }

  @Test("failures have their errno, their word and their mend")
  func failures() {
    #expect(NodeFailure(errno: 13) == .permission && NodeFailure(errno: 1) == .permission)
    #expect(NodeFailure(errno: 2) == .gone && NodeFailure(errno: 6) == .gone && NodeFailure(errno: 19) == .gone)
    #expect(NodeFailure(errno: 16) == .busy && NodeFailure(errno: 24) == .other(24))
    #expect(NodeFailure.permission.message.contains("group"))
    #expect(NodeFailure.other(24).message.hasPrefix("too many files are open; unplug"))
    #expect(NodeFailure.other(5).message == "Input/output error")
  }

  @Test("what this process made is not there, whether it was announced before or after it said so")
  func own() {
    var rig = Rig(["Keys": 0])
    #expect(rig.tell { $0.disown("/sys/input1", into: &$1) }.isEmpty)
    #expect(rig.add("Keys", 3, input: 1).isEmpty)
    #expect(rig.add("Keys", 4, input: 2) == ["1 opened event4 Keys as 0"], "another of that name")
    #expect(rig.tell { $0.disown("/sys/input2", into: &$1) } == ["1 closed, was 0: unplugged"])
    let listed = [NodeLedgerTests.node("Keys", 3, input: 1), NodeLedgerTests.node("Keys", 4, input: 2)]
    #expect(rig.tell { for event in $0.difference(to: listed) { $0.handle(event, at: Instant(0), into: &$1) } }.isEmpty)
    #expect(rig.tell { $0.profileChanged({ _ in 1 }, at: Instant(0), into: &$1) }.isEmpty)
    #expect(rig.remove(3, input: 1).isEmpty)
    #expect(rig.world.opened == ["event4"])
  }
}
