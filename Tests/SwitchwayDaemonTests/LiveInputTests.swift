import EngineFixtures
import ProgramFixtures
import SwitchwayCore
import SwitchwayDevices
import SwitchwayEngine
import SwitchwayProtocol
import SwitchwayReactor
import SwitchwayText
import SwitchwayTime
import Testing

@testable import SwitchwayDaemon

/// Live devices without a kernel: nodes in memory take the place of event nodes.
@Suite("live devices") struct LiveInputTests {
  private let sink = Collector()
  private let nodes: [FakeNode]
  private let performer: Performer
  private let live: LiveInput

  init() throws {
    let profile = try profile(
      """
      switchway: 1
      devices: {a: {match: {phys: a}}, b: {match: {phys: b}}}
      switches:
        left: {input: a/button-1, steady: off, tap: next}
        right: {input: b/button-1, steady: off, tap: select}
      """)
    nodes = ["a", "b"].map { phys in
      var description = box
      description.phys = phys
      return FakeNode(description)
    }
    performer = Performer(
      profile: profile, audience: .replay(.all), sink: sink, takesKeyboardsAtOnce: false)
    let announced = nodes.map { node in
      let phys = node.description.phys
      return NodeAnnouncement(path: phys, systemPath: "/sys/\(phys)/event0", description: node.description)
    }
    let registry = DeviceRegistry(
      monitor: FakeMonitor(announced), matches: profile.entryToRead(for:),
      open: { [nodes] announced throws(NodeFailure) in
        guard let node = nodes.first(where: { $0.description.phys == announced.path }), !node.isClosed else {
          throw .gone
        }
        return node
      })
    live = try LiveInput(performer: performer, reactor: Reactor(), registry: registry)
  }

  /// Presses, releases and changes of devices in the lines since the last call, and the reason of a failure.
  private func take() -> [String] {
    sink.take().map(\.message).compactMap { line in
      if let name = line["switch"]?.stringValue, let reason = line["reason"]?.stringValue { return "\(name) \(reason)" }
      if let name = line["switch"]?.stringValue { return line["down"] == .bool(true) ? "\(name) down" : "\(name) up" }
      guard let name = line["device"]?.stringValue, let change = line["change"]?.stringValue else { return nil }
      return ([name, change] + [line["reason"]?.stringValue].compactMap(\.self)).joined(separator: " ")
    }
  }

  /// Sends one frame after the other, each a microsecond later, and has them read after the last one.
  private func play(_ frames: [(node: Int, value: Int32)]) {
    var time = Reactor.now
    for frame in frames {
      nodes[frame.node].send(0x100, frame.value, at: time)
      time = time + Microseconds(1)
    }
    // A turn keeps what is not older than its beginning.
    while Reactor.now <= time {}
    live.catchUp()
  }

  @Test("frames of two devices are decided in the order of their times, whichever is read first")
  func order() {
    live.start()
    _ = take()
    play([(0, 1), (1, 1), (0, 0), (1, 0), (1, 1), (0, 1)])
    #expect(take() == ["left down", "right down", "left up", "right up", "right down", "left down"])
  }

  @Test("a box with a button down is grabbed after the frame in which it comes up")
  func grab() {
    nodes[0].down.insert(0x100)
    live.start()
    #expect(take() == ["a added", "left down-at-arrival", "b added", "a failed key-down", "b grabbed"])
    #expect(!nodes[0].isGrabbed && nodes[1].isGrabbed)
    play([(0, 0)])
    #expect(take() == ["a grabbed"])
    #expect(nodes[0].isGrabbed)
  }

  @Test("the state names the button because of which a box is not grabbed")
  func heldName() throws {
    nodes[0].down.insert(0x100)
    live.start()
    let failure = performer.interpreter.nodeStates.compactMap(\.grabFailure).first
    #expect(failure?.reason == "key-down")
    let words = "BTN_0 is down; the device is grabbed when all its keys are up, or after 10 s"
    #expect(failure?.message.hasPrefix(words) == true)
  }

  @Test("a button that is held while another profile comes into force reaches nobody else")
  func profileChange() throws {
    live.start()
    play([(0, 1)])
    _ = take()
    let next = try profile(
      """
      switchway: 1
      devices: {a: {match: {phys: a}}, b: {match: {phys: b}, grab: no}}
      switches:
        left: {input: a/button-1, steady: off, tap: select}
        right: {input: b/button-1, steady: off, tap: next}
      """)
    performer.handle(.profile(next, layout: .us, at: Reactor.now))
    live.profileChanged(at: Reactor.now)
    #expect(take() == ["left up", "a released", "b released", "a grabbed"])
    #expect(nodes[0].isGrabbed && nodes[0].releases == 0)
    #expect(!nodes[1].isGrabbed)
    // The end of that press belongs to nobody; the next press is one of the new profile.
    play([(0, 0), (0, 1), (0, 0)])
    #expect(take() == ["left down", "left up"])
  }

  @Test("when reading fails, what was sent before is decided, then the node is closed and the other one goes on")
  func failure() {
    live.start()
    _ = take()
    nodes[0].unplug()
    play([(0, 1)])
    #expect(take() == ["left down", "left up", "a removed"])
    #expect(nodes[0].isClosed && !nodes[1].isClosed)
    play([(1, 1)])
    #expect(take() == ["right down"])
  }
}
