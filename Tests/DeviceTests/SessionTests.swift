import CLibevdev
import Glibc
import Testing

// The active session, with a real logind: two users, virtual terminals, a greeter, no seat, a second seat.
extension ServiceTests {
  /// A keyboard and a box, both grabbed.
  static let both = """
    switchway: 1
    extends: full-keyboard-access
    devices:
      keyboard: {match: {name: "Test Keyboard*"}}
      box: {match: {name: "Test Box*"}, grab: yes}
    switches:
      left: {input: box/btn_trigger, steady: off, press: next}
      right: {input: box/btn_thumb, steady: off, tap: select}
    """

  /// The paths of the service's open nodes.
  private func openNodes() throws -> [String] { nodesOpen(in: try #require(pid_t(try property("MainPID")))) }

  @discardableResult
  private func mode(_ name: String, _ isOn: Bool, _ client: LineClient) throws -> Line {
    try client.next(type: "mode") { $0.text("mode") == name && $0.flag("on") == isOn }
  }

  func grabs(_ count: Int, _ client: LineClient) throws {
    try eventually("\(count) grabs in state") {
      try client.send(#"{"type":"get","what":"state","id":"grabs"}"#)
      let state = try client.next(type: "ok") { $0.text("id") == "grabs" }.description
      return state.split(separator: #""grabbed":true"#, omittingEmptySubsequences: false).count - 1 == count
    }
  }

  @Test("another user in front: what is held is let go of, every node is closed, nothing is read; back: it works")
  func terminals() throws {
    let box = try UInputDevice.box()
    let keyboard = try UInputDevice.keyboard()
    let theirs = try People.theirs.get()
    try writeProfile(Self.both)
    let client = try started()
    try grabs(2, client)
    let other = try DesktopReader(keyboard.node)
    let desktop = try DesktopReader(try KeyboardRig.virtualNode())
    try box.key(Code.left, down: true)
    try client.command("next", phase: "begin")
    try keyboard.key(KEY_A, down: true)
    try eventually("A typed") { desktop.events().contains([EV_KEY, KEY_A, 1]) }

    let watch = try ClosingWatch([box.node, keyboard.node])
    try theirs.activate()
    let after = try watch.closed()
    print("another user in front: logind told after \(after.told) ms, every node was closed after \(after.closed) ms")
    try client.command("next", phase: "end")
    try mode("active", false, client)
    #expect(try openNodes() == [])
    // It was removed with all keys that were down on it.
    _ = try KeyboardRig.gone()

    // The other user's typing reaches only that user.
    try keyboard.key(KEY_A, down: false)
    try box.key(Code.left, down: false)
    try KeyboardRig.expectPlain(keyboard, other)
    try box.taps(Code.right, count: 5)
    #expect(try client.isQuiet(for: 1))
    try client.send(#"{"type":"get","what":"state","id":1}"#)
    let state = try client.next(type: "ok")
    #expect(state.flag("active") == false)
    #expect(state.description.contains(#""devices":[]"#))

    let back = nowMicroseconds()
    try People.mine.get().activate()
    let told = try mode("active", true, client)
    print("in front again: told after \(((told.number("time") ?? 0) - back) / 1000) ms, 300 of them waited for")
    try grabs(2, client)
    let again = try DesktopReader(try KeyboardRig.virtualNode())
    try again.stopRepeats()
    #expect(again.value(EV_KEY, KEY_A) == 0)
    try keyboard.tap(KEY_B)
    var typed: [[Int32]] = []
    try eventually("B typed") {
      typed += again.events()
      return typed.count >= 2
    }
    #expect(typed == [[EV_KEY, KEY_B, 1], [EV_KEY, KEY_B, 0]])
    try box.tap(Code.right)
    #expect(try client.command("select").number("seq") == 3, "the presses of meanwhile made no command")
    try client.settle()
    expectBalanced(client)
    // Its log helper and the journal write later than it does.
    try shell("systemctl stop \(Self.unit) && journalctl --sync")
    #expect(try !shell("journalctl --no-pager -b -u \(Self.unit)").lowercased().contains("key_"))
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

  @Test("only a session without a seat, as over ssh, or a greeter in front: no device is read")
  func greeterAndRemote() throws {
    let box = try UInputDevice.box()
    let client = try started()
    try client.devices(1)
    let away = try LoginSession(DaemonProcess.user)
    defer { try? away.end() }
    // A terminal without a session: no session is active.
    try VirtualTerminal.show(6)
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
    try People.mine.get().activate()
    try mode("active", true, client)
    try People.greeter.get().activate()
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
    #expect(client.all("command").isEmpty)
  }

  @Test("while the screen is locked only when-locked works, and a keyboard types to the lock screen")
  func locked() throws {
    let box = try UInputDevice.box()
    let keyboard = try UInputDevice.keyboard()
    try writeProfile(Self.both.replacing("tap: select", with: "tap: attention"))
    let client = try started()
    try grabs(2, client)
    try client.send(#"{"type":"claim","commands":"all","id":"all"}"#)
    try client.next(type: "ok") { $0.text("id") == "all" }
    let desktop = try DesktopReader(try KeyboardRig.virtualNode())
    try desktop.stopRepeats()
    let mine = try People.mine.get()
    defer { try? mine.setLocked(false) }
    try mine.setLocked(true)
    try mode("locked", true, client)
    try box.tap(Code.left)
    try client.next(type: "rejected") { $0.text("reason") == "inactive" }
    try box.tap(Code.right)
    try client.next(type: "attention")
    try keyboard.tap(KEY_UP)
    var typed: [[Int32]] = []
    try eventually("Up at the lock screen") {
      typed += desktop.events()
      return typed.count >= 2
    }
    #expect(typed == [[EV_KEY, KEY_UP, 1], [EV_KEY, KEY_UP, 0]])
    // A front end that has a page for the locked screen gets what scans it.
    try client.send(#"{"type":"claim","commands":"all","when-locked":"scan","id":"page"}"#)
    try client.next(type: "ok") { $0.text("id") == "page" }
    try box.tap(Code.left)
    try client.command("next", phase: "begin")
    try client.command("next", phase: "end")
    try mine.setLocked(false)
    try mode("locked", false, client)
    try keyboard.tap(KEY_UP)
    try client.command("move")
    #expect(client.all("command").count == 3)
  }

  @Test("a lock is not forgotten while its session is not in front: it is locked in the moment in which it comes back")
  func lockedMeanwhile() throws {
    let box = try UInputDevice.box()
    try writeProfile(twoSwitches)
    let client = try started()
    try client.devices(1)
    let mine = try People.mine.get()
    defer { try? mine.setLocked(false) }
    try mine.setLocked(true)
    try mode("locked", true, client)
    try People.theirs.get().activate()
    try mode("active", false, client)
    try mine.activate()
    try mode("active", true, client)
    try box.tap(Code.left)
    try client.next(type: "rejected") { $0.text("reason") == "inactive" }
    #expect(client.all("mode").count { $0.text("mode") == "locked" } == 1, "it was never told as unlocked")
    try mine.setLocked(false)
    try mode("locked", false, client)
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
    let watch = try ClosingWatch([box.node])
    // Since systemd 254, logind knows its sessions again only by descriptors that systemd would close at its stop.
    let setting = "/run/systemd/system/systemd-logind.service.d/switchway-test.conf"
    try shell("mkdir -p $(dirname \(setting))")
    try DaemonProcess.write("[Service]\nFileDescriptorStorePreserve=yes\n", to: setting)
    try shell("systemctl daemon-reload")
    // A request on the bus would start logind again. The daemon does not cause that.
    try shell("systemctl stop systemd-logind.service")
    defer {
      _ = try? run(["/usr/bin/systemctl", "start", "systemd-logind.service"])
      _ = try? run(["/bin/sh", "-c", "rm \(setting); systemctl daemon-reload"])
    }
    _ = try watch.closed()
    try mode("active", false, client)
    #expect(try openNodes() == [])
    try box.tap(Code.left)
    #expect(try client.isQuiet(for: 1))
    #expect(try property("ActiveState", of: "systemd-logind.service") == "inactive")
    try shell("systemctl start systemd-logind.service")
    try mode("active", true, client)
    try box.tap(Code.left)
    try client.command("next")
  }

  @Test("switching to and fro: nodes are opened at most every 0.3 s, and in the end it works")
  func flapping() throws {
    let box = try UInputDevice.box()
    _ = try People.theirs.get()
    let client = try started()
    try client.devices(1)
    for turn in 0..<40 {
      // Twenty a second; the last session is ours.
      try VirtualTerminal.show(turn.isMultiple(of: 2) ? 3 : 2)
      // A logind or daemon that stood still all the while would see only the last session, which is the first.
      if turn == 0 { try mode("active", false, client) }
      poll(nil, 0, 50)
    }
    try eventually("the session in front, as it was told last") {
      try client.settle()
      return client.all("mode").last?.flag("on") == true
    }
    // logind may still have some of the switches before it.
    try eventually("a command") {
      try box.tap(Code.left)
      try client.settle()
      return client.all("command").contains { $0.text("command") == "next" }
    }
    let openings = client.all("mode").filter { $0.flag("on") == true }.compactMap { $0.number("time") }
    for (one, next) in zip(openings, openings.dropFirst()) { #expect(next - one >= 300_000) }
    #expect(client.all("mode").contains { $0.flag("on") == false })
  }

  @Test("two seats: a device is read while our session is in front of its own seat, whatever the other one shows")
  func twoSeats() throws {
    let rule = "/run/udev/rules.d/99-switchway-test-seat.rules"
    try shell("mkdir -p /run/udev/rules.d")
    try DaemonProcess.write(
      #"SUBSYSTEM=="input", ATTRS{name}=="Test Box Two", TAG+="seat", TAG+="master-of-seat", ENV{ID_SEAT}="seat-test""#
        + "\n", to: rule)
    defer { _ = try? run(["/bin/sh", "-c", "rm -f \(rule); udevadm control --reload"]) }
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
    try client.settle()
    #expect(client.all("command").count == 1)

    try eventually("logind's second seat") { exists("/run/systemd/seats/seat-test") }
    let second = try LoginSession(DaemonProcess.user, seat: "seat-test")
    defer { try? second.end() }
    try client.device("added", named: "Test Box Two")
    try foreign.tap(Code.left)
    try client.command("next")
    try People.theirs.get().activate()
    try client.device("removed", named: "Test Box")
    try eventually("the nodes of one seat alone") { try openNodes() == [foreign.node] }
    try foreign.tap(Code.left)
    try client.command("next")
    #expect(client.all("mode").isEmpty, "the person is in front of a seat all the while")
    try second.end()
    try mode("active", false, client)
    #expect(try openNodes() == [])
  }
}
