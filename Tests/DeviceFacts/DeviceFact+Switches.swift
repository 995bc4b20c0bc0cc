/// Pedals, and boxes that are made to be switches.
extension DeviceFact {
  static let pedals: [DeviceFact] = [
    // Recorded, and its report descriptor: BTN_0…2, no tag of udev's. Two blanks in the name.
    DeviceFact(
      "VEC  VEC USB Footpedal", "pedal", [3, 0x05f3, 0x00ff, 0x0100], keys: [0x100...0x102], phys: usb(1)),
    // Its twin on another port: only phys tells them apart.
    DeviceFact(
      "VEC  VEC USB Footpedal", "pedal", [3, 0x05f3, 0x00ff, 0x0100], keys: [0x100...0x102], phys: usb(2)),
    // Report descriptor, public driver: one pedal, three nodes, any of which may carry it.
    DeviceFact(
      "PCsensor FootSwitch Keyboard", "pedal", [3, 0x3553, 0xb001, 0x0111],
      keys: [
        0x1...0x53, 0x55...0x64, 0x66...0x6f, 0x71...0x75, 0x77...0x77, 0x79...0x8a, 0x8c...0x8c, 0x8e...0x8e,
        0x96...0x96, 0x98...0x98, 0x9e...0x9f, 0xa1...0xa1, 0xa3...0xa6, 0xad...0xad, 0xb0...0xb4, 0xb7...0xc2,
        0xf0...0xf0,
      ], phys: usb(3), device: "PCsensor"),
    DeviceFact(
      "PCsensor FootSwitch Mouse", "pedal", [3, 0x3553, 0xb001, 0x0111], keys: [0x110...0x114],
      relative: [0, 1, 8, 11], phys: usb(3), device: "PCsensor"),
    DeviceFact(
      "PCsensor FootSwitch Consumer Control", "pedal", [3, 0x3553, 0xb001, 0x0111],
      keys: [
        0x1c...0x1c, 0x67...0x67, 0x69...0x6a, 0x6c...0x6c, 0x71...0x74, 0x77...0x77, 0x80...0x80, 0x82...0x83,
        0x85...0x8c, 0xa3...0xa9, 0x161...0x162, 0x1a2...0x1a3, 0x246...0x246,
      ], axes: [(0x20...0x20, 0...558)], phys: usb(3, 1), device: "PCsensor"),
    // Public configuration programs: ids only, the name is ours; what it sends is a stored setting.
    DeviceFact("QinHeng FootSwitch", "pedal", [3, 0x1a86, 0xe026, 0], keys: typing, phys: usb(4)),
  ]

  static let switchBoxes: [DeviceFact] = [
    // Report descriptor, LipSync 4 as a gamepad; the ids are the board's own.
    DeviceFact(
      "Seeed XIAO nRF52840", "switch-interface", [3, 0x2886, 0x8044, 0x0100], keys: [0x130...0x137],
      axes: [(0x00...0x01, byte)], phys: usb(5)),
    // The same as keyboard and mouse.
    DeviceFact(
      "Seeed XIAO nRF52840 Keyboard", "switch-interface", [3, 0x2886, 0x8045, 0x0100], keys: typing, phys: usb(6),
      device: "LipSync"),
    DeviceFact(
      "Seeed XIAO nRF52840 Mouse", "switch-interface", [3, 0x2886, 0x8045, 0x0100], keys: [0x110...0x114],
      relative: [0, 1, 6, 8, 11, 12], phys: usb(6), device: "LipSync"),
    // Report descriptor of its firmware: arrows, space, letters and clicks.
    DeviceFact(
      "Unknown MaKey MaKey Keyboard", "switch-interface", [3, 0x1b4f, 0x2b75, 0x0101],
      keys: [0x1...0x53, 0x56...0x58, 0x60...0x64, 0x66...0x6f, 0x77...0x77, 0x7d...0x7f], phys: usb(7),
      device: "MaKey"),
    DeviceFact(
      "Unknown MaKey MaKey Mouse", "switch-interface", [3, 0x1b4f, 0x2b75, 0x0101], keys: [0x110...0x112],
      relative: [0, 1, 8, 11], phys: usb(7), device: "MaKey"),
    // Name and axis as programs that read it have them; ids are not known. Breath is the axis.
    DeviceFact(
      "Origin Instruments Corp. Breeze", "switch-interface", [3, 0, 0, 0x0100], keys: [0x120...0x121],
      axes: [(0x00...0x00, -127...127)], phys: usb(8)),
    // Recorded: four players' five buttons, all of BTN_TRIGGER_HAPPY, no axis.
    DeviceFact("Namtai Wbuzz", "switch-interface", [3, 0x054c, 0x1000, 0x0100], keys: [0x2c0...0x2d3], phys: usb(9)),
    // Report descriptor: 56 buttons, whose codes run through the ranges of mice, joysticks and gamepads. The levers are
    // left out. The name is ours.
    DeviceFact(
      "P.I. Engineering RailDriver", "switch-interface", [3, 0x05f3, 0x00d2, 0x0100], keys: [0x100...0x137],
      phys: usb(10)),
  ]
}
