import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// The virtual pointer fails or cannot be made, and what other programs make of it.
  @Suite(.serialized) struct PointerFaultTests {
    @Test("a virtual pointer that fails: the mouse is let go of, that is told, and it is taken again later")
    func brokenUInput() throws {
      let rig = try PointerRig()
      let direct = try DesktopReader(rig.mouse.node)
      // Without these rights it cannot take the mouse again, a second later, before the mouse was seen to move.
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      // Nothing is typed, so the daemon has no other virtual device.
      try rig.daemon.breakVirtualKeyboard()
      let start = now()
      try rig.mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try rig.client.device("released")
      try rig.client.next(type: "warning") { $0.text("code") == "degraded" }
      try PointerRig.expectBack(rig.mouse, direct, "uinput failed with a mouse", since: start)
      try UInputDevice.allow(true)
      try rig.client.device("grabbed")
      let desktop = try PointerRig.virtual()
      try rig.mouse.emit(frames: [[(EV_REL, REL_X, 3)]])
      try eventually("a movement on another virtual pointer") { desktop.events().contains([EV_REL, REL_X, 3]) }
    }

    @Test("no uinput at all: the mouse is not grabbed and moves, its switch acts, and that is told")
    func noUInput() throws {
      try UInputDevice.allow(false)
      defer { try? UInputDevice.allow(true) }
      let mouse = try UInputDevice.mouse()
      let direct = try DesktopReader(mouse.node)
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      try daemon.expectLogged("virtual pointer reason=permission")
      try mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try eventually("a movement") { direct.events() == [[EV_REL, REL_X, 1]] }
      try mouse.tap(BTN_SIDE)
      try client.command("select")
      try client.send(#"{"type":"get","what":"state","id":"s"}"#)
      let state = try client.next(type: "ok") { $0.text("id") == "s" }
      #expect(state.description.contains("there is no virtual pointer"), "\(state)")
      try UInputDevice.allow(true)
      try KeyboardRig.awaitGrab(client)
    }

    @Test("panic: the buttons are released, the mouse clicks and moves by itself, until somebody resumes")
    func panic() throws {
      let keyboard = try UInputDevice.keyboard()
      let rig = try PointerRig(
        profile: PointerRig.profile.replacing("devices: {", with: "devices: {keys: {match: {name: Test Keyboard}}, ")
          + "\nkeyboard: {devices: [keys], bindings: {tab+z: actions}}\n")
      try rig.client.devices(2)
      let direct = try DesktopReader(rig.mouse.node)
      try rig.mouse.key(BTN_LEFT, down: true)
      try rig.expect([[(EV_KEY, BTN_LEFT, 1)]], "the button")
      let start = now()
      try keyboard.edges([(KEY_BACKSPACE, true), (KEY_ESC, true), (KEY_ENTER, true)])
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.expect([[(EV_KEY, BTN_LEFT, 0)]], "its release")
      try PointerRig.expectBack(rig.mouse, direct, "panic (1000 ms of it the chord's own)", since: start)
      try rig.mouse.emit(frames: [[(EV_KEY, BTN_LEFT, 0)], [(EV_KEY, BTN_SIDE, 1)], [(EV_KEY, BTN_SIDE, 0)]])
      try eventually("the switch as a button") { direct.events().contains([EV_KEY, BTN_SIDE, 0]) }
      _ = try KeyboardRig.gone(OwnDevice.pointer.name)
      try keyboard.edges([(KEY_BACKSPACE, false), (KEY_ESC, false), (KEY_ENTER, false)])
      try eventually("the end of the panic") {
        try rig.client.send(#"{"type":"resume","id":"r"}"#)
        return try rig.client.next("its answer") { $0.text("id") == "r" }.type == "ok"
      }
      let desktop = try PointerRig.virtual()
      try rig.mouse.emit(frames: [[(EV_REL, REL_X, 1)]])
      try eventually("a movement") { desktop.events().contains([EV_REL, REL_X, 1]) }
    }

    @Test("in pass-through the switch clicks; the release goes where the press went")
    func passThrough() throws {
      let rig = try PointerRig()
      try rig.client.send(#"{"type":"set","mode":"pass-through","on":true}"#)
      try rig.client.next(type: "mode") { $0.text("mode") == "pass-through" && $0.flag("on") == true }
      try rig.mouse.key(BTN_SIDE, down: true)
      try rig.expect([[(EV_KEY, BTN_SIDE, 1)]], "a click")
      try rig.client.send(#"{"type":"set","mode":"pass-through","on":false}"#)
      try rig.client.next(type: "mode") { $0.text("mode") == "pass-through" && $0.flag("on") == false }
      try rig.mouse.key(BTN_SIDE, down: false)
      try rig.expect([[(EV_KEY, BTN_SIDE, 0)]], "its release")
      try rig.mouse.tap(BTN_SIDE)
      #expect(try rig.client.command("select").number("seq") == 1)
    }

    @Test("libinput sees a mouse, and the same movement, scrolling and clicks as without Switchway")
    func libinput() throws {
      let mouse = try UInputDevice.mouse()
      func play(_ reader: LibinputReader) throws -> [String] {
        let frames: [[PointerRig.Event]] = [
          [(EV_REL, REL_X, 5), (EV_REL, REL_Y, -2)], [(EV_REL, REL_X, -40)], [(EV_KEY, BTN_LEFT, 1)],
          [(EV_REL, REL_Y, 9)], [(EV_KEY, BTN_LEFT, 0)],
          [(EV_REL, REL_WHEEL, -1), (EV_REL, REL_WHEEL_HI_RES, -120)],
          [(EV_REL, REL_HWHEEL, 1), (EV_REL, REL_HWHEEL_HI_RES, 120)], [(EV_KEY, BTN_EXTRA, 1)],
          [(EV_KEY, BTN_EXTRA, 0)],
        ]
        // Each waits for what it causes: libinput holds back a click that follows too soon.
        for frame in frames {
          let before = reader.lines.count
          try mouse.emit(frames: [frame])
          try eventually("\(frame) in libinput") { reader.lines.count > before }
        }
        return reader.lines
      }
      let before = try play(LibinputReader(mouse.node))
      #expect(before.count >= 9, "\(before)")
      let daemon = try DaemonProcess(profile: PointerRig.profile)
      let client = try daemon.connect()
      try KeyboardRig.awaitGrab(client)
      #expect(try run(["/usr/bin/udevadm", "settle", "--timeout=240"]).status == 0)
      let node = try KeyboardRig.virtualNode(OwnDevice.pointer.name)
      let listed = try run(["/usr/bin/libinput", "list-devices"])
      let lines = listed.output.split(separator: "\n").drop { !$0.hasSuffix(OwnDevice.pointer.name) }
      let capabilities = lines.first { $0.hasPrefix("Capabilities:") }
      #expect(capabilities?.dropFirst("Capabilities:".count).split(separator: " ") == ["pointer"], "\(listed.output)")
      #expect(try play(LibinputReader(node)) == before)
      print("measured: libinput: \(before.count) events, the same with and without Switchway")
    }
  }
}

/// `libinput debug-events` of one node, as a desktop reads it.
private final class LibinputReader {
  private let identifier: pid_t
  private let output = "/run/switchway-libinput-\(getpid())"

  init(_ node: String) throws {
    let file = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw KernelError(output) }
    defer { close(file) }
    identifier = try spawn(
      [
        "/usr/bin/stdbuf", "-oL", "/usr/libexec/libinput/libinput-debug-events", "--set-profile=flat", "--device", node,
      ],
      environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"], output: file)
    try eventually("the device in libinput") { text.contains("DEVICE_ADDED") }
  }

  deinit {
    kill(identifier, SIGKILL)
    waitpid(identifier, nil, 0)
    unsafe unlink(output)
  }

  private var text: String { (try? contents(of: output)) ?? "" }

  /// What the pointer did, without device, number and time.
  var lines: [String] {
    text.split(separator: "\n").dropLast(text.hasSuffix("\n") ? 0 : 1).compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
      guard let place = words.firstIndex(where: { $0.hasPrefix("POINTER_") }) else { return nil }
      return words[place...].filter { word in
        !(word.hasPrefix("+") && word.hasSuffix("s")) && !(word.allSatisfy(\.isNumber))
      }.joined(separator: " ")
    }
  }
}
