import CLibsystemd
import Foundation
import SwitchwayScanning
import TestDesktops
import Testing

@testable import SwitchwayScreen

/// The connection to KWin, with a KWin that reports what a test wants. A real one is in `make trials T=kde`.
@Suite(.serialized) struct KWinSourceTests {
  /// A bus with a KWin and a source that listens to it.
  @safe private final class World {
    private let loop: TestLoop
    var event: OpaquePointer { unsafe loop.event }
    let bus: TestBus
    var kwin: FakeKWin?
    var source: KWinSource?
    /// What `update` answered, the last of each.
    private(set) var front: Front?
    private(set) var windows: [OpenWindow]?
    private(set) var question = 0

    init(hasKWin: Bool = true, refuses: Bool = false) throws {
      loop = try TestLoop()
      bus = try TestBus()
      if hasKWin { try startKWin(refuses: refuses) }
      source = try unsafe KWinSource(event: event, folder: bus.folder.path, name: "switchway-scan", bus: bus.address)
    }

    deinit {
      source = nil
      kwin = nil
    }

    func startKWin(refuses: Bool = false) throws {
      kwin = try unsafe FakeKWin(address: bus.address, event: event)
      kwin?.refuses = refuses
      // A source that looks for it sooner would be told that there is none.
      try loop.wait("KWin's name", turn: {}, until: { kwin?.hasNames ?? false })
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

    func receiver() throws -> String {
      var found: String?
      try wait("the script") {
        found = kwin?.receiver
        return found != nil
      }
      return found ?? ""
    }
  }

  private static func report(_ title: String) -> String {
    #"{"window":{"pid":7,"title":"\#(title)","frame":[1,2,300,200],"content":null,"buffer":null,"popups":[]}}"#
  }

  private static func place(_ title: String) -> Front {
    let frame = Area(x: 1, y: 2, width: 300, height: 200)
    return .window(
      WindowPlace(pid: 7, title: title, content: frame, frame: frame, buffer: nil, scale: 1, popups: []))
  }

  @Test("the script runs in KWin, and what it reports is in front")
  func reports() throws {
    let world = try World()
    let receiver = try world.receiver()
    world.kwin?.report("Front", Self.report("One"), to: receiver)
    try world.wait("the window") { world.front == Self.place("One") }
    world.kwin?.report("Front", #"{"window":null}"#, to: receiver)
    try world.wait("no window") { world.front == .nothing }
  }

  @Test("another program's report is refused")
  func impostor() throws {
    let world = try World()
    let receiver = try world.receiver()
    world.kwin?.report("Front", Self.report("One"), to: receiver)
    try world.wait("the window") { world.front == Self.place("One") }
    let impostor = try unsafe FakeKWin(address: world.bus.address, event: world.event, name: "org.example.Other")
    impostor.report("Front", Self.report("Bank"), to: receiver)
    impostor.report("Windows", #"{"windows":[{"id":"{1}","title":"Bank"}]}"#, to: receiver)
    impostor.own("org.example.Second")
    try world.wait("that the bus has handed the reports on") { impostor.hasNames }
    let question = try #require(world.source?.ask())
    try world.wait("the answer") { world.question == question }
    #expect(world.front == Self.place("One"))
    #expect(world.windows?.isEmpty ?? true)
  }

  @Test("a question is answered with what was reported before KWin got it")
  func question() throws {
    let world = try World()
    let receiver = try world.receiver()
    world.kwin?.report("Front", Self.report("One"), to: receiver)
    let question = try #require(world.source?.ask())
    try world.wait("the answer") { world.question == question }
    #expect(world.front == Self.place("One"))
    #expect(world.kwin?.pings == 1)
  }

  @Test("a question from before the script runs is answered with its first report", arguments: [false, true])
  func early(isOld: Bool) throws {
    let world = try World()
    let kwin = try #require(world.kwin)
    kwin.isOld = isOld
    kwin.onRun = { [unowned kwin] in kwin.report("Front", Self.report("One"), to: kwin.receiver ?? "") }
    let question = try #require(world.source?.ask())
    try world.wait("the answer") { world.question == question }
    #expect(world.front == Self.place("One"))
    let left = try FileManager.default.contentsOfDirectory(atPath: world.bus.folder.path)
    #expect(isOld || !left.contains("switchway-scan.js"))
  }

  @Test("where no KWin is, that is said, and questions are answered")
  func none() throws {
    let world = try World(hasKWin: false)
    let question = try #require(world.source?.ask())
    try world.wait("the answer") { world.question == question }
    #expect(world.front == .unknown)
  }

  @Test("windows keep their numbers, and the one that is chosen is brought to the front")
  func windows() throws {
    let world = try World()
    let receiver = try world.receiver()
    let (one, two) = (#"{"id":"{1}","title":"One"}"#, #"{"id":"{2}","title":"Two"}"#)
    world.kwin?.report("Windows", "{\"windows\":[\(one),\(two)]}", to: receiver)
    try world.wait("two windows") { world.windows?.map(\.title) == ["One", "Two"] }
    let second = try #require(world.windows?.last)
    world.kwin?.report("Windows", "{\"windows\":[\(two)]}", to: receiver)
    try world.wait("one window") { world.windows == [second] }
    world.source?.raise(second.id)
    try world.wait("the second script") { world.kwin?.scripts["switchway-scan-raise"]?.contains("\"{2}\"") ?? false }
    world.source?.raise(second.id + 1)
    world.kwin?.report("Windows", "{\"windows\":[\(one),\(two)]}", to: receiver)
    try world.wait("two windows again") { world.windows?.count == 2 }
    #expect(Set(world.windows?.map(\.id) ?? []).count == 2)
    #expect(world.windows?.last == second)
  }

  @Test("a KWin that is restarted gets the script again, and one that comes late gets it then")
  func restart() throws {
    let world = try World(hasKWin: false)
    try world.startKWin()
    let receiver = try world.receiver()
    world.kwin?.report("Front", Self.report("One"), to: receiver)
    try world.wait("the window") { world.front == Self.place("One") }
    world.kwin?.leave()
    try world.wait("its end") { world.front == .unknown }
    try world.startKWin()
    world.kwin?.report("Front", Self.report("Two"), to: try world.receiver())
    try world.wait("the window of the second") { world.front == Self.place("Two") }
  }

  @Test("a KWin that loads no scripts is a failure with a reason")
  func refused() throws {
    let world = try World(refuses: true)
    let failure = try #require(throws: DesktopFailure.self) {
      try world.wait("the failure") { false }
    }
    #expect(failure.reason == .lacks("scripts"))
    #expect(failure.message == "KWin refused the script of switchway-scan")
  }

  @Test("a script that gets the number of another one is loaded again, and runs")
  func numbers() throws {
    let world = try World()
    let kwin = try #require(world.kwin)
    kwin.others = [0, 1]
    kwin.report("Front", Self.report("One"), to: try world.receiver())
    try world.wait("the window") { world.front == Self.place("One") }
    try world.wait("no other copy") { kwin.scripts.keys.sorted() == ["switchway-scan-2"] && !kwin.hasLoaded }
    let left = try FileManager.default.contentsOfDirectory(atPath: world.bus.folder.path)
    #expect(!left.contains { $0.hasSuffix(".js") })
    world.source = nil
    try world.wait("the end of the script") { kwin.scripts.isEmpty }
  }

  @Test("the script leaves KWin when its reader ends")
  func end() throws {
    let world = try World()
    _ = try world.receiver()
    world.source = nil
    try world.wait("the end of the script") { world.kwin?.scripts.isEmpty ?? false }
  }
}
