import EngineFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

/// The pointer of clients is there while the profile allows it, and sends what they ask for.
@Suite("The pointer of clients") struct ClientPointerTests {
  private static let board = ClientName(EscapedText("replay").bytes)
  private let devices = FakeVirtualDevices()
  private let sink = Collector()
  private let performer: Performer
  private let live: LiveInput

  init() throws {
    performer = Performer(
      profile: try Self.profile(pointing: "yes"), audience: .replay(.all), sink: sink, takesKeyboardsAtOnce: false)
    let registry = DeviceRegistry(
      monitor: FakeMonitor([]), matches: performer.profile.entryToRead(for:),
      open: { _ throws(NodeFailure) in throw .gone })
    live = try LiveInput(performer: performer, reactor: try Reactor(), registry: registry, maker: devices.make)
    live.start()
  }

  private static func profile(pointing: String) throws -> Profile {
    try EngineFixtures.profile(
      "switchway: 1\ndevices: {box: {match: {name: Box}}}\nswitches: {a: {input: box/btn_0, tap: select}}\n"
        + "policy: {pointing: \(pointing)}\n")
  }

  private func point(_ action: PointedInput.Action, number: Int) -> Reply? {
    let wanted = PointedInput(action, at: ScreenPoint(x: 32_768, y: 16_384))
    performer.handle(
      .request(.point(wanted, hasPointer: live.hasPointer), from: Self.board, number: number, at: live.now))
    // Its strokes are due at times that no test waits for.
    if let due = performer.nextDeadline { performer.handle(.time(due + .seconds(10))) }
    return performer.takeReplies().last?.reply
  }

  @Test("it is made with the profile, and goes with another one")
  func policy() throws {
    #expect(live.hasPointer && devices.pointer?.descriptor != -1)
    #expect(devices.keyboard == nil)
    performer.handle(.profile(try Self.profile(pointing: "no"), at: live.now))
    live.profileChanged(at: live.now)
    #expect(!live.hasPointer && devices.pointer?.descriptor == -1)
    #expect(point(.move, number: 1) == .pointed(.obstacle(.policy)))
    performer.handle(.profile(try Self.profile(pointing: "yes"), at: live.now))
    live.profileChanged(at: live.now)
    #expect(live.hasPointer && devices.pointer?.descriptor != -1)
    live.finish()
    #expect(devices.pointer?.descriptor == -1)
  }

  @Test("a click is a place, to which the pointer comes also if it was there before, and the button")
  func click() {
    for number in 1...2 {
      #expect(point(.click, number: number) == .pointed(nil))
      // The place beside comes first, because the kernel drops a place that it has already.
      #expect(
        devices.sent() == [
          [0, 32_769], [1, 16_384], [0, 32_768], [0x110, 1], [0x110, 0],
        ])
    }
    #expect(point(.scroll(.down, notches: 2), number: 3) == .pointed(nil))
    #expect(devices.sent().suffix(2) == [[8, -1], [8, -1]])
  }

  @Test("one that cannot be written: the client hears of it, and another one is made later")
  func broken() throws {
    FakeVirtualDevices.damage(try #require(devices.pointer))
    #expect(point(.move, number: 1) == .pointed(.obstacle(.noPointer)))
    live.letGoIfBroken()
    #expect(!live.hasPointer)
    let lines = sink.take()
    #expect(lines.contains { $0.contains(#""code":"degraded""#) && $0.contains("scanning programs cannot point") })
    #expect(point(.move, number: 2) == .pointed(.obstacle(.noPointer)))
    live.prepareClientPointer(at: live.now + .seconds(60))
    #expect(live.hasPointer)
    #expect(point(.move, number: 3) == .pointed(nil))
  }

  @Test("it is no device of a person, whichever process made it")
  func own() {
    for kind in [OwnDevice.keyboard, .pointer, .absolutePointer] {
      let description = DeviceDescription(
        name: kind.name, bus: OwnDevice.bus, vendor: OwnDevice.vendor, product: kind.product, kind: .pointer)
      #expect(description.isOwn)
    }
  }
}
