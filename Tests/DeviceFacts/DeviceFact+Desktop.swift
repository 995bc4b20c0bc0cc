/// What a desktop has of itself: nothing of it is a switch unless a person says so.
extension DeviceFact {
  static let keyboards: [DeviceFact] = [
    // Bits from SDL's table of devices.
    DeviceFact(
      "AT Translated Set 2 keyboard", "keyboard", [0x11, 0x0001, 0x0001, 0xab54],
      keys: [
        0x1...0x53, 0x55...0x64, 0x66...0x77, 0x79...0x80, 0x8c...0x8c, 0x8e...0x8f, 0x9b...0x9f, 0xa3...0xa6,
        0xac...0xad, 0xb7...0xb9, 0xd9...0xd9, 0xe2...0xe2,
      ], phys: "isa0060/serio0/input0"),
    // Recorded: a name that is its ids, of a maker of pedals.
    DeviceFact(
      "HID 05f3:0007", "keyboard", [3, 0x05f3, 0x0007, 0x0100],
      keys: [
        0x1...0x53, 0x56...0x58, 0x60...0x64, 0x66...0x6f, 0x74...0x75, 0x77...0x77, 0x7d...0x7f, 0xb7...0xb7,
      ], phys: usb(40)),
    // Recorded: two nodes of one name and one id; the second has no left Ctrl, a volume and a relative wheel.
    DeviceFact(
      "Keychron Keychron C1", "keyboard", [3, 0x05ac, 0x024f, 0x0111], keys: typing + [0x1d0...0x1d0], phys: usb(41),
      device: "Keychron"),
    DeviceFact(
      "Keychron Keychron C1", "keyboard", [3, 0x05ac, 0x024f, 0x0111],
      keys: [
        0x1...0x1c, 0x1e...0x29, 0x2b...0x35, 0x37...0x37, 0x39...0x53, 0x56...0x58, 0x66...0x6f, 0x71...0x75,
        0x82...0x8c, 0x161...0x162, 0x1a0...0x1b1, 0x240...0x248, 0x260...0x265,
      ], relative: [6, 12], axes: [(0x20...0x20, 0...828)], phys: usb(41, 1), device: "Keychron"),
    // Recorded: a keyboard and a touchpad in one node, paired with a receiver.
    DeviceFact(
      "Logitech K400 Plus", "keyboard", [3, 0x046d, 0x404d, 0x0111],
      keys: typing + [0x100...0x100, 0x110...0x11f, 0x161...0x162], relative: [0, 1, 6, 7, 8],
      axes: [(0x20...0x20, 1...652)], phys: usb(42, 2) + ":1"),
    // Recorded: its node declares a mouse's port only.
    DeviceFact(
      "CHICONY USB Keyboard", "keyboard", [3, 0x04f2, 0x0112, 0x0110], keys: [0x110...0x112], relative: [0, 1, 8],
      phys: usb(43)),
    // Recorded: a media node that types, too, with ABS_VOLUME and vendor bytes.
    DeviceFact(
      "Razer Razer BlackWidow 2013", "keyboard", [3, 0x1532, 0x011b, 0x0111],
      keys: typing + [0x100...0x100, 0x161...0x162, 0x1a0...0x1b1], relative: [6],
      axes: [(0x20...0x20, 0...572), (0x28...0x3e, byte)], phys: usb(44, 1)),
  ]

  static let media: [DeviceFact] = [
    // From a dump of udev's: a receiver's nodes; ® in the name.
    DeviceFact(
      "Microsoft Microsoft® Nano Transceiver v2.0 System Control", "other", [3, 0x045e, 0x0745, 0x0111],
      keys: [0x67...0x67, 0x69...0x6a, 0x6c...0x6c, 0x74...0x74, 0x8a...0x8b, 0x8e...0x8f, 0x1b6...0x1b6],
      axes: [(0x28...0x28, byte)], phys: usb(50, 2), device: "Nano"),
    DeviceFact(
      "Microsoft Microsoft® Nano Transceiver v2.0 Mouse", "pointer", [3, 0x045e, 0x0745, 0x0111],
      keys: [0x110...0x114], relative: [0, 1, 6, 8, 11, 12], phys: usb(50, 1), device: "Nano"),
    // Recorded: a mouse's keys of a keyboard, ABS_VOLUME, and vendor bytes up to ABS_MT_POSITION_X.
    DeviceFact(
      "USB Laser Game Mouse", "other", [3, 0x04d9, 0xfa50, 0x0100],
      keys: [0x1...0x1, 0x67...0x6f, 0x71...0x74, 0x82...0x83, 0xa3...0xa9, 0x100...0x100, 0x1a0...0x1b1],
      relative: [6, 12],
      axes: [(0x20...0x20, 0...4_096), (0x28...0x2e, byte), (0x2f...0x2f, 0...64), (0x30...0x35, byte)], phys: usb(51)),
    // Headsets, recorded: volume keys with a run of ABS_MISC; call buttons as BTN_0 …
    DeviceFact(
      "Logitech Logitech G933 Gaming Wireless Headset", "other", [3, 0x046d, 0x0a5b, 0x0111],
      keys: [0x72...0x73, 0xf8...0xf8], axes: [(0x28...0x3a, byte), (0x3b...0x3b, word), (0x3c...0x3e, byte)],
      phys: usb(52, 3)),
    DeviceFact(
      "Plantronics Plantronics .Audio 648 USB", "other", [3, 0x047f, 0xc013, 0x0100], keys: [0x100...0x104],
      phys: usb(53, 3)),
    // Bits from SDL's table of devices.
    DeviceFact(
      "Integrated Camera: Integrated C", "other", [3, 0x04f2, 0xb604, 0x0027], keys: [0xd4...0xd4],
      phys: "usb-0000:00:14.0-54/button"),
    // Recorded: the pad beside a tablet, with axes that know 0 and 1.
    DeviceFact(
      "Wacom Express Key Remote Pad", "other", [3, 0x056a, 0x0331, 0x0110],
      keys: [0x100...0x109, 0x126...0x127, 0x130...0x135, 0x14b...0x14b],
      axes: [(0x00...0x01, 0...1), (0x08...0x08, 0...71), (0x28...0x28, 0...0)], phys: usb(55)),
    DeviceFact(
      "HUION Huion Tablet_Q620M Dial", "other", [3, 0x256c, 0x006d, 0x0100], keys: [0x100...0x100], relative: [8, 11],
      axes: [(0x00...0x01, 0...1), (0x28...0x28, byte)], phys: usb(56, 1)),
  ]

  static let pointers: [DeviceFact] = [
    DeviceFact(
      "PS/2 Generic Mouse", "pointer", [0x11, 0x0002, 0x0001, 0], keys: [0x110...0x112], relative: [0, 1],
      phys: "isa0060/serio1/input0"),
    // Recorded: its mode button is always down.
    DeviceFact(
      "Saitek Cyborg R.A.T.5 Mouse", "pointer", [3, 0x06a3, 0x0cc3, 0x0111], keys: [0x110...0x11c],
      relative: [0, 1, 8], phys: usb(60)),
    // Recorded: every button of a mouse, paired with a receiver that has another device.
    DeviceFact(
      "Logitech M570", "pointer", [3, 0x046d, 0x1028, 0x0111], keys: [0x110...0x11f], relative: [0, 1, 6, 8],
      phys: usb(42, 2) + ":2"),
    DeviceFact(
      "VMware VMware Virtual USB Mouse", "pointer", [3, 0x0e0f, 0x0003, 0x0100], keys: [0x110...0x11f],
      relative: [6, 8], axes: [(0x00...0x01, 0...32_767)], phys: usb(61)),
    DeviceFact(
      "SynPS/2 Synaptics TouchPad", "touch", [0x11, 0x0002, 0x0007, 0x01b1],
      keys: [0x110...0x110, 0x145...0x145, 0x148...0x148, 0x14a...0x14a, 0x14d...0x14f],
      axes: [
        (0x00...0x00, 1_472...5_472), (0x01...0x01, 1_408...4_448), (0x18...0x18, byte), (0x1c...0x1c, 0...15),
        (0x2f...0x2f, 0...1), (0x35...0x35, 1_472...5_472), (0x36...0x36, 1_408...4_448), (0x39...0x39, word),
        (0x3a...0x3a, byte),
      ], properties: [0, 2], phys: "isa0060/serio2/input0"),
    DeviceFact(
      "ELAN Touchscreen", "touch", [3, 0x04f3, 0x010c, 0x0110], keys: [0x14a...0x14a],
      axes: [
        (0x00...0x00, 0...3_312), (0x01...0x01, 0...1_872), (0x2f...0x2f, 0...9), (0x30...0x31, byte),
        (0x34...0x34, 0...1), (0x35...0x35, 0...3_312), (0x36...0x36, 0...1_872), (0x39...0x39, word),
        (0x3c...0x3c, 0...3_312), (0x3d...0x3d, 0...1_872),
      ], properties: [1], phys: usb(62)),
  ]

  /// Bits from SDL's table of devices and from libinput's; where they sit, from the kernel's drivers.
  static let machine: [DeviceFact] = [
    DeviceFact(
      "Power Button", "system", [0x19, 0, 0x0001, 0], keys: [0x74...0x74], phys: "PNP0C0C/button/input0"),
    DeviceFact("Lid Switch", "system", [0x19, 0, 0x0005, 0], switches: [0], phys: "PNP0C0D/button/input0"),
    DeviceFact(
      "Video Bus", "system", [0x19, 0, 0x0006, 0], keys: [0xe0...0xe1, 0xe3...0xe3, 0xf1...0xf5],
      phys: "LNXVIDEO/video/input0"),
    DeviceFact(
      "HP WMI hotkeys", "system", [0x19, 0, 0, 0],
      keys: [0x8a...0x8a, 0x8d...0x8d, 0x94...0x94, 0x99...0x99, 0xe0...0xe2, 0xf0...0xf0, 0x166...0x166],
      switches: [1, 5], phys: "wmi/input0"),
    // The word "switch" in its name is no promise.
    DeviceFact(
      "Keypad Slide Switch", "system", [0x19, 0, 0x0005, 0], keys: [0x210...0x210], switches: [9, 10],
      phys: "gpio-keys/input0"),
    DeviceFact("PC Speaker", "system", [0x10, 0x001f, 0x0001, 0x0100], phys: "isa0061/input0"),
    // Two jacks say the same of their place, and are two.
    DeviceFact("HDA Intel PCH Mic", "system", [0, 0, 0, 0], switches: [4], phys: "ALSA"),
    DeviceFact("HDA Intel PCH Headphone", "system", [0, 0, 0, 0], switches: [2], phys: "ALSA"),
  ]
}
