import Glibc

/// Finds names of nodes that do not change: the links in `/dev/input/by-id` and `/dev/input/by-path`, and paths in
/// sysfs.
enum DeviceLinks {
  private static let folders = ["/dev/input/by-id/", "/dev/input/by-path/"]

  static func isStable(_ link: String) -> Bool { folders.contains { link.hasPrefix($0) } }

  /// Returns the path in sysfs of a node's device, in udev's form, without `/sys`. Profiles can use it instead of a
  /// link, if nothing else distinguishes the device from an equal one.
  static func devicePath(_ systemPath: String) -> String {
    let device = SystemAttributes.device(of: systemPath)
    return device.hasPrefix("/sys/") ? String(device.dropFirst(4)) : device
  }

  /// Returns the links that lead to `node`, sorted. This is used if udev does not list the links.
  static func pointing(at node: String) -> [String] {
    var links: [String] = []
    for folder in folders {
      guard let directory = unsafe opendir(folder) else { continue }
      defer { unsafe closedir(directory) }
      while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
          unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        guard name != ".", name != "..", let real = unsafe realpath(folder + name, nil) else { continue }
        if unsafe String(cString: real) == node { links.append(folder + name) }
        unsafe free(real)
      }
    }
    return links.sorted()
  }
}
