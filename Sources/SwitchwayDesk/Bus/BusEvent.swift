import SwitchwayScanning

/// What a signal of the accessibility bus says.
enum BusEvent: Equatable {
  /// A program has left the bus.
  case left(bus: String)
  /// The program, or the registry, has other windows, or another of them is in front.
  case windows(bus: String)
  /// Something has changed in this object.
  case contents(Reference)

  var bus: String {
    switch self {
    case .left(let bus), .windows(let bus): bus
    case .contents(let object): object.bus
    }
  }

  /// nil: the signal does not matter.
  init?(_ signal: Reply) {
    let (sender, path) = (signal.sender, signal.path)
    switch (signal.interface, signal.member) {
    case ("org.freedesktop.DBus", "NameOwnerChanged"):
      guard let name = signal.string() else { return nil }
      self = .left(bus: name)
    case (ATSPI.windowEvents, _): self = .windows(bus: sender)
    case (ATSPI.objectEvents, "ChildrenChanged") where path == ATSPI.root: self = .windows(bus: sender)
    case (ATSPI.objectEvents, _): self = .contents(Reference(bus: sender, path: path))
    default: return nil
    }
  }
}

/// Which events programs send, and which of them come here. Source: the design's "Reading a window".
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
