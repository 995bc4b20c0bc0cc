import CLibevdev
import Glibc
import SwitchwayCore
import SwitchwayDevices
import Testing

extension DeviceTests {
  /// Switchway's virtual keyboard as seen by the kernel, udev and its readers.
  @Suite(.serialized) struct VirtualKeyboardTests {
    private let keyboard: VirtualDevice
    private let reader: DesktopReader

    init() throws {
      keyboard = try VirtualDevice(KeyboardAbilities(keys: KeySet([UInt16(KEY_FN), UInt16(BTN_LEFT)])))
      let path = keyboard.systemPath
      var node: String?
      try eventually("the virtual keyboard's node") {
        node = eventNode(below: path)
        return node != nil
      }
      reader = try DesktopReader(node ?? "")
    }

    /// The next events as (type, code, value); `[0, 0, 0]` ends a frame.
    private func next(_ count: Int) throws -> [[Int32]] {
      var events: [[Int32]] = []
      try eventually("\(count) events on the virtual keyboard") {
        events += reader.everything()
        return events.count >= count
      }
      return events
    }

    private static let end: [Int32] = [EV_SYN, SYN_REPORT, 0]

    @Test("it has a name, ids, all keys, the LEDs of keyboards and the kernel's own repeat")
    func declared() throws {
      let device = unsafe reader.device
      #expect(unsafe String(cString: libevdev_get_name(device)) == "Switchway keyboard")
      #expect(unsafe libevdev_get_id_bustype(device) == 0x06)
      #expect(unsafe libevdev_get_id_vendor(device) == 0x5357)
      #expect(unsafe libevdev_get_id_product(device) == 0x4b42)
      #expect(unsafe libevdev_get_id_version(device) == 1)
      let keys = KeySet((1..<768).filter { reader.has(EV_KEY, $0) }.map { UInt16($0) })
      #expect(keys == keyboard.abilities.keys)
      #expect(keys.contains(UInt16(KEY_FN)))
      #expect(!keys.contains(UInt16(BTN_LEFT)))
      #expect(reader.has(EV_MSC, MSC_SCAN))
      #expect((0...LED_CHARGING).allSatisfy { reader.has(EV_LED, $0) })
      var delay: Int32 = 0
      var period: Int32 = 0
      #expect(unsafe libevdev_get_repeat(device, &delay, &period) == 0)
      #expect(delay == 250 && period == 33)
    }

    @Test("whatever keys it is asked for, udev and Switchway take it for a keyboard and nothing else")
    func kind() throws {
      let keyboard = try VirtualDevice(KeyboardAbilities(keys: KeySet(1...767)))
      let monitor = try DeviceMonitor()
      var found: DeviceDescription?
      try eventually("udev's word on it") {
        found = monitor.existing().first { $0.systemPath.hasPrefix(keyboard.systemPath + "/") }?.description
        return found != nil
      }
      #expect(found?.kind == .keyboard)
      #expect(found?.isOwn == true)
      let properties = try run(["/usr/bin/udevadm", "info", "--query=property", "--path=\(keyboard.systemPath)"]).output
      #expect(properties.contains("ID_INPUT_KEYBOARD=1"))
      for other in ["MOUSE", "JOYSTICK", "TOUCHPAD", "TOUCHSCREEN", "TABLET", "POINTINGSTICK"] {
        #expect(!properties.contains("ID_INPUT_\(other)="), "\(other)")
      }
    }

    @Test("keys come out in the order in which they were put, frame by frame, in one write")
    func order() throws {
      keyboard.putScan(0x70004)
      keyboard.putKey(UInt16(KEY_A), down: true)
      keyboard.putKey(UInt16(KEY_B), down: true)
      keyboard.endFrame()
      keyboard.endFrame()
      keyboard.putKey(UInt16(KEY_A), down: false)
      #expect(reader.everything().isEmpty, "nothing leaves before the flush")
      try keyboard.flush()
      // B stays down, and repeats on a machine that stands still.
      let first = try next(6).filter { $0[0] != EV_KEY || $0[2] != 2 }.filter { $0 != [EV_SYN, SYN_REPORT, 1] }
      #expect(
        first == [
          [EV_MSC, MSC_SCAN, 0x70004], [EV_KEY, KEY_A, 1], [EV_KEY, KEY_B, 1], Self.end, [EV_KEY, KEY_A, 0], Self.end,
        ])
      #expect(keyboard.down == KeySet([UInt16(KEY_B)]))
      try keyboard.flush()
      keyboard.putKey(UInt16(KEY_B), down: true)
      keyboard.putKey(UInt16(KEY_A), down: false)
      keyboard.putKey(UInt16(BTN_LEFT), down: true)
      try keyboard.flush()
      keyboard.putKey(UInt16(KEY_B), down: false)
      try keyboard.flush()
      let rest = try next(2).filter { $0[0] != EV_KEY || $0[2] != 2 }.filter { $0 != [EV_SYN, SYN_REPORT, 1] }
      #expect(rest == [[EV_KEY, KEY_B, 0], Self.end], "what is so already, and what it has not, is not put")
      #expect(keyboard.down.isEmpty)
    }

    @Test("a key that stays down repeats by itself, and no longer once it is up")
    func repeats() throws {
      keyboard.putKey(UInt16(KEY_X), down: true)
      try keyboard.flush()
      var repeats = 0
      try eventually("two repeats") {
        repeats += reader.everything().count { $0 == [EV_KEY, KEY_X, 2] }
        return repeats >= 2
      }
      keyboard.putKey(UInt16(KEY_X), down: false)
      try keyboard.flush()
      var came: [[Int32]] = []
      try eventually("its release") {
        came += reader.everything()
        return came.contains([EV_KEY, KEY_X, 0])
      }
      keyboard.putKey(UInt16(KEY_LEFTSHIFT), down: true)
      keyboard.putKey(UInt16(KEY_LEFTSHIFT), down: false)
      try keyboard.flush()
      try eventually("what was typed last") {
        came += reader.everything()
        return came.contains([EV_KEY, KEY_LEFTSHIFT, 0])
      }
      let keys = came.filter { $0[0] == EV_KEY }
      #expect(
        keys.drop { $0[2] == 2 } == [[EV_KEY, KEY_X, 0], [EV_KEY, KEY_LEFTSHIFT, 1], [EV_KEY, KEY_LEFTSHIFT, 0]])
    }

    @Test("all that is down is let up, modifiers last; then it can be closed, and is gone")
    func releases() throws {
      for code in [KEY_LEFTCTRL, KEY_C, KEY_RIGHTSHIFT, KEY_D] { keyboard.putKey(UInt16(code), down: true) }
      try keyboard.flush()
      _ = try next(5)
      try keyboard.releaseAll()
      let keys = try next(5).filter { $0[0] == EV_KEY && $0[2] != 2 }
      #expect(keys == [KEY_D, KEY_C, KEY_LEFTCTRL, KEY_RIGHTSHIFT].map { [EV_KEY, $0, 0] })
      #expect(keyboard.down.isEmpty)
      try keyboard.releaseAll()
      keyboard.putKey(UInt16(KEY_E), down: true)
      try keyboard.flush()
      keyboard.close()
      keyboard.close()
      #expect(keyboard.descriptor == -1)
      #expect(keyboard.down.isEmpty)
      #expect(!exists(keyboard.systemPath))
      #expect(throws: VirtualDeviceFailure.broken(EBADF)) {
        keyboard.putKey(UInt16(KEY_F), down: true)
        try keyboard.flush()
      }
    }

    @Test("a kernel that takes no more is told")
    func broken() throws {
      keyboard.putKey(UInt16(KEY_A), down: true)
      try keyboard.flush()
      let destroy: UInt = 0x5502  // UI_DEV_DESTROY of linux/uinput.h
      #expect(ioctl(keyboard.descriptor, destroy) == 0)
      keyboard.putKey(UInt16(KEY_A), down: false)
      #expect(throws: VirtualDeviceFailure.broken(EINVAL)) { try keyboard.flush() }
      var changes: [LEDState] = []
      #expect(throws: VirtualDeviceFailure.broken(ENODEV)) { try keyboard.readLEDs(into: &changes) }
      keyboard.close()
    }
  }
}
