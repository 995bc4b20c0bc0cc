import CLibevdev
import Glibc
import Testing

// The Debian package, with dpkg itself: installed, upgraded, removed, purged.
extension ServiceTests {
  private static let wants = "/etc/systemd/system/multi-user.target.wants/switchway@\(DaemonProcess.user).service"

  /// dpkg with its own database, because reading the machine's takes minutes under emulation.
  private func dpkg(_ words: String) throws -> String {
    try shell(
      "db=/run/switchway-dpkg; mkdir -p $db/info $db/updates $db/triggers && touch $db/status $db/available && "
        + "dpkg --admindir=$db --force-depends --force-unsafe-io \(words)")
  }

  /// The package as an earlier version, with a profile that later ones do not have. It is made of .build/former.deb,
  /// the package of an older commit, where that exists.
  private func former(_ package: String) throws -> String {
    let folder = "/run/switchway-former"
    let older = exists(".build/former.deb") ? ".build/former.deb" : package
    try shell(
      "dpkg-deb --raw-extract \(older) \(folder) && cd \(folder) && "
        + "sed -i 's/^Version: .*/Version: 0.0.9/' DEBIAN/control && "
        + "cp usr/share/switchway/profiles/default.yaml usr/share/switchway/profiles/former.yaml && "
        + "dpkg-deb --root-owner-group -Znone --build . \(folder).deb")
    return "\(folder).deb"
  }

  /// Restores the files that the other tests need, which were installed without a package.
  private func layOut() {
    _ = try? run([
      "/bin/sh", "-c",
      "dpkg --purge switchway; cp -a --no-preserve=ownership .build/installed/. / && chown root: /usr/bin/switchway*; "
        + "udevadm control --reload; udevadm trigger --settle /dev/uinput; systemctl daemon-reload",
    ])
  }

  /// Makes a machine that has never had Switchway, with its person's session active.
  private func clear() throws {
    try People.mine.get().activate()
    try shell(
      "cd .build/installed && find . ! -type d | (cd / && xargs -d '\\n' rm -f) && cd / && "
        + "rm -rf \(Self.home)/.config /var/lib/switchway /usr/share/switchway && chgrp root /dev/uinput && "
        + "chmod 600 /dev/uinput && { groupdel switchway-uinput || true; } && "
        + "udevadm control --reload")
  }

  /// Collects the output of `switchway monitor` until `isEnough`, which is called with it repeatedly.
  private func monitor(until isEnough: (String) throws -> Bool) throws {
    let log = "/run/switchway-monitor"
    let unit = "switchway-test-monitor.service"
    try shell(
      "systemd-run --quiet --collect --unit \(unit) --uid=\(DaemonProcess.user) --property=StandardOutput=file:\(log) "
        + "/usr/bin/switchway monitor --socket \(Self.socket)")
    defer { _ = try? run(["/bin/sh", "-c", "systemctl stop \(unit); rm -f \(log)"]) }
    var said = ""
    do {
      try eventually("what the monitor shows") {
        said = (try? contents(of: log)) ?? ""
        return try isEnough(said)
      }
    } catch {
      throw KernelError("\(error); it shows:\n\(said)")
    }
  }

  /// Waits until the desktop has got exactly these keys, except repeats.
  private func typed(_ wanted: [[Int32]], at desktop: DesktopReader) throws {
    var came: [[Int32]] = []
    try eventually("\(wanted) at the desktop") {
      came += desktop.events().filter { $0[2] != 2 }
      return came.count >= wanted.count
    }
    #expect(came == wanted)
  }

  @Test("the package: one command sets it up; an upgrade disturbs no key that is held; purged it leaves nothing")
  func package() throws {
    let package = try shell("ls $PWD/.build/deb/switchway_*.deb").filter { $0 != "\n" }
    defer { layOut() }
    try clear()
    _ = try dpkg("--install \(try former(package))")
    let formerProfile = "/usr/share/switchway/profiles/former.yaml"
    #expect(exists(formerProfile))
    #expect(try shell("stat -c '%a %U' /usr/bin/switchwayd") == "711 root\n")
    try shell("switchway install-service \(DaemonProcess.user)")
    var box: UInputDevice?
    var isDown = false
    try monitor { shown in
      if box == nil, shown.contains("profile") { box = try UInputDevice.box("Test Switch Interface") }
      // A box with a key down is not grabbed, and the monitor names one that is plugged in before it is read.
      if !isDown, shown.contains("grabbed Test Switch Interface") {
        isDown = true
        try box?.key(Code.left, down: true)
      }
      return shown.contains("next, tap of left (box)")
    }
    try box?.key(Code.left, down: false)
    let client = try connect()
    let process = try property("MainPID")
    // A key of a keyboard that is grabbed is held over the upgrade.
    let keyboard = try UInputDevice.keyboard()
    try client.send(#"{"type":"set","profile":"full-keyboard-access","id":"keyboard"}"#)
    try client.next(type: "ok") { $0.text("id") == "keyboard" }
    try grabs(1, client)
    let desktop = try DesktopReader(try KeyboardRig.virtualNode())
    try keyboard.key(KEY_A, down: true)
    try typed([[EV_KEY, KEY_A, 1]], at: desktop)

    let upgrade = try dpkg("--install \(package)")
    // It says how what runs gets the new version.
    #expect(upgrade.contains("systemctl restart 'switchway@*'"), "\(upgrade)")
    #expect(try property("MainPID") == process)
    #expect(try property("NRestarts") == "0")
    #expect(!exists(formerProfile) && exists("/usr/share/switchway/profiles/default.yaml"))
    // It is down still, and the reader has what was repeated meanwhile, or has lost it.
    try eventually("a repeat at the desktop") { desktop.events().contains([EV_KEY, KEY_A, 2]) }
    try keyboard.key(KEY_A, down: false)
    try keyboard.tap(KEY_B)
    try typed([[EV_KEY, KEY_A, 0], [EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]], at: desktop)
    try grabs(1, client)

    _ = try dpkg("--remove switchway")
    try client.next(type: "bye")
    #expect(!exists("/usr/bin/switchwayd") && !exists("/usr/lib/udev/rules.d/70-switchway.rules"))
    #expect(exists("/var/lib/switchway"))
    // A broken link would still exist.
    #expect(try run(["/usr/bin/test", "-L", Self.wants]).status == 1, "the unit is enabled without its program")
    _ = try dpkg("--purge switchway")
    #expect(!exists("/var/lib/switchway") && !exists("/usr/share/switchway"))
    // A broken link would still exist.
    #expect(try run(["/usr/bin/test", "-L", Self.wants]).status == 1)
  }
}
