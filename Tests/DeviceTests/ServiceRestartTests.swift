import CLibevdev
import Glibc
import Testing

// Services on which ours depends are restarted while a key is held.
extension ServiceTests {
  @Test("udevd and logind are restarted while keys are held: nothing stays down, the keyboard types, and is held again")
  func restarts() throws {
    try writeProfile(Self.both)
    let client = try started()
    let keyboard = try UInputDevice.keyboard()
    try grabs(1, client)
    let plain = try DesktopReader(keyboard.node)
    for unit in ["systemd-udevd", "systemd-logind"] {
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try keyboard.key(KEY_A, down: true)
      try eventually("A typed") { desktop.events().contains([EV_KEY, KEY_A, 1]) }
      try shell("systemctl restart \(unit)")
      try keyboard.key(KEY_A, down: false)
      var typed = false
      // The virtual keyboard may be another one by now, and the keyboard grabbed again.
      var latest: (node: String, reader: DesktopReader)?
      try eventually("A up, and another key from the keyboard or the virtual one, after \(unit)") {
        let node = names(in: "/sys/class/input").first { name in
          name.hasPrefix("event")
            && (try? contents(of: "/sys/class/input/\(name)/device/name")) == "Switchway keyboard\n"
        }
        if latest?.node != node {
          latest = node.flatMap { node in
            (try? DesktopReader("/dev/input/\(node)")).map { (node, $0) }
          }
        }
        try keyboard.tap(KEY_Q)
        for reader in [plain, desktop, latest?.reader] {
          typed = typed || reader?.events().contains([EV_KEY, KEY_Q, 0]) == true
        }
        // The daemon may not have read the release yet. This wait fails if the key stays down.
        guard let node, let now = try? DesktopReader("/dev/input/\(node)") else { return typed }
        return typed && now.value(EV_KEY, KEY_A) == 0
      }
      try eventually("the grab after \(unit)") {
        let again = try connect()
        try grabs(1, again)
        return true
      }
      let after = try DesktopReader(try KeyboardRig.virtualNode())
      try eventually("B on the virtual keyboard after \(unit)") {
        try keyboard.tap(KEY_B)
        return after.events().contains([EV_KEY, KEY_B, 0])
      }
    }
    #expect(try property("ActiveState") == "active")
    withExtendedLifetime(client) {}
  }
}
