import SwitchwayCore

/// What a person may do next with a device that no entry of the key-remap file takes.
enum NextStep {
  /// `this is a gamepad: try 'switchway profile gamepad'`; nil for kinds that are seldom switches.
  static func text(kind: String) -> String? {
    switch DeviceKind(rawValue: kind) {
    case .switchInterface: "this is a box for switches: try 'switchway learn'"
    case .pedal: "this is a pedal: try 'switchway profile pedals', or 'switchway learn'"
    case .gamepad: "this is a gamepad: try 'switchway profile gamepad'"
    case .joystick: "this is a joystick: try 'switchway profile joystick'; a straw: 'switchway profile sip-and-puff'"
    default: nil
    }
  }

  /// What is said where nothing at all is listened to. `devices`: the machine's.
  static func text(among devices: [DeviceDescription]) -> String {
    let found = devices.lazy.compactMap { device in
      text(kind: device.kind.rawValue).map { "\(PrintableName.of(device.name)): \($0)" }
    }
    let none = "no device of the key-remap file is plugged in"
    guard let first = found.first else { return "\(none); 'switchway devices' lists what is" }
    return "\(none). \(first)"
  }
}
