import Glibc
import Testing

/// The unit under a real systemd: run by `make vm-test` in a boot of its own. Not part of `DeviceTests`, which needs no
/// systemd.
@Suite(.serialized) struct ServiceTests {
  private static let unit = "switchway.service"
  private static let socket = "/run/switchway/\(DaemonProcess.user)/socket"
  private static let home = "/var/lib/\(DaemonProcess.user)"

  /// The unit for the test's user, its profile in that user's home.
  private let folder = "/run/systemd/system/switchway.service.d"

  init() throws {
    guard exists("/run/systemd/system") else {
      throw KernelError("systemd is not the first process here: run make vm-test")
    }
    try systemctl("stop", Self.unit)
    try systemctl("reset-failed", Self.unit)
    try shell("mkdir -p \(folder) && install -d -o \(DaemonProcess.user) \(Self.home)/.config/switchway")
    try DaemonProcess.write(
      "[Service]\nUser=\(DaemonProcess.user)\nRuntimeDirectory=switchway/\(DaemonProcess.user)\n",
      to: "\(folder)/person.conf")
    try writeProfile(twoSwitches)
    try systemctl("daemon-reload")
  }

  @Test("started, it is ready, sandboxed and its person's, and presses come as commands")
  func start() throws {
    let box = try UInputDevice.box()
    try shell("systemctl start \(Self.unit)")
    #expect(try property("ActiveState") == "active")
    let client = try connect()
    try box.tap(Code.left)
    try client.command("next")
    let status = try contents(of: "/proc/\(try property("MainPID"))/status")
    #expect(status.contains("NoNewPrivs:\t1"))
    #expect(status.contains("CapEff:\t0000000000000000"))
    #expect(!status.contains("Uid:\t0"))
    #expect(try shell("stat -c '%a %U' /run/switchway/\(DaemonProcess.user)") == "700 \(DaemonProcess.user)\n")
  }

  @Test("a reload puts a changed file in force, and keeps the old one where the new is wrong")
  func reload() throws {
    let box = try UInputDevice.box()
    try shell("systemctl start \(Self.unit)")
    let client = try connect()
    try writeProfile(twoSwitches.replacing("tap: next", with: "tap: previous"))
    try shell("systemctl reload \(Self.unit)")
    try client.next("profile loaded") { $0.type == "config" && $0.text("change") == "loaded" }
    try box.tap(Code.left)
    try client.command("previous")
    try writeProfile(twoSwitches.replacing("tap: next", with: "tap: nonsense"))
    try shell("systemctl reload \(Self.unit)")
    try client.next("profile refused") { $0.type == "config" && $0.text("change") == "failed" }
    try box.tap(Code.left)
    try client.command("previous")
  }

  @Test("frozen, it is killed by the watchdog and started again")
  func watchdog() throws {
    try shell("systemctl start \(Self.unit)")
    let first = try property("MainPID")
    let identifier = try #require(pid_t(first))
    kill(identifier, SIGSTOP)
    try eventually("a new process", within: 60) {
      // The process first: read the other way round, the state could still be the killed one's.
      let now = try property("MainPID")
      return try now != first && now != "0" && property("ActiveState") == "active"
    }
    #expect(try property("NRestarts") == "1")
    let client = try connect()
    let box = try UInputDevice.box()
    try client.device("added", named: "Test Box")
    try box.tap(Code.left)
    try client.command("next")
  }

  @Test("longer than its watchdog it runs unharmed")
  func fed() throws {
    try shell("systemctl start \(Self.unit)")
    let first = try property("MainPID")
    let client = try connect()
    #expect(try client.isQuiet(for: 15))
    #expect(try property("MainPID") == first)
    #expect(try property("NRestarts") == "0")
  }

  @Test("stopped, it says so to its clients and ends clean")
  func stop() throws {
    try shell("systemctl start \(Self.unit)")
    let client = try connect()
    try shell("systemctl stop \(Self.unit)")
    try client.next(type: "bye")
    #expect(try property("Result") == "success")
    #expect(!exists(Self.socket))
  }

  @Test("without a person it refuses root, and is not started again and again")
  func root() throws {
    try shell("rm \(folder)/person.conf && systemctl daemon-reload")
    #expect(try run(["/usr/bin/systemctl", "start", Self.unit]).status != 0)
    #expect(try property("ExecMainStatus") == "77")
    #expect(try property("NRestarts") == "0")
    #expect(try property("ActiveState") == "failed")
  }

  private func connect() throws -> LineClient {
    let client = try LineClient(path: Self.socket)
    try client.next(type: "hello")
    try client.next(type: "state")
    return client
  }

  private func writeProfile(_ text: String) throws {
    let path = "\(Self.home)/.config/switchway/default.yaml"
    try DaemonProcess.write(text, to: path + ".new")
    let isRenamed = unsafe rename(path + ".new", path) == 0
    #expect(isRenamed)
  }

  private func property(_ name: String) throws -> String {
    let shown = try run(["/usr/bin/systemctl", "show", "--property", name, "--value", Self.unit])
    return String(shown.output.drop { $0.isWhitespace }.prefix { $0 != "\n" })
  }

  private func systemctl(_ words: String...) throws {
    try run(["/usr/bin/systemctl"] + words)
  }

  /// Runs a line of shell; throws what it and the unit's log said when it fails.
  @discardableResult
  private func shell(_ line: String) throws -> String {
    let done = try run(["/bin/sh", "-c", line])
    guard done.status == 0 else {
      let log = try run(["/usr/bin/journalctl", "--no-pager", "-n", "30", "-u", Self.unit]).output
      throw KernelError("'\(line)' gave \(done.status): \(done.output)\nthe unit's log:\n\(log)")
    }
    return done.output
  }
}
