import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

@Suite("grabbing")
struct GrabKeeperTests {
  private let node = FakeNode(description("usb-1/input0"))
  private let second = FakeNode(description("usb-1/input1"))
  private let one = NodeID(rawValue: 1)
  private let two = NodeID(rawValue: 2)
  private let start = Instant(1_000_000)

  private static func description(_ phys: String) -> DeviceDescription {
    DeviceDescription(name: "Box", phys: phys, kind: .pedal)
  }

  /// One node, or two of one device.
  private func filled(_ count: Int) -> GrabKeeper {
    var keeper = GrabKeeper()
    keeper.add(one, node)
    if count == 2 { keeper.add(two, second) }
    return keeper
  }

  @Test("a node at rest is grabbed at once, and once")
  func atRest() {
    var keeper = filled(1)
    #expect(keeper.settle(at: start) == [.grabbed(one)])
    #expect(keeper.settle(at: start).isEmpty)
    #expect(node.attempts == 1)
    #expect(keeper.nextRetry == nil)
    #expect(!keeper.waitsForKeys)
    keeper.remove(one)
    #expect(!node.isGrabbed)
  }

  @Test("a key that is down keeps it from being grabbed: told once, grabbed when it is up")
  func held() {
    var keeper = filled(1)
    node.down.insert(30)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    #expect(keeper.waitsForKeys)
    for _ in 0..<100 { #expect(keeper.settle(at: start + .seconds(9)).isEmpty) }
    #expect(node.attempts == 0)
    node.down = KeySet()
    #expect(keeper.settle(at: start + .seconds(9)) == [.grabbed(one)])
    #expect(!keeper.waitsForKeys)
    #expect(keeper.nextRetry == nil)
    #expect(node.released.isEmpty)
  }

  @Test("a key that never comes up is released for the desktop after 10 s; the node is grabbed when that is read")
  func neverUp() {
    var keeper = filled(1)
    let end = start + .seconds(10)
    node.down.insert(65)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    #expect(keeper.waiting.map(\.down) == [[65]])
    #expect(keeper.nextRetry == end)
    #expect(keeper.settle(at: end - Microseconds(1)).isEmpty)
    #expect(node.released.isEmpty)
    #expect(keeper.settle(at: end) == [.setAside(one, KeySet([65]))])
    #expect(node.released == [KeySet([65])])
    #expect(!node.isGrabbed && keeper.nextRetry == nil)
    node.down = KeySet()
    #expect(keeper.settle(at: end) == [.grabbed(one)])
    #expect(keeper.waiting.isEmpty && keeper.nextRetry == nil)
  }

  @Test("a key that never comes up is released only while no other key is down")
  func neverUpWhileTyping() {
    var keeper = filled(2)
    node.down.insert(65)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    second.down.insert(30)
    #expect(keeper.settle(at: start + .seconds(9)).isEmpty)
    #expect(keeper.settle(at: start + .seconds(11)).isEmpty)
    second.down = KeySet()
    #expect(keeper.settle(at: start + .seconds(12)) == [.setAside(one, KeySet([65]))])
    node.down = KeySet()
    #expect(keeper.settle(at: start + .seconds(12)) == [.grabbed(one), .grabbed(two)])
  }

  @Test("a device that sends the key again before the grab: it is released again at once, five times")
  func neverUpAndSentAgain() {
    var keeper = filled(1)
    let end = start + .seconds(10)
    node.down.insert(65)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    for _ in 1...5 { #expect(keeper.settle(at: end) == [.setAside(one, KeySet([65]))]) }
    #expect(keeper.settle(at: end).isEmpty)
    #expect(keeper.nextRetry == end + .seconds(10))
  }

  @Test("a node that may not be written: it is told that the key stays, and grabbed when it is up")
  func neverUpAndReadOnly() {
    var keeper = filled(1)
    node.releaseFailure = .other(9)
    node.down.insert(65)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    #expect(keeper.settle(at: start + .seconds(10)) == [.failed(one, .keyStays)])
    #expect(keeper.settle(at: start + .seconds(99)).isEmpty)
    #expect(keeper.waitsForKeys && keeper.nextRetry == nil)
    node.down = KeySet()
    #expect(keeper.settle(at: start + .seconds(99)) == [.grabbed(one)])
  }

  @Test("a key that came down between the last event and the grab: let go, and again at the next frame")
  func inBetween() {
    var keeper = filled(1)
    node.pressed = KeySet([30])
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown)])
    #expect(!node.isGrabbed)
    // Its press is read, then its release.
    node.down.insert(30)
    #expect(keeper.settle(at: start).isEmpty)
    node.down = KeySet()
    node.pressed = KeySet()
    #expect(keeper.settle(at: start) == [.grabbed(one)])
    #expect(node.attempts == 2)
  }

  @Test("another program's grab: told once, tried again after 1, 2, 4 … 30 s, then grabbed")
  func busy() throws {
    var keeper = filled(1)
    node.refusals = Array(repeating: .busy, count: 8)
    #expect(keeper.settle(at: start) == [.failed(one, .node(.busy))])
    var now = start
    for seconds in [1, 2, 4, 8, 16, 30, 30] as [Int64] {
      let due = try #require(keeper.nextRetry)
      #expect(due == now + .seconds(seconds))
      #expect(keeper.settle(at: due - Microseconds(1)).isEmpty)
      now = due
      #expect(keeper.settle(at: now).isEmpty)
    }
    now = try #require(keeper.nextRetry)
    #expect(keeper.settle(at: now) == [.grabbed(one)])
    #expect(node.attempts == 9)
    #expect(keeper.nextRetry == nil)
  }

  @Test("a change of the node tries at once")
  func hurried() {
    var keeper = filled(1)
    node.refusals = [.busy]
    #expect(keeper.settle(at: start) == [.failed(one, .node(.busy))])
    #expect(keeper.settle(at: start + Microseconds(1)).isEmpty)
    keeper.hurry(one, at: start + Microseconds(2))
    #expect(keeper.settle(at: start + Microseconds(2)) == [.grabbed(one)])
  }

  @Test("of two nodes of a device, all or none: refused, or with a key down on either")
  func together() throws {
    var keeper = filled(2)
    second.refusals = [.busy]
    #expect(keeper.settle(at: start) == [.failed(two, .node(.busy))])
    #expect(!node.isGrabbed)
    let due = try #require(keeper.nextRetry)
    node.down.insert(30)
    #expect(keeper.settle(at: due) == [.failed(one, .keyDown)])
    node.down = KeySet()
    second.pressed = KeySet([30])
    #expect(keeper.settle(at: due) == [.failed(two, .keyDown)])
    #expect(!node.isGrabbed)
    #expect(!second.isGrabbed)
    second.pressed = KeySet()
    #expect(keeper.settle(at: due) == [.grabbed(one), .grabbed(two)])
  }

  @Test(
    "a node that comes later waits until all keys of its device are up, and the device's grab goes on",
    arguments: [false, true])
  func later(isOwnKey: Bool) {
    let held = isOwnKey ? second : node
    var keeper = filled(1)
    #expect(keeper.settle(at: start) == [.grabbed(one)])
    held.down.insert(30)
    keeper.add(two, second)
    #expect(keeper.settle(at: start) == [.failed(two, .keyDown)])
    #expect(keeper.settle(at: start).isEmpty)
    #expect(node.isGrabbed && keeper.isGrabbed(one) && keeper.waitsForKeys)
    held.down = KeySet()
    // It came down between the last event and the grab.
    second.pressed.insert(30)
    #expect(keeper.settle(at: start).isEmpty)
    #expect(node.isGrabbed && !second.isGrabbed)
    second.pressed = KeySet()
    #expect(keeper.settle(at: start) == [.grabbed(two)])
    #expect(node.releases == 0 && !keeper.waitsForKeys)
  }

  @Test("a node that comes later takes its device's grab with it when another program holds it")
  func laterBusy() {
    var keeper = filled(1)
    #expect(keeper.settle(at: start) == [.grabbed(one)])
    second.refusals = [.busy]
    keeper.add(two, second)
    #expect(keeper.settle(at: start) == [.released(one), .failed(two, .node(.busy))])
    #expect(!node.isGrabbed)
  }

  @Test("a grab that the next profile wants too is never given up, also with a key down")
  func carried() {
    var keeper = filled(1)
    _ = keeper.settle(at: start)
    node.down.insert(30)
    #expect(keeper.beginChange() == [one])
    keeper.add(one, node)
    #expect(keeper.settle(at: start) == [.grabbed(one)])
    keeper.endChange()
    #expect(node.isGrabbed && node.attempts == 1 && node.releases == 0)
    #expect(keeper.isGrabbed(one) && !keeper.waitsForKeys)
    keeper.remove(one)
    #expect(!node.isGrabbed)
  }

  @Test("a grab that the next profile does not want ends with the change, also with a key down")
  func notCarried() {
    var keeper = filled(2)
    _ = keeper.settle(at: start)
    node.down.insert(30)
    #expect(keeper.beginChange() == [one, two])
    keeper.remove(two)
    #expect(!second.isGrabbed)
    keeper.endChange()
    #expect(!node.isGrabbed && second.releases == 1)
    #expect(keeper.settle(at: start).isEmpty)
  }

  @Test("a node that the next profile adds takes its device's grab with it when it cannot be grabbed")
  func carriedBesideHeld() {
    var keeper = filled(1)
    _ = keeper.settle(at: start)
    _ = keeper.beginChange()
    second.down.insert(30)
    keeper.add(one, node)
    keeper.add(two, second)
    #expect(keeper.settle(at: start) == [.failed(two, .keyDown)])
    keeper.endChange()
    #expect(!node.isGrabbed && !second.isGrabbed)
    second.down = KeySet()
    #expect(keeper.settle(at: start) == [.grabbed(one), .grabbed(two)])
  }

  @Test("another device's grab does not wait for it")
  func apart() {
    var keeper = filled(1)
    second.description = Self.description("usb-2/input0")
    keeper.add(two, second)
    node.down.insert(30)
    #expect(keeper.settle(at: start) == [.failed(one, .keyDown), .grabbed(two)])
    #expect(keeper.removeAll() == [two])
    #expect(!second.isGrabbed)
    #expect(keeper.nextRetry == nil)
  }

  @Test("a node that goes while it waits is forgotten")
  func gone() {
    var keeper = filled(1)
    node.refusal = .gone
    #expect(keeper.settle(at: start) == [.failed(one, .node(.gone))])
    keeper.remove(one)
    #expect(keeper.nextRetry == nil)
    #expect(keeper.settle(at: start).isEmpty)
  }

  @Test(
    "a node whose keys cannot be asked for is let go of, told once with the reason, and tried again with back-off",
    arguments: [NodeFailure.permission, .gone, .other(24)])
  func cannotBeAsked(_ refusal: NodeFailure) throws {
    var keeper = filled(1)
    node.refusal = refusal
    #expect(keeper.settle(at: start) == [.failed(one, .node(refusal))])
    var now = start
    for seconds in [1, 2, 4, 8, 16, 30, 30] as [Int64] {
      #expect(!node.isGrabbed)
      let due = try #require(keeper.nextRetry)
      #expect(due == now + .seconds(seconds))
      now = due
      #expect(keeper.settle(at: now).isEmpty)
    }
    // A key in a grab that is given up is lost, so only the first attempt grabs it.
    #expect(node.attempts == 1)
    node.refusal = nil
    now = try #require(keeper.nextRetry)
    #expect(keeper.settle(at: now) == [.grabbed(one)])
    #expect(keeper.nextRetry == nil)
  }

  @Test("while one node of a device cannot be asked, none is grabbed for another attempt")
  func otherCannotBeAsked() throws {
    var keeper = filled(2)
    second.refusal = .permission
    #expect(keeper.settle(at: start) == [.failed(two, .node(.permission))])
    #expect(node.attempts == 1 && second.attempts == 1)
    #expect(keeper.settle(at: try #require(keeper.nextRetry)).isEmpty)
    #expect(node.attempts == 1 && second.attempts == 1)
  }
}
