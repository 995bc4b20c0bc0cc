import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// A grabbed mouse and the virtual pointer.
  @Suite(.serialized) struct PointerTests {
    typealias Event = PointerRig.Event

    @Test("movement, wheels and buttons arrive frame by frame as they were; the switch does not, and acts")
    func path() throws {
      let rig = try PointerRig()
      let direct = try DesktopReader(rig.mouse.node)
      let frames: [[Event]] = [
        [(EV_REL, REL_X, 5), (EV_REL, REL_Y, -2)],
        [(EV_REL, REL_WHEEL, -1), (EV_REL, REL_WHEEL_HI_RES, -120)],
        [(EV_REL, REL_HWHEEL_HI_RES, 15)], [(EV_REL, REL_HWHEEL, 1), (EV_REL, REL_HWHEEL_HI_RES, 105)],
        [(EV_MSC, MSC_SCAN, 0x90001), (EV_KEY, BTN_LEFT, 1), (EV_REL, REL_X, 1)],
        [(EV_MSC, MSC_SCAN, 0x90001), (EV_KEY, BTN_LEFT, 0)],
        [(EV_KEY, BTN_EXTRA, 1)], [(EV_KEY, BTN_EXTRA, 0)],
      ]
      try rig.mouse.emit(frames: frames)
      try rig.expect(frames, "what a hand did")
      try rig.mouse.emit(frames: [
        [(EV_REL, REL_X, 1), (EV_MSC, MSC_SCAN, 0x90004), (EV_KEY, BTN_SIDE, 1), (EV_REL, REL_Y, 2)],
        [(EV_MSC, MSC_SCAN, 0x90004), (EV_KEY, BTN_SIDE, 0)], [(EV_REL, REL_X, 3)],
      ])
      try rig.expect([[(EV_REL, REL_X, 1), (EV_REL, REL_Y, 2)], [(EV_REL, REL_X, 3)]], "what is not the switch's")
      try rig.client.command("select")
      #expect(direct.events().isEmpty)
    }

    @Test("a push of a mouse is a press, its axis does not move the cursor, and what else it sends arrives")
    func push() throws {
      let rig = try PointerRig(
        profile: """
          switchway: 1
          devices: {mouse: {match: {name: Test Mouse}, grab: yes}}
          switches:
            right: {input: mouse/rel_x > 20 within 300ms, steady: off, tap: next}
            left: {input: mouse/rel_x < -20 within 300ms, steady: off, tap: previous}
            turn: {input: mouse/rel_wheel > 2 within 2s, steady: off, tap: select}
          """)
      let slanted: [[Event]] = Array(repeating: [(EV_REL, REL_X, 5), (EV_REL, REL_Y, 1)], count: 5)
      try rig.mouse.emit(frames: slanted)
      try rig.client.command("next")
      let other: [[Event]] = [[(EV_REL, REL_X, -30)], [(EV_KEY, BTN_LEFT, 1)], [(EV_KEY, BTN_LEFT, 0)]]
      try rig.mouse.emit(frames: other)
      try rig.client.command("previous")
      let click: [Event] = [(EV_REL, REL_WHEEL, 1), (EV_REL, REL_WHEEL_HI_RES, 120)]
      try rig.mouse.emit(frames: [click, click])
      try rig.client.command("select")
      let rest: [[Event]] = Array(repeating: [(EV_REL, REL_Y, 1)], count: 5)
      try rig.expect(
        rest + [[(EV_KEY, BTN_LEFT, 1)], [(EV_KEY, BTN_LEFT, 0)]], "what no switch uses")
    }

    @Test("of many events at 1,000 frames a second none is lost, reordered or changed")
    func many() throws {
      let count = Int(environment("POINTER_EVENTS") ?? "") ?? 20_000
      let rig = try PointerRig()
      var hand = Hand(seed: 22)
      let start = now()
      while hand.events < count {
        let (written, expected) = hand.burst()
        try rig.mouse.emit(frames: written)
        try rig.expect(expected, "the frames after \(hand.events) events")
        // A client that does not read for a minute loses commands.
        try rig.client.readWaiting()
      }
      print(
        "measured: grabbed mouse: \(hand.events) events in \(hand.frames) frames and \(hand.presses) presses of the "
          + "switch in \(Int(now() - start)) s: 0 lost, 0 reordered, 0 changed")
      var late = 0
      for _ in 0..<hand.presses {
        // A daemon that did not run for a second refuses the press.
        let answer = try rig.client.next("an answer") {
          ($0.type == "command" && $0.text("command") == "select") || $0.text("reason") == "stale"
        }
        if answer.type == "rejected" { late += 1 }
      }
      #expect(late * 2 <= hand.presses, "\(late) presses of the switch came too late")
      #expect(!(try rig.daemon.wholeLog()).contains("flood"))
    }

    @Test("the virtual pointer is there only while a mouse is grabbed; the daemon's end gives it back")
    func existence() throws {
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      #expect(KeyboardRig.nodes(named: OwnDevice.pointer.name).isEmpty)
      let mouse = try UInputDevice.mouse()
      try client.device("grabbed")
      _ = try PointerRig.virtual()
      mouse.unplug()
      try client.device("removed")
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
      let again = try UInputDevice.mouse()
      try client.device("grabbed")
      let direct = try DesktopReader(again.node)
      let start = now()
      #expect(try daemon.end() == 0)
      try PointerRig.expectBack(again, direct, "ended with a mouse", since: start)
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
    }

    @Test("killed with a button held: the mouse moves, and the virtual pointer is gone with the button")
    func killed() throws {
      let rig = try PointerRig()
      let direct = try DesktopReader(rig.mouse.node)
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      let start = now()
      #expect(try rig.daemon.end(by: SIGKILL) == 128 + SIGKILL)
      try PointerRig.expectBack(rig.mouse, direct, "SIGKILL with a mouse", since: start)
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
      try rig.mouse.key(BTN_LEFT, down: false)
    }

    @Test("stopped while a button is held and the mouse moves on: the release arrives, and it works")
    func stopped() throws {
      let rig = try PointerRig()
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      rig.daemon.signal(SIGSTOP)
      // More than the kernel keeps for a reader that does not read.
      for _ in 0..<2_000 { try rig.mouse.emit(frames: [[(EV_REL, REL_X, 1), (EV_REL, REL_Y, 1)]]) }
      try rig.mouse.key(BTN_LEFT, down: false)
      try rig.mouse.key(BTN_RIGHT, down: true)
      rig.daemon.signal(SIGCONT)
      var came: [[Int32]] = []
      try eventually("the buttons as they are") {
        came += rig.desktop.events().filter { $0[0] == EV_KEY }
        return came.count >= 2
      }
      #expect(Set(came) == [[EV_KEY, BTN_LEFT, 0], [EV_KEY, BTN_RIGHT, 1]])
      try rig.mouse.key(BTN_RIGHT, down: false)
      try rig.mouse.tap(BTN_SIDE)
      try rig.client.command("select")
      #expect(!(try rig.daemon.wholeLog()).contains("flood"))
    }

    @Test("unplugged with buttons held on one of two mice: they are released, the other mouse goes on")
    func unplugged() throws {
      let rig = try PointerRig()
      let other = try UInputDevice.mouse()
      try rig.client.device("grabbed")
      try rig.mouse.emit(frames: [[(EV_KEY, BTN_LEFT, 1)], [(EV_KEY, BTN_RIGHT, 1), (EV_KEY, BTN_SIDE, 1)]])
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)], [(EV_KEY, BTN_RIGHT, 1)]], "the buttons")
      rig.mouse.unplug()
      try rig.client.device("removed")
      var came: [[Int32]] = []
      try eventually("their releases") {
        came += rig.desktop.events()
        return came.count >= 2
      }
      #expect(came == [[EV_KEY, BTN_LEFT, 0], [EV_KEY, BTN_RIGHT, 0]])
      try other.emit(frames: [[(EV_REL, REL_X, 7)]])
      try eventually("the other mouse") { rig.desktop.events() == [[EV_REL, REL_X, 7]] }
    }

    @Test("a button that is down at the start is released by whoever saw it; then the mouse is grabbed")
    func heldAtStart() throws {
      let mouse = try UInputDevice.mouse()
      let direct = try DesktopReader(mouse.node)
      try mouse.key(BTN_LEFT, down: true)
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      try daemon.expectLogged("reason=key-down")
      #expect(KeyboardRig.nodes(named: OwnDevice.pointer.name).isEmpty)
      try mouse.key(BTN_LEFT, down: false)
      try KeyboardRig.awaitGrab(client)
      #expect(direct.events() == [[EV_KEY, BTN_LEFT, 1], [EV_KEY, BTN_LEFT, 0]])
      let desktop = try PointerRig.virtual()
      try mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try eventually("a movement") { desktop.events() == [[EV_REL, REL_X, 1]] }
    }

    @Test("held by another program it moves and its switch acts; it is grabbed once that has let go")
    func busy() throws {
      let mouse = try UInputDevice.mouse()
      let holder = try DesktopReader(mouse.node)
      try holder.grab(true)
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      try daemon.expectLogged("reason=busy")
      try holder.grab(false)
      try client.device("grabbed")
      let desktop = try PointerRig.virtual()
      try mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try eventually("a movement") { desktop.events() == [[EV_REL, REL_X, 1]] }
    }

    @Test("a reload with a button held releases it, and keeps the grab; a profile without it gives the mouse back")
    func reload() throws {
      let rig = try PointerRig()
      let direct = try DesktopReader(rig.mouse.node)
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      try rig.write(PointerRig.profile.replacing("tap: select", with: "tap: activate"))
      try rig.expect([[(EV_KEY, BTN_LEFT, 0)]], "its release")
      try rig.client.device("grabbed")
      try rig.mouse.emit(frames: [[(EV_KEY, BTN_LEFT, 0)], [(EV_REL, REL_X, 1)]])
      try rig.expect([[(EV_REL, REL_X, 1)]], "a movement")
      try rig.mouse.tap(BTN_SIDE)
      try rig.client.command("activate")
      #expect(direct.events().isEmpty)
      try rig.write(PointerRig.profile.replacing("grab: yes", with: "grab: no"))
      try rig.client.device("released")
      try PointerRig.expectBack(rig.mouse, direct, "a profile without its grab", since: now())
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
    }

    @Test("another user in front: the button is let go of and the mouse is theirs; back: it is grabbed again")
    func session() throws {
      let login = try LoginFiles()
      try login.session("theirs", uid: 4242)
      let rig = try PointerRig(session: "logind")
      let direct = try DesktopReader(rig.mouse.node)
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      let start = now()
      try login.front("theirs", uid: 4242)
      try rig.client.device("removed")
      try PointerRig.expectBack(rig.mouse, direct, "another session", since: start)
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
      try eventually("its nodes closed") { rig.daemon.openNodes == [] }
      try rig.mouse.key(BTN_LEFT, down: false)
      try login.front("mine")
      try KeyboardRig.awaitGrab(rig.client)
      let desktop = try PointerRig.virtual()
      #expect(desktop.value(EV_KEY, BTN_LEFT) == 0)
      try rig.mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try eventually("a movement") { desktop.events() == [[EV_REL, REL_X, 1]] }
    }

    @Test("a second mouse with other buttons and axes gets another virtual pointer, once no button is down")
    func union() throws {
      let rig = try PointerRig()
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      let large = try UInputDevice(
        name: Array("Test Mouse".utf8), product: 2, keys: [BTN_LEFT, BTN_SIDE, BTN_TASK],
        types: [(EV_REL, UInt32(REL_X)...UInt32(REL_Y)), (EV_REL, UInt32(REL_DIAL)...UInt32(REL_DIAL))])
      try rig.client.device("added")
      let direct = try DesktopReader(large.node)
      try large.tap(BTN_TASK)
      try eventually("its own button") { direct.events() == [[EV_KEY, BTN_TASK, 1], [EV_KEY, BTN_TASK, 0]] }
      try rig.mouse.key(BTN_LEFT, down: false)
      try rig.client.device("grabbed")
      let desktop = try PointerRig.virtual()
      #expect(desktop.has(EV_REL, REL_DIAL) && desktop.has(EV_REL, REL_HWHEEL_HI_RES) && desktop.has(EV_KEY, BTN_TASK))
      try large.emit(frames: [[(EV_REL, REL_DIAL, 3)]])
      try eventually("its dial") { desktop.events() == [[EV_REL, REL_DIAL, 3]] }
      try rig.mouse.emit(frames: [[(EV_REL, REL_HWHEEL, 2)]])
      try eventually("the first mouse") { desktop.events() == [[EV_REL, REL_HWHEEL, 2]] }
    }

    @Test("a pointer with positions is not grabbed, moves on, and that is told")
    func positions() throws {
      let tablet = try UInputDevice(
        name: "Test Mouse", keys: [BTN_LEFT, BTN_RIGHT, BTN_SIDE],
        axes: [Axis(code: ABS_X, minimum: 0, maximum: 32_767), Axis(code: ABS_Y, minimum: 0, maximum: 32_767)])
      let direct = try DesktopReader(tablet.node)
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      try daemon.expectLogged("reason=cannot-pass")
      try tablet.tap(BTN_LEFT)
      try eventually("a click") { direct.events() == [[EV_KEY, BTN_LEFT, 1], [EV_KEY, BTN_LEFT, 0]] }
      try tablet.tap(BTN_SIDE)
      try client.command("select")
      #expect(KeyboardRig.nodes(named: OwnDevice.pointer.name).isEmpty)
    }

    @Test("while the mouse is still, the daemon does not wake up")
    func idle() throws {
      let rig = try PointerRig()
      try rig.mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try rig.expect([[(EV_REL, REL_X, 1)]], "a movement")
      // What its helpers and udev still tell it has ended when the count stays the same.
      var before = try rig.daemon.voluntarySwitches()
      try eventually("rest") {
        let quiet = try rig.client.isQuiet(for: 1)
        let switches = try rig.daemon.voluntarySwitches()
        defer { before = switches }
        return quiet && switches == before
      }
      #expect(try rig.client.isQuiet(for: 3))
      #expect(try rig.daemon.voluntarySwitches() == before)
    }
  }
}

/// A hand that moves, scrolls and clicks at random, and now and then presses the switch.
private struct Hand {
  /// Frames in a burst: less than the kernel keeps for a reader.
  private static let burst = 12
  private static let buttons = [BTN_LEFT, BTN_RIGHT, BTN_MIDDLE, BTN_EXTRA]

  private var numbers: SplitMix64
  private var down: Set<Int32> = []
  private var isPressed = false
  /// What was written so far.
  private(set) var (events, frames, presses) = (0, 0, 0)

  init(seed: UInt64) { numbers = SplitMix64(state: seed) }

  /// What to write, and what of it goes on.
  mutating func burst() -> (written: [[PointerRig.Event]], expected: [[PointerRig.Event]]) {
    var written: [[PointerRig.Event]] = []
    var expected: [[PointerRig.Event]] = []
    for _ in 0..<Hand.burst {
      var frame = movement()
      var passed = frame
      if random(below: 8) == 0 {
        let code = Hand.buttons[random(below: Hand.buttons.count)]
        let value: Int32 = down.contains(code) ? 0 : 1
        let click: [PointerRig.Event] = [(EV_MSC, MSC_SCAN, 0x90000 + code), (EV_KEY, code, value)]
        if down.remove(code) == nil { down.insert(code) }
        frame = random(below: 2) == 0 ? click + frame : frame + click
        passed = frame
      }
      // Too often would be a flood.
      if random(below: 400) == 0 || isPressed {
        if !isPressed { presses += 1 }
        frame += [(EV_MSC, MSC_SCAN, 0x90004), (EV_KEY, BTN_SIDE, isPressed ? 0 : 1)]
        isPressed.toggle()
      }
      events += frame.count + 1
      frames += 1
      written.append(frame)
      expected.append(passed)
    }
    return (written, expected)
  }

  private mutating func movement() -> [PointerRig.Event] {
    var frame: [PointerRig.Event] = [(EV_REL, REL_X, delta()), (EV_REL, REL_Y, delta())]
    if random(below: 6) == 0 {
      let step = delta()
      frame += [(EV_REL, REL_WHEEL, step), (EV_REL, REL_WHEEL_HI_RES, step * 120)]
    }
    if random(below: 20) == 0 { frame.append((EV_REL, REL_HWHEEL_HI_RES, delta())) }
    return frame
  }

  /// The kernel drops movements of 0.
  private mutating func delta() -> Int32 { Int32(random(below: 40)) * (random(below: 2) == 0 ? 1 : -1) + 41 }

  private mutating func random(below count: Int) -> Int { numbers.below(count) }
}
