import Glibc
import Testing

// Whose session is in front, with a real logind: two users, virtual terminals, a greeter, no seat, a second seat.
extension ServiceTests {
  /// The paths of the nodes that the service has open.
  private func openNodes() throws -> [String] { nodesOpen(in: try #require(pid_t(try property("MainPID")))) }

  private func mode(_ name: String, _ isOn: Bool, _ client: LineClient) throws {
    try client.next(type: "mode") { $0.text("mode") == name && $0.flag("on") == isOn }
  }

  @Test("another user in front: what is held is let go of, every node is closed, nothing is read; back: it works")
  func terminals() throws {
    let box = try UInputDevice.box()
    let theirs = try People.theirs.get()
    try writeProfile(twoSwitches.replacing("tap: next", with: "press: next").replacing("grab: no", with: "grab: yes"))
    let client = try started()
    try client.devices(1)
    try box.key(Code.left, down: true)
    try client.command("next", phase: "begin")
    let before = nowMicroseconds()
    try theirs.activate()
    try client.command("next", phase: "end")
    let left = try client.next(type: "mode") { $0.text("mode") == "active" && $0.flag("on") == false }
    print("let go of and closed \((left.number("time") ?? 0) - before) µs after 'loginctl activate' began")
    #expect(try openNodes() == [])
    try box.key(Code.left, down: false)
    try box.taps(Code.right, count: 5)
    #expect(try client.isQuiet(for: 1))
    try client.send(#"{"type":"get","what":"state","id":1}"#)
    let state = try client.next(type: "ok")
    #expect(state.flag("active") == false)
    #expect(state.description.contains(#""devices":[]"#))
    try People.mine.get().activate()
    try mode("active", true, client)
    #expect(try openNodes() == [box.node])
    try box.tap(Code.right)
    #expect(try client.command("select").number("seq") == 3, "the presses of meanwhile made no command")
    expectBalanced(client)
  }

  @Test("a press that waits is rejected as inactive before it is told that nothing is read")
  func pending() throws {
    let box = try UInputDevice.box()
    let theirs = try People.theirs.get()
    try writeProfile(twoSwitches.replacing("tap: next", with: "tap: next, hold: {after: 60s, do: menu}"))
    let client = try started()
    try client.devices(1)
    try box.key(Code.left, down: true)
    try client.next(type: "pending")
    try theirs.activate()
    try client.next(type: "rejected") { $0.text("reason") == "inactive" }
    try mode("active", false, client)
    #expect(client.all("command").isEmpty)
  }

  @Test("a greeter in front, or only a session without a seat: no device is read")
  func greeterAndRemote() throws {
    let box = try UInputDevice.box()
    let client = try started()
    try client.devices(1)
    let away = try LoginSession(DaemonProcess.user, terminal: nil)
    try People.greeter.get().activate()
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
    try away.end()
  }

  @Test("while the screen is locked only when-locked works")
  func locked() throws {
    let box = try UInputDevice.box()
    try writeProfile(twoSwitches.replacing("tap: select", with: "tap: attention"))
    let client = try started()
    try client.devices(1)
    let mine = try People.mine.get()
    defer { try? mine.setLocked(false) }
    try mine.setLocked(true)
    try mode("locked", true, client)
    try box.tap(Code.left)
    try client.next(type: "rejected") { $0.text("reason") == "inactive" }
    try box.tap(Code.right)
    try client.next(type: "attention")
    try mine.setLocked(false)
    try mode("locked", false, client)
    try box.tap(Code.left)
    try client.command("next")
  }

  @Test("after logging out nothing is read")
  func logout() throws {
    let box = try UInputDevice.box()
    let client = try started()
    try client.devices(1)
    let brief = try LoginSession(DaemonProcess.user, terminal: 5)
    try brief.activate()
    try client.devices(1)
    try brief.end()
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
  }

  @Test("logind gone: no device is read, until it is back")
  func logindGone() throws {
    let box = try UInputDevice.box()
    let client = try started()
    try client.devices(1)
    // Masked, so that the bus does not start it again.
    try shell("systemctl mask --runtime systemd-logind.service && systemctl stop systemd-logind.service")
    defer { _ = try? run(["/bin/sh", "-c", Self.logindBack]) }
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
    try shell(Self.logindBack)
    try mode("active", true, client)
    try box.tap(Code.left)
    try client.command("next")
  }

  private static let logindBack =
    "systemctl unmask --runtime systemd-logind.service && systemctl start systemd-logind.service"

  @Test("switching to and fro: nodes are opened at most every 0.3 s, and in the end it works")
  func flapping() throws {
    let box = try UInputDevice.box()
    _ = try People.theirs.get()
    let client = try started()
    try client.devices(1)
    let console = unsafe open("/dev/tty0", O_RDWR | O_CLOEXEC)
    #expect(console >= 0)
    defer { close(console) }
    for turn in 0..<40 {
      // VT_ACTIVATE and VT_WAITACTIVE of linux/vt.h, twenty a second; the last one is ours.
      let terminal: CInt = turn.isMultiple(of: 2) ? 3 : 2
      #expect(ioctl(console, 0x5606, terminal) == 0)
      #expect(ioctl(console, 0x5607, terminal) == 0)
      poll(nil, 0, 50)
    }
    try eventually("the box read again", within: 60) {
      try box.tap(Code.left)
      try client.settle()
      return client.all("command").contains { $0.text("command") == "next" }
        && client.all("mode").last?.flag("on") == true
    }
    let openings = client.all("mode").filter { $0.flag("on") == true }.compactMap { $0.number("time") }
    for (one, next) in zip(openings, openings.dropFirst()) { #expect(next - one >= 300_000) }
    #expect(client.all("mode").contains { $0.flag("on") == false })
  }

  @Test("a device of another seat is not read, and is once it belongs to ours")
  func twoSeats() throws {
    let rule = "/run/udev/rules.d/99-switchway-test-seat.rules"
    try shell("mkdir -p /run/udev/rules.d")
    try DaemonProcess.write(
      #"SUBSYSTEM=="input", ATTRS{name}=="Test Box Two", TAG+="seat", TAG+="master-of-seat", ENV{ID_SEAT}="seat-test""#
        + "\n", to: rule)
    defer { unsafe unlink(rule) }
    try shell("udevadm control --reload")
    let ours = try UInputDevice.box()
    let foreign = try UInputDevice.box("Test Box Two", product: 0x5358)
    try shell("udevadm settle")
    let client = try started()
    try client.devices(1)
    #expect(try openNodes() == [ours.node])
    try foreign.tap(Code.left)
    try ours.tap(Code.right)
    try client.command("select")
    #expect(client.all("command").count == 1)
    unsafe unlink(rule)
    let event = "/sys/class/input/" + (foreign.node.split(separator: "/").last ?? "")
    try shell("udevadm control --reload && udevadm trigger --settle --action=change \(foreign.sysfs) \(event)")
    try client.device("added", named: "Test Box Two")
    try foreign.tap(Code.left)
    try client.command("next")
  }
}
