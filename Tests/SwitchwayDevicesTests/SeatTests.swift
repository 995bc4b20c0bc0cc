import SwitchwayCore
import SwitchwayTime
import Testing

@testable import SwitchwayDevices

@Suite("Nodes of seats that are ours, and of others") struct SeatTests {
  private static func node(_ name: String, _ number: Int, seat: String = "seat0") -> NodeAnnouncement {
    var node = NodeLedgerTests.node(name, number, input: number)
    node.seat = seat
    return node
  }

  private static func add(_ rig: inout NodeLedgerTests.Rig, _ node: NodeAnnouncement) -> [String] {
    rig.tell { $0.handle(.added(node), at: Instant(0), into: &$1) }
  }

  private static func serve(_ rig: inout NodeLedgerTests.Rig, _ seats: SeatsInFront) -> [String] {
    rig.tell { $0.seatsChanged(seats, at: Instant(0), into: &$1) }
  }

  @Test("what is open is closed when its seat is lost, and opened as a new one when it comes back")
  func back() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    #expect(Self.add(&rig, Self.node("Box", 3)) == ["1 opened event3 Box as 0"])
    #expect(Self.serve(&rig, .only([])) == ["1 closed, was 0: inactive"])
    #expect(Self.serve(&rig, .only([])).isEmpty)
    #expect(rig.world.opened == ["event3"])
    #expect(Self.serve(&rig, .only(["seat0"])) == ["2 opened event3 Box as 0"])
    #expect(Self.serve(&rig, .all).isEmpty, "it is open")
  }

  @Test("what comes and goes meanwhile is neither opened nor told, but for what no entry takes")
  func meanwhile() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.serve(&rig, .only([]))
    #expect(Self.add(&rig, Self.node("Box", 3)).isEmpty)
    #expect(Self.add(&rig, Self.node("Box", 4)).isEmpty)
    #expect(Self.add(&rig, Self.node("Mouse", 5)) == ["event5 unmatched"])
    #expect(rig.remove(3, input: 3).isEmpty)
    #expect(!rig.ledger.isWaiting && rig.ledger.nextRetry == nil)
    #expect(rig.retry(at: 100).isEmpty)
    #expect(rig.world.opened.isEmpty)
    #expect(Self.serve(&rig, .only(["seat0"])) == ["1 opened event4 Box as 0"])
  }

  @Test("each seat by itself")
  func seats() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.serve(&rig, .only(["seat0"]))
    #expect(Self.add(&rig, Self.node("Box", 3)) == ["1 opened event3 Box as 0"])
    #expect(Self.add(&rig, Self.node("Box", 4, seat: "seat1")).isEmpty)
    #expect(Self.serve(&rig, .only(["seat1"])) == ["1 closed, was 0: inactive", "2 opened event4 Box as 0"])
    #expect(Self.serve(&rig, .only(["seat0", "seat1"])) == ["3 opened event3 Box as 0"])
  }

  @Test("a node that udev gives to another seat is closed at once")
  func moved() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.serve(&rig, .only(["seat0"]))
    _ = Self.add(&rig, Self.node("Box", 3))
    #expect(
      rig.tell { $0.handle(.changed(Self.node("Box", 3, seat: "seat1")), at: Instant(0), into: &$1) }
        == ["1 closed, was 0: inactive"])
  }

  @Test("what waits for its rights waits no more, and is tried again when the seat is back")
  func waiting() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    rig.world.failures["event3"] = .permission
    _ = Self.add(&rig, Self.node("Box", 3))
    #expect(Self.serve(&rig, .only([])).isEmpty)
    #expect(!rig.ledger.isWaiting && rig.ledger.nextRetry == nil)
    #expect(rig.tell { $0.touched("event3", at: Instant(1), into: &$1) }.isEmpty)
    rig.world.failures = [:]
    #expect(Self.serve(&rig, .all) == ["1 opened event3 Box as 0"])
  }

  @Test("another profile opens nothing on a seat that is not ours")
  func profile() {
    var rig = NodeLedgerTests.Rig(["Box": 0])
    _ = Self.serve(&rig, .only([]))
    _ = Self.add(&rig, Self.node("Box", 3))
    _ = Self.add(&rig, Self.node("Pad", 4))
    #expect(
      rig.tell { $0.profileChanged({ $0.name == "Pad" ? 0 : nil }, at: Instant(1), into: &$1) } == ["event3 unmatched"])
    #expect(rig.world.opened.isEmpty)
    #expect(Self.serve(&rig, .only(["seat0"])) == ["1 opened event4 Pad as 0"])
  }
}
