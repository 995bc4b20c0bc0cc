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

/// Live devices while a client learns, without a kernel: the profile matches `a`, and neither `b` nor `c`. `c` belongs
/// to another seat.
@Suite("live devices while a client learns") struct LiveLearnTests {
  /// The nodes that were opened, in order.
  private final class Opened {
    var nodes: [FakeNode] = []
  }

  private let sink = Collector()
  private let opened = Opened()
  private let monitor: FakeMonitor
  private let performer: Performer
  private let live: LiveInput

  init() throws {
    let profile = try profile(Self.text(matching: "a"))
    performer = Performer(profile: profile, audience: .replay(.all), sink: sink, takesKeyboardsAtOnce: false)
    monitor = FakeMonitor(
      [("a", "seat0"), ("b", "seat0"), ("c", "seat1")].map { name, seat in
        var description = box
        (description.name, description.phys) = (name, name)
        return NodeAnnouncement(path: name, systemPath: "/sys/\(name)/event0", seat: seat, description: description)
      })
    let registry = DeviceRegistry(
      monitor: monitor, matches: profile.entryToRead(for:),
      open: { [opened] announced throws(NodeFailure) in
        let node = FakeNode(announced.description)
        opened.nodes.append(node)
        return node
      })
    live = try LiveInput(performer: performer, reactor: Reactor(), registry: registry)
  }

  private static func text(matching phys: String) -> String {
    """
    switchway: 1
    devices: {box: {match: {phys: \(phys)}}}
    switches:
      left: {input: box/button-1, steady: off, tap: next}
      right: {input: box/button-2, steady: off, tap: select}
    """
  }

  /// The names of the nodes that are open now.
  private var openNames: [String] { opened.nodes.filter { !$0.isClosed }.map(\.description.name).sorted() }

  private func learn(_ isOn: Bool, events: Bool = false) {
    let time = Reactor.now
    performer.handle(.learning(isOn, events: events, at: time))
    live.learningChanged(at: time)
  }

  /// Changes of devices, what was learned, and commands in the lines since the last call.
  private func take() -> [String] {
    sink.take().map(\.message).compactMap { line -> String? in
      let change = line.text("change")
      switch line.text("type") {
      case "device": return "\(line.text("name")) \(change)"
      case "learn" where !change.isEmpty: return "learn \(line.number("node")) \(change)"
      case "learn": return "learn \(line["device"]?.text("name") ?? "") \(line["down"] == .bool(true) ? "down" : "up")"
      case "command": return line.text("command")
      default: return nil
      }
    }
  }

  @Test("a device of another seat is closed while a client learns, and opened again when its seat is in front")
  func seats() {
    live.serve(.only(["seat0"]))
    live.start()
    #expect(openNames == ["a"])
    learn(true)
    #expect(openNames == ["a", "b"])
    live.serve(.only(["seat1"]))
    #expect(openNames == ["c"])
    live.serve(.only([]))
    #expect(openNames.isEmpty)
    live.serve(.only(["seat0", "seat1"]))
    #expect(openNames == ["a", "b", "c"])
    learn(false)
    #expect(openNames == ["a"])
  }

  @Test("a client that asks for events is told which devices are closed with their seat, and which are opened")
  func events() {
    live.serve(.only(["seat0"]))
    live.start()
    _ = take()
    learn(true, events: true)
    #expect(take() == ["learn 1 added", "learn 2 added"])
    live.serve(.only(["seat1"]))
    #expect(take() == ["learn 2 removed", "learn 1 removed", "a released", "a removed", "learn 3 added"])
    live.serve(.only(["seat0"]))
    #expect(take() == ["learn 3 removed", "a added", "learn 4 added", "learn 5 added", "a grabbed"])
  }

  @Test("a device that no entry matches is reported when it comes and when it goes, not when it is opened or closed")
  func reports() {
    live.start()
    #expect(take() == ["a added", "b added", "c added", "a grabbed"])
    learn(true)
    learn(false)
    learn(true)
    live.serve(.only(["seat0"]))
    live.serve(.all)
    #expect(take().isEmpty)
    monitor.events = [.removed(systemPath: "/sys/b/event0")]
    live.change { live.registry.process(at: $0) }
    #expect(take() == ["b removed"])
    #expect(openNames == ["a", "c"])
  }

  @Test("what a device sends that no entry matches is learned in the order of time, and it is never grabbed")
  func frames() {
    live.start()
    learn(true)
    _ = take()
    let (a, b) = (opened.nodes[0], opened.nodes[1])
    let time = Reactor.now
    for (offset, node, value) in [(0, b, 1), (1, a, 1), (2, b, 0), (3, a, 0)] as [(Int64, FakeNode, Int32)] {
      node.send(0x100, value, at: time + Microseconds(offset))
    }
    // A turn keeps what is not older than its beginning.
    while Reactor.now <= time + Microseconds(3) {}
    live.catchUp()
    #expect(take() == ["learn b down", "learn a down", "learn b up", "learn a up"])
    #expect(a.isGrabbed && b.attempts == 0)
    learn(false)
    #expect(b.isClosed && !a.isClosed)
  }

  @Test("while a client learns, another profile takes a device that was only offered, and the former one is offered")
  func profileChange() throws {
    live.start()
    learn(true)
    _ = take()
    let time = Reactor.now
    performer.handle(.profile(try profile(Self.text(matching: "b")), layout: .us, at: time))
    live.profileChanged(at: time)
    #expect(take() == ["a released", "b added", "b grabbed"])
    #expect(openNames == ["a", "b", "c"])
    #expect(opened.nodes.filter { $0.isGrabbed && !$0.isClosed }.map(\.description.name) == ["b"])
    learn(false)
    #expect(openNames == ["b"])
  }

  @Test("a device that can no longer be read is closed, and the client learns from the others")
  func failure() {
    live.start()
    learn(true)
    opened.nodes[1].unplug()
    live.catchUp()
    #expect(openNames == ["a", "c"])
  }
}
