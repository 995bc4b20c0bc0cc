import CLibudev
import Glibc
import SwitchwayCore

/// Which event nodes there are, and which come and go, by libudev. Never opens a node.
///
/// Where udevd runs, its word is waited for: rules, rights and links are then in place. Elsewhere (containers, small
/// systems) the kernel's own announcements are taken.
@safe public final class DeviceMonitor {
  /// Why devices cannot be watched.
  public enum Failure: Error, Equatable {
    /// libudev could not be set up; errno.
    case unavailable(Int32)
  }

  /// The most announcements of one turn: a flood of them must not keep switches waiting, nor may so few be taken that
  /// the kernel drops some and all nodes must be compared. Chosen.
  static let turn = 8

  /// For the loop to watch.
  public let descriptor: Int32
  private let udev: OpaquePointer
  private let monitor: OpaquePointer
  private let hasUdev: Bool

  /// Starts to listen; ask for `existing()` after it, so that nothing is missed in between.
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

  /// The nodes that are there now, in the order of their numbers; none where they cannot be listed.
  public func existing() -> [NodeAnnouncement] { list() ?? [] }

  /// The nodes that are there now, in the order of their numbers; nil where they cannot be listed.
  func list() -> [NodeAnnouncement]? { SpareDescriptors.shared.lend(SpareDescriptors.count) { listAll() } }

  private func listAll() -> [NodeAnnouncement]? {
    guard let list = unsafe udev_enumerate_new(udev) else { return nil }
    defer { unsafe udev_enumerate_unref(list) }
    unsafe udev_enumerate_add_match_subsystem(list, "input")
    unsafe udev_enumerate_add_match_sysname(list, "event*")
    // One that udev has not finished with is announced when it has.
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

  /// What has come since the last call, in order, at most `turn` of it: the descriptor stays readable for the rest.
  ///
  /// - Returns: nil when the kernel dropped announcements: compare with `list()`.
  public func receive() -> [NodeEvent]? {
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

  /// Throws away what waits. The kernel tells of a loss once, and loses more in silence until nothing is left in the queue
  /// (`NETLINK_S_CONGESTED` in its `af_netlink.c`): what is compared before that is not all.
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
    // A device whose attributes cannot be read when it comes would stay unknown.
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

  /// Whether the last part of the path is `event` and a number.
  static func isEventNode(_ systemPath: String) -> Bool {
    guard let last = systemPath.split(separator: "/").last, last.hasPrefix("event") else { return false }
    let number = last.dropFirst(5).utf8
    return !number.isEmpty && number.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private func string(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}
