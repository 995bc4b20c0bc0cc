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

/// A keyboard and a mouse that are grabbed, and a keyboard that only a client that learns hears. Nodes and virtual
/// devices are in memory.
@Suite("live keyboards and pointers") struct LiveKeyboardTests {
  private static let keys: (a: UInt16, b: UInt16, escape: UInt16) = (30, 48, 1)
  private static let panic: [UInt16] = [14, 1, 28]
  private static let wheel: UInt16 = 8

  private let sink = Collector()
  private let reactor: Reactor
  private let keyboard = FakeNode(Self.description("Keyboard", .keyboard, (1...127).map { UInt16($0) }))
  private let mouse = FakeNode(Self.description("Mouse", .pointer, [0x110, 0x111, 0x112, 0x113]))
  private let other = FakeNode(Self.description("Other", .keyboard, (1...127).map { UInt16($0) }))
  private let devices = FakeVirtualDevices()
  private let performer: Performer
  private let live: LiveInput
  /// What happens to a node between its opening and its grab.
  private let openings = Openings()

  private final class Openings {
    var actions: [String: () -> Void] = [:]
  }

  init() throws {
    keyboard.movements = [Self.wheel]
    mouse.movements = [0, 1, Self.wheel]
    let profile = try profile(Self.text)
    performer = Performer(profile: profile, audience: .replay(.all), sink: sink, takesKeyboardsAtOnce: false)
    let nodes = [keyboard, mouse, other]
    let announced = nodes.map { node in
      let name = node.description.name
      return NodeAnnouncement(path: name, systemPath: "/sys/\(name)/event0", description: node.description)
    }
    let registry = DeviceRegistry(
      monitor: FakeMonitor(announced), matches: profile.entryToRead(for:),
      open: { [openings] announced throws(NodeFailure) in
        openings.actions[announced.path]?()
        guard let node = nodes.first(where: { $0.description.name == announced.path }) else { throw .gone }
        return node
      })
    reactor = try Reactor()
    live = try LiveInput(performer: performer, reactor: reactor, registry: registry, maker: devices.make)
  }

  private static let text = """
    switchway: 1
    devices: {keyboard: {match: {name: Keyboard}}, mouse: {match: {name: Mouse}, grab: yes}}
    switches: {side: {input: mouse/btn_side, steady: off, tap: select}}
    keyboard: {devices: [keyboard], bindings: {esc: escape}}
    """

  private static func description(_ name: String, _ kind: DeviceKind, _ keys: [UInt16]) -> DeviceDescription {
    DeviceDescription(name: name, bus: 3, vendor: 0x1209, product: 1, phys: name, kind: kind, keys: KeySet(keys))
  }

  /// Sends edges, each a microsecond after the other, and has them read after the last one.
  private func play(_ edges: [(code: UInt16, value: Int32)], from node: FakeNode) {
    let time = send(edges, from: node)
    // A turn keeps what is not older than its beginning.
    while Reactor.now <= time {}
    live.catchUp()
  }

  @discardableResult
  private func send(_ edges: [(code: UInt16, value: Int32)], from node: FakeNode) -> Instant {
    var time = Reactor.now
    for edge in edges {
      node.send(edge.code, edge.value, at: time)
      time = time + Microseconds(1)
    }
    return time
  }

  private func turn(wheel value: Int32) -> InputEvent {
    InputEvent(time: Reactor.now, type: EventType.relative, code: Self.wheel, value: value)
  }

  /// Runs the event loop until something is true, as long as a busy machine may take. Once in a test.
  private func run(until isDone: @escaping () -> Bool) throws {
    let end = Reactor.now + .seconds(60)
    var again: (() -> Void)?
    let timer = try reactor.timer(priority: .clients) { [reactor] in
      if isDone() || Reactor.now > end { reactor.exit(code: 0) } else { again?() }
    }
    again = { timer.set(to: Reactor.now + .milliseconds(1)) }
    again?()
    _ = try reactor.run()
    again = nil
    #expect(isDone())
  }

  /// Runs the event loop for a moment. Once in a test.
  private func run() throws {
    let timer = try reactor.timer(priority: .clients) { [reactor] in reactor.exit(code: 0) }
    timer.set(to: Reactor.now + .milliseconds(100))
    _ = try reactor.run()
    _ = timer
  }

  /// Commands, warnings and changes of modes in the lines since the last call.
  private func take() -> [String] {
    sink.take().map(\.message).compactMap { line -> String? in
      switch line.text("type") {
      case "command": line.text("command")
      case "warning": line.text("code")
      case "mode": "mode \(line.text("mode"))"
      default: nil
      }
    }
  }

  private func put(_ text: String) throws {
    let time = Reactor.now
    performer.handle(.profile(try profile(text), layout: .us, at: time))
    live.profileChanged(at: time)
  }

  @Test("what a keyboard sends between its opening and its grab is the desktop's, and is not typed a second time")
  func beforeGrab() {
    openings.actions["Keyboard"] = {
      send([(Self.keys.a, 1), (Self.keys.a, 0), (Self.keys.escape, 1), (Self.keys.escape, 0)], from: keyboard)
      keyboard.send(turn(wheel: 1))
    }
    live.start()
    #expect(keyboard.isGrabbed)
    play([(Self.keys.b, 1), (Self.keys.b, 0), (Self.keys.escape, 1), (Self.keys.escape, 0)], from: keyboard)
    keyboard.send(turn(wheel: -1))
    play([], from: keyboard)
    #expect(devices.sent() == [[48, 1], [48, 0], [8, -1]])
    #expect(take() == ["escape"])
  }

  @Test("keys of a grabbed keyboard that nothing can pass on are named in the log")
  func lostKeys() {
    var warnings: [String] = []
    live.log = { if $0 == .warning { warnings.append($1) } }
    for code in [0, 0x110, 0x2c0] as [UInt16] { keyboard.description.keys.insert(code) }
    live.start()
    #expect(keyboard.isGrabbed)
    #expect(
      warnings == [
        "device keys lost node=Keyboard name=Keyboard keys=BTN_LEFT,BTN_TRIGGER_HAPPY1: switchwayd cannot pass them on"
      ])
  }

  @Test("when a key cannot be typed, the keyboard is let go of, and only then the virtual one is removed")
  func brokenKeyboard() throws {
    live.start()
    play([(Self.keys.a, 1)], from: keyboard)
    #expect(devices.sent() == [[30, 1]])
    let virtual = try #require(devices.keyboard)
    var wasOpen: Bool?
    keyboard.onRelease = { wasOpen = virtual.descriptor >= 0 }
    FakeVirtualDevices.damage(virtual)
    // As a text of a client is typed: no device sends anything afterwards.
    live.type(Self.keys.b, down: true, at: Reactor.now)
    live.flushTyped()
    try run()
    #expect(!keyboard.isGrabbed)
    #expect(wasOpen == true)
    #expect(virtual.descriptor < 0)
    #expect(take() == ["degraded"])
  }

  @Test("when a button cannot be passed on, the pointer is let go of, and only then the virtual one is removed")
  func brokenPointer() throws {
    live.start()
    play([(0x110, 1)], from: mouse)
    #expect(devices.sent() == [[0x110, 1]])
    let virtual = try #require(devices.pointer)
    var wasOpen: Bool?
    mouse.onRelease = { wasOpen = virtual.descriptor >= 0 }
    FakeVirtualDevices.damage(virtual)
    live.point(turn(wheel: 1))
    live.flushTyped()
    try run()
    #expect(!mouse.isGrabbed && keyboard.isGrabbed)
    #expect(wasOpen == true)
    #expect(virtual.descriptor < 0)
    #expect(take() == ["degraded"])
  }

  @Test("a panic whose second is over while a client's request is handled ends the grabs at once")
  func panicWhileAsked() throws {
    live.start()
    play(Self.panic.map { ($0, 1) }, from: keyboard)
    performer.handle(.rest(true, at: Reactor.now + .seconds(1)))
    live.rearm()
    #expect(performer.hasPanicked && keyboard.isGrabbed)
    try run()
    #expect(!keyboard.isGrabbed && !mouse.isGrabbed)
  }

  @Test("a profile that uses no keyboard: its grab ends before the virtual keyboard is removed")
  func unusedKeyboard() throws {
    live.start()
    play([(Self.keys.a, 1)], from: keyboard)
    let virtual = try #require(devices.keyboard)
    var wasOpen: Bool?
    keyboard.onRelease = { wasOpen = virtual.descriptor >= 0 }
    try put(
      """
      switchway: 1
      devices: {none: {match: {name: None}, grab: no}, mouse: {match: {name: Mouse}, grab: yes}}
      switches: {side: {input: mouse/btn_side, steady: off, tap: select}}
      """)
    #expect(!keyboard.isGrabbed && mouse.isGrabbed)
    #expect(wasOpen == true)
    #expect(virtual.descriptor < 0)
    #expect(devices.sent() == [[30, 1], [30, 0]])
  }

  @Test(
    "the virtual keyboard is replaced 100 ms after its last key, which a desktop may not have read; at once without",
    arguments: [false, true])
  func replaced(afterKey: Bool) throws {
    other.movements = [Self.wheel, 7]
    live.start()
    var replacements: [Instant] = []
    devices.onMade = { _ in replacements.append(Reactor.now) }
    let before = Reactor.now
    if afterKey { play([(Self.keys.a, 1), (Self.keys.a, 0)], from: keyboard) }
    try put(
      Self.text.replacing("devices: {", with: "devices: {other: {match: {name: Other}}, ")
        .replacing("devices: [keyboard]", with: "devices: [keyboard, other]"))
    if afterKey { try run { other.isGrabbed } }
    #expect(keyboard.isGrabbed && other.isGrabbed)
    #expect(replacements.count == 1)
    if afterKey { #expect(try #require(replacements.first) >= before + .milliseconds(100)) }
    play([(Self.keys.b, 1), (Self.keys.b, 0)], from: other)
    #expect(devices.sent().suffix(2) == [[48, 1], [48, 0]])
  }

  @Test("the second of a panic chord goes on when another profile comes into force")
  func panicOverProfiles() throws {
    live.start()
    // On a busy machine there is some time between them.
    let before = Reactor.now
    play(Self.panic.map { ($0, 1) }, from: keyboard)
    let after = Reactor.now
    try put(Self.text.replacing("esc: escape", with: "esc: menu"))
    #expect(keyboard.isGrabbed)
    performer.handle(.time(before + .seconds(1)))
    #expect(!performer.hasPanicked)
    performer.handle(.time(after + .seconds(1) + .milliseconds(10)))
    #expect(performer.hasPanicked)
  }

  @Test("the panic chord counts on a keyboard that is open only because a client learns", arguments: [false, true])
  func panicWhileLearning(asEvents: Bool) throws {
    live.start()
    performer.handle(.learning(true, events: asEvents, at: Reactor.now))
    live.learningChanged(at: Reactor.now)
    // A profile that comes into force meanwhile does not change that.
    try put(Self.text.replacing("esc: escape", with: "esc: menu"))
    _ = take()
    play(Self.panic.map { ($0, 1) }, from: other)
    performer.handle(.time(Reactor.now + .seconds(1)))
    #expect(take() == ["mode panic", "panic"])
    live.rearm()
    try run()
    #expect(!keyboard.isGrabbed && !mouse.isGrabbed)
  }

  @Test("a panic chord that is held on a keyboard which is closed when nobody learns any more counts no longer")
  func panicAfterLearning() throws {
    live.start()
    performer.handle(.learning(true, at: Reactor.now))
    live.learningChanged(at: Reactor.now)
    play(Self.panic.map { ($0, 1) }, from: other)
    performer.handle(.learning(false, at: Reactor.now))
    live.learningChanged(at: Reactor.now)
    performer.handle(.time(Reactor.now + .seconds(2)))
    #expect(!performer.hasPanicked)
  }
}
