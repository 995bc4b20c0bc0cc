import CLibudev
import Glibc
import SwitchwayCore

/// Lists the device nodes, and reports nodes that are added or removed.
package protocol NodeMonitor: AnyObject {
  /// The descriptor for the event loop.
  var descriptor: Int32 { get }
  /// Returns the present nodes, in the order of their numbers, or `nil` if they cannot be listed.
  func list() -> [NodeAnnouncement]?
  /// Returns the events since the last call, in order, up to a limit. If there are more, the descriptor stays readable.
  ///
  /// - Returns: `nil` if events were lost. Then compare the known nodes with `list()`.
  func receive() -> [NodeEvent]?
}

/// Lists event nodes and watches their addition and removal through libudev. It never opens a node.
///
/// If udevd runs, this uses the announcements of udevd, because a node's access rights and links are complete when
/// udevd announces it. Without udevd, as in containers and small systems, it uses the kernel's own announcements.
@safe public final class DeviceMonitor: NodeMonitor {
  /// The reason why devices cannot be watched.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// libudev could not be set up; the value is the errno.
    case unavailable(Int32)

    public var description: String {
      switch self {
      case .unavailable(let code): unsafe "cannot look for devices: \(String(cString: strerror(code)))"
      }
    }
  }

  /// The largest number of announcements that one turn of the loop handles. A larger number would delay switches if
  /// many nodes are announced. A smaller one would let the kernel's queue overflow, and then all nodes must be
  /// compared. Arbitrary.
  static let turn = 8

  /// The descriptor for the event loop.
  public let descriptor: Int32
  private let udev: OpaquePointer
  private let monitor: OpaquePointer
  private let hasUdev: Bool

  /// Starts to listen to announcements. Call `existing()` afterwards, so that no node is missed.
  public init() throws(Failure) {
    guard let udev = unsafe udev_new() else { throw .unavailable(errno) }
    hasUdev = unsafe access("/run/udev/control", F_OK) == 0
    guard let monitor = unsafe udev_monitor_new_from_netlink(udev, hasUdev ? "udev" : "kernel") else {
      let code = errno
      unsafe udev_unref(udev)
      throw .unavailable(code)
    }
    let filtered = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
    let listening = filtered < 0 ? filtered : unsafe udev_monitor_enable_receiving(monitor)
    guard listening >= 0 else {
      unsafe udev_monitor_unref(monitor)
      unsafe udev_unref(udev)
      throw .unavailable(-listening)
    }
    unsafe self.udev = unsafe udev
    unsafe self.monitor = unsafe monitor
    descriptor = unsafe udev_monitor_get_fd(monitor)
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(udev)
  }

  /// The present nodes, in the order of their numbers; empty if they cannot be listed.
  public func existing() -> [NodeAnnouncement] { list() ?? [] }

  package func list() -> [NodeAnnouncement]? { SpareDescriptors.shared.lend(SpareDescriptors.count) { listAll() } }

  private func listAll() -> [NodeAnnouncement]? {
    guard let list = unsafe udev_enumerate_new(udev) else { return nil }
    defer { unsafe udev_enumerate_unref(list) }
    unsafe udev_enumerate_add_match_subsystem(list, "input")
    unsafe udev_enumerate_add_match_sysname(list, "event*")
    // Nodes that udev has not processed yet are left out, because udev will announce them.
    if hasUdev { unsafe udev_enumerate_add_match_is_initialized(list) }
    guard unsafe udev_enumerate_scan_devices(list) >= 0 else { return nil }
    var found: [NodeAnnouncement] = []
    var entry = unsafe udev_enumerate_get_list_entry(list)
    while let current = unsafe entry {
      if let path = unsafe udev_list_entry_get_name(current),
        let device = unsafe udev_device_new_from_syspath(udev, path)
      {
        if let node = unsafe announcement(of: device) { found.append(node) }
        unsafe udev_device_unref(device)
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    return found.sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  package func receive() -> [NodeEvent]? {
    var events: [NodeEvent] = []
    for _ in 0..<DeviceMonitor.turn {
      errno = 0
      guard let device = unsafe udev_monitor_receive_device(monitor) else {
        if errno == ENOBUFS {
          drain()
          return nil
        }
        if errno == EINTR { continue }
        break
      }
      defer { unsafe udev_device_unref(device) }
      guard let action = unsafe string(udev_device_get_action(device)),
        let systemPath = unsafe string(udev_device_get_syspath(device)), DeviceMonitor.isEventNode(systemPath)
      else { continue }
      if action == "remove" {
        events.append(.removed(systemPath: systemPath))
      } else if let node = unsafe announcement(of: device) {
        events.append(action == "add" ? .added(node) : .changed(node))
      }
    }
    return events
  }

  /// Discards all announcements in the queue after a loss. The kernel reports a loss only once, and then drops further
  /// announcements without a report until the queue is empty (`NETLINK_S_CONGESTED` in its `af_netlink.c`). So the
  /// nodes can be compared only when the queue is empty.
  private func drain() {
    while true {
      errno = 0
      if let device = unsafe udev_monitor_receive_device(monitor) {
        unsafe udev_device_unref(device)
      } else if errno != EINTR && errno != ENOBUFS {
        return
      }
    }
  }

  private func announcement(of device: OpaquePointer) -> NodeAnnouncement? {
    errno = 0
    if let found = unsafe describe(device) { return found }
    // If no descriptor was left, read the attributes again with the spare ones. Otherwise the device would stay
    // unknown.
    guard SpareDescriptors.shortage != nil else { return nil }
    return SpareDescriptors.shared.lend(SpareDescriptors.count) { unsafe describe(device) }
  }

  private func describe(_ device: OpaquePointer) -> NodeAnnouncement? {
    guard let systemPath = unsafe string(udev_device_get_syspath(device)), DeviceMonitor.isEventNode(systemPath),
      let path = unsafe string(udev_device_get_devnode(device))
    else { return nil }
    var properties: [String: String] = [:]
    var links: [String] = []
    var entry = unsafe udev_device_get_properties_list_entry(device)
    while let current = unsafe entry {
      if let name = unsafe string(udev_list_entry_get_name(current)), name.hasPrefix("ID_INPUT") {
        properties[name] = unsafe string(udev_list_entry_get_value(current)) ?? ""
      }
      unsafe entry = unsafe udev_list_entry_get_next(current)
    }
    if hasUdev {
      unsafe entry = unsafe udev_device_get_devlinks_list_entry(device)
      while let current = unsafe entry {
        if let link = unsafe string(udev_list_entry_get_name(current)), DeviceLinks.isStable(link) {
          links.append(link)
        }
        unsafe entry = unsafe udev_list_entry_get_next(current)
      }
      links.sort()
    } else {
      links = DeviceLinks.pointing(at: path)
    }
    return SystemAttributes.description(
      systemPath: systemPath, links: links, udev: hasUdev ? properties : nil
    ).map { description in
      let seat = unsafe string(udev_device_get_property_value(device, "ID_SEAT")) ?? ""
      return NodeAnnouncement(
        path: path, systemPath: systemPath, seat: seat.isEmpty ? NodeAnnouncement.firstSeat : seat,
        description: description)
    }
  }

  /// Returns whether the last part of the path is `event` and a number.
  static func isEventNode(_ systemPath: String) -> Bool {
    guard let last = systemPath.split(separator: "/").last, last.hasPrefix("event") else { return false }
    let number = last.dropFirst(5).utf8
    return !number.isEmpty && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
