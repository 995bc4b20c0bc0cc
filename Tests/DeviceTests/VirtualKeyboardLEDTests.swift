import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayDevices
import Testing

extension DeviceTests {
  /// LEDs from the desktop to real keyboards, and the registry's treatment of our own keyboard.
  @Suite(.serialized) struct VirtualKeyboardLEDTests {
    /// The node of a keyboard, once the kernel has made it.
    private static func node(of keyboard: VirtualDevice) throws -> String {
      var node: String?
      try eventually("the virtual keyboard's node") {
        node = eventNode(below: keyboard.systemPath)
        return node != nil
      }
      return node ?? ""
    }

    private static func lit(_ name: String, types: [(type: Int32, codes: ClosedRange<UInt32>)]) throws -> UInputDevice {
      try UInputDevice(name: Array(name.utf8), product: 0x1ed, keys: [KEY_A, KEY_CAPSLOCK], types: types)
    }

    private static func description(_ name: String) -> DeviceDescription { DeviceDescription(name: name) }

    @Test("LEDs that a desktop sets on it arrive, in order")
    func fromTheDesktop() throws {
      let keyboard = try VirtualDevice()
      let desktop = try DesktopReader(try Self.node(of: keyboard))
      var changes = [LEDState(code: 9, isOn: true)]
      // The kernel's console may have set some already.
      try keyboard.readLEDs(into: &changes)
      let code = desktop.value(EV_LED, LED_COMPOSE)
      #expect(code == 0)
      try desktop.setLED(LED_COMPOSE, true)
      try desktop.setLED(LED_KANA, true)
      try desktop.setLED(LED_COMPOSE, false)
      var waiting = pollfd(fd: keyboard.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(unsafe poll(&waiting, 1, 240_000) == 1, "readable")
      try keyboard.readLEDs(into: &changes)
      #expect(
        changes == [
          LEDState(code: UInt16(LED_COMPOSE), isOn: true), LEDState(code: UInt16(LED_KANA), isOn: true),
          LEDState(code: UInt16(LED_COMPOSE), isOn: false),
        ])
      try keyboard.readLEDs(into: &changes)
      #expect(changes.isEmpty)
      #expect(unsafe poll(&waiting, 1, 0) == 0, "not readable any more")
    }

    @Test("they are set on a keyboard, grabbed or not, and last over the grab; where there are none, nothing happens")
    func ontoKeyboards() throws {
      let lit = try Self.lit("Test Keys", types: [(EV_LED, UInt32(LED_NUML)...UInt32(LED_CAPSL))])
      let others = try DesktopReader(lit.node)
      let node = try EvdevNode(path: lit.node, described: Self.description("Test Keys"))
      try others.setLED(LED_NUML, true)
      var batch = NodeBatch()
      #expect(node.leds == [LEDState(code: 0, isOn: true), LEDState(code: 1, isOn: false)])
      #expect(node.read(into: &batch) == .drained)
      try node.grab()
      node.setLED(LEDState(code: UInt16(LED_CAPSL), isOn: true))
      node.setLED(LEDState(code: UInt16(LED_SCROLLL), isOn: true))
      node.setLED(LEDState(code: 700, isOn: true))
      #expect(node.leds == [LEDState(code: 0, isOn: true), LEDState(code: 1, isOn: true)])
      try node.ungrab()
      let later = try DesktopReader(lit.node)
      #expect(later.value(EV_LED, LED_NUML) == 1)
      #expect(later.value(EV_LED, LED_CAPSL) == 1)
      try node.grab()
      node.close()
      #expect(try DesktopReader(lit.node).value(EV_LED, LED_NUML) == 1)
      node.setLED(LEDState(code: UInt16(LED_CAPSL), isOn: false))
      #expect(node.leds.isEmpty)
      #expect(try DesktopReader(lit.node).value(EV_LED, LED_CAPSL) == 1)
      let box = try UInputDevice.box()
      let dark = try EvdevNode(path: box.node, described: Self.description("Test Box"))
      dark.setLED(LEDState(code: UInt16(LED_CAPSL), isOn: true))
      #expect(dark.leds.isEmpty)
    }

    @Test("a keyboard that may only be read is read, and its LEDs stay as they are")
    func readOnly() throws {
      let lit = try Self.lit("Test Keys", types: [(EV_LED, UInt32(LED_NUML)...UInt32(LED_CAPSL))])
      try eventually("udev has finished with the node") {
        try run(["/usr/bin/udevadm", "settle", "--timeout=20"]).status == 0
      }
      #expect(unsafe chmod(lit.node, 0o444) == 0)
      guard let person = unsafe getpwnam(DaemonProcess.user) else { throw KernelError("no test user") }
      #expect(unsafe seteuid(person.pointee.pw_uid) == 0)
      defer { _ = seteuid(0) }
      let node = try EvdevNode(path: lit.node, described: Self.description("Test Keys"))
      node.setLED(LEDState(code: UInt16(LED_CAPSL), isOn: true))
      try lit.tap(KEY_A)
      var batch = NodeBatch()
      try eventually("a tap") {
        _ = node.read(into: &batch)
        return !batch.frames.isEmpty
      }
      #expect(seteuid(0) == 0)
      #expect(try DesktopReader(lit.node).value(EV_LED, LED_CAPSL) == 0)
    }

    @Test("the registry never opens it, whatever matches and whenever it was made; another process's it does")
    func neverReadBack() throws {
      let before = try VirtualDevice()
      let foreign = try VirtualDevice()
      let registry = try DeviceRegistry { $0.name == OwnDevice.keyboard.name || $0.name == "Test Box" ? 0 : nil }
      var opened: [String] = []
      func note(_ changes: [DeviceRegistry.Change]) {
        for case .opened(_, _, _, let announced) in changes { opened.append(announced.systemPath) }
      }
      note(registry.disown(before))
      note(registry.start(at: MonotonicClock.now()))
      let after = try VirtualDevice()
      note(registry.disown(after))
      let box = try UInputDevice.box()
      try eventually("the box that was plugged in last, and the foreign keyboard") {
        note(registry.process(at: MonotonicClock.now()))
        return [box.sysfs, foreign.systemPath].allSatisfy { path in opened.contains { $0.hasPrefix(path + "/") } }
      }
      #expect(opened.count == 2)
      after.close()
      box.unplug()
      var closed = 0
      try eventually("the box's end") {
        for case .closed in registry.process(at: MonotonicClock.now()) { closed += 1 }
        return closed == 1
      }
    }
  }
}
