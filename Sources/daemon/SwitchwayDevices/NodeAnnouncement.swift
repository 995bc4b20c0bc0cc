import SwitchwayCore

/// The description of an existing node by sysfs and udev. The node itself was not opened.
public struct NodeAnnouncement: Hashable, Sendable {
  /// The path of the node, `/dev/input/eventN`.
  public var path: String
  /// The node's path in sysfs, with symbolic links resolved. While the computer runs, it is not used again for another
  /// device. By it, this process recognises its own virtual devices.
  public var systemPath: String
  /// The seat of the node, from udev's property `ID_SEAT`.
  public var seat: String
  /// The description of the node, without the ranges and values of the axes.
  public var description: DeviceDescription

  /// The events that the node can send, read from sysfs.
  public var capabilities: DeviceCapabilities {
    SystemAttributes.capabilities(of: SystemAttributes.device(of: systemPath))
  }

  /// The seat of all devices that are not assigned to another seat. Source: sd-login(3).
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
  /// Only these seats. If the set is empty, no device may be read.
  case only(Set<String>)

  /// Returns whether a device of this seat may be read.
  public func contains(_ seat: String) -> Bool {
    switch self {
    case .all: true
    case .only(let seats): seats.contains(seat)
    }
  }
}

/// An event that the monitor saw.
public enum NodeEvent: Hashable, Sendable {
  /// A node has appeared, or already exists.
  case added(NodeAnnouncement)
  /// udev has processed a node again, so its access rights, links or kind may have changed.
  case changed(NodeAnnouncement)
  /// A node was removed.
  case removed(systemPath: String)
}
