import SwitchwayConfig
import SwitchwayDevices

/// The programs that have an event node open, as far as /proc shows them to this person: root sees all, anybody else
/// only their own.
enum NodeHolders {
  /// Programs of the desktop and the system, which read all nodes and grab none.
  private static let readers: Set<String> = [
    "systemd-logind", "systemd-udevd", "Xorg", "Xwayland", "gnome-shell", "kwin_wayland", "sway", "weston", "labwc",
    "cinnamon", "upowerd", "acpid",
  ]
  /// A program that has this many nodes open, and more than half of all, is a desktop too. Chosen.
  private static let many = 4

  /// Their names and processes, such as `evtest (process 1234)`, in the order of processes. Not Switchway's own.
  ///
  /// - Parameter folder: where processes are listed.
  static func of(_ path: String, nodes: Int, in folder: String = "/proc") -> [String] {
    let processes = FolderNames.all(in: folder, isKernels: true).compactMap { Int32($0) }.sorted()
    return processes.compactMap { process in
      let files = "\(folder)/\(process)/fd"
      let open = Set(
        FolderNames.all(in: files, isKernels: true).compactMap { ForeignPath.target("\(files)/\($0)") })
      guard open.contains(path) else { return nil }
      let held = open.count { $0.hasPrefix("/dev/input/event") }
      let name = SystemAttributes.text("\(folder)/\(process)/comm") ?? ""
      let isOwn = name == "switchway" || name.hasPrefix("switchwayd")
      guard !name.isEmpty, !isOwn, !readers.contains(name), held < many || 2 * held <= nodes else { return nil }
      return Terminal.printable("\(name) (process \(process))")
    }
  }
}
