import CLinuxInput
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The daemon holds keyboards, and so it must not wait for the systemd that started it.
@Suite("The daemon under systemd", .blocking) struct SystemdLinkTests {
  /// The socket at which a systemd would read notices.
  private final class Notices {
    let descriptor: Int32
    let path: String

    init(_ scene: Scene) throws {
      path = "\(scene.folder)/notify"
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let bound = unsafe withUnsafePointer(to: address) { address in
        unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(bound == 0)
    }

    deinit { close(descriptor) }

    /// The next notice. nil: there is none now.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Fills the queue, as if systemd had not read for long.
    func fill() throws {
      let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      defer { close(sender) }
      while unsafe sw_send_to(sender, path, "X=1", 3) == 3 {}
    }
  }

  private func daemon(
    _ scene: Scene, _ notices: Notices, _ more: [String: String] = [:]
  ) throws -> Program {
    try scene.listening(
      ["--config", try scene.file("test.yaml", Scene.profile()), "--play", try scene.hour()],
      environment: more.merging(["NOTIFY_SOCKET": notices.path]) { $1 })
  }

  @Test("a systemd that does not read holds nothing up, and is told the present state when it reads again")
  func stopped() throws {
    let scene = try Scene()
    let notices = try Notices(scene)
    let daemon = try daemon(scene, notices)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    try eventually("READY=1") { notices.next()?.hasPrefix("READY=1\nSTATUS=profile test") == true }
    try notices.fill()
    #expect(try client.ask(#"{"type":"reload","id":1}"#)["type"] == .string("ok"))
    #expect(try client.ask(#"{"type":"ping","id":2}"#)["type"] == .string("ok"))
    try eventually("READY=1 again") { notices.next()?.hasPrefix("READY=1\nSTATUS=profile test") == true }
    try notices.fill()
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("the watchdog is fed in time, and again after a systemd that did not read for a while")
  func watchdog() throws {
    let scene = try Scene()
    let notices = try Notices(scene)
    let daemon = try daemon(scene, notices, ["WATCHDOG_USEC": "200000"])
    for _ in 0..<3 { try eventually("food") { notices.next() == "WATCHDOG=1" } }
    try notices.fill()
    while notices.next() != nil {}
    try eventually("food again") { notices.next() == "WATCHDOG=1" }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }
}
