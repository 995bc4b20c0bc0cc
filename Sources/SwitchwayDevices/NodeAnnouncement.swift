import SwitchwayCore

/// A node that there is, as sysfs and udev describe it: the node itself was not opened.
public struct NodeAnnouncement: Hashable, Sendable {
  /// `/dev/input/eventN`.
  public var path: String
  /// Where sysfs has the node, symbolic links resolved; never given to another device while the machine runs. Own
  /// virtual devices are known by it.
  public var systemPath: String
  /// The seat that it belongs to, by udev's `ID_SEAT`.
  public var seat: String
  /// Complete but for the ranges and values of the axes.
  public var description: DeviceDescription

  /// What belongs to no other seat belongs to this one. Source: sd-login(3).
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
  /// Every seat's, whoever's session is in front of it.
  case all
  /// These and no others; none where the set is empty.
  case only(Set<String>)

  /// Whether a device of this seat may be read.
  public func contains(_ seat: String) -> Bool {
    switch self {
    case .all: true
    case .only(let seats): seats.contains(seat)
    }
  }

  /// No device may be read.
  public var isEmpty: Bool { self == .only([]) }
}

/// What the monitor saw.
public enum NodeEvent: Hashable, Sendable {
  /// A node came, or is there already.
  case added(NodeAnnouncement)
  /// udev looked at a node again: rights, links or kind may differ.
  case changed(NodeAnnouncement)
  /// A node went.
  case removed(systemPath: String)
}
