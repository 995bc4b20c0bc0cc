import CLibevdev
import Glibc
import SwitchwayCore
import Testing

extension DeviceTests {
  /// A machine that gives the daemon no processor time for a while.
  @Suite(.serialized) struct BusyMachineTests {
    /// Programs that only keep the processors busy.
    private final class Load {
      private let children: [pid_t]

      init() throws {
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(null) }
        let count = 2 * max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        children = try (0..<count).map { _ in
          try spawn(["/bin/sh", "-c", "while :; do :; done"], environment: ["PATH=/bin"], output: null)
        }
      }

      deinit {
        for child in children {
          kill(child, SIGKILL)
          waitpid(child, nil, 0)
        }
      }
    }

    @Test("fourteen keyboards tapped in turn while all processors are busy: everything is typed in order")
    func order() throws {
      let nodes = try (0..<14).map { try UInputDevice.keyboard(product: 0x6b00 + Int32($0)) }
      let daemon = try DaemonProcess(profile: KeyboardRig.profile)
      let client = try daemon.connect()
      try eventually("fourteen grabs") {
        try client.send(#"{"type":"get","what":"state","id":"s"}"#)
        let state = try client.next(type: "ok") { $0.text("id") == "s" }.description
        return state.split(separator: #""grabbed":true"#, omittingEmptySubsequences: false).count == 15
      }
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      try desktop.stopRepeats()
      let load = try Load()
      for round in 0..<30 {
        var wanted: [[Int32]] = []
        for (place, node) in nodes.enumerated() {
          let code = KEY_1 + Int32((place + round) % 9)
          try node.tap(code)
          wanted += [[EV_KEY, code, 1], [EV_KEY, code, 0]]
        }
        var came: [[Int32]] = []
        try eventually("round \(round)") {
          came += desktop.events().filter { $0[2] != 2 }
          return came.count >= wanted.count
        }
        #expect(came == wanted, "round \(round)")
      }
      withExtendedLifetime((load, client)) {}
    }

    @Test(
      "stopped for 3 s with a passed key held, which is let go of meanwhile: it comes up first, and repeats no more",
      arguments: [0.2, 2.8])
    func stopped(_ heldFor: Double) throws {
      let rig = try KeyboardRig(repeats: true)
      try rig.keyboard.key(KEY_A, down: true)
      try rig.expectTyped([[KEY_A, 1]])
      rig.daemon.signal(SIGSTOP)
      try eventually("the daemon's stop") { try contents(of: "/proc/\(rig.daemon.identifier)/stat").contains(") T ") }
      let start = now()
      var stopped: [[Int32]] = []
      func wait(until seconds: Double) throws {
        try eventually("\(seconds) s of the stop") {
          stopped += rig.desktop.events()
          return now() >= start + seconds
        }
      }
      try wait(until: heldFor)
      try rig.keyboard.key(KEY_A, down: false)
      try wait(until: 3)
      #expect(stopped.allSatisfy { $0 == [EV_KEY, KEY_A, 2] }, "the kernel's own repeats: \(stopped)")
      let resumed = now()
      rig.daemon.signal(SIGCONT)
      var came: [[Int32]] = []
      try eventually("the release of A") {
        came += rig.desktop.events()
        return came.contains([EV_KEY, KEY_A, 0])
      }
      print("measured: the release is typed \(Int((now() - resumed) * 1_000)) ms after SIGCONT")
      try rig.keyboard.tap(KEY_B)
      try eventually("B") {
        came += rig.desktop.events()
        return came.contains([EV_KEY, KEY_B, 0])
      }
      let release = try #require(came.firstIndex(of: [EV_KEY, KEY_A, 0]))
      #expect(came[..<release].allSatisfy { $0 == [EV_KEY, KEY_A, 2] }, "\(came)")
      #expect(came[(release + 1)...].allSatisfy { $0[1] == KEY_B }, "\(came)")
      // Longer than the time before a key repeats.
      try rig.client.settle()
      _ = try rig.client.isQuiet(for: 0.6)
      #expect(!rig.desktop.events().contains { $0[1] == KEY_A })
      try rig.keyboard.tap(KEY_C)
      try eventually("C") { rig.desktop.events().contains([EV_KEY, KEY_C, 0]) }
    }
  }
}
