import SwitchwayCore
import SwitchwayDevices

/// What is said of a box for switches that calls itself a mouse.
enum MouseWords {
  static let mend = "set the box to send a joystick's buttons or keys, if it can: see its manual"

  /// For a device that may be such a box, by its name.
  static func text(_ name: String) -> String {
    "'\(PrintableName.of(name))' calls itself a mouse. Switchway leaves mice to the desktop, because each press also "
      + "clicks. If it is your switch, \(mend)."
  }

  /// The names of pointers that have buttons and move nothing.
  static func candidates(among nodes: [NodeAnnouncement]) -> [String] {
    nodes.filter { node in
      let abilities = node.capabilities
      return node.description.kind == .pointer && !node.description.keys.isEmpty && abilities.relative == 0
        && abilities.absolute == 0
    }.map(\.description.name)
  }
}
