import SwitchwayCore

/// An existing node as sysfs and udev describe it. The node itself was not opened.
public struct NodeAnnouncement: Hashable, Sendable {
  /// `/dev/input/eventN`.
  public var path: String
  /// The node's path in sysfs, with symbolic links resolved. Never reused for another device while the machine runs.
  /// Identifies our own virtual devices.
  public var systemPath: String
  /// Its seat, by udev's `ID_SEAT`.
  public var seat: String
  /// It is complete except for the ranges and values of the axes.
  public var description: DeviceDescription

  /// The node's possible events, read from sysfs.
  public var capabilities: DeviceCapabilities {
    SystemAttributes.capabilities(of: SystemAttributes.device(of: systemPath))
  }

  /// The seat of devices that belong to no other seat. Source: sd-login(3).
  public static let firstSeat = "seat0"

  public init(path: String, systemPath: String, seat: String = firstSeat, description: DeviceDescription) {
    self.path = path
    self.systemPath = systemPath
    self.seat = seat
    self.description = description
  }
}

/// The seats whose devices may be read.
public enum SeatsInFront: Hashable, Sendable {
  /// All seats, whatever session is active.
  case all
  /// Only these seats; none if the set is empty.
  case only(Set<String>)

  /// Whether a device of this seat may be read.
  public func contains(_ seat: String) -> Bool {
    switch self {
    case .all: true
    case .only(let seats): seats.contains(seat)
    }
  }
}

/// An event that the monitor saw.
public enum NodeEvent: Hashable, Sendable {
  /// A node appeared or already exists.
  case added(NodeAnnouncement)
  /// udev processed a node again: access rights, links or kind may have changed.
  case changed(NodeAnnouncement)
  /// A node was removed.
  case removed(systemPath: String)
}
