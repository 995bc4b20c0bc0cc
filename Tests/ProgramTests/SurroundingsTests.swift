import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("The daemon in strange surroundings", .blocking) struct SurroundingsTests {
  /// A daemon that plays for an hour, started by a line of shell in which `$@` is the daemon.
  private func daemon(_ scene: Scene, _ line: String) throws -> Program {
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.hour()
    let words = [
      "-c", line, "sh", "\(Program.folder)/switchwayd", "--socket", scene.socket, "--config", config, "--play",
      recording,
    ]
    let daemon = try Program("/bin/bash", words, environment: scene.environment)
    try scene.waitForSocket(of: daemon)
    return daemon
  }

  @Test("with closed standard descriptors nothing of the log reaches a client, and it goes on")
  func closedErrors() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, #"exec "$@" <&- >&- 2>&-"#)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    for _ in 0..<3 {
      try scene.file("test.yaml", "switchway: 2\n")
      #expect(try client.ask(#"{"type":"reload","id":1}"#)["code"] == .string("config-invalid"))
    }
    daemon.signal(SIGTERM)
    // Each line is the protocol's: what the log says would be none.
    #expect(try client.rest().allSatisfy { !$0.type.isEmpty })
    #expect(try daemon.end() == 0)
  }

  @Test("with a full disk behind the log it goes on")
  func fullErrors() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, #"exec "$@" 2>/dev/full"#)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    try scene.file("test.yaml", "switchway: 2\n")
    #expect(try client.ask(#"{"type":"reload","id":1}"#)["code"] == .string("config-invalid"))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a crash is not reported with what is in registers and memory, also if the environment asks for that")
  func crashReports() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, #"SWIFT_BACKTRACE=enable=yes,swift-backtrace=/bin/true exec "$@""#)
    let status = String(decoding: try Scene.bytes(of: "/proc/\(daemon.identifier)/status"), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") })
    let caught = try #require(line.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
    for crash in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      #expect(caught & 1 << UInt64(crash - 1) == 0, "signal \(crash)")
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("out of descriptors, who is there is served, and others are when there is room again")
  func descriptors() throws {
    let scene = try Scene()
    let daemon = try daemon(scene, #"\#(Program.closesOthers); ulimit -n 20; exec "$@""#)
    let first = try Client(scene.socket)
    try first.lines(until: "state")
    var others: [Client] = []
    for _ in 0..<40 {
      if let other = try? Client(scene.socket) { others.append(other) }
      #expect(try first.ask(#"{"type":"ping","id":1}"#)["type"] == .string("ok"))
    }
    others.removeAll()
    try eventually("room for another") {
      guard let other = try? Client(scene.socket) else { return false }
      return try other.next()?.type == "hello"
    }
    #expect(try first.ask(#"{"type":"ping","id":2}"#)["type"] == .string("ok"))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("with a stack that is too small it says so, and how to mend it", arguments: ["switchwayd", "switchway"])
  func smallStack(program: String) throws {
    let line = #"ulimit -s 64; exec "$@" --version"#
    let result = try Program.run("/bin/bash", ["-c", line, "sh", "\(Program.folder)/\(program)"])
    #expect(result.status == 1)
    // The daemon names itself in its errors, as a log has those of others, too.
    let name = program == "switchwayd" ? "switchwayd: " : ""
    #expect(
      result.errors == """
        \(name)the stack may only be 64 KiB large, and 512 KiB are needed
        help: raise the limit: 'ulimit -s 8192' in a shell, 'LimitSTACK=8M' in a unit of systemd

        """)
  }
}
