import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// File systems, terminals and helpers that hang while a keyboard is grabbed. The keyboard still types.
  @Suite(.serialized) struct HungFileTests {
    static let profile =
      KeyboardRig.profile.replacing(
        "devices: {", with: "devices: {box: {match: {name: \"Test Box\"}}, ")
      + "\nswitches: {one: {input: box/btn_trigger, steady: off, tap: select}}\n"

    /// Expects that keys pass and bound ones make commands, and prints the time.
    private func expectTyping(_ rig: KeyboardRig, _ what: String) throws {
      let start = now()
      try rig.keyboard.tap(KEY_B)
      try rig.expectTyped([[KEY_B, 1], [KEY_B, 0]])
      print("measured: \(what): a key passed in \(Int((now() - start) * 1_000)) ms")
    }

    private func expectPanic(_ rig: KeyboardRig) throws {
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      let chord = [KEY_BACKSPACE, KEY_ESC, KEY_ENTER]
      try rig.keyboard.edges(chord.map { ($0, true) })
      try rig.client.next(type: "mode") { $0.text("mode") == "panic" }
      try rig.client.device("released")
      print("measured: panic: let go of after \(Int((now() - start) * 1_000)) ms, 1000 of them the chord's own")
      try rig.keyboard.edges(chord.map { ($0, false) })
      try KeyboardRig.expectPlain(rig.keyboard, reader)
      try rig.client.send(#"{"type":"resume","id":"resume"}"#)
      try rig.client.next(type: "ok") { $0.text("id") == "resume" }
      try KeyboardRig.awaitGrab(rig.client)
      _ = try rig.typing(6)
    }

    @Test("the folder of statistics is frozen: keys type on, panic and SIGTERM work; thawed, they are kept")
    func frozenStatistics() throws {
      let disk = try FrozenDisk()
      let rig = try KeyboardRig(profile: Self.profile, environment: ["STATE_DIRECTORY=\(disk.path)/deep"])
      let box = try UInputDevice.box()
      try rig.client.devices(2)
      try disk.freeze()
      try box.tap(Code.left)
      try rig.client.command("select")
      // Statistics are written a minute after the press.
      try eventually("a helper that is given up") {
        _ = poll(nil, 0, 500)
        try expectTyping(rig, "statistics on a frozen file system")
        return rig.daemon.logSoFar.contains("file helper does not respond; starting another")
      }
      try expectPanic(rig)
      // Another helper handles the other requests.
      for request in [#"{"type":"reload","id":"r"}"#, #"{"type":"set","profile":"test","id":"r"}"#] {
        try rig.client.send(request)
        try rig.client.next(type: "ok") { $0.text("id") == "r" }
        try KeyboardRig.awaitGrab(rig.client)
      }
      try expectTyping(rig, "after a reload and 'set profile'")
      try disk.thaw()
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      #expect(try rig.daemon.end() == 0)
      print("measured: SIGTERM: ended after \(Int((now() - start) * 1_000)) ms")
      try KeyboardRig.expectPlain(rig.keyboard, reader)
      let file = "\(disk.path)/deep/statistics.json"
      try eventually("statistics") { (try? contents(of: file))?.contains(#""presses":1"#) == true }
    }

    @Test(
      "ended or killed while the folder of statistics is frozen: the keyboard types at once",
      arguments: [
        SIGTERM, SIGKILL,
      ])
    func endsFrozen(signal: Int32) throws {
      let disk = try FrozenDisk()
      let rig = try KeyboardRig(profile: Self.profile, environment: ["STATE_DIRECTORY=\(disk.path)/deep"])
      let box = try UInputDevice.box()
      try rig.client.devices(2)
      try disk.freeze()
      try box.tap(Code.left)
      try rig.client.command("select")
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      rig.daemon.signal(signal)
      try KeyboardRig.expectBack(rig.keyboard, reader, "signal \(signal), frozen", since: start)
      try eventually("its end") { !rig.daemon.isAlive }
      try disk.thaw()
    }

    @Test("the folder of profiles hangs: SIGHUP, reload and 'set profile' are errors in time, keys type on")
    func hungProfiles() throws {
      let folder = "/run/switchway-hung"
      try root("install -d -o \(DaemonProcess.user) \(folder)")
      defer { _ = try? root("rm -rf \(folder)") }
      try DaemonProcess.write(KeyboardRig.profile, to: "\(folder)/mine.yaml")
      let rig = try KeyboardRig(config: "\(folder)/mine.yaml")
      let hung = try HungFolder(over: folder)
      rig.daemon.signal(SIGHUP)
      try expectTyping(rig, "SIGHUP, profiles hang")
      try rig.client.next("a reload that failed") { $0.type == "config" && $0.text("change") == "failed" }
      for request in [#"{"type":"reload","id":"r"}"#, #"{"type":"set","profile":"mine","id":"r"}"#] {
        let start = now()
        try rig.client.send(request)
        try expectTyping(rig, "\(request) under way")
        let answer = try rig.client.next("an answer") { $0.text("id") == "r" }
        #expect(answer.type == "error" && answer.text("code") == "config-invalid", "\(answer)")
        print("measured: refused after \(Int((now() - start) * 1_000)) ms")
        try expectTyping(rig, "refused")
      }
      try expectPanic(rig)
      // A daemon that starts now runs without a profile.
      let second = try DaemonProcess(profile: KeyboardRig.profile, config: "\(folder)/mine.yaml")
      // It greets clients after it has looked for devices.
      _ = try second.connect()
      #expect(second.openNodes.isEmpty)
      hung.end()
      try eventually("a reload by itself") {
        try rig.client.send(#"{"type":"reload","id":"again"}"#)
        return try rig.client.next("an answer") { $0.text("id") == "again" }.type == "ok"
      }
      try expectTyping(rig, "profiles can be read again")
      #expect(try rig.daemon.end() == 0)
      try eventually("the other one's keyboard") { !second.openNodes.isEmpty }
    }

    @Test("helpers that are stopped or killed, and a log that nobody reads: keys type on")
    func helpers() throws {
      var ends: [Int32] = [0, 0]
      guard unsafe pipe(&ends) == 0 else { throw KernelError("pipe") }
      defer { close(ends[0]) }
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      while unsafe write(ends[1], "........", 8) > 0 {}
      _ = fcntl(ends[1], F_SETFL, 0)
      let rig = try KeyboardRig(errors: ends[1])
      close(ends[1])
      rig.daemon.signal(SIGHUP)
      try expectTyping(rig, "the log is a full pipe")
      for signal in [SIGSTOP, SIGKILL] {
        try root("pkill -\(signal) -P \(rig.daemon.identifier)")
        rig.daemon.signal(SIGHUP)
        try expectTyping(rig, "helpers told \(signal)")
      }
      try rig.client.send(#"{"type":"reload","id":"r"}"#)
      try rig.client.next("an answer") { $0.text("id") == "r" && $0.type == "ok" }
      try expectTyping(rig, "helpers started again")
      try expectPanic(rig)
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      rig.daemon.signal(SIGKILL)
      try KeyboardRig.expectBack(rig.keyboard, reader, "killed, with a full log", since: start)
    }

    @Test("a terminal that is stopped holds nothing up")
    func stoppedTerminal() throws {
      let master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard master >= 0 else { throw KernelError("/dev/ptmx") }
      defer { close(master) }
      // TIOCSPTLCK and TIOCGPTN of asm-generic/ioctls.h: unlocks the terminal and gets its number.
      var (isLocked, number) = (Int32(0), Int32(0))
      guard unsafe ioctl(master, 0x4004_5431, &isLocked) == 0, unsafe ioctl(master, 0x8004_5430, &number) == 0 else {
        throw KernelError("a terminal")
      }
      let terminal = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard terminal >= 0 else { throw KernelError("a terminal") }
      let rig = try KeyboardRig(errors: terminal)
      close(terminal)
      // Ctrl+S.
      #expect(unsafe write(master, "\u{13}", 1) == 1)
      try DaemonProcess.write("switchway: 2\n", to: "\(rig.daemon.folder)/test.yaml")
      try rig.client.next("a reload that failed") { $0.type == "config" && $0.text("change") == "failed" }
      try expectTyping(rig, "a stopped terminal")
      try expectPanic(rig)
      let reader = try DesktopReader(rig.keyboard.node)
      let start = now()
      #expect(try rig.daemon.end() == 0)
      try KeyboardRig.expectBack(rig.keyboard, reader, "ended, at a stopped terminal", since: start)
    }
  }
}
