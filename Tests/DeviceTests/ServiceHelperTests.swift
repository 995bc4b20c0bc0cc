import CLibevdev
import Glibc
import Testing

// The service's processes: their number and size, and the keys when the journal hangs.
extension ServiceTests {
  private func keyboard() throws -> (UInputDevice, LineClient, DesktopReader) {
    try writeProfile(KeyboardRig.profile)
    let client = try started()
    let keyboard = try UInputDevice.keyboard()
    try KeyboardRig.awaitGrab(client)
    return (keyboard, client, try DesktopReader(try KeyboardRig.virtualNode()))
  }

  private func expectTyping(_ keyboard: UInputDevice, _ desktop: DesktopReader, _ what: String) throws {
    _ = desktop.events()
    let start = now()
    try keyboard.tap(KEY_B)
    try eventually("B typed: \(what)") { desktop.events().contains([EV_KEY, KEY_B, 0]) }
    print("measured: \(what): a key passed in \(Int((now() - start) * 1_000)) ms")
  }

  @Test("it is three processes, of which one has devices; what they take of memory is printed")
  func processes() throws {
    let (keyboard, client, desktop) = try keyboard()
    try client.send(#"{"type":"reload","id":"r"}"#)
    try client.next(type: "ok") { $0.text("id") == "r" }
    try expectTyping(keyboard, desktop, "after a reload")
    let group = try property("ControlGroup")
    let list = try contents(of: "/sys/fs/cgroup\(group)/cgroup.procs")
    let processes = list.split(separator: "\n").compactMap { pid_t($0) }
    #expect(processes.count == 3)
    let main = try #require(pid_t(try property("MainPID")))
    var total = 0
    for process in processes {
      if process != main { #expect(nodesOpen(in: process).isEmpty) }
      let text = try contents(of: "/proc/\(process)/smaps_rollup")
      func size(_ name: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
      }
      total += size("Pss")
      let name = try contents(of: "/proc/\(process)/comm").split(separator: "\n").first ?? ""
      print("measured: \(name): Pss \(size("Pss")) kB, Rss \(size("Rss")) kB, anonymous \(size("Anonymous")) kB")
    }
    print("measured: all together: Pss \(total) kB")
    #expect(total < 16 * 1_024)
  }

  @Test("the journal is stopped: keys pass, requests are answered, and SIGKILL gives the keyboard back")
  func stoppedJournal() throws {
    let (keyboard, client, desktop) = try keyboard()
    let journal = try #require(pid_t(try property("MainPID", of: "systemd-journald.service")))
    let main = try #require(pid_t(try property("MainPID")))
    kill(journal, SIGSTOP)
    defer { kill(journal, SIGCONT) }
    for number in 2...6 {
      try writeProfile("switchway: \(number)\n")
      kill(main, SIGHUP)
      try client.next("a reload that failed") { $0.type == "config" && $0.text("change") == "failed" }
      try expectTyping(keyboard, desktop, "the journal is stopped")
    }
    // systemd starts it again after 0.1 s. It takes no keyboard on which a key is down.
    try keyboard.key(KEY_A, down: true)
    try eventually("A typed") { desktop.events().contains([EV_KEY, KEY_A, 1]) }
    let reader = try DesktopReader(keyboard.node)
    let start = now()
    kill(main, SIGKILL)
    try KeyboardRig.expectBack(keyboard, reader, "killed while the journal is stopped", since: start)
    try keyboard.key(KEY_A, down: false)
  }
}
