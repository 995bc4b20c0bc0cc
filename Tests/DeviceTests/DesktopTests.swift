import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayDevices
import SwitchwayLayout
import SwitchwayText
import Testing

extension DeviceTests {
  /// What other programs make of Switchway's typing: libinput, an X server, text.
  @Suite(.serialized) struct DesktopTests {
    @Test("libinput classifies it as a keyboard only")
    func desktopLibinput() throws {
      let keyboard = try VirtualDevice()
      try eventually("the virtual keyboard's node") { eventNode(below: keyboard.systemPath) != nil }
      #expect(try run(["/usr/bin/udevadm", "settle", "--timeout=60"]).status == 0)
      let listed = try run(["/usr/bin/libinput", "list-devices"])
      #expect(listed.status == 0, "\(listed.output)")
      let lines = listed.output.split(separator: "\n").drop { !$0.hasSuffix("Switchway keyboard") }
      let capabilities = lines.first { $0.hasPrefix("Capabilities:") }
      #expect(capabilities?.dropFirst("Capabilities:".count).split(separator: " ") == ["keyboard"])
    }

    @Test("what it types arrives in an X server as text, in two layouts")
    func desktopText() throws {
      let keyboard = try VirtualDevice()
      let desktop = try Desktop()
      func tap(_ codes: [UInt16]) throws {
        for (code, isDown) in codes.map({ ($0, true) }) + codes.reversed().map({ ($0, false) }) {
          keyboard.putKey(code, down: isDown)
          keyboard.endFrame()
        }
        try keyboard.flush()
      }
      try desktop.awaitKeyboard(OwnDevice.keyboard.name) { try tap([UInt16(KEY_RIGHTCTRL)]) }
      try expectTexts(in: desktop, tap)
    }

    @Test("what is typed on a grabbed keyboard arrives in an X server as text, in two layouts")
    func desktopDaemon() throws {
      let rig = try KeyboardRig()
      let desktop = try Desktop()
      func tap(_ codes: [UInt16]) throws {
        try rig.keyboard.edges(codes.map { (Int32($0), true) } + codes.reversed().map { (Int32($0), false) })
      }
      try desktop.awaitKeyboard(OwnDevice.keyboard.name) { try tap([UInt16(KEY_RIGHTCTRL)]) }
      try expectTexts(in: desktop, tap)
    }

    /// Types a text in each of two layouts: `tap` presses keys in this order and releases them in the reverse order.
    private func expectTexts(in desktop: Desktop, _ tap: ([UInt16]) throws -> Void) throws {
      for (layout, text) in [
        ("us", "jumps over the lazy dog; 2*3 = <6>?"), ("de", "zwölf boxkämpfer: groß! <y> @|€"),
      ] {
        try desktop.setLayout(layout)
        let keys = LayoutReader.read(layout, environment: [:]).keys
        var count = 0
        for character in text {
          let key = try #require(keys.key(of: character), "\(character) in \(layout)")
          try tap(
            (key.needsShift ? [UInt16(KEY_LEFTSHIFT)] : []) + (key.needsAltGr ? [UInt16(KEY_RIGHTALT)] : []) + [
              key.code
            ])
          count += 1
          try eventually("\(count) characters of \(layout)") { desktop.typed.count >= count }
        }
        #expect(desktop.typed == text)
      }
    }
  }
}
