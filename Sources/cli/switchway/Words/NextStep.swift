import CLinuxInput
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

/// Gives advice if the daemon reads no device, or if no entry of the profile matches a device.
enum NextStep {
  /// Returns advice such as `this is a gamepad: try 'switchway profile gamepad'`, or `nil` for kinds that are rarely
  /// switches.
  static func text(kind: String) -> String? {
    switch DeviceKind(rawValue: kind) {
    case .switchInterface: "this is a box for switches: try 'switchway learn'"
    case .pedal: "this is a pedal: try 'switchway profile pedals', or 'switchway learn'"
    case .gamepad: "this is a gamepad: try 'switchway profile gamepad'"
    case .joystick:
      "this is a joystick: try 'switchway profile joystick'; a straw: 'switchway profile sip-and-puff'; "
        + "a box for switches: 'switchway learn'"
    default: nil
    }
  }

  /// Returns this advice for a device whose inputs are known. A joystick without axes is a box for switches that sends
  /// a joystick's buttons.
  private static func text(_ device: DeviceDescription) -> String? {
    guard device.kind == .joystick, device.axes.isEmpty else { return text(kind: device.kind.rawValue) }
    return
      "this is a joystick without a stick, so it is a box for switches: try 'switchway profile one-switch-desktop', "
      + "or 'switchway learn'"
  }

  /// Returns advice if the daemon reads no device. Returns `nil` if it reads one, if another session is active, or if
  /// it plays a recording. `hello`: the daemon's first line. `socket`: the socket that the person named.
  static func text(state: Wire.State, hello: Wire.Hello, socket: String?) -> String? {
    guard state.devices.isEmpty, !state.modes.isOff(.active), isLive(hello)
    else {
      return nil
    }
    let profile = (try? ProfileInForce.load(file: nil, askingAt: socket))?.profile
    return text(among: (try? MachineDevices.all()) ?? [], profile: profile ?? .empty)
  }

  /// Whether the daemon uses this computer's clock and devices. While it plays recordings, it uses theirs.
  private static func isLive(_ hello: Wire.Hello) -> Bool {
    guard let time = hello.time else { return false }
    return (time &- sw_monotonic_microseconds()).magnitude < 60_000_000
  }

  /// Returns advice if the daemon reads no device. `devices`: the devices of the computer.
  static func text(among devices: [DeviceDescription], profile: Profile) -> String {
    if let unread = devices.first(where: { profile.entry(for: $0) != nil }) {
      return "\(PrintableName.of(unread.name)) is plugged in, but not read; 'switchway doctor' finds out why"
    }
    let found = devices.lazy.compactMap { device in
      text(device).map { "\(PrintableName.of(device.name)): \($0)" }
    }
    let none = "no device of the profile is plugged in"
    guard let first = found.first else { return "\(none); 'switchway devices' lists what is plugged in" }
    return "\(none). \(first)"
  }
}
