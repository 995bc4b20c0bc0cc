import CLibevdev
import Glibc

/// An axis of a test device. Fuzz and flat are 0.
struct Axis {
  var code: Int32
  var minimum: Int32
  var maximum: Int32
  var value: Int32 = 0
}

/// A device made through /dev/uinput. Needs root and a real kernel. Removed by `unplug()`, at the latest with the last
/// reference.
@safe final class UInputDevice {
  private var device: OpaquePointer?
  let node: String
  let sysfs: String

  /// `types`: capabilities besides keys and axes, as (type, codes), such as all switches of EV_SW. `meanwhile`: what is
  /// done while the kernel makes the node.
  init(
    name: [UInt8], vendor: Int32 = 0x1209, product: Int32 = 0x5357, keys: [Int32] = [], axes: [Axis] = [],
    types: [(type: Int32, codes: ClosedRange<UInt32>)] = [], meanwhile: () throws -> Void = {}
  ) throws {
    guard unsafe access("/dev/uinput", W_OK) == 0 else {
      throw KernelError("/dev/uinput: these tests need root and a real kernel: run make vm-test")
    }
    guard let description = unsafe libevdev_new() else { throw KernelError("libevdev_new") }
    defer { unsafe libevdev_free(description) }
    unsafe (name.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
      unsafe libevdev_set_name(description, $0.baseAddress)
    }
    unsafe libevdev_set_id_bustype(description, 0x03)  // BUS_USB of linux/input.h: a box as people plug it in
    unsafe libevdev_set_id_vendor(description, vendor)
    unsafe libevdev_set_id_product(description, product)
    for key in keys {
      unsafe libevdev_enable_event_code(description, UInt32(EV_KEY), UInt32(key), nil)
    }
    for axis in axes {
      var range = input_absinfo()
      range.minimum = axis.minimum
      range.maximum = axis.maximum
      range.value = axis.value
      unsafe libevdev_enable_event_code(description, UInt32(EV_ABS), UInt32(axis.code), &range)
    }
    for (type, codes) in types {
      for code in codes {
        unsafe libevdev_enable_event_code(description, UInt32(type), code, nil)
      }
    }
    var made: OpaquePointer?
    let code = unsafe libevdev_uinput_create_from_device(
      description, Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue), &made)
    guard code == 0, let made = unsafe made else { throw KernelError(errno: -code, "uinput: create") }
    unsafe device = made
    guard let path = unsafe libevdev_uinput_get_syspath(made) else { throw KernelError("uinput: no sysfs path") }
    let sysfs = unsafe String(cString: path)
    self.sysfs = sysfs
    var node: String?
    do {
      try eventually("an event node of the new device") {
        try meanwhile()
        node = eventNode(below: sysfs)
        return node != nil
      }
    } catch {
      unsafe libevdev_uinput_destroy(made)
      throw error
    }
    self.node = node ?? ""
  }

  convenience init(
    name: String, vendor: Int32 = 0x1209, product: Int32 = 0x5357, keys: [Int32] = [], axes: [Axis] = []
  ) throws {
    try self.init(name: [UInt8](name.utf8), vendor: vendor, product: product, keys: keys, axes: axes)
  }

  deinit {
    unplug()
  }

  /// Writes frames of (type, code, value), each closed by SYN_REPORT, in one write, so the reader may see them all at
  /// once.
  func emit(frames: [[(Int32, Int32, Int32)]]) throws {
    guard let device = unsafe device else { throw KernelError("the device is unplugged") }
    var events: [input_event] = []
    for frame in frames {
      for (type, code, value) in frame + [(EV_SYN, SYN_REPORT, 0)] {
        var event = input_event()
        event.type = UInt16(type)
        event.code = UInt16(code)
        event.value = value
        events.append(event)
      }
    }
    let descriptor = unsafe libevdev_uinput_get_fd(device)
    unsafe try events.withUnsafeBytes { try unsafe writeWhole($0, to: descriptor, "uinput: write") }
  }

  func key(_ code: Int32, down: Bool) throws {
    try emit(frames: [[(EV_KEY, code, down ? 1 : 0)]])
  }

  /// Gives the daemon the right to make virtual devices, or takes it away.
  static func allow(_ isAllowed: Bool) throws {
    guard unsafe chmod("/dev/uinput", isAllowed ? 0o660 : 0o600) == 0 else { throw KernelError("/dev/uinput") }
  }

  /// A press in one write, so that a test that stands still does not make it longer.
  func tap(_ code: Int32) throws { try taps(code, count: 1) }

  /// This many presses in one write.
  func taps(_ code: Int32, count: Int) throws {
    let tap: [[(Int32, Int32, Int32)]] = [[(EV_KEY, code, 1)], [(EV_KEY, code, 0)]]
    try emit(frames: (0..<count).flatMap { _ in tap })
  }

  func axis(_ code: Int32, _ value: Int32) throws {
    try emit(frames: [[(EV_ABS, code, value)]])
  }

  func unplug() {
    guard let device = unsafe device else { return }
    unsafe libevdev_uinput_destroy(device)
    unsafe self.device = nil
  }
}
