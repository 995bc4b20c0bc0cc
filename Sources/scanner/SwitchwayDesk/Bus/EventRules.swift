import SwitchwayBus
import SwitchwayScanning

/// Selects the events that programs send, and the events that the bus delivers to this program. Source:
/// docs/design/desktop.md, "Reading a window".
final class EventRules {
  /// The events, each with its name in the registry and the rule for the bus.
  private static let events = [
    ("object:children-changed", "interface='\(ATSPI.objectEvents)',member='ChildrenChanged'"),
    ("object:state-changed:showing", "interface='\(ATSPI.objectEvents)',member='StateChanged',arg0='showing'"),
    ("object:state-changed:focused", "interface='\(ATSPI.objectEvents)',member='StateChanged',arg0='focused'"),
    (windows, "interface='\(ATSPI.windowEvents)'"),
  ]
  /// The name of the last event. This event stays registered while the others are off.
  private static let windows = "window:"
  /// The rule for the only event that arrives while the others are off: a window has lost the keyboard, perhaps to a
  /// screen lock that nothing else reports.
  private static let atRest = "interface='\(ATSPI.windowEvents)',member='Deactivate'"

  private let connection: BusConnection
  private let departures: Match?
  private var matches: [Match] = []
  private var isOn: Bool?

  init(_ connection: BusConnection) {
    self.connection = connection
    departures = connection.match("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
    tell("RegisterEvent", Self.windows)
  }

  func set(on: Bool) {
    guard on != isOn else { return }
    isOn = on
    matches = (on ? Self.events.map(\.1) : [Self.atRest]).compactMap { connection.match($0) }
    for (name, _) in Self.events.dropLast() { tell(on ? "RegisterEvent" : "DeregisterEvent", name) }
  }

  /// Ends everything: no events arrive any more.
  func end() {
    set(on: false)
    matches = []
    tell("DeregisterEvent", Self.windows)
  }

  private func tell(_ member: String, _ event: String) {
    connection.send(Call(ATSPI.registry, ATSPI.registry.bus, member, "s", [event]), limit: ProgramCalls.limit) { _ in }
  }
}
