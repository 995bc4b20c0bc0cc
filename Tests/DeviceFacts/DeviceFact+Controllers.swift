/// Gamepads and joysticks, with the other nodes of their devices.
extension DeviceFact {
  /// A, B, X, Y, shoulders, Select, Start, Mode and the sticks' buttons, as xpad has them.
  private static let xpad: [ClosedRange<UInt16>] = [0x130...0x131, 0x133...0x134, 0x136...0x137, 0x13a...0x13e]
  private static let playStation: [ClosedRange<UInt16>] = [0x130...0x131, 0x133...0x134, 0x136...0x13e]

  private typealias Axes = [(codes: ClosedRange<UInt16>, range: ClosedRange<Int32>)]

  /// Two sticks, two triggers that reach `end`, one hat, as xpad has them.
  private static func xpadAxes(triggers end: Int32) -> Axes {
    [
      (0x00...0x01, signedWord), (0x02...0x02, 0...end), (0x03...0x04, signedWord), (0x05...0x05, 0...end),
      (0x10...0x11, hat),
    ]
  }
  private static let playStationAxes: Axes = [(0x00...0x05, byte), (0x10...0x11, hat)]
  private static let motionAxes: Axes = [(0x00...0x02, signedWord), (0x03...0x05, -2_097_152...2_097_152)]

  /// Bits from SDL's table of devices, ranges from the drivers, where nothing else is said.
  static let gamepads: [DeviceFact] = [
    DeviceFact(
      "Microsoft X-Box One S pad", "gamepad", [3, 0x045e, 0x02ea, 0x0301], keys: xpad, axes: xpadAxes(triggers: 1_023),
      phys: usb(20)),
    // With KEY_RECORD for Share.
    DeviceFact(
      "Microsoft Xbox Series S|X Controller", "gamepad", [3, 0x045e, 0x0b12, 0x050f], keys: [0xa7...0xa7] + xpad,
      axes: xpadAxes(triggers: 1_023), phys: usb(21)),
    // Over Bluetooth by the generic driver: triggers are ABS_GAS and ABS_BRAKE, two keys of keyboards.
    DeviceFact(
      "Xbox Elite Wireless Controller", "gamepad", [5, 0x045e, 0x0b22, 0x0517],
      keys: [0xa7...0xa7, 0xf0...0xf0, 0x130...0x13e],
      axes: [(0x00...0x02, word), (0x05...0x05, word), (0x09...0x0a, 0...1_023), (0x10...0x11, hat)],
      phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:02"),
    // The kernel's xpad: every jack is a button or an axis; ABS_PROFILE is a state.
    DeviceFact(
      "Microsoft X-Box Adaptive Controller", "gamepad", [3, 0x045e, 0x0b0a, 0x0511], keys: xpad,
      axes: xpadAxes(triggers: 1_023) + [(0x21...0x21, 0...4)], phys: usb(22)),
    // Recorded: sticks that are never still.
    DeviceFact(
      "Mad Catz Wired Xbox 360 Controller", "gamepad", [3, 0x0738, 0x4716, 0x0410], keys: xpad,
      axes: xpadAxes(triggers: 255), phys: usb(23)),
    // A clone that Steam makes of a pad; it says USB of itself and has no place.
    DeviceFact(
      "Microsoft X-Box 360 pad 0", "gamepad", [3, 0x28de, 0x11ff, 0x0001], keys: xpad, axes: xpadAxes(triggers: 255),
      phys: ""),
    DeviceFact(
      "Sony Interactive Entertainment Wireless Controller", "gamepad", [3, 0x054c, 0x09cc, 0x8111], keys: playStation,
      axes: playStationAxes, phys: usb(24, 3), uniq: "02:00:00:00:00:03", device: "DualShock 4"),
    DeviceFact(
      "Sony Interactive Entertainment Wireless Controller Motion Sensors", "other", [3, 0x054c, 0x09cc, 0x8111],
      axes: motionAxes, properties: [6], phys: usb(24, 3), uniq: "02:00:00:00:00:03", device: "DualShock 4"),
    DeviceFact(
      "Sony Interactive Entertainment Wireless Controller Touchpad", "touch", [3, 0x054c, 0x09cc, 0x8111],
      keys: [0x110...0x110, 0x145...0x145, 0x14a...0x14a, 0x14d...0x14d],
      axes: [
        (0x00...0x00, 0...1_919), (0x01...0x01, 0...941), (0x2f...0x2f, 0...1), (0x35...0x35, 0...1_919),
        (0x36...0x36, 0...941), (0x39...0x39, word),
      ], properties: [0, 2], phys: usb(24, 3), uniq: "02:00:00:00:00:03", device: "DualShock 4"),
    // The kernel's hid-playstation, over Bluetooth: one address for three nodes.
    DeviceFact(
      "DualSense Wireless Controller", "gamepad", [5, 0x054c, 0x0ce6, 0x8100], keys: playStation,
      axes: playStationAxes, phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:04", device: "DualSense"),
    DeviceFact(
      "DualSense Wireless Controller Motion Sensors", "other", [5, 0x054c, 0x0ce6, 0x8100], axes: motionAxes,
      properties: [6], phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:04", device: "DualSense"),
    DeviceFact(
      "DualSense Wireless Controller Touchpad", "touch", [5, 0x054c, 0x0ce6, 0x8100],
      keys: [0x110...0x110, 0x145...0x145, 0x14a...0x14a, 0x14d...0x14d],
      axes: [
        (0x00...0x00, 0...1_919), (0x01...0x01, 0...1_079), (0x2f...0x2f, 0...1), (0x35...0x35, 0...1_919),
        (0x36...0x36, 0...1_079), (0x39...0x39, word),
      ], properties: [0, 2], phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:04", device: "DualSense"),
    // Recorded: buttons from 0x120 on, the seventeenth at 0x2d0, vendor bytes as axes of multitouch's numbers.
    DeviceFact(
      "Sony PLAYSTATION(R)3 Controller", "gamepad", [3, 0x054c, 0x0268, 0x0111], keys: [0x120...0x12f, 0x2d0...0x2d2],
      axes: [(0x00...0x02, byte), (0x05...0x05, byte), (0x28...0x3a, byte), (0x3b...0x3e, 0...1_023)], phys: usb(25)),
    DeviceFact(
      "Nintendo Co., Ltd. Pro Controller", "gamepad", [3, 0x057e, 0x2009, 0x0111],
      keys: [0x120...0x12f, 0x2c0...0x2c1],
      axes: [(0x00...0x02, byte), (0x05...0x05, byte), (0x10...0x11, hat)], phys: usb(26)),
    DeviceFact(
      "8Bitdo SNES30 GamePad", "gamepad", [5, 0x2dc8, 0x2840, 0x0100], keys: [0x130...0x13f],
      axes: [(0x00...0x02, byte), (0x05...0x05, byte), (0x09...0x0a, byte), (0x10...0x11, hat)],
      phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:05"),
    DeviceFact(
      "Guitar Hero for PS3", "gamepad", [3, 0x12ba, 0x0100, 0x0110], keys: [0x130...0x13c],
      axes: [(0x00...0x02, byte), (0x05...0x05, byte), (0x10...0x11, hat)], phys: usb(27)),
    // Recorded on an old kernel: arrows, letters and a click. The newer driver's sensors are a node of their own.
    DeviceFact(
      "Nintendo Wiimote", "gamepad", [5, 0x0001, 0x0001, 0x0003],
      keys: [
        0x1d...0x1d, 0x21...0x21, 0x39...0x39, 0x67...0x67, 0x69...0x6a, 0x6c...0x6c, 0x71...0x73, 0x110...0x110,
      ], phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:06"),
    DeviceFact(
      "Nintendo Wii Remote Accelerometer", "other", [5, 0x057e, 0x0306, 0x0600], axes: [(0x03...0x05, -500...500)],
      phys: "02:00:00:00:00:01", uniq: "02:00:00:00:00:07"),
  ]

  static let joysticks: [DeviceFact] = [
    // The pad that so many products are: a D-pad as two axes that know 0, 127 and 255.
    DeviceFact(
      "USB Gamepad", "joystick", [3, 0x0079, 0x0011, 0x0110], keys: [0x120...0x129], axes: [(0x00...0x01, byte)],
      phys: usb(30)),
    DeviceFact(
      "Logitech Logitech Extreme 3D", "joystick", [3, 0x046d, 0xc215, 0x0110], keys: [0x120...0x12b],
      axes: [(0x00...0x01, 0...1_023), (0x05...0x06, byte), (0x10...0x11, hat)], phys: usb(31)),
    // More than sixteen buttons: the seventeenth is BTN_TRIGGER_HAPPY1.
    DeviceFact(
      "Saitek X52 Pro Flight Control System", "joystick", [3, 0x06a3, 0x0762, 0x0111],
      keys: [0x120...0x12f, 0x2c0...0x2d6], axes: [(0x00...0x06, byte), (0x10...0x11, hat), (0x28...0x29, byte)],
      phys: usb(32)),
    // Report descriptor, linux udev-hid-bpf: vendor bytes fill all axes of multitouch.
    DeviceFact(
      "Thrustmaster TCA YOKE BOEING", "joystick", [3, 0x044f, 0x0409, 0x0111], keys: [0x120...0x12f, 0x2c0...0x2c1],
      axes: [(0x00...0x05, word), (0x10...0x11, hat), (0x28...0x3f, byte)], phys: usb(33)),
    // Axes without a single key: one analogue switch each.
    DeviceFact(
      "FANATEC ClubSport USB Handbrake", "joystick", [3, 0x0eb7, 0x1a93, 0x0111], axes: [(0x00...0x00, byte)],
      phys: usb(34)),
    DeviceFact(
      "Smarty Co. VRS DirectForce Pro Pedals", "joystick", [3, 0x0483, 0xa3be, 0x0111], axes: [(0x00...0x02, word)],
      phys: usb(35)),
  ]
}
