import CLibevdev
import Glibc
import Testing

// A person's input when the service fails: a plain keyboard and a plain box in every case.
extension ServiceTests {
  /// The service with a keyboard and a box that it has grabbed, and readers of both.
  private final class Held {
    let box: UInputDevice
    let keyboard: UInputDevice
    private let boxReader: DesktopReader
    private let keyReader: DesktopReader

    init(_ box: UInputDevice, _ keyboard: UInputDevice) throws {
      self.box = box
      self.keyboard = keyboard
      boxReader = try DesktopReader(box.node)
      keyReader = try DesktopReader(keyboard.node)
    }

    /// Whether nothing reaches the readers.
    var isSilent: Bool { boxReader.events().isEmpty && keyReader.events().isEmpty }

    /// Releases what `holding` holds.
    func release() throws {
      try keyboard.key(KEY_A, down: false)
      try box.key(Code.left, down: false)
    }

    /// Presses until both devices' presses have reached the readers. Returns after how many seconds a key did.
    func expectGivenBack() throws -> Double {
      let began = now()
      var typed: Double?
      var pressed = false
      try eventually("a key and a press at other programs") {
        try keyboard.tap(KEY_Q)
        try box.tap(Code.right)
        if !keyReader.events().isEmpty { typed = typed ?? now() - began }
        if !boxReader.events().isEmpty { pressed = true }
        return typed != nil && pressed
      }
      return typed ?? 0
    }
  }

  private func holding() throws -> Held {
    try writeProfile(Self.both)
    let client = try started()
    let held = try Held(UInputDevice.box(), UInputDevice.keyboard())
    try grabs(2, client)
    let desktop = try DesktopReader(try KeyboardRig.virtualNode())
    _ = held.isSilent
    try held.box.tap(Code.right)
    try client.command("select")
    // systemd starts it again after 0.1 s. It takes no device on which something is down, so on each something is held
    // until it was seen that other programs have the device.
    try held.box.key(Code.left, down: true)
    try client.command("next", phase: "begin")
    try held.keyboard.key(KEY_A, down: true)
    try eventually("A typed") { desktop.events().contains([EV_KEY, KEY_A, 1]) }
    #expect(held.isSilent)
    return held
  }

  private func kill(_ signal: Int32) throws {
    let process = try #require(pid_t(try property("MainPID")))
    #expect(process > 1)
    Glibc.kill(process, signal)
  }

  /// Waits for a running process other than `last` and returns it.
  @discardableResult
  private func another(than last: String) throws -> String {
    var found = last
    try eventually("a running process") {
      found = try property("MainPID")
      return try found != last && found != "0" && property("ActiveState") == "active"
    }
    return found
  }

  @Test("killed with a key held: the keyboard and the box are plain at once")
  func killedWhileGrabbed() throws {
    let held = try holding()
    try kill(SIGKILL)
    print("typing again \(try held.expectGivenBack() * 1000) ms after SIGKILL")
    try held.release()
  }

  @Test("ended with a key held: the keyboard and the box are plain at once, and stay so")
  func endedWhileGrabbed() throws {
    let held = try holding()
    try kill(SIGTERM)
    print("typing again \(try held.expectGivenBack() * 1000) ms after SIGTERM")
    try eventually("its end") { try property("ActiveState") == "inactive" }
    #expect(try property("Result") == "success")
    try held.release()
  }

  @Test("frozen with a key held: the watchdog gives keyboard and box back, and the next one holds them again")
  func frozenWhileGrabbed() throws {
    let held = try holding()
    let first = try property("MainPID")
    try kill(SIGSTOP)
    try held.keyboard.edges([(KEY_A, false), (KEY_C, true)])
    print("typing again \(try held.expectGivenBack()) s after SIGSTOP; the watchdog's time is 10 s")
    try held.keyboard.key(KEY_C, down: false)
    try held.box.key(Code.left, down: false)
    try another(than: first)
    let client = try connect()
    try grabs(2, client)
    let desktop = try DesktopReader(try KeyboardRig.virtualNode())
    #expect(desktop.value(EV_KEY, KEY_A) == 0)
    try held.keyboard.tap(KEY_B)
    try eventually("B typed") { desktop.events().contains([EV_KEY, KEY_B, 0]) }
    try held.box.tap(Code.right)
    try client.command("select")
  }

  @Test("it hangs five times in five minutes: it is not started again, and keyboard and box stay plain")
  func fiveFailures() throws {
    let held = try holding()
    try held.release()
    var last = ""
    for _ in 1...5 {
      last = try another(than: last)
      try kill(SIGSTOP)
    }
    try eventually("the end of restarts") { try property("ActiveState") == "failed" }
    _ = try held.expectGivenBack()
    #expect(try property("Result") == "watchdog" || property("Result") == "start-limit-hit")
    #expect(try property("ActiveState") == "failed")
    #expect(try property("MainPID") == "0")
  }

  @Test("out of its memory it is killed, and keyboard and box are plain")
  func memory() throws {
    let held = try holding()
    try shell("systemctl set-property --runtime \(Self.unit) MemoryMax=256K")
    defer {
      _ = try? run(["/bin/sh", "-c", "rm -rf /run/systemd/system.control/switchway@*; systemctl daemon-reload"])
    }
    _ = try held.expectGivenBack()
    try held.release()
    try eventually("the end of restarts") { try property("ActiveState") == "failed" }
    _ = try held.expectGivenBack()
  }
}
