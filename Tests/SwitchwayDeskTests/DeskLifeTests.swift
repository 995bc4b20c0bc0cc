import CLibsystemd
import Glibc
import SwitchwayBus
import SwitchwayScanning
import Testing

@testable import SwitchwayDesk

/// Events, acting, and the bus that comes and goes.
@Suite(.serialized) struct DeskLifeTests {
  private func item(_ program: FakeProgram, _ path: String, _ kind: Item.Kind, in tree: Tree) throws -> Item {
    let node = try #require(tree.nodes.first { $0.reference.path == path })
    let parent = node.parent.map { tree.nodes[$0].reference }
    return Item(node: node, parent: parent, indexInParent: 0, kind: kind)
  }

  @Test("changes in the window in front are told as long as they come, and not while events are off")
  func changes() throws {
    let world = try TestDesk()
    let program = try world.program()
    try world.wait("the window in front") { world.desk?.front != nil }
    func changes() -> Int {
      world.news.filter { if case .contentsChanged = $0 { true } else { false } }.count
    }
    func emit() { program.emit(FakeProgram.window, ATSPI.objectEvents, "StateChanged", "showing") }
    _ = try world.read(program)
    try world.roundTrip(program)
    let before = changes()
    for _ in 0..<5 { emit() }
    try world.roundTrip(program)
    #expect(changes() > before)
    let soon = changes()
    try world.wait("the next change, without a reading") {
      emit()
      return changes() > soon
    }
    world.desk?.setEvents(on: false)
    try world.roundTrip(program)
    let count = changes()
    for _ in 0..<5 {
      emit()
      try world.roundTrip(program)
    }
    #expect(changes() == count)
    world.desk?.setEvents(on: true)
    _ = try world.read(program)
    try world.wait("another change") {
      emit()
      return changes() > count
    }
  }

  @Test("a window that loses the keyboard is told, while events are off, too: a lock may have taken it")
  func windowLeft() throws {
    let world = try TestDesk()
    let program = try world.program()
    try world.wait("the window in front") { world.desk?.front != nil }
    for isOn in [true, false, true, false] {
      world.desk?.setEvents(on: isOn)
      try world.roundTrip(program)
      let before = world.news.count { $0 == .windowLeft }
      try world.wait("the loss, with events \(isOn ? "on" : "off")") {
        program.emit(FakeProgram.window, ATSPI.windowEvents, "Deactivate")
        return world.news.count { $0 == .windowLeft } > before
      }
    }
  }

  @Test("events of windows stay registered, also where they were off from the beginning", arguments: [true, false])
  func registration(isOnFirst: Bool) throws {
    let world = try TestDesk()
    if !isOnFirst { world.desk?.setEvents(on: false) }
    try world.wait("the accessibility bus") { world.news.contains(.connected) }
    // As the registry writes them.
    let windows = "Window::"
    let all: Set = ["Object:ChildrenChanged:", "Object:StateChanged:Showing", "Object:StateChanged:Focused", windows]
    for isOn in [isOnFirst, !isOnFirst, isOnFirst] {
      world.desk?.setEvents(on: isOn)
      let expected: Set = isOn ? all : [windows]
      var found: Set<String> = []
      try world.wait("\(expected), not \(found)") {
        found = (try? world.registeredEvents()) ?? []
        return found == expected
      }
    }
  }

  @Test("the compositor's word decides what is in front, and a menu of that program comes first")
  func front() throws {
    let world = try TestDesk()
    let one = try world.program { $0.objects[FakeProgram.window]?.name = "one" }
    let other = try world.program { $0.objects[FakeProgram.window]?.name = "other" }
    world.desk?.setFront(.window(WindowPlace(pid: nil, title: "one", layout: .zero)))
    try world.wait("one") { world.desk?.front?.program.bus == one.name }
    world.desk?.setFront(.window(WindowPlace(pid: nil, title: "other", layout: .zero)))
    try world.wait("other") { world.desk?.front?.program.bus == other.name }
    other.objects[ATSPI.root]?.children.append("/m")
    other.objects["/m"] = FakeObject(role: .popupMenu, name: "menu")
    other.emit(ATSPI.root, ATSPI.objectEvents, "ChildrenChanged", "add")
    try world.wait("its menu") { world.desk?.front?.title == "menu" }
    world.desk?.setFront(.window(WindowPlace(pid: nil, title: "a terminal", layout: .zero)))
    try world.wait("nothing") { world.desk?.front == nil }
  }

  @Test("a window that begins to show while it is asked for its states is found")
  func lateShowing() throws {
    let world = try TestDesk()
    let program = try world.program { program in
      program.objects[FakeProgram.window]?.states = [.sensitive]
      program.onAnswer = { [unowned program] call in
        guard call == "\(FakeProgram.window) GetState" else { return }
        program.onAnswer = nil
        program.objects[FakeProgram.window]?.states = [.sensitive, .showing, .active]
        program.emit(FakeProgram.window, ATSPI.objectEvents, "StateChanged", "showing")
      }
    }
    try world.wait("the window") { world.desk?.front?.reference.bus == program.name }
  }

  @Test("an accessibility bus that answers late is found all the same, and its absence is told once")
  func lateBus() throws {
    let world = try TestDesk()
    _ = try world.address()
    try world.signalKeeper(SIGSTOP)
    let connection = try unsafe BusConnection(
      to: .bus(world.sessionBus), event: world.event, later: try unsafe Later(event: world.event))
    let session = SessionBus(connection, limit: 50_000)
    var (absences, address): (Int, String?) = (0, nil)
    session.onAbsent = { _ in absences += 1 }
    session.onAddress = { address = $0 }
    session.askAddress()
    try world.wait("its absence") { absences > 0 }
    try world.signalKeeper(SIGCONT)
    try world.wait("its address") { address != nil }
    #expect(absences == 1)
    session.close()
  }

  @Test("if the answer is late whether accessibility is on, the desk asks again, and reports the address meanwhile")
  func lateStatus() throws {
    let world = try TestDesk(hasServices: false)
    let owner = try unsafe FakeProgram(address: world.sessionBus, event: world.event, owning: "org.a11y.Bus")
    try world.wait("a question for the address") { owner.asked.contains { $0.contains("GetAddress") } }
    world.desk?.stop()
    owner.objects["/org/a11y/bus"] = FakeObject()
    (owner.lies, owner.lie, owner.isSilentFor) = (["GetAddress"], "unix:path=/nowhere", ["Get"])
    let connection = try unsafe BusConnection(
      to: .bus(world.sessionBus), event: world.event, later: try unsafe Later(event: world.event))
    let session = SessionBus(connection, limit: 50_000)
    var address: String?
    session.onAddress = { address = $0 }
    session.askAddress()
    try world.wait("the address") { address != nil }
    owner.isSilentFor = []
    try world.wait("the question for the status") { owner.asked.contains("/org/a11y/bus Get IsEnabled") }
    session.close()
  }

  @Test("a session without an accessibility bus is told once, and asked again when somebody owns that name")
  func noBus() throws {
    let world = try TestDesk(hasServices: false)
    func absences() -> Int {
      world.news.count { $0 == .lost(reason: "the session has no accessibility bus") }
    }
    try world.wait("its absence") { absences() == 1 }
    let window = Reference(bus: ":1.7", path: "/w")
    world.desk?.read(window)
    try world.wait("an answer to a reading") { world.news.last == .unreadable(window: window) }
    let owner = try unsafe FakeProgram(address: world.sessionBus, event: world.event, owning: "org.a11y.Bus")
    try world.wait("another answer") { absences() == 2 }
    #expect(owner.asked.contains { $0.contains("GetAddress") }, "\(owner.asked)")
  }

  @Test("a program that leaves takes its windows along")
  func leaving() throws {
    let world = try TestDesk()
    let program = try world.program()
    program.leave()
    try world.wait("no windows") { world.desk?.windows.isEmpty == true && world.desk?.front == nil }
  }

  @Test("a choice is selected by its parent, by the index that it has now, and then its action runs")
  func choice() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/list"]
      $0.objects["/list"] = FakeObject(role: .list, children: ["/a", "/b"])
      $0.objects["/a"] = .button("a")
      $0.objects["/b"] = .button("b", y: 40)
    }
    let tree = try #require(try world.read(program))
    let item = try item(program, "/b", .choice, in: tree)
    program.objects["/list"]?.children = ["/b", "/a"]
    var outcome: Session.Outcome?
    world.desk?.act(item) { outcome = $0 }
    try world.wait("the choice") { outcome != nil }
    #expect(outcome == .done)
    #expect(
      program.asked.suffix(4) == ["/b GetIndexInParent", "/list SelectChild 0", "/b GetName", "/b DoAction 0"])
    program.objects["/b"]?.actions = ["Delete"]
    outcome = nil
    world.desk?.act(item) { outcome = $0 }
    try world.wait("the refusal") { outcome != nil }
    #expect(outcome == .failed)
    world.desk?.lightInMenu(item)
    try world.wait("the light") { program.asked.suffix(2) == ["/b GetIndexInParent", "/list SelectChild 0"] }
  }

  @Test("an item is compared with what its program says now")
  func check() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a"]; $0.objects["/a"] = .button("a")
    }
    let tree = try #require(try world.read(program))
    let item = try item(program, "/a", .action, in: tree)
    func isUnchanged(comparesName: Bool) throws -> Bool? {
      var isUnchanged: Bool?
      world.desk?.check(item, comparesName: comparesName) { isUnchanged = $0 }
      try world.wait("the check") { isUnchanged != nil }
      return isUnchanged
    }
    #expect(try isUnchanged(comparesName: true) == true)
    program.objects["/a"]?.name = "b"
    #expect(try isUnchanged(comparesName: true) == false)
    #expect(try isUnchanged(comparesName: false) == true)
    program.objects["/a"]?.states.insert(.checked)
    #expect(try isUnchanged(comparesName: false) == false)
    program.objects["/a"] = nil
    #expect(try isUnchanged(comparesName: false) == false)
  }

  @Test("a press waits for a program longer than anything else does, and its item is compared then")
  func slowCheck() throws {
    let world = try TestDesk(limit: TestDesk.silence)
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a"]; $0.objects["/a"] = .button("a")
    }
    let tree = try #require(try world.read(program))
    let item = try item(program, "/a", .action, in: tree)
    program.isBusy = true
    var isUnchanged: Bool?
    world.desk?.check(item) { isUnchanged = $0 }
    #expect(try world.read(program) == nil, "it has not answered this in time")
    #expect(isUnchanged == nil)
    program.release()
    try world.wait("the check") { isUnchanged != nil }
    #expect(isUnchanged == true)
  }

  @Test("a value moves by 1/20 of its range where there is no increment")
  func value() throws {
    let world = try TestDesk()
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a"]
      $0.objects["/a"] = FakeObject(role: .slider)
    }
    let tree = try #require(try world.read(program))
    let item = try item(program, "/a", .value, in: tree)
    var outcome: Session.Outcome?
    world.desk?.act(item, .change(by: -3)) { outcome = $0 }
    try world.wait("the value") { outcome != nil }
    #expect(outcome == .done)
    #expect(program.objects["/a"]?.value == 35)
  }

  @Test("an action that is answered late counts as done, and its program as answering")
  func lateAction() throws {
    let world = try TestDesk(limit: TestDesk.silence)
    let program = try world.program {
      $0.objects[FakeProgram.window]?.children = ["/a"]; $0.objects["/a"] = .button("a")
    }
    let tree = try #require(try world.read(program))
    let item = try item(program, "/a", .action, in: tree)
    program.isSilentFor = ["DoAction"]
    var outcome: Session.Outcome?
    world.desk?.act(item) { outcome = $0 }
    try world.wait("the action") { outcome != nil }
    #expect(outcome == .done)
    #expect(!world.news.contains { if case .notAnswering = $0 { true } else { false } })
  }

  @Test("the desktop's wishes for motion, text and colours are asked of its portal, and that for motion is followed")
  func motion() throws {
    let world = try TestDesk()
    let path = "/org/freedesktop/portal/desktop"
    let portal = try unsafe FakeProgram(
      address: world.sessionBus, event: world.event, owning: "org.freedesktop.portal.Desktop")
    portal.objects[path] = FakeObject(value: 0)
    try world.wait("the wish") { world.news.contains(.motion(false)) }
    try world.wait("text and colours") {
      world.news.contains(.textScale(1.5)) && world.news.contains(.highContrast(true))
    }
    let settings = [
      "org.gnome.desktop.interface enable-animations", "org.gnome.desktop.interface text-scaling-factor",
      "org.freedesktop.appearance contrast",
    ]
    #expect(portal.asked == settings.map { "\(path) Read \($0)" })
    portal.emitSetting(path, true)
    try world.wait("another wish") { world.news.contains(.motion(true)) }
    portal.leave()
    let liar = try unsafe FakeProgram(
      address: world.sessionBus, event: world.event, owning: "org.freedesktop.portal.Desktop")
    liar.lies = ["Read"]
    let count = world.news.count
    liar.emitSetting(path, false)
    try world.wait("the next wish") { world.news.suffix(from: count).contains(.motion(false)) }
  }

  @Test("accessibility is enabled while the desk runs, and afterwards as before")
  func enabled() throws {
    let world = try TestDesk()
    _ = try world.address()
    try world.wait("the state") { (try? world.status("IsEnabled")) == true }
    #expect(try world.status("ScreenReaderEnabled") == false)
    world.desk?.stop()
    try world.wait("the state before") { (try? world.status("IsEnabled")) == false }
  }

  @Test("accessibility is as before when the loop ends")
  func enabledUntilExit() throws {
    let world = try TestDesk()
    var made: OpaquePointer?
    try #require(unsafe sd_event_new(&made) >= 0)
    guard let event = unsafe made else { return }
    defer { unsafe _ = sd_event_unref(event) }
    var desk: Desk?
    world.desk?.stop()
    try world.wait("the state before") { (try? world.status("IsEnabled")) == false }
    desk = try unsafe Desk(event: event, sessionBus: world.sessionBus, limit: 10_000_000) { news in
      if news == .connected { unsafe _ = sd_event_exit(event, 7) }
    }
    #expect(unsafe sd_event_loop(event) == 7)
    #expect(desk?.hasEnabled == true)
    desk = nil
    try world.wait("the state before") { (try? world.status("IsEnabled")) == false }
  }

  @Test("a bus that goes is told, and found again when there is a new one")
  func lostBus() throws {
    let world = try TestDesk()
    _ = try world.program()
    try world.endAccessibilityBus()
    try world.wait("the loss") { world.news.contains { if case .lost = $0 { true } else { false } } }
    #expect(world.desk?.windows == [])
    let connected = world.news.filter { $0 == .connected }.count
    // Asking for its address starts it.
    _ = try world.address()
    try world.wait("the new bus") { world.news.filter { $0 == .connected }.count > connected }
    _ = try world.program()
  }
}
