import Glibc
import Testing

// The Debian package, with dpkg itself: installed, upgraded, removed, purged.
extension ServiceTests {
  private static let wants = "/etc/systemd/system/multi-user.target.wants/switchway@\(DaemonProcess.user).service"

  /// dpkg with a database of its own: under emulation that of the whole machine takes minutes to read.
  private func dpkg(_ words: String) throws -> String {
    try shell(
      "db=/run/switchway-dpkg; mkdir -p $db/info $db/updates $db/triggers && touch $db/status $db/available && "
        + "dpkg --admindir=$db --force-depends --force-unsafe-io \(words)")
  }

  /// What the other tests need, which was laid out without a package.
  private func layOut() {
    _ = try? run([
      "/bin/sh", "-c",
      "cp -a --no-preserve=ownership .build/installed/. / && chown root: /usr/bin/switchway*; "
        + "udevadm control --reload; udevadm trigger --settle /dev/uinput; systemctl daemon-reload",
    ])
  }

  @Test("the package: set up by one command; an upgrade disturbs nothing; removed and purged it leaves nothing")
  func package() throws {
    let package = try shell("ls .build/deb/switchway_*.deb").filter { $0 != "\n" }
    defer { layOut() }
    _ = try dpkg("--install \(package)")
    #expect(try shell("stat -c '%a %U' /usr/bin/switchwayd") == "711 root\n")
    try shell("switchway install-service \(DaemonProcess.user)")
    let client = try connect()
    let process = try property("MainPID")

    let upgrade = try dpkg("--install \(package)")
    #expect(upgrade.contains("what runs goes on with the version it was started with"), "\(upgrade)")
    #expect(try property("MainPID") == process)
    #expect(try property("NRestarts") == "0")

    _ = try dpkg("--remove switchway")
    try client.next(type: "bye")
    #expect(!exists("/usr/bin/switchwayd") && !exists("/usr/lib/udev/rules.d/70-switchway.rules"))
    #expect(exists("/var/lib/switchway"))
    _ = try dpkg("--purge switchway")
    #expect(!exists("/var/lib/switchway") && !exists("/usr/share/switchway"))
    // A link that leads nowhere is there all the same.
    #expect(try run(["/usr/bin/test", "-L", Self.wants]).status == 1)
  }
}
