import CLibsystemd
import Foundation
import SwitchwayScanning
import TestDesktops
import Testing

@testable import SwitchwayScreen

/// The connection to GNOME's shell, with a shell that reports what a test wants. `make trial-gnome` has a real one.
@Suite(.serialized) struct ShellSourceTests {
  /// A bus with a shell and a source that listens to it.
  @safe private final class World {
    private let loop: TestLoop
    var event: OpaquePointer { unsafe loop.event }
    let bus: TestBus
    var shell: FakeShell?
    var source: ShellSource?
    /// What `update` answered, the last of each.
    private(set) var front: Front?
    private(set) var windows: [OpenWindow]?
    private(set) var question = 0

    /// `state`: what `Follow` answers; `nil`: there is no shell.
    init(state: String? = ShellSourceTests.state("One"), names: [String] = [FakeShell.shell, FakeShell.extended]) throws
    {
      loop = try TestLoop()
      bus = try TestBus()
      if let state { try startShell(state, names: names) }
      source = try unsafe ShellSource(event: event, bus: bus.address)
    }

    deinit {
      source = nil
      shell = nil
    }

    func startShell(_ state: String, names: [String] = [FakeShell.shell, FakeShell.extended]) throws {
      shell = try unsafe FakeShell(address: bus.address, event: event, names: names)
      shell?.state = state
      // A source that looks for it sooner would be told that there is none.
      try loop.wait("the shell's names", turn: {}, until: { shell?.hasNames ?? false })
    }

    func wait(_ what: String, until condition: () throws -> Bool) throws {
      try loop.wait(what, turn: update, until: condition)
    }

    private func update() throws {
      guard let source else { return }
      let answer = try source.update()
      (front, windows) = (answer.front ?? front, answer.windows ?? windows)
      question = max(question, answer.question)
    }

    /// Asks, and runs the loop until the answer has come. `untilKnown`: once more where a busy machine made it late.
    func ask(untilKnown: Bool = false) throws {
      var question = source?.ask() ?? 0
      try wait("the answer") {
        guard self.question >= question else { return false }
        guard untilKnown, front == .unknown else { return true }
        question = source?.ask() ?? 0
        return false
      }
    }
  }

  private static func window(_ title: String) -> String {
    """
    {"pid":7,"title":"\(title)","scale":2,"frame":[10,20,300,200],"content":[10,20,300,200],\
    "buffer":[0,10,320,220],"popups":[{"frame":[40,50,79,114],"buffer":[37,47,85,120]}]}
    """
  }

  private static func front(_ title: String) -> String { "{\"window\":\(window(title))}" }

  private static func state(_ title: String, version: Int = 2) -> String {
    #"{"version":\#(version),"window":\#(window(title)),"windows":[{"id":"4","title":"\#(title)"}]}"#
  }

  private static func place(_ title: String) -> Front {
    let frame = Area(x: 10, y: 20, width: 300, height: 200)
    let popup = WindowPlace.Popup(
      frame: Area(x: 40, y: 50, width: 79, height: 114), buffer: Area(x: 37, y: 47, width: 85, height: 120))
    return .window(
      WindowPlace(
        pid: 7, title: title, content: frame, frame: frame, buffer: Area(x: 0, y: 10, width: 320, height: 220),
        scale: 2, popups: [popup]))
  }

  @Test("what the extension says at first and reports later is in front, with the windows")
  func reports() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    #expect(world.windows?.map(\.title) == ["One"])
    let receiver = try #require(world.shell?.followers.first)
    world.shell?.report("FrontChanged", Self.front("Two"), to: receiver)
    try world.wait("the other window") { world.front == Self.place("Two") }
    world.shell?.report("FrontChanged", #"{"window":null}"#, to: receiver)
    try world.wait("no window") { world.front == .nothing }
    world.shell?.report("WindowsChanged", #"{"windows":[]}"#, to: receiver)
    try world.wait("no windows") { world.windows == [] }
    #expect(world.shell?.followers.count == 1)
  }

  @Test("the items of the shell are in front where no window is")
  func shellItems() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    let receiver = try #require(world.shell?.followers.first)
    world.shell?.report(
      "FrontChanged",
      #"{"window":null,"shell":{"id":"1","kind":"menu","area":[0,0,9,9],"items":[{"id":"2","area":[1,1,8,8]}]}}"#,
      to: receiver)
    try world.wait("the items") { if case .shell(let tree)? = world.front { tree.nodes.count == 2 } else { false } }
  }

  @Test("a question is answered by the shell, after what it reported before")
  func question() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    world.shell?.front = Self.front("Two")
    try world.ask(untilKnown: true)
    #expect(world.front == Self.place("Two"))
  }

  @Test("a question from before the first answer of the extension waits for it")
  func early() throws {
    let world = try World()
    world.shell?.front = Self.front("One")
    try world.ask()
    #expect(world.front == Self.place("One"))
  }

  @Test("another program's report counts for nothing")
  func impostor() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    let receiver = try #require(world.shell?.followers.first)
    let impostor = try unsafe FakeShell(address: world.bus.address, event: world.event, names: ["org.example.Other"])
    impostor.report("FrontChanged", Self.front("Bank"), to: receiver)
    impostor.report("WindowsChanged", #"{"windows":[{"id":"9","title":"Bank"}]}"#, to: receiver)
    impostor.own("org.example.Second")
    try world.wait("that the bus has handed the reports on") { impostor.hasNames }
    // What the shell answers after that comes behind them, and changes nothing by itself.
    var isAnswered = false
    world.source?.askExtension { _ in isAnswered = true }
    try world.wait("the answer") { isAnswered }
    #expect(world.front == Self.place("One"))
    #expect(world.windows?.map(\.title) == ["One"])
  }

  @Test("the extension's name in the hands of another program counts for nothing, and that program is not called")
  func stolen() throws {
    let world = try World(names: [FakeShell.shell])
    let impostor = try unsafe FakeShell(address: world.bus.address, event: world.event, names: [FakeShell.extended])
    impostor.state = Self.state("Bank")
    impostor.front = Self.front("Bank")
    var found: ShellExtension?
    try world.wait("that the name is in its hands") {
      world.source?.askExtension { found = $0 }
      return found == .nameTaken
    }
    try world.ask()
    world.source?.raise(1)
    try world.ask()
    #expect(world.front == .unknown)
    #expect(impostor.followers.isEmpty && impostor.calls.isEmpty)
    // It gives the name back.
    impostor.leave()
    world.shell?.own(FakeShell.extended)
    try world.wait("the window") { world.front == Self.place("One") }
  }

  @Test("without a shell, or without the extension, the front is unknown, and questions are answered")
  func none() throws {
    for world in [try World(state: nil), try World(names: [FakeShell.shell])] {
      try world.ask()
      #expect(world.front == .unknown)
      #expect(world.windows == [])
    }
  }

  @Test("an extension that is disabled makes the front unknown, and one that is enabled again is followed again")
  func disabled() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    world.shell?.disown(FakeShell.extended)
    try world.wait("its end") { world.front == .unknown }
    #expect(world.windows == [])
    world.shell?.state = Self.state("Two")
    world.shell?.own(FakeShell.extended)
    try world.wait("the window") { world.front == Self.place("Two") }
  }

  @Test("an extension that is disabled and enabled at once is followed again")
  func restarted() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    world.shell?.state = Self.state("Two")
    world.shell?.disown(FakeShell.extended)
    world.shell?.own(FakeShell.extended)
    try world.wait("the window") { world.front == Self.place("Two") }
    #expect(world.shell?.followers.count == 2)
  }

  @Test("a shell that crashes makes the front unknown, and its successor is followed")
  func restart() throws {
    let world = try World()
    try world.wait("the window") { world.front == Self.place("One") }
    world.shell?.leave()
    try world.wait("its end") { world.front == .unknown }
    try world.startShell(Self.state("Two"))
    try world.wait("the window of the second") { world.front == Self.place("Two") }
  }

  @Test("an extension of another version is a failure that names both", arguments: [1, 3])
  func version(_ version: Int) throws {
    let world = try World(state: Self.state("One", version: version))
    let failure = try #require(throws: DesktopFailure.self) { try world.wait("the failure") { false } }
    #expect(failure.reason == .lacks("version 2"))
    #expect(
      failure.message == "the extension in GNOME's shell has version \(version), this program needs 2; log out once")
  }

  @Test("what is no answer makes the front unknown", arguments: ["", "[]", #"{"version":"2"}"#])
  func malformed(_ state: String) throws {
    let world = try World(state: state)
    world.shell?.front = "{"
    try world.ask()
    #expect(world.front == .unknown)
  }

  @Test("the window that is chosen is brought to the front by its id")
  func raise() throws {
    let world = try World()
    try world.wait("the window") { world.windows?.map(\.title) == ["One"] }
    let window = try #require(world.windows?.first)
    world.source?.raise(window.id + 1)
    world.source?.raise(window.id)
    try world.wait("the call") { world.shell?.calls.isEmpty == false }
    #expect(world.shell?.calls == ["Raise 4"])
  }

  @Test(
    "the shell says why the extension does not run",
    arguments: [
      ([1, 4], .runs), ([4, 1], .runs), ([2, 4], .off), ([6, nil], .off), ([3, 4], .failed), ([4, 4], .outdated),
      ([nil, nil], .unseen), ([nil, 4], .outdated),
    ] as [([Double?], ShellExtension)])
  func states(_ states: [Double?], expected: ShellExtension) {
    #expect(ShellExtension(states: states) == expected)
  }

  @Test("the extension is looked for in the shell; its name in other hands, and the process that draws, are said")
  func looked() throws {
    var answer: ShellExtension?
    func ask(_ world: World) throws -> ShellExtension? {
      answer = nil
      world.source?.askExtension { answer = $0 }
      try world.wait("an answer") { answer != nil }
      return answer
    }
    // A busy machine may make an answer late.
    func expect(_ expected: ShellExtension, _ world: World) throws {
      try world.wait("\(expected)") { try ask(world) == expected }
    }
    try expect(.runs, World())
    try expect(.noShell, World(state: nil))
    let drawn = try World()
    try drawn.wait("a follower") { drawn.shell?.followers.isEmpty == false }
    drawn.shell?.drawer = drawn.shell?.followers.first ?? ""
    try expect(.draws(pid: UInt32(getpid())), drawn)
    drawn.shell?.drawer = ":1.999"
    try expect(.runs, drawn)
    let world = try World(names: [FakeShell.shell])
    world.shell?.states = ["switchway-scan@switchway.io": 2, "switchway-scan-43@switchway.io": 4]
    try expect(.off, world)
    world.shell?.states = [:]
    try expect(.unseen, world)
    world.shell?.areExtensionsOn = false
    try expect(.allOff, world)
    let other = try unsafe FakeShell(address: world.bus.address, event: world.event, names: [FakeShell.extended])
    try world.wait("the name in other hands") { try ask(world) == .nameTaken }
    other.leave()
  }
}
