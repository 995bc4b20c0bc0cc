import SwitchwayCore
import SwitchwayDevices
import SwitchwayText

/// Messages about a switch that the computer sees as a mouse.
enum MouseWords {
  /// The advice about a mouse that an entry matches, but that is not grabbed.
  static let help = "add 'grab: yes' to its entry; 'switchway devices' shows why it is not grabbed"

  /// Returns the message about a mouse that no entry matches.
  static func text(_ name: String) -> String {
    "'\(PrintableName.of(name))' reports itself as a mouse. Switchway uses a mouse only if the profile names it with "
      + "'grab: yes'. If it is your switch, run 'switchway learn'; it then still moves the pointer."
  }

  /// Returns the message about a mouse whose first button is a switch, if no other device can click.
  static func noClick(_ name: String) -> String {
    "the first button of '\(PrintableName.of(name))' is a switch, and no other mouse is plugged in to click with"
  }
  static let noClickMend = "use another button of it, or plug in another mouse; after the emergency release it clicks"

  /// Returns the reason why the pressed switch cannot be used, and what to do. Returns `nil` if it can be used.
  ///
  /// - Parameter machine: the nodes of this computer.
  static func obstacle(_ device: LearnedPresses.Device, among machine: [DeviceDescription]) -> Phrase? {
    let name = Terminal.printable(device.name)
    switch DeviceKind(rawValue: device.kind) {
    case .pointer:
      let same = machine.first { $0.kind == .pointer && $0.name == device.name && $0.phys == device.phys }
      guard let same, !InputListener.mayBeSwitch(same) else { return nil }
      return "'\(name)' was pressed. It reports positions, as a tablet does, so Switchway leaves it to the desktop. "
        + "Use another switch."
    case .touch:
      return "'\(name)' was pressed. It is a touchpad or a touch screen, so Switchway leaves it to the desktop. Use "
        + "another switch."
    case .system:
      return "'\(name)' was pressed. It is one of the computer's own keys, such as the power key, so Switchway does "
        + "not use it. Use another switch."
    case .keyboard, .switchInterface, .joystick, .gamepad, .pedal, .other, nil: return nil
    }
  }

  /// Returns the names of pointers that have buttons and move nothing.
  static func candidates(among nodes: [NodeAnnouncement]) -> [String] {
    nodes.filter { node in
      let abilities = node.capabilities
      return node.description.kind == .pointer && !node.description.isOwn && !node.description.keys.isEmpty
        && abilities.relative == 0 && abilities.absolute == 0
    }.map(\.description.name)
  }
}
