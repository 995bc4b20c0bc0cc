import Glibc

/// The stable names of nodes: the links in `/dev/input/by-id` and `/dev/input/by-path`.
enum DeviceLinks {
  private static let folders = ["/dev/input/by-id/", "/dev/input/by-path/"]

  static func isStable(_ link: String) -> Bool { folders.contains { link.hasPrefix($0) } }

  /// The path in sysfs of a node's device, as udev names it: without `/sys`. It replaces a link if nothing else
  /// distinguishes the device from an equal one.
  static func devicePath(_ systemPath: String) -> String {
    let device = SystemAttributes.device(of: systemPath)
    return device.hasPrefix("/sys/") ? String(device.dropFirst(4)) : device
  }

  /// The links to `node`, sorted. They are used if udev does not list them.
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
