import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// Events of a machine: its clock jumps, it sleeps, a hub with many devices is plugged in.
  @Suite(.serialized) struct MachineTests {
    private static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: no}}
      switches: {left: {input: box/btn_trigger, steady: off, press: select}}
      """

    /// Waits for this many announcements only by reading, because requests would keep this small machine busy.
    private func announced(_ client: LineClient, _ change: String, _ count: Int) throws {
      try eventually("\(count) devices \(change)") {
        _ = try client.isQuiet(for: 0.1)
        return client.lines.count { $0.type == "device" && $0.text("change") == change } >= count
      }
    }

    private func setClock(_ seconds: Int) throws {
      var time = timespec(tv_sec: seconds, tv_nsec: 0)
      guard unsafe clock_settime(CLOCK_REALTIME, &time) == 0 else { throw KernelError("clock_settime") }
    }

    @Test("the wall clock a day ahead, and a day behind, in mid-press: no time of a line moves")
    func wallClock() throws {
      guard environment("SWITCHWAY_VM") == "1" else {
        throw KernelError("a clock of the tests' own needs the virtual machine: run make vm-test")
      }
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      let wall = time(nil)
      let start = now()
      defer { try? setClock(wall + Int(now() - start)) }
      var last = 0
      for day in [86_400, -86_400] {
        try box.key(Code.left, down: true)
        let begun = try client.command("select", phase: "begin")
        try setClock(wall + day)
        try box.key(Code.left, down: false)
        let ended = try client.command("select", phase: "end")
        for line in [begun, ended] {
          let (pressed, sent) = (try #require(line.number("accepted")), try #require(line.number("sent")))
          #expect(pressed >= last && sent >= pressed && sent < Int(now() * 1_000_000) + 1_000_000)
          last = pressed
        }
      }
      #expect(client.all("warning").isEmpty)
    }

    @Test(
      "a bound key that the kernel repeats is one command; the repeat of a passed one is the virtual keyboard's own")
    func repeats() throws {
      let rig = try KeyboardRig(claims: #"["move"]"#, repeats: true)
      try rig.keyboard.key(KEY_UP, down: true)
      try rig.client.command("move")
      try rig.keyboard.key(KEY_A, down: true)
      var repeats = 0
      try eventually("three repeats") {
        repeats += rig.desktop.events().count { $0 == [EV_KEY, KEY_A, 2] }
        return repeats >= 3
      }
      try rig.keyboard.edges([(KEY_A, false), (KEY_UP, false)])
      try rig.client.settle()
      #expect(rig.client.all("command").count == 1)
    }

    @Test("a keyboard that is given back while Tab waits types it, once; then it types by itself")
    func givenBack() throws {
      let rig = try KeyboardRig(claims: #""all""#)
      let other = try DesktopReader(rig.keyboard.node)
      try rig.keyboard.key(KEY_TAB, down: true)
      try rig.client.settle()
      try DaemonProcess.write(
        "switchway: 1\ndevices: {box: {match: {name: Nothing}}}\n"
          + "switches: {one: {input: box/btn_trigger, tap: select}}\n",
        to: "\(rig.daemon.folder)/test.yaml")
      try rig.expectTyped([[KEY_TAB, 1], [KEY_TAB, 0]])
      try rig.keyboard.key(KEY_TAB, down: false)
      // A key that is typed before the grab ends still belongs to the daemon.
      try eventually("the end of the grab") { rig.daemon.openNodes.isEmpty }
      try KeyboardRig.expectPlain(rig.keyboard, other)
      try rig.client.settle()
      #expect(rig.client.all("command").isEmpty)
    }

    @Test("without a device it runs, and says so; what is plugged in then works")
    func noDevice() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(0)
      let box = try UInputDevice.box()
      try client.device("added")
      try box.key(Code.left, down: true)
      try client.command("select", phase: "begin")
      try box.key(Code.left, down: false)
    }

    @Test("three hundred devices at once: all are taken, a press among them is answered, and all are gone again")
    func threeHundred() throws {
      let first = try UInputDevice.box("Test Box first")
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      try client.devices(1)
      let start = now()
      var crowd = try (0..<299).map { try UInputDevice.box("Test Box \($0)", product: 0x1000 + Int32($0)) }
      print("measured: 299 devices made in \(Int((now() - start) * 1_000)) ms")
      let pressed = now()
      try first.key(Code.left, down: true)
      // If udev's own work keeps the daemon from running for a second, the press is too late.
      let answer = try client.next("an answer") {
        ($0.type == "command" && $0.text("phase") == "begin") || $0.text("reason") == "stale"
      }
      print("measured: a press among them is answered after \(Int((now() - pressed) * 1_000)) ms: \(answer.type)")
      try first.key(Code.left, down: false)
      try announced(client, "added", 299)
      print("measured: 300 devices are read \(Int((now() - start) * 1_000)) ms after the first of them came")
      try crowd[298].key(Code.left, down: true)
      try client.command("select", phase: "begin")
      try crowd[298].key(Code.left, down: false)
      try client.next(type: "command") { $0.text("phase") == "end" }
      crowd.removeAll()
      try announced(client, "removed", 299)
      // The report precedes the closing.
      try eventually("the nodes of the others are closed") { daemon.openNodes.count == 1 }
      expectBalanced(client)
    }

    @Test(
      "the kernel lets keys up, as when the machine sleeps: nothing stays down, no command comes of it, and it works")
    func suspend() throws {
      let rig = try KeyboardRig(claims: #""all""#)
      // Tab alone is withheld: its release by the person would make a command.
      try rig.keyboard.edges([(KEY_A, true), (KEY_B, true), (KEY_TAB, true)])
      try rig.expectTyped([[KEY_A, 1], [KEY_B, 1]])
      // The virtual machine does not wake up from sleep. Inhibiting a device has the same effects as its sleep: its
      // keys are released, and it is silent until it is woken.
      let inhibited = "/sys" + rig.keyboard.sysfs.dropFirst("/sys".count) + "/inhibited"
      try DaemonProcess.write("1", to: inhibited)
      try DaemonProcess.write("0", to: inhibited)
      #expect(Set(try rig.typing(2)) == [[KEY_A, 0], [KEY_B, 0]])
      try rig.keyboard.edges([(KEY_A, false), (KEY_B, false), (KEY_TAB, false)])
      try rig.keyboard.tap(KEY_C)
      try rig.expectTyped([[KEY_C, 1], [KEY_C, 0]])
      // Lines come in the order of what made them, so a command of the lost Tab would stand before this one.
      try rig.keyboard.edges([(KEY_LEFTSHIFT, true), (KEY_TAB, true)])
      try rig.client.command("previous")
      #expect(rig.client.all("command").count == 1)
      try rig.keyboard.edges([(KEY_TAB, false), (KEY_LEFTSHIFT, false)])
    }
  }
}
