import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayDevices

@Suite("Nodes that are offered because no entry matches them") struct NodeOfferTests {
  private static func offer(_ names: [String], by rig: inout NodeLedgerTests.Rig) -> [String] {
    rig.tell { ledger, _ in ledger.offers = { names.contains($0.name) } }
  }

  private static func serve(_ seats: Set<String>, by rig: inout NodeLedgerTests.Rig) -> [String] {
    rig.tell { $0.seatsChanged(.only(seats), at: Instant(0), into: &$1) }
  }

  @Test("they are open while their seat is in front, and are not reported again")
  func seats() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.serve(["seat0"], by: &rig)
    var other = NodeLedgerTests.node("Pad", 4, input: 4)
    other.seat = "seat1"
    #expect(rig.add("Pad", 3, input: 3) == ["event3 unmatched"])
    #expect(rig.tell { $0.handle(.added(other), at: Instant(0), into: &$1) } == ["event4 unmatched"])
    #expect(Self.offer(["Pad"], by: &rig) == ["1 opened event3 Pad as none"])
    #expect(Self.serve(["seat1"], by: &rig) == ["1 closed, was none: inactive", "2 opened event4 Pad as none"])
    #expect(Self.serve([], by: &rig) == ["2 closed, was none: inactive"])
    #expect(
      Self.serve(["seat0", "seat1"], by: &rig) == ["3 opened event3 Pad as none", "4 opened event4 Pad as none"])
    #expect(Self.offer([], by: &rig) == ["3 closed, was none: unmatched", "4 closed, was none: unmatched"])
    #expect(rig.remove(3, input: 3) == ["event3 removed, of none"])
  }

  @Test("one that comes is opened, one that goes is closed and reported, and an entry may take one or give it up")
  func changes() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.offer(["Box", "Pad"], by: &rig)
    #expect(rig.add("Box", 3, input: 1) == ["1 opened event3 Box as 0"])
    #expect(rig.add("Mouse", 4, input: 2) == ["event4 unmatched"])
    #expect(rig.add("Pad", 5, input: 3) == ["event5 unmatched", "2 opened event5 Pad as none"])
    #expect(
      rig.tell { $0.profileChanged({ $0.name == "Pad" ? 1 : nil }, at: Instant(1), into: &$1) } == [
        "1 closed, was 0: unmatched", "3 opened event5 Pad as 1", "4 opened event3 Box as none",
        "2 closed, was none: unmatched",
      ])
    #expect(rig.remove(3, input: 1) == ["4 closed, was none: unplugged", "event3 removed, of none"])
    #expect(rig.remove(5, input: 3) == ["3 closed, was 1: unplugged"])
  }

  @Test("one that cannot be opened or read is not reported, and is tried again when it is announced again")
  func failures() {
    var rig = NodeLedgerTests.Rig([:])
    _ = Self.offer(["Pad"], by: &rig)
    rig.world.failures["event3"] = .permission
    #expect(rig.add("Pad", 3, input: 1) == ["event3 unmatched"])
    #expect(rig.ledger.nextRetry == nil && !rig.ledger.isWaiting)
    #expect(rig.retry(at: 100).isEmpty)
    #expect(rig.world.opened.count == 1)
    rig.world.failures = [:]
    #expect(rig.add("Pad", 3, input: 1) == ["1 opened event3 Pad as none"])
    #expect(
      rig.tell { $0.lost(NodeID(rawValue: 1), at: Instant(0), into: &$1) } == ["1 closed, was none: unplugged"])
    #expect(rig.retry(at: 100).isEmpty)
    #expect(rig.remove(3, input: 1) == ["event3 removed, of none"])
  }
}
