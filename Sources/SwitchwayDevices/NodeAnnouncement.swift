import SwitchwayCore

/// A node that there is, as sysfs and udev describe it: the node itself was not opened.
public struct NodeAnnouncement: Hashable, Sendable {
  /// `/dev/input/eventN`.
  public var path: String
  /// Where sysfs has the node, symbolic links resolved; never given to another device while the machine runs. Own
  /// virtual devices are known by it.
  public var systemPath: String
  /// Complete but for the ranges and values of the axes.
  public var description: DeviceDescription

  public init(path: String, systemPath: String, description: DeviceDescription) {
    self.path = path
    self.systemPath = systemPath
    self.description = description
  }
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
