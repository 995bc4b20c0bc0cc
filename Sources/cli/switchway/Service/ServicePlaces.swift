/// Names and file locations of the service on a machine.
enum ServicePlaces {
  /// The group whose members may read event nodes. Source: Debian's udev rules.
  static let inputGroup = "input"
  /// The group whose members may create a virtual keyboard. Source: udev/70-switchway.rules.
  static let typingGroup = "switchway-uinput"
  static let template = "switchway@.service"
  static let rule = "70-switchway.rules"
  static let uinput = "/dev/uinput"

  /// The folders under which systemd and udev look for their files. Source: systemd.unit(5) and udev(7).
  private static let roots = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
  static let unitFolders = roots.map { $0 + "/systemd/system" }
  static let ruleFolders = roots.map { $0 + "/udev/rules.d" }

  static func unit(of user: String) -> String { "switchway@\(user).service" }

  /// Whether systemd accepts the name after `@` without escaping. Source: systemd.unit(5).
  static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "_-.@:".utf8.contains(byte)
        }
      }
  }
}
