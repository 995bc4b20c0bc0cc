import SwitchwayBus
import SwitchwayScanning

/// Names of the accessibility bus. Source: at-spi2-core 2.46, `xml/*.xml`.
enum ATSPI {
  static let registry = Reference(bus: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/registry")
  static let root = "/org/a11y/atspi/accessible/root"
  static let cachePath = "/org/a11y/atspi/cache"

  /// The common beginning of the names of interfaces; see `Interfaces.names`.
  static let prefix = "org.a11y.atspi."
  static let accessible = "org.a11y.atspi.Accessible"
  static let action = "org.a11y.atspi.Action"
  static let application = "org.a11y.atspi.Application"
  static let cache = "org.a11y.atspi.Cache"
  static let collection = "org.a11y.atspi.Collection"
  static let component = "org.a11y.atspi.Component"
  static let selection = "org.a11y.atspi.Selection"
  static let text = "org.a11y.atspi.Text"
  static let value = "org.a11y.atspi.Value"
  static let objectEvents = "org.a11y.atspi.Event.Object"
  static let windowEvents = "org.a11y.atspi.Event.Window"
  static let properties = "org.freedesktop.DBus.Properties"

  /// The origin of a program's extents. Source: `AtspiCoordType`.
  enum Coordinates: UInt32 {
    case screen = 0
    case window = 1

    /// The kind of coordinates that a toolkit reports correctly.
    ///
    /// GTK 4 does not know where its windows are on the screen: until 4.16 it answers with window coordinates when it
    /// is asked for those of the screen, and 4.18 answers 0,0 for each object. Qt 5's window coordinates are wrong.
    /// `Placement` uses only distances from the frame, so both kinds are usable.
    init(toolkit: String) { self = toolkit == "GTK" ? .window : .screen }
  }
}

extension Call {
  /// A call with values of these types, in the form that `sd_bus_message_append` expects. All strings come before all
  /// numbers.
  init(
    _ object: Reference, _ interface: String, _ member: String, _ types: String = "", _ strings: [String] = [],
    numbers: [any CVarArg & Sendable] = []
  ) {
    self.init(
      bus: object.bus, path: object.path, interface: interface, member: member, types, strings, numbers: numbers)
  }

  static func get(_ object: Reference, _ interface: String, _ property: String) -> Call {
    Call(object, ATSPI.properties, "Get", "ss", [interface, property])
  }

  /// A call that changes a property to a value of this type.
  static func set(
    _ object: Reference, _ interface: String, _ property: String, _ type: String, _ value: any CVarArg & Sendable
  ) -> Call {
    Call(object, ATSPI.properties, "Set", "ssv", [interface, property, type], numbers: [value])
  }

  static func extents(_ object: Reference, _ coordinates: ATSPI.Coordinates) -> Call {
    Call(object, ATSPI.component, "GetExtents", "u", numbers: [coordinates.rawValue])
  }

  /// A call that asks for the objects in `object` that have all of these states, and none of these roles: at most
  /// `limit` objects.
  ///
  /// Source: at-spi2-core 2.46, `atspi-matchrule.c`. In a rule, 1 means "all" and 2 means "any". An empty list with
  /// "all" matches everything. "None" (3) with a list of roles should exclude them, but accepts all roles (seen with
  /// Chromium). So the call asks for "any" of the other roles.
  static func matches(in object: Reference, _ states: States, without roles: [Int], limit: Int32) -> Call {
    var roleBits = [Int32](repeating: -1, count: 5)
    for role in roles { roleBits[role / 32] &= ~Int32(bitPattern: 1 << UInt32(role % 32)) }
    let stateBits = [Int32(truncatingIfNeeded: states.rawValue), Int32(truncatingIfNeeded: states.rawValue >> 32)]
    let (none, all, any): (Int32, Int32, Int32) = (0, 1, 2)
    let rule = [2] + stateBits + [all, none, all, 5] + roleBits + [any, none, all, none]
    // The result is in the order of the tree (1), and includes the descendants of children.
    return Call(
      object, ATSPI.collection, "GetMatches", "(aiia{ss}iaiiasib)uib", numbers: rule + [1, limit, 1])
  }
}
