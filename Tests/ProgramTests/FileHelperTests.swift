import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The processes that read files and write the log, and what becomes of the daemon when they do not work.
@Suite("The daemon's helper processes", .blocking) struct FileHelperTests {
  @Test("a helper for files that is killed is started again, and reads what was saved meanwhile")
  func killed() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let first = try HelperProcess.wait(HelperProcess.files, of: daemon)
    first.signal(SIGKILL)
    try scene.file("test.yaml", Scene.profile(label: "New"))
    _ = try client.config(change: "loaded")
    try eventually("what was saved meanwhile") { try client.label() == "New" }
    let second = try HelperProcess.wait(HelperProcess.files, of: daemon, notIn: [first])
    #expect(try client.ask(#"{"type":"set","profile":"default","id":1}"#)["type"] == .string("ok"))
    try scene.file("test.yaml", Scene.profile(label: "Newer"))
    second.signal(SIGKILL)
    // What it was asked for is asked of the next one.
    #expect(try client.ask(#"{"type":"set","profile":"test","id":2}"#)["type"] == .string("ok"))
    #expect(try client.label() == "Newer")
  }

  @Test("a helper for files that does not answer: the profile stays, others are served, and the next one works")
  func stopped() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let other = try Client(scene.socket)
    try other.lines(until: "state")
    let first = try HelperProcess.wait(HelperProcess.files, of: daemon)
    try first.stop()
    try scene.file("test.yaml", Scene.profile(label: "New"))
    let began = microseconds()
    try client.send(#"{"type":"reload","id":1}"# + "\n" + #"{"type":"get","what":"state","id":2}"# + "\n")
    for number in 0..<50 {
      #expect(try other.ask(#"{"type":"ping","id":\#(number)}"#)["id"] == .integer(Int64(number)))
    }
    print("fifty requests of another client in \((microseconds() - began) / 1_000) ms, while files cannot be read")
    let lines = try client.answer().map(\.message)
    print("'reload' was refused after \((microseconds() - began) / 1_000) ms")
    let failed = try #require(lines.first { $0["type"] == .string("config") && $0["change"] == .string("failed") })
    #expect(
      failed["diagnostics"]?[0]?["message"]
        == .string("the profiles cannot be read: no answer from the disk within 5 s"))
    #expect(lines.last?["id"] == .integer(1) && lines.last?["code"] == .string("config-invalid"))
    #expect(lines.last?["diagnostics"] == failed["diagnostics"])
    // The client's next request was answered after the one before it, by the profile that is in force.
    let state = try #require(try client.answer().last).message
    #expect(state["id"] == .integer(2) && state["result"]?["profile"]?["label"] == .string("Test"))
    // The helper is another by then, and reads what was saved. On a busy machine that one may be late, too.
    _ = try client.config(change: "loaded")
    #expect(try client.label() == "New")
    try eventually("the end of the first helper") { first.hasEnded }
    #expect(try HelperProcess.wait(HelperProcess.files, of: daemon).identifier != first.identifier)
  }

  @Test("helpers that are stopped end when the daemon is killed")
  func stoppedHelpersEnd() throws {
    let scene = try Scene()
    let (daemon, _) = try scene.watched()
    let helpers = try [HelperProcess.files, HelperProcess.log].map { try HelperProcess.wait($0, of: daemon) }
    for helper in helpers { try helper.stop() }
    daemon.signal(SIGKILL)
    try eventually("the end of the helpers") { helpers.allSatisfy(\.hasEnded) }
  }

  @Test("helpers that end while no descriptor is left: clients are served, and helpers are started when there is one")
  func noDescriptor() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let files = try HelperProcess.wait(HelperProcess.files, of: daemon)
    let log = try HelperProcess.wait(HelperProcess.log, of: daemon)
    // Every number below 3 is in use.
    try setLimit("3:4096", of: daemon)
    for helper in [files, log] { helper.signal(SIGKILL) }
    try eventually("the end of both helpers") { files.hasEnded && log.hasEnded }
    let refusal = try client.ask(#"{"type":"reload","id":1}"#)
    #expect(refusal["code"] == .string("config-invalid"), "\(refusal)")
    #expect(try client.label() == "Test")
    try scene.file("test.yaml", Scene.profile(label: "New"))
    try setLimit("4096:4096", of: daemon)
    for name in [HelperProcess.files, HelperProcess.log] {
      try HelperProcess.wait(name, of: daemon, notIn: [files, log])
    }
    try eventually("the profile that was saved meanwhile") { try client.label() == "New" }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("helpers that end while no process can be made: clients are served, and helpers are started when one can")
  func noProcess() throws {
    // The kernel limits no process of root, whatever its number in a namespace is.
    guard Unprivileged.way != .namespace else { return }
    let scene = try Scene()
    let daemon = try scene.unprivilegedDaemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    let files = try HelperProcess.wait(HelperProcess.files, of: daemon)
    let log = try HelperProcess.wait(HelperProcess.log, of: daemon)
    func setLimit(_ count: String) throws {
      let words = ["/usr/bin/prlimit", "--pid", "\(daemon.identifier)", "--nproc=\(count):"]
      // In a container, root may not do it for others.
      let asUser = Unprivileged.way == .nobody ? ["/usr/bin/setpriv"] + Unprivileged.asNobody + words : words
      #expect(try Program(asUser[0], Array(asUser.dropFirst())).result().status == 0)
    }
    // The daemon and its helpers are more already.
    try setLimit("1")
    for helper in [files, log] { helper.signal(SIGKILL) }
    try eventually("the end of both helpers") { files.hasEnded && log.hasEnded }
    for number in 0..<10 {
      #expect(try client.ask(#"{"type":"ping","id":\#(number)}"#)["id"] == .integer(Int64(number)))
    }
    #expect(HelperProcess.all(HelperProcess.files, of: daemon).isEmpty)
    try setLimit("4096")
    for name in [HelperProcess.files, HelperProcess.log] {
      try HelperProcess.wait(name, of: daemon, notIn: [files, log])
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  private func setLimit(_ limit: String, of daemon: Program) throws {
    let set = try Program("/usr/bin/prlimit", ["--pid", "\(daemon.identifier)", "--nofile=\(limit)"])
    #expect(try set.end() == 0)
  }

  @Test("whatever a client asks for that is read from a disk is refused when that does not answer")
  func refused() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    for request in [
      #"{"type":"set","profile":"default","id":1}"#, #"{"type":"set","bridge":"none","id":1}"#,
      #"{"type":"send","command":"profile","args":["default"],"id":1}"#,
    ] {
      // On a busy machine a new helper may itself be late and be replaced: the one that answers is the one in use.
      try eventually("a helper that answers") { try client.ask(#"{"type":"reload","id":2}"#)["code"] == nil }
      try eventually("a refusal of \(request)") {
        for helper in HelperProcess.all(HelperProcess.files, of: daemon) { try helper.stop() }
        if try client.ask(request)["code"] == .string("config-invalid") { return true }
        // The daemon itself had asked the stopped helper for something, and the next helper answered this request.
        try eventually("the first profile") {
          try client.ask(#"{"type":"set","profile":"test","id":3}"#)["code"] == nil
        }
        return false
      }
      #expect(try client.label() == "Test")
    }
  }

  @Test("a client that leaves while files are read takes nothing with it")
  func leaves() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let first = try HelperProcess.wait(HelperProcess.files, of: daemon)
    try first.stop()
    try scene.file("test.yaml", Scene.profile(label: "New"))
    do {
      let leaving = try Client(scene.socket)
      try leaving.lines(until: "state")
      try leaving.send(#"{"type":"reload","id":1}"# + "\n" + #"{"type":"set","mode":"rest","on":true}"# + "\n")
    }
    #expect(try client.ask(#"{"type":"ping","id":1}"#)["id"] == .integer(1))
    first.signal(SIGCONT)
    // On a busy machine it was stopped for so long that another one reads.
    _ = try client.config(change: "loaded")
    #expect(try client.label() == "New")
    // What it asked for before it left is done, as ever.
    try eventually("rest") {
      try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["modes"]?["rest"] == .bool(true)
    }
  }

  @Test("a thousand signals while files cannot be read are one reload, and ending does not wait for it")
  func signals() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let helper = try HelperProcess.wait(HelperProcess.files, of: daemon)
    let stopped = microseconds()
    try helper.stop()
    for _ in 0..<1_000 {
      daemon.signal(SIGHUP)
      _ = poll(nil, 0, 0)
    }
    #expect(try client.ask(#"{"type":"ping","id":1}"#)["id"] == .integer(1))
    helper.signal(SIGCONT)
    // One under way, one that waited, and the client's own.
    try client.send(#"{"type":"reload","id":2}"# + "\n")
    let told = try client.answer().count { $0.type == "config" }
    // Where this took so long that the helper was replaced, there is one that failed, and one that tries again.
    #expect((1...(microseconds() - stopped < 5_000_000 ? 3 : 5)).contains(told), "\(told) reloads")
    try helper.stop()
    daemon.signal(SIGHUP)
    let began = microseconds()
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    print("ended in \((microseconds() - began) / 1_000) ms, while files cannot be read")
  }

  @Test("helpers end with the daemon, however it ends", arguments: [SIGTERM, SIGKILL])
  func end(signal: Int32) throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    let helpers = try [HelperProcess.files, HelperProcess.log].map { try HelperProcess.wait($0, of: daemon) }
    // As a whole service or a terminal would be told.
    for helper in helpers { for number in [SIGTERM, SIGINT, SIGHUP] { helper.signal(number) } }
    #expect(try client.ask(#"{"type":"reload","id":1}"#)["type"] == .string("ok"))
    daemon.signal(signal)
    #expect(try daemon.end() == (signal == SIGTERM ? 0 : 128 + SIGKILL))
    try eventually("the end of both helpers") { helpers.allSatisfy(\.hasEnded) }
  }

  @Test("they have nothing open of what the daemon has")
  func descriptors() throws {
    let scene = try Scene()
    let (daemon, client) = try scene.watched()
    for name in [HelperProcess.files, HelperProcess.log] {
      let first = try HelperProcess.wait(name, of: daemon)
      first.signal(SIGKILL)
      // Started while the socket and its clients are there.
      let helper = try HelperProcess.wait(name, of: daemon, notIn: [first])
      try eventually("descriptors of \(name)") {
        let folder = "/proc/\(helper.identifier)/fd"
        let links = try FileManager.default.contentsOfDirectory(atPath: folder)
        let targets = links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        let open = targets.filter { $0 != "/dev/null" && !$0.contains("inotify") }
        // Its end of the socket; and where the log goes to, which is a socket of these tests.
        return open.count == (name == HelperProcess.log ? 2 : 1) && open.allSatisfy { $0.hasPrefix("socket:") }
      }
    }
    #expect(try client.ask(#"{"type":"reload","id":1}"#)["type"] == .string("ok"))
  }
}
