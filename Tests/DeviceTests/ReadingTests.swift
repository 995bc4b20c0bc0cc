import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// Late access rights, events that the kernel drops, many presses, and no work while idle.
  @Suite(.serialized) struct ReadingTests {
    @Test("a node that may not be opened is told, and taken when it may")
    func latePermission() throws {
      let rules = "/run/udev/rules.d/99-switchway-test.rules"
      unsafe mkdir("/run/udev/rules.d", 0o755)
      try DaemonProcess.write(
        #"SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Test Box locked", GROUP="root", MODE="0600""# + "\n",
        to: rules)
      defer {
        unsafe unlink(rules)
        _ = try? run(["/usr/bin/udevadm", "control", "--reload"])
      }
      #expect(try run(["/usr/bin/udevadm", "control", "--reload"]).status == 0)
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      let box = try UInputDevice.box("Test Box locked")
      let failed = try client.device("failed", named: "Test Box locked")
      #expect(failed.text("reason")?.isEmpty == false)
      try box.tap(Code.left)
      let input = unsafe getgrnam("input")
      let group = try unsafe #require(input).pointee.gr_gid
      #expect(unsafe chown(box.node, 0, group) == 0)
      #expect(unsafe chmod(box.node, 0o660) == 0)
      try client.device("added", named: "Test Box locked")
      try box.tap(Code.right)
      try client.command("select")
      #expect(client.all("command").count == 1)
    }

    @Test("a release that the kernel dropped is made up for: nothing is stuck, nothing invented")
    func droppedRelease() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      try client.devices(1)
      try box.key(Code.left, down: true)
      try client.command("next")
      try flood(box, of: daemon) { try box.key(Code.left, down: false) }
      try client.next(type: "press") { $0.text("switch") == "left" && $0.flag("down") == false }
      try client.settle()
      expectBalanced(client)
      #expect(client.all("command").count == 1)
      try box.tap(Code.left)
      try client.command("next")
    }

    @Test("a press that the kernel dropped, and that still lasts, is uncertain; its release is its own")
    func droppedPress() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      try client.devices(1)
      try flood(box, of: daemon) { try box.key(Code.left, down: true) }
      let command = try client.command("next")
      #expect(command.flag("uncertain") == true)
      try box.key(Code.left, down: false)
      try client.next(type: "press") { $0.flag("down") == false }
      expectBalanced(client)
      #expect(client.all("command").count == 1)
    }

    @Test("10,000 presses: none lost, none invented, in order")
    func manyPresses() throws {
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(profile: twoSwitches)
      let client = try daemon.connect()
      try client.devices(1)
      let total = 10_000
      var (sent, late) = (0, 0)
      while sent < total {
        // Four at a time, at most 400 a second, because a device is muted above 1,000 edges a second. After a delay the
        // rate is not increased.
        let due = now() + 4.0 / 400
        for offset in 0..<4 { try box.tap((sent + offset).isMultiple(of: 2) ? Code.left : Code.right) }
        for offset in 0..<4 {
          let isLeft = (sent + offset).isMultiple(of: 2)
          let answer = try client.next("answer \(sent + offset)") { ["command", "rejected"].contains($0.type) }
          guard answer.type == "rejected" else {
            #expect(answer.text("command") == (isLeft ? "next" : "select"), "\(answer)")
            continue
          }
          // A daemon that did not run for a second refuses the press, and only such a one.
          late += 1
          #expect(answer.text("reason") == "stale" && answer.text("switch") == (isLeft ? "left" : "right"), "\(answer)")
          #expect(nowMicroseconds() - (answer.number("time") ?? .max) >= 1_000_000, "\(answer)")
        }
        sent += 4
        try eventually("the pace") { now() >= due }
      }
      try client.settle()
      let commands = client.all("command")
      #expect(commands.count + late == total)
      #expect(late <= total / 100, "\(late) presses came too late")
      #expect(commands.enumerated().allSatisfy { $1.number("seq") == $0 + 1 })
      let times = commands.compactMap { $0.number("pressed") }
      #expect(times == times.sorted())
      #expect(client.all("press").count == 2 * total)
      expectBalanced(client)
    }

    @Test("nothing wakes the daemon while nothing happens")
    func idle() throws {
      let box = try UInputDevice.box()
      // The timer of a press that may be stuck stays set when the press ends, and wakes the daemon once.
      let daemon = try DaemonProcess(
        profile: twoSwitches.replacing("steady: off", with: "steady: {preset: off, stuck-after: 1s}"))
      let client = try daemon.connect()
      try client.devices(1)
      try box.tap(Code.left)
      try client.command("next")
      try expectNoWakeUps(of: daemon, client)
    }

    @Test(
      "nothing wakes the daemon while its scanning clock makes no step",
      arguments: ["front-end", "off", "resting", "paused", "holding", "frozen"])
    func idleClock(state: String) throws {
      let style = state == "front-end" ? "style: front-end" : "style: auto, interval: 200ms, steps: 3"
      let box = try UInputDevice.box()
      let daemon = try DaemonProcess(
        profile: twoSwitches.replacing("steady: off", with: "steady: {preset: off, stuck-after: 60s}")
          + "\nscan: {\(style)}\n" + (state == "resting" ? "policy: {bridge: desktop}\n" : ""))
      let client = try daemon.connect()
      try client.devices(1)
      func step() throws { try client.next(type: "command") { $0.text("clock") == "auto" } }
      if ["paused", "holding", "frozen"].contains(state) {
        for request in [#""claim","commands":"all""#, #""scan","items":1000"#] {
          try client.send(#"{"type":\#(request)}"#)
          try client.next(type: "ok")
        }
        for _ in 0..<2 { try step() }
      }
      switch state {
      case "resting":
        try box.tap(Code.right)
        for _ in 0..<3 { try step() }
      case "paused": try client.send(#"{"type":"send","command":"scan","args":["pause"]}"#)
      case "holding": try box.tap(Code.right)
      case "frozen": try box.key(Code.left, down: true)
      default: try box.tap(Code.left)
      }
      if state == "front-end" || state == "off" {
        try client.command("next")
      } else {
        try client.next(type: "scan") { $0.text("state") == state }
      }
      try expectNoWakeUps(of: daemon, client)
    }

    /// Waits until the work after the last event is finished, then expects neither lines nor wake-ups.
    private func expectNoWakeUps(of daemon: DaemonProcess, _ client: LineClient) throws {
      try client.settle()
      var before = try daemon.voluntarySwitches()
      // It is finished when the count stays the same for longer than the timer of a press that may be stuck.
      try eventually("rest") {
        let quiet = try client.isQuiet(for: 1.5)
        let switches = try daemon.voluntarySwitches()
        defer { before = switches }
        return quiet && switches == before
      }
      let ticks = try daemon.processorTicks()
      #expect(try client.isQuiet(for: 4))
      #expect(try daemon.voluntarySwitches() == before)
      #expect(try daemon.processorTicks() == ticks)
    }

    /// Stops the daemon, runs `events`, sends more frames than the kernel buffers, and continues the daemon.
    private func flood(_ box: UInputDevice, of daemon: DaemonProcess, _ events: () throws -> Void) throws {
      daemon.signal(SIGSTOP)
      try eventually("the daemon's stop") { try contents(of: "/proc/\(daemon.identifier)/stat").contains(") T ") }
      try events()
      for _ in 0..<20 { try box.taps(Code.other, count: 20) }
      daemon.signal(SIGCONT)
    }
  }
}
