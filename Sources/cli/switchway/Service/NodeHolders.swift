import SwitchwayConfig
import SwitchwayDevices
import SwitchwayFiles

/// The programs that have an event node open, as far as /proc shows them to this person: root sees all programs, other
/// users see only their own.
struct NodeHolders {
  /// Programs of the desktop and the system, which read all nodes and grab none.
  private static let readers: Set<String> = [
    "systemd-logind", "systemd-udevd", "Xorg", "Xwayland", "gnome-shell", "kwin_wayland", "sway", "weston", "labwc",
    "cinnamon", "upowerd", "acpid",
  ]
  /// A program that has at least this many nodes open, and more than half of all nodes, also counts as a desktop.
  /// Arbitrary.
  private static let many = 4

  /// For the path of each node, the programs that have the node open.
  private var names: [String: [String]] = [:]

  /// Looks at all processes once.
  ///
  /// - Parameters:
  ///   - nodes: the number of event nodes on this computer.
  ///   - folder: the folder in which the kernel lists processes.
  init(nodes: Int, in folder: String = "/proc") {
    for process in FolderNames.all(in: folder, isKernels: true).compactMap({ Int32($0) }).sorted() {
      let files = "\(folder)/\(process)/fd"
      let open = Set(
        FolderNames.all(in: files, isKernels: true).compactMap { ForeignPath.target("\(files)/\($0)") }
          .filter { $0.hasPrefix("/dev/input/event") })
      guard !open.isEmpty, open.count < Self.many || 2 * open.count <= nodes else { continue }
      let name = SystemAttributes.text("\(folder)/\(process)/comm") ?? ""
      let isOwn = name == "switchway" || name.hasPrefix("switchwayd")
      guard !name.isEmpty, !isOwn, !Self.readers.contains(name) else { continue }
      for path in open { names[path, default: []].append(Terminal.printable("\(name) (process \(process))")) }
    }
  }

  /// Returns the names and process IDs of the programs that have a node open, such as `evtest (process 1234)`, in the
  /// order of their numbers. Switchway's own programs are left out.
  func of(_ path: String) -> [String] { names[path] ?? [] }
}
