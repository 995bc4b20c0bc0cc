import Glibc
import Testing

/// The unit under a real systemd: run by `make vm-test` in a separate boot. Not part of `DeviceTests`, which needs no
/// systemd.
@Suite(.serialized, .onceMore) struct ServiceTests {
  static let unit = "switchway@\(DaemonProcess.user).service"
  static let socket = "/run/switchway/\(DaemonProcess.user)/socket"
  static let home = "/var/lib/\(DaemonProcess.user)"

  /// The shipped unit, stopped, with a profile in its person's home.
  init() throws {
    guard exists("/run/systemd/system") else {
      throw KernelError("systemd is not the first process here: run make vm-test")
    }
    // systemd is not reloaded, because the unit is never changed and a reload takes long.
    try shell(
      "systemctl stop 'switchway@*.service'; systemctl reset-failed --all 'switchway@*.service'; "
        + "install -d -o \(DaemonProcess.user) \(Self.home)/.config/switchway")
    try writeProfile(twoSwitches)
  }

  /// Starts the service with its person's session active.
  func started() throws -> LineClient {
    try People.mine.get().activate()
    try shell("systemctl start \(Self.unit)")
    return try connect()
  }

  @Test("started, it is ready, sandboxed and its person's, and presses come as commands")
  func start() throws {
    let box = try UInputDevice.box()
    let client = try started()
    #expect(try property("ActiveState") == "active")
    // udev may still be busy with the box.
    try client.devices(1)
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
    let client = try started()
    try client.devices(1)
    try writeProfile(twoSwitches.replacing("tap: next", with: "tap: previous"))
    try shell("systemctl reload \(Self.unit)")
    try client.next("profile loaded") { $0.type == "config" && $0.text("change") == "loaded" }
    // The daemon reports the profile before it uses it.
    try client.settle()
    try box.tap(Code.left)
    try client.command("previous")
    try writeProfile(twoSwitches.replacing("tap: next", with: "tap: nonsense"))
    try shell("systemctl reload \(Self.unit)")
    try client.next("profile refused") { $0.type == "config" && $0.text("change") == "failed" }
    try box.tap(Code.left)
    try client.command("previous")
  }

  @Test("the service runs on after the time of its watchdog")
  func fed() throws {
    let client = try started()
    let first = try property("MainPID")
    #expect(try client.isQuiet(for: 15))
    #expect(try property("MainPID") == first)
    #expect(try property("NRestarts") == "0")
  }

  @Test("stopped, it says so to its clients and ends clean")
  func stop() throws {
    let client = try started()
    try shell("systemctl stop \(Self.unit)")
    try client.next(type: "bye")
    #expect(try property("Result") == "success")
    #expect(!exists(Self.socket))
  }

  @Test("it refuses root, and is not started again and again")
  func root() throws {
    let unit = "switchway@root.service"
    #expect(try run(["/usr/bin/systemctl", "start", unit]).status != 0)
    #expect(try property("ExecMainStatus", of: unit) == "77")
    #expect(try property("NRestarts", of: unit) == "0")
    #expect(try property("ActiveState", of: unit) == "failed")
  }

  func connect() throws -> LineClient {
    let client = try LineClient(path: Self.socket)
    try client.next(type: "hello")
    try client.next(type: "state")
    return client
  }

  func writeProfile(_ text: String) throws {
    let path = "\(Self.home)/.config/switchway/default.yaml"
    try DaemonProcess.write(text, to: path + ".new")
    let isRenamed = unsafe rename(path + ".new", path) == 0
    #expect(isRenamed)
  }

  func property(_ name: String, of unit: String = Self.unit) throws -> String {
    let shown = try run(["/usr/bin/systemctl", "show", "--property", name, "--value", unit])
    return String(shown.output.drop { $0.isWhitespace }.prefix { $0 != "\n" })
  }

  /// Runs a shell command; if it fails, throws its output and the unit's log.
  @discardableResult
  func shell(_ line: String) throws -> String {
    let done = try run(["/bin/sh", "-c", line])
    guard done.status == 0 else {
      let log = try run(["/usr/bin/journalctl", "--no-pager", "-n", "30", "-u", "switchway@*"]).output
      throw KernelError("'\(line)' gave \(done.status): \(done.output)\nthe unit's log:\n\(log)")
    }
    return done.output
  }
}
