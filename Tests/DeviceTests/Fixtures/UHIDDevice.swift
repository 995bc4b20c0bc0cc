import Glibc

/// A HID device made through /dev/uhid: the kernel's own HID drivers turn its reports into events, as for a real one.
final class UHIDDevice {
  private var descriptor: Int32
  let node: String

  // linux/uhid.h
  private enum Message {
    static let destroy: UInt32 = 1
    static let create: UInt32 = 11
    static let input: UInt32 = 12
    static let size = 4380
  }

  /// `unique` must differ between existing devices, because it identifies the node.
  init(name: String, vendor: UInt32, product: UInt32, unique: String, report: [UInt8]) throws {
    let opened = unsafe open("/dev/uhid", O_RDWR | O_CLOEXEC)
    guard opened >= 0 else {
      throw KernelError("/dev/uhid: these tests need root and a real kernel: run make vm-test")
    }
    descriptor = opened
    var bytes = little(Message.create)
    bytes += padded(name, 128) + padded("switchway-test", 64) + padded(unique, 64)
    bytes += [UInt8(report.count & 0xff), UInt8(report.count >> 8), 0x03, 0x00]  // size of the report, BUS_USB
    bytes += little(vendor) + little(product) + little(1) + little(0) + report
    do {
      unsafe try bytes.withUnsafeBytes { try unsafe writeWhole($0, to: opened, "uhid: create") }
      var found: (input: String, node: String)?
      try eventually("an event node of \(name)") {
        found = UHIDDevice.find(unique: unique)
        return found != nil
      }
      node = found?.node ?? ""
      try UHIDDevice.bind(found?.input ?? "")
    } catch {
      close(opened)
      throw error
    }
  }

  deinit {
    unplug()
  }

  /// Waits until the HID driver has finished its probe. Until then the kernel drops every report (`driver_input_lock`
  /// in `hid-core.c`), although the node exists. A write to `power/control` takes the device's lock, which the probe
  /// holds.
  ///
  /// `input`: the folder of the input device. The links of its event node may not exist yet.
  private static func bind(_ input: String) throws {
    let path = "\(input)/device/power/control"
    let control = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard control >= 0 else { throw KernelError(errno: errno, path) }
    defer { close(control) }
    unsafe try Array("on".utf8).withUnsafeBytes { try unsafe writeWhole($0, to: control, path) }
  }

  func send(_ report: [UInt8]) throws {
    let bytes = little(Message.input) + [UInt8(report.count & 0xff), UInt8(report.count >> 8)] + report
    unsafe try bytes.withUnsafeBytes { try unsafe writeWhole($0, to: descriptor, "uhid: input") }
  }

  func unplug() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// The folder of the input device, and its event node.
  private static func find(unique: String) -> (input: String, node: String)? {
    for input in names(in: "/sys/class/input") where input.hasPrefix("input") {
      let folder = "/sys/class/input/\(input)"
      if (try? contents(of: "\(folder)/uniq")) == unique + "\n", let node = eventNode(below: folder) {
        return (folder, node)
      }
    }
    return nil
  }
}

private func little(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
}

private func padded(_ text: String, _ size: Int) -> [UInt8] {
  let bytes = Array(text.utf8.prefix(size - 1))
  return bytes + [UInt8](repeating: 0, count: size - bytes.count)
}

extension UHIDDevice {
  /// A gamepad: X and Y from -127 to 127, eight buttons from BTN_SOUTH. Report: id 1, x, y, buttons.
  static func gamepad(unique: String) throws -> UHIDDevice {
    try UHIDDevice(
      name: "Test Gamepad", vendor: 0x1209, product: 0x6770, unique: unique,
      report: [
        0x05, 0x01, 0x09, 0x05, 0xa1, 0x01, 0x85, 0x01,  // Generic Desktop, Gamepad, Application; report 1
        0x09, 0x30, 0x09, 0x31, 0x15, 0x81, 0x25, 0x7f, 0x75, 0x08, 0x95, 0x02, 0x81, 0x02,  // X, Y: 8 bits, signed
        0x05, 0x09, 0x19, 0x01, 0x29, 0x08, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02,  // 8 buttons
        0xc0,
      ])
  }

  func gamepad(x: Int8, y: Int8, buttons: UInt8) throws {
    try send([1, UInt8(bitPattern: x), UInt8(bitPattern: y), buttons])
  }

  /// A boot keyboard (HID 1.11, appendix B.1). Report: modifiers, 0, six usages.
  static func keyboard(unique: String) throws -> UHIDDevice {
    try UHIDDevice(
      name: "Test Keyboard", vendor: 0x1209, product: 0x6b62, unique: unique,
      report: [
        0x05, 0x01, 0x09, 0x06, 0xa1, 0x01,  // Generic Desktop, Keyboard, Application
        0x05, 0x07, 0x19, 0xe0, 0x29, 0xe7, 0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02,  // modifiers
        0x75, 0x08, 0x95, 0x01, 0x81, 0x01,  // reserved
        0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x15, 0x00, 0x25, 0x65, 0x75, 0x08, 0x95, 0x06, 0x81, 0x00,  // usages
        0xc0,
      ])
  }

  func keyboard(usages: [UInt8]) throws {
    try send([0, 0] + usages + [UInt8](repeating: 0, count: 6 - usages.count))
  }
}
