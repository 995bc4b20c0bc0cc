/// Devices whose kind cannot be seen from their capabilities. For example, a switch box in keyboard mode looks like a
/// keyboard.
///
/// Each row is a fact about hardware, with its source in brackets. A row applies to every node of a device unless it
/// gives a `name`. The first row that fits is used.
enum KnownDevices {
  struct Row: Sendable {
    /// The vendor's id; `nil` means any vendor.
    var vendor: UInt16?
    /// The product's id; `nil` means every product of the vendor.
    var product: UInt16?
    /// A glob that the node's name must also match; `nil` means any name.
    var name: Glob?
    /// The kind of the node. `nil` means that the capabilities decide, and that later rows are ignored.
    var kind: DeviceKind?

    init(_ vendor: UInt16?, _ product: UInt16?, _ name: String? = nil, _ kind: DeviceKind?) {
      self.vendor = vendor
      self.product = product
      self.name = name.map { Glob($0) }
      self.kind = kind
    }
  }

  static let rows: [Row] = [
    // Motion sensors are separate nodes with the ids of their gamepad, and are never at rest (names from drivers).
    Row(nil, nil, "*Accelerometer", .other), Row(nil, nil, "*Motion Sensors", .other),
    // VEC Infinity and AltoEdge transcription pedals: three "programmable buttons", without a tag from udev (recorded).
    Row(0x05f3, 0x00ff, .pedal),
    // X-keys pedals of P.I. Engineering. Keyboards and consoles have the same vendor id, so each product is listed
    // (public drivers).
    Row(0x05f3, 0x0268, .pedal), Row(0x05f3, 0x042c, .pedal), Row(0x05f3, 0x042d, .pedal),
    Row(0x05f3, 0x042e, .pedal), Row(0x05f3, 0x0438, .pedal), Row(0x05f3, 0x0439, .pedal),
    Row(0x05f3, 0x043a, .pedal), Row(0x05f3, 0x04e8, .pedal),
    // PCsensor, iKKEGOL and QinHeng pedals: a keyboard, a consumer and a mouse node, and the pedal may be on any of
    // them (report descriptors, public configuration programs).
    Row(0x3553, 0xb001, .pedal), Row(0x1a86, 0xe026, .pedal), Row(0x413d, 0x2107, .pedal),
    Row(0x5131, 0x2019, .pedal), Row(0x0c45, 0x7404, .pedal),
    // A media-center remote has the same ids as the pedal in the next row.
    Row(0x0c45, 0x7403, "*[Rr]emote*", nil), Row(0x0c45, 0x7403, .pedal),
    // Scythe pedals (public configuration program).
    Row(0x0426, 0x3011, .pedal), Row(0x055a, 0x0998, .pedal),
    // Sony Buzz: twenty large buttons of four players, used as a switch box (recorded; both dongles of hid-sony).
    Row(0x054c, 0x1000, .switchInterface), Row(0x054c, 0x0002, .switchInterface),
    // RailDriver of P.I. Engineering: 56 buttons in the ranges of mice, joysticks and gamepads. udev's properties make
    // it look like a mouse that does not move (report descriptor).
    Row(0x05f3, 0x00d2, .switchInterface),
    // Makey Makey, also with its boot loader's id: switches that type and click (report descriptor).
    Row(0x1b4f, 0x2b74, .switchInterface), Row(0x1b4f, 0x2b75, .switchInterface),
    // LipSync 4: the ids belong to the board and occur on other products, so the name must match (report descriptor).
    Row(0x2886, 0x8044, "*XIAO nRF52840*", .switchInterface),
    Row(0x2886, 0x8045, "*XIAO nRF52840*", .switchInterface),
    // Origin Instruments makes only switch hardware. The names identify it, as the ids of Breeze and Swifty are not
    // known (names as seen).
    Row(nil, nil, "Origin Instruments*", .switchInterface),
    // Xbox Adaptive Controller: every jack is a button or an axis of a gamepad, over USB and both kinds of Bluetooth
    // (the kernel's xpad.c; usb_ids.h of SDL).
    Row(0x045e, 0x0b0a, .gamepad), Row(0x045e, 0x0b0c, .gamepad), Row(0x045e, 0x0b21, .gamepad),
    // A usual name of switch boxes.
    Row(nil, nil, "*Switch Interface*", .switchInterface),
    // Plantronics headsets are not switch boxes, although their call buttons are BTN_0 … (recorded).
    Row(0x047f, nil, .other),
    // A keyboard with a mouse port; the node declares only the buttons of the port (recorded).
    Row(0x04f2, 0x0112, "*Keyboard*", .keyboard),
    // Flight and racing pedals and a handbrake. Without these rows, their axes without a button would look like motion
    // sensors.
    Row(0x0483, 0xa3be, .joystick), Row(0x0eb7, 0x1a93, .joystick),
    // A gamepad that old kernels announced with keyboard keys and a mouse button (recorded).
    Row(nil, nil, "Nintendo Wiimote", .gamepad),
  ]

  /// Gamepads whose buttons the kernel numbers like a joystick's.
  static let gamepads: [(vendor: UInt16, product: UInt16)] = [
    // The gamepads of PlayStation 3, with old kernels, and Switch Pro, with the generic driver (recorded, capability
    // tables).
    (0x054c, 0x0268), (0x057e, 0x2009),
  ]

  static func row(name: String, vendor: UInt16, product: UInt16) -> Row? {
    rows.first { row in
      (row.vendor == nil || row.vendor == vendor) && (row.product == nil || row.product == product)
        && (row.name?.matches(name) ?? true)
    }
  }
}

extension KnownDevices.Row {
  init(_ vendor: UInt16?, _ product: UInt16?, _ kind: DeviceKind) { self.init(vendor, product, nil, kind) }
}
