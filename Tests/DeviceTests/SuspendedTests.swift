import CLibevdev
import Glibc
import Testing

extension DeviceTests {
  /// What switches type while a program runs in a terminal.
  @Suite(.serialized) struct SuspendedTests {
    private static let profile = """
      switchway: 1
      devices: {box: {match: {name: "Test Box*"}, grab: yes}}
      switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
      policy: {bridge: desktop}
      scan: {style: auto, interval: 500ms, first-item-pause: 0}
      """

    /// `switchway monitor` on a terminal whose keys come through a pipe.
    private final class TerminalMonitor {
      private let identifier: pid_t
      private let keys: String

      init(_ daemon: DaemonProcess) throws {
        keys = "\(daemon.folder)/keys"
        guard unsafe mkfifo(keys, 0o666) == 0, unsafe chmod(keys, 0o666) == 0 else { throw KernelError("mkfifo") }
        let words = (DaemonProcess.switchway + ["monitor", "--socket", daemon.socket]).joined(separator: " ")
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        identifier = try spawn(
          ["/bin/sh", "-c", "exec 3<>'\(keys)'; exec script -qec '\(words)' /dev/null <&3"],
          environment: ["PATH=/usr/bin:/bin:/usr/sbin:/sbin", "TERM=xterm", "LANG=C.UTF-8", "SHELL=/bin/sh"],
          input: null, output: null)
      }

      deinit {
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
      }

      func type(_ text: String) throws { try DaemonProcess.write(text, to: keys) }
    }

    @Test("two presses in monitor and q: nothing is typed, and the clock rests until the next press")
    func monitor() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("grabbed")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      // It runs when the carer types the command.
      try box.tap(Code.left)
      try client.next(type: "command") { $0.text("command") == "next" }
      let monitor = try TerminalMonitor(daemon)
      try client.next(type: "mode") { $0.text("mode") == "suspended" }
      _ = desktop.events()
      for _ in 0..<2 {
        try box.tap(Code.left)
        try client.next(type: "command") { $0.text("command") == "select" }
      }
      try monitor.type("q")
      try client.next(type: "mode") { $0.text("mode") == "suspended" }
      try client.next(type: "scan") { $0.text("state") == "resting" }
      // Several intervals.
      poll(nil, 0, 3_000)
      #expect(desktop.events().isEmpty)
      try box.tap(Code.left)
      try client.next(type: "command") { $0.text("command") == "scan" }
      try client.next(type: "command") { $0.text("command") == "next" }
      try eventually("a Tab") { !desktop.events().isEmpty }
    }

    @Test("a client that is stopped after suspend: switches type again soon after the first press that typed nothing")
    func frozen() throws {
      let daemon = try DaemonProcess(profile: Self.profile)
      let client = try daemon.connect()
      let box = try UInputDevice.box()
      try client.device("grabbed")
      let desktop = try DesktopReader(try KeyboardRig.virtualNode())
      let suspender = try ClientProcess(
        daemon, [#"{"type":"observe","types":[]}"#, #"{"type":"suspend","on":true}"#])
      suspender.signal(SIGSTOP)
      poll(nil, 0, 1_100)
      try box.tap(Code.left)
      let lost = try client.next(type: "warning") { $0.text("code") == "consumer-lost" }
      #expect(lost.text("client")?.hasPrefix("client-") == true)
      try box.tap(Code.left)
      try eventually("a Tab") { !desktop.events().isEmpty }
    }
  }
}
