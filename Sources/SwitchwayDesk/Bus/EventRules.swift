import SwitchwayBus
import SwitchwayScanning

/// Which events programs send, and which of them come here. Source: docs/design/desktop.md, "Reading a window".
final class EventRules {
  /// What the registry calls it, and the bus's rule for it.
  private static let events = [
    ("object:children-changed", "interface='\(ATSPI.objectEvents)',member='ChildrenChanged'"),
    ("object:state-changed:showing", "interface='\(ATSPI.objectEvents)',member='StateChanged',arg0='showing'"),
    ("object:state-changed:focused", "interface='\(ATSPI.objectEvents)',member='StateChanged',arg0='focused'"),
    ("window:", "interface='\(ATSPI.windowEvents)'"),
  ]

  private let connection: BusConnection
  private let departures: Match?
  private var matches: [Match] = []

  init(_ connection: BusConnection) {
    self.connection = connection
    departures = connection.match("sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
  }

  func set(on: Bool) {
    guard on == matches.isEmpty else { return }
    matches = on ? Self.events.compactMap { connection.match($0.1) } : []
    for (name, _) in Self.events {
      let call = Call(ATSPI.registry, ATSPI.registry.bus, on ? "RegisterEvent" : "DeregisterEvent", "s", [name])
      connection.send(call, limit: ProgramCalls.limit) { _ in }
    }
  }
}
