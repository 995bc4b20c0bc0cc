import CLibevdev
import Glibc
import SwitchwayCore
import Testing

@testable import SwitchwayDevices

/// What of the virtual keyboard needs no kernel; the rest is in DeviceTests.
@Suite struct VirtualKeyboardTests {
  @Test("everything on a keyboard can be typed, media keys too, and nothing that is a button")
  func everyday() {
    for code in [
      KEY_ESC, KEY_1, KEY_A, KEY_102ND, KEY_KPENTER, KEY_F24, KEY_LEFTCTRL, KEY_RIGHTALT, KEY_RIGHTMETA, KEY_COMPOSE,
      KEY_MUTE, KEY_VOLUMEUP, KEY_PLAYPAUSE, KEY_NEXTSONG, KEY_MENU, KEY_BRIGHTNESSUP, KEY_MICMUTE,
    ] {
      #expect(VirtualDevice.everyday.contains(UInt16(code)), "\(code)")
    }
    #expect(!VirtualDevice.everyday.contains(UInt16(KEY_RESERVED)))
    #expect(!VirtualDevice.everyday.contains(UInt16(BTN_0)))
    #expect(VirtualDevice.everyday.count > 200)
  }

  @Test("buttons by which a desktop would take it for a pointer, a pad or a tablet are not passed on")
  func passable() {
    let passed = KeyboardAbilities(keys: KeySet(0...767)).keys
    for code in [KEY_RESERVED, BTN_LEFT, BTN_TRIGGER, BTN_SOUTH, BTN_TOOL_PEN, BTN_TOUCH, BTN_WHEEL, 0x15f] {
      #expect(!passed.contains(UInt16(code)), "\(code)")
    }
    for code in [BTN_DPAD_UP, BTN_DPAD_RIGHT, BTN_TRIGGER_HAPPY1, BTN_TRIGGER_HAPPY40] {
      #expect(!passed.contains(UInt16(code)), "\(code)")
    }
    for code in [KEY_ESC, BTN_0, BTN_9, KEY_OK, KEY_FN, KEY_LIGHTS_TOGGLE, 0x224, KEY_MACRO1, 767] {
      #expect(passed.contains(UInt16(code)), "\(code)")
    }
  }

  @Test("of a keyboard with a pointer in it, buttons, movements and knobs are passed on, and no positions")
  func pointer() {
    let volume = AxisDescription(code: UInt16(ABS_VOLUME), minimum: 0, maximum: 668)
    let all = KeyboardAbilities(
      keys: KeySet(0...767), movements: [0, 1, 8],
      knobs: [0, 1, 0x28, 0x2f, 0x35].map { AxisDescription(code: $0, minimum: 0, maximum: 1) } + [volume])
    // The Logitech K400 Plus has sixteen buttons.
    for code in BTN_LEFT...0x11f { #expect(all.keys.contains(UInt16(code)), "\(code)") }
    #expect(!all.keys.contains(UInt16(BTN_TRIGGER)) && !all.keys.contains(UInt16(BTN_TOUCH)))
    #expect(all.knobs.map(\.code) == [0x28, UInt16(ABS_VOLUME)])
    let wheel = KeyboardAbilities(keys: KeySet(0...767), movements: [8], knobs: [])
    #expect(!wheel.keys.contains(UInt16(BTN_LEFT)))
    let plain = KeyboardAbilities(keys: KeySet([30]))
    #expect(all.covers(plain) && all.covers(wheel) && all.covers(all) && !plain.covers(wheel) && !wheel.covers(all))
    let both = plain.joined(with: all)
    #expect(both.covers(plain) && both.covers(all) && both.knobs.map(\.code) == [UInt16(ABS_VOLUME), 0x28])
    let louder = AxisDescription(code: UInt16(ABS_VOLUME), minimum: 0, maximum: 9)
    #expect(both.joined(with: KeyboardAbilities(keys: KeySet(), movements: [], knobs: [louder])) == both)
  }

  @Test("where uinput is missing or is something else, that is told; nothing stays open")
  func noDoor() {
    let before = openDescriptors()
    #expect(throws: VirtualDeviceFailure.missing) {
      _ = try VirtualDevice(KeyboardAbilities(), door: "/no/such/uinput")
    }
    #expect(throws: VirtualDeviceFailure.refused(ENOTTY)) {
      _ = try VirtualDevice(KeyboardAbilities(), door: "/dev/null")
    }
    #expect(openDescriptors() == before)
  }

  @Test(
    "a failure says what is wrong and how to mend it",
    arguments: [
      (EACCES, VirtualDeviceFailure.permission, "permission", "group of the node (switchway-uinput)"),
      (EPERM, .permission, "permission", "udev rule"), (ENOENT, .missing, "missing", "modprobe uinput"),
      (ENODEV, .missing, "missing", "/dev/uinput"), (EMFILE, .refused(EMFILE), "refused", "Too many open files"),
    ])
  func failures(_ code: Int32, _ failure: VirtualDeviceFailure, _ word: String, _ part: String) {
    #expect(VirtualDeviceFailure(opening: code) == failure)
    #expect(failure.word == word)
    #expect(failure.message.contains(part))
  }

  /// The descriptors on the doors that the tests try.
  private func openDescriptors() -> Int {
    (3..<256).count { descriptor in
      var target = [CChar](repeating: 0, count: 64)
      let count = unsafe readlink("/proc/self/fd/\(descriptor)", &target, 63)
      return count > 0 && String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) == "/dev/null"
    }
  }
}
