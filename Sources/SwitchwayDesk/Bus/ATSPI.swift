import SwitchwayScanning

/// Names of the accessibility bus. Source: at-spi2-core 2.46, `xml/*.xml`.
enum ATSPI {
  static let registry = "org.a11y.atspi.Registry"
  static let registryPath = "/org/a11y/atspi/registry"
  static let root = "/org/a11y/atspi/accessible/root"
  static let cachePath = "/org/a11y/atspi/cache"

  static let accessible = "org.a11y.atspi.Accessible"
  static let action = "org.a11y.atspi.Action"
  static let application = "org.a11y.atspi.Application"
  static let cache = "org.a11y.atspi.Cache"
  static let collection = "org.a11y.atspi.Collection"
  static let component = "org.a11y.atspi.Component"
  static let editableText = "org.a11y.atspi.EditableText"
  static let hyperlink = "org.a11y.atspi.Hyperlink"
  static let hypertext = "org.a11y.atspi.Hypertext"
  static let selection = "org.a11y.atspi.Selection"
  static let table = "org.a11y.atspi.Table"
  static let text = "org.a11y.atspi.Text"
  static let value = "org.a11y.atspi.Value"
  static let objectEvents = "org.a11y.atspi.Event.Object"
  static let windowEvents = "org.a11y.atspi.Event.Window"
  static let properties = "org.freedesktop.DBus.Properties"

  /// Coordinates of the screen. Source: `AtspiCoordType`.
  static let screen = Argument.unsigned(0)
}

extension Call {
  /// Reads a property.
  static func get(_ object: Reference, _ interface: String, _ property: String) -> Call {
    Call(object, ATSPI.properties, "Get", [.string(interface), .string(property)])
  }

  static func extents(_ object: Reference) -> Call {
    Call(object, ATSPI.component, "GetExtents", [ATSPI.screen])
  }
}
