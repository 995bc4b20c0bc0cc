import CLibsystemd
import Foundation
import SwitchwayBus
import TestDesktops
import Testing

@testable import SwitchwayScanning
@testable import SwitchwayScreen

/// The connection to GNOME's shell that draws, with a shell that answers what a test wants. `make trial-gnome` has a
/// real one.
@Suite(.serialized) struct ShellDisplayTests {
  /// A bus with a shell and a display that draws there.
  @safe private final class World {
    private let loop: TestLoop
    var event: OpaquePointer { unsafe loop.event }
    let bus: TestBus
    var shell: FakeShell?
    let display: ShellDisplay
    private(set) var chosen: [Int] = []
    private(set) var changes = 0

    /// `isLocked`: behind the lock screen, where the shell has ended the extension.
    init(isLocked: Bool = false) throws {
      let loop = try TestLoop()
      self.loop = loop
      let event = unsafe loop.event
      bus = try TestBus()
      let names = isLocked ? [FakeShell.shell] : [FakeShell.shell, FakeShell.extended]
      let shell = try unsafe FakeShell(address: bus.address, event: event, names: names)
      shell.isLocked = isLocked
      shell.monitors = ShellSceneTests.monitors
      self.shell = shell
      // Who looks for it sooner would be told that there is none.
      try loop.wait("the shell's names", turn: {}, until: { shell.hasNames })
      let monitors = isLocked ? nil : ShellSceneTests.monitors
      display = try #require(unsafe ShellDisplay(on: event, .bus(bus.address), monitors: monitors))
      display.onChoose = { [unowned self] in chosen.append($0) }
      display.onOutputs = { [unowned self] in changes += 1 }
    }

    /// Runs the loop until something is true, as the scanner does.
    func wait(_ what: String, until condition: () throws -> Bool) throws {
      try loop.wait(what, turn: display.update, until: condition)
    }

    func show(_ label: String) { display.show(bar: Bar(labels: [label])) }

    /// Waits until the last scene has this label.
    func expect(_ label: String) throws {
      try wait(label) { shell?.drawn.last?.contains("\"\(label)\"") == true }
    }
  }

  @Test("what is wanted is drawn, and only what has changed")
  func draws() throws {
    let world = try World()
    #expect(world.display.outputs.map(\.layout.x) == [0, 800])
    world.show("One")
    try world.expect("One")
    world.show("One")
    world.show("Two")
    try world.expect("Two")
    let count = world.shell?.drawn.count
    world.show("Two")
    world.shell?.press(5, 660, to: world.shell?.drawer ?? "")
    try world.wait("the press") { world.chosen == [0] }
    #expect(world.shell?.drawn.count == count)
    world.display.show(bar: nil)
    try world.wait("nothing") { world.shell?.drawn.last == "{}" }
  }

  @Test("a shell that hangs gets the last scene afterwards, and none of those between")
  func hangs() throws {
    let world = try World()
    world.shell?.hangs = true
    world.show("One")
    try world.expect("One")
    let count = world.shell?.drawn.count ?? 0
    for label in ["Two", "Three", "Four"] {
      world.show(label)
      try world.display.update()
    }
    world.shell?.hangs = false
    try world.expect("Four")
    #expect(world.shell?.drawn.count == count + 1)
  }

  @Test("the shell moves its pointer for the program that draws; one that does not is refused, and none has no pointer")
  func points() throws {
    let world = try World()
    world.show("One")
    try world.expect("One")
    var answers: [Bool] = []
    var drag = PointRequest(action: "drag", x: 0.25, y: 0.5)
    drag.end = PointRequest.PointEnd(x: 1, y: 0.001)
    var wheel = PointRequest(action: "scroll", x: 0, y: 0)
    wheel.direction = "down"
    #expect(!world.display.point(drag) { answers.append($0) })
    world.display.keepsPointer = true
    try world.wait("the pointer") { world.shell?.drawn.last?.hasSuffix(#","pointer":true}"#) == true }
    for (count, wanted) in [drag, wheel].enumerated() {
      #expect(world.display.point(wanted) { answers.append($0) })
      try world.wait(wanted.action) { answers.count == count + 1 }
    }
    #expect(
      world.shell?.calls == [
        #"Point {"action":"drag","x":0.25,"y":0.5,"to-x":1.0,"to-y":0.001}"#,
        #"Point {"action":"scroll","x":0.0,"y":0.0,"direction":"down"}"#,
      ])
    world.shell?.drawer = ":another"
    #expect(world.display.point(wheel) { answers.append($0) })
    try world.wait("the refusal") { answers.count == 3 }
    #expect(answers == [true, true, false])
    world.shell?.disown(FakeShell.extended)
    try world.wait("the end of the extension") { !world.display.point(wheel) { answers.append($0) } }
  }

  @Test("a monitor that goes while its ring is highlighted takes the ring along, and the bar stays")
  func monitorGoes() throws {
    let world = try World()
    world.show("One")
    world.display.show(rings: [Rect(x: 9, y: 9, width: 99, height: 9)], look: .lit, on: "0")
    try world.wait("the ring") { world.shell?.drawn.last?.contains(#""rings""#) == true }
    try world.wait("the monitors") { world.changes == 1 }
    let left = #"{"version":2,"scale":1,"monitors":[{"x":0,"y":0,"width":0},{"x":0,"y":0,"width":800,"height":600}]}"#
    world.shell?.report("MonitorsChanged", left, to: world.shell?.drawer ?? "")
    try world.wait("the end of the ring") {
      guard let scene = world.shell?.drawn.last else { return false }
      return !scene.contains(#""rings""#) && scene.contains(#""One""#)
    }
    #expect(world.display.outputs.map(\.name) == ["1"])
  }

  @Test("an item of the shell is chosen or changed by its id, for the program that draws")
  func chooses() throws {
    let world = try World()
    var answers: [Bool] = []
    func choose(_ item: Reference, steps: Int? = nil, _ expected: Bool) throws {
      let count = answers.count
      world.display.choose(shellItem: item, steps: steps) { answers.append($0) }
      try world.wait("the answer") { answers.count > count }
      #expect(answers.last == expected)
    }
    world.show("One")
    try world.expect("One")
    world.shell?.items = ["7"]
    try choose(Reference(shellItem: "7"), true)
    try choose(Reference(shellItem: "7"), steps: -3, true)
    try choose(Reference(shellItem: "8"), false)
    #expect(world.shell?.calls == ["Choose 7", "Change 7 -3", "Choose 8"])
    try choose(Reference(bus: ":1.7", path: "/7"), false)
    world.shell?.drawer = ":another"
    try choose(Reference(shellItem: "7"), false)
  }

  @Test("an extension that comes back draws what is wanted then; a shell that crashes, too")
  func comesBack() throws {
    let world = try World()
    world.show("One")
    try world.expect("One")
    try world.wait("the monitors") { world.changes == 1 }
    world.shell?.disown(FakeShell.extended)
    world.show("Two")
    world.shell?.own(FakeShell.extended)
    try world.expect("Two")
    try world.wait("the monitors again") { world.changes == 2 }
    world.shell?.leave()
    world.shell = try unsafe FakeShell(address: world.bus.address, event: world.event)
    world.shell?.monitors = ShellSceneTests.monitors
    try world.expect("Two")
  }

  @Test("it says that nothing can be shown while the extension is switched off, and while there is no shell")
  func switchedOff() throws {
    let world = try World()
    world.show("One")
    try world.expect("One")
    try world.wait("the monitors") { world.changes == 1 }
    var changes: [Bool] = []
    world.display.onCover = { [unowned world] in changes.append(world.display.canShow) }
    // As behind the lock screen.
    world.shell?.disown(FakeShell.extended)
    world.shell?.own(FakeShell.extended)
    try world.wait("the monitors again") { world.changes == 2 }
    #expect(changes == [])
    world.shell?.switchOff(for: world.shell?.drawer ?? "")
    world.shell?.disown(FakeShell.extended)
    try world.wait("the end of the extension") { changes == [false] }
    world.shell?.own(FakeShell.extended)
    try world.wait("the extension again") { changes == [false, true] }
    world.shell?.leave()
    try world.wait("the end of the shell") { changes == [false, true, false] }
    world.shell = try unsafe FakeShell(address: world.bus.address, event: world.event)
    world.shell?.monitors = ShellSceneTests.monitors
    try world.wait("the next shell") { changes == [false, true, false, true] }
  }

  @Test("a display that is opened behind the lock screen draws what is wanted when the extension comes")
  func startsLocked() throws {
    let world = try World(isLocked: true)
    world.show("One")
    try world.display.update()
    #expect(world.display.outputs.isEmpty)
    world.shell?.own(FakeShell.extended)
    try world.expect("One")
    try world.wait("the monitors") { world.changes == 1 }
    #expect(world.display.outputs.map(\.layout.x) == [0, 800])
  }

  @Test("monitors that the shell does not tell in time are asked for again")
  func lateMonitors() throws {
    let world = try World(isLocked: true)
    world.shell?.lateMonitors = 1
    world.shell?.own(FakeShell.extended)
    try world.wait("the monitors") { world.changes == 1 }
    #expect(world.display.outputs.map(\.layout.x) == [0, 800])
  }

  @Test("an extension that ran, and is off while the screen is locked, comes back; no other does")
  func lockedAway() throws {
    let world = try World(isLocked: true)
    let connection = try unsafe BusConnection(to: .bus(world.bus.address), event: world.event)
    defer { connection.close() }
    func look() throws -> ShellDisplay.Presence? {
      var found: ShellDisplay.Presence?
      let names = ShellDisplay.look(on: connection, limit: 30_000_000) { found = $0 }
      try world.wait("the answer") { found != nil }
      names.onOwner = nil
      return found
    }
    // The shell has not seen it.
    #expect(try look() == .gone)
    for name in ShellObject.extensions {
      // Installed and never enabled; outdated; enabled and off.
      for (state, presence) in [(6.0, ShellDisplay.Presence.gone), (4, .gone), (2, .lockedAway)] {
        world.shell?.states = [name: state]
        #expect(try look() == presence, "\(name) \(state)")
      }
    }
    // The person has switched it off before the screen was locked, where the shell says so.
    world.shell?.states = [ShellObject.extensions[0]: 2]
    for (isEnabled, presence) in [(true, ShellDisplay.Presence.lockedAway), (false, .gone)] {
      world.shell?.isEnabled = isEnabled
      #expect(try look() == presence, "\(isEnabled)")
    }
    // It is off, and the screen is not locked.
    world.shell?.isEnabled = nil
    world.shell?.isLocked = false
    #expect(try look() == .gone)
    world.shell?.own(FakeShell.extended)
    try world.wait("the monitors") { world.changes == 1 }
    #expect(try look() == .there(monitors: ShellSceneTests.monitors))
  }

  @Test("another program's presses and monitors count for nothing")
  func impostor() throws {
    let world = try World()
    world.show("One")
    try world.expect("One")
    try world.wait("the monitors") { world.changes == 1 }
    let receiver = world.shell?.drawer ?? ""
    let other = try unsafe FakeShell(address: world.bus.address, event: world.event, names: ["org.example.Other"])
    other.press(5, 660, to: receiver)
    other.report("MonitorsChanged", #"{"version":2,"scale":1,"monitors":[]}"#, to: receiver)
    other.own("org.example.Second")
    try world.wait("that the bus has handed them on") { other.hasNames }
    world.shell?.press(-5, 660, to: receiver)
    world.shell?.press(5, 660, to: receiver)
    try world.wait("the press of the shell") { !world.chosen.isEmpty }
    #expect(world.chosen == [0] && world.changes == 1 && world.display.outputs.count == 2)
  }

  @Test("without the extension there is no such display; a bus that has gone is a failure")
  func none() throws {
    let world = try World()
    let bus = try TestBus()
    #expect(unsafe ShellDisplay(on: world.event, bus: bus.address) == nil)
    #expect(unsafe ShellDisplay(on: world.event, bus: "unix:path=\(bus.folder.path)/none") == nil)
  }
}
