import Glibc
import Testing

// What becomes of a person's input when the service fails: a plain box, whatever happens.
extension ServiceTests {
  private static let grabbing = """
    switchway: 1
    devices: {box: {match: {name: "Test Box*"}, grab: yes}}
    switches: {left: {input: box/btn_trigger, steady: off, tap: select}}
    """

  /// The service with a box that it holds, and another program that wants to read the box.
  private func holding() throws -> (box: UInputDevice, reader: DesktopReader, client: LineClient) {
    try writeProfile(Self.grabbing)
    let client = try started()
    let box = try UInputDevice.box()
    try client.device("grabbed")
    let reader = try DesktopReader(box.node)
    try box.tap(Code.left)
    try client.command("select")
    #expect(reader.events().isEmpty)
    return (box, reader, client)
  }

  /// Presses until a press reaches the other program.
  private func expectGivenBack(_ box: UInputDevice, _ reader: DesktopReader) throws {
    try eventually("a press at the other reader", within: 60) {
      try box.tap(Code.left)
      return !reader.events().isEmpty
    }
  }

  private func kill(_ signal: Int32) throws {
    let process = try #require(pid_t(try property("MainPID")))
    #expect(process > 1)
    Glibc.kill(process, signal)
  }

  @Test("frozen while it holds a box: the watchdog gives the box back, and the next one holds it again")
  func frozenWhileGrabbed() throws {
    let (box, reader, _) = try holding()
    let first = try property("MainPID")
    let frozen = now()
    try kill(SIGSTOP)
    try expectGivenBack(box, reader)
    print("given back \(now() - frozen) s after SIGSTOP; the watchdog's time is 10 s")
    try eventually("a new process", within: 60) {
      let now = try property("MainPID")
      return try now != first && now != "0" && property("ActiveState") == "active"
    }
    let client = try connect()
    try eventually("the grab in state") {
      try client.send(#"{"type":"get","what":"state","id":"grab"}"#)
      return try client.next(type: "ok") { $0.text("id") == "grab" }.description.contains(#""grabbed":true"#)
    }
    try box.tap(Code.left)
    try client.command("select")
  }

  @Test("five failures in five minutes: it is not started again, and the box stays plain")
  func fiveFailures() throws {
    let (box, reader, _) = try holding()
    var last = ""
    for _ in 1...5 {
      try eventually("a running process", within: 60) {
        let now = try property("MainPID")
        return try now != last && now != "0" && property("ActiveState") == "active"
      }
      last = try property("MainPID")
      try kill(SIGKILL)
    }
    try eventually("the end of restarts", within: 60) { try property("ActiveState") == "failed" }
    try expectGivenBack(box, reader)
    #expect(try property("ActiveState") == "failed")
    #expect(try property("MainPID") == "0")
  }

  @Test("out of its memory it is killed, and the box is plain")
  func memory() throws {
    let (box, reader, _) = try holding()
    try shell("systemctl set-property --runtime \(Self.unit) MemoryMax=256K")
    defer {
      _ = try? run(["/bin/sh", "-c", "rm -rf /run/systemd/system.control/switchway@*; systemctl daemon-reload"])
    }
    try expectGivenBack(box, reader)
    try eventually("the end of restarts", within: 60) { try property("ActiveState") == "failed" }
    try expectGivenBack(box, reader)
  }
}
