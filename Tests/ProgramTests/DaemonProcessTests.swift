import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The daemon as a process: how it starts, ends, and gets along with its socket.
@Suite("The daemon's process", .blocking) struct DaemonProcessTests {
  @Test("two clients get the same lines in the same order, up to bye")
  func twoClients() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let presses = (0..<50).map { (at: 500 + $0 * 300, button: $0 % 2) }
    let recording = try scene.recording(presses: presses, end: 16_000)
    let daemon = try Program(
      "switchwayd", ["--socket", scene.socket, "--config", config, "--speed", "10", "--play", recording],
      environment: scene.environment)
    try eventually("the socket") { unsafe access(scene.socket, F_OK) == 0 }
    // The recording begins with the first of them: both are there before the daemon looks.
    try daemon.stop()
    let (one, other) = (try Client(scene.socket), try Client(scene.socket))
    daemon.signal(SIGCONT)
    let (lines, others) = (try one.rest(), try other.rest())
    #expect(try daemon.end() == 0)
    // On a busy machine a press may be too late.
    let stale = lines.count { $0.message["reason"] == .string("stale") }
    #expect(lines.count { $0.type == "command" } == 50 - stale)
    #expect(lines.last?.type == "bye")
    // Each has first lines of its own; the other one has everything from then on.
    let common = others.dropFirst(2)
    #expect(common.count > 50)
    let isSame = lines.suffix(common.count).elementsEqual(common)
    #expect(isSame)
    let sequence = lines.filter { $0.type == "command" }.map { $0.message["seq"]?.integerValue }
    #expect(sequence == (0..<50 - stale).map { Int64($0 + 1) })
  }

  @Test("at the lowest speed nothing of a recording ever comes, and requests are answered")
  func lowestSpeed() throws {
    let scene = try Scene()
    let recording = try scene.recording(presses: [(500, 0)], end: 1_000)
    let daemon = try scene.listening(["--play", recording, "--speed", "5e-324"])
    #expect(try scene.ask("status").status == 0)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test(
    "SIGTERM and SIGINT say bye to every client, let go of the socket, and end with 0", arguments: [SIGTERM, SIGINT])
  func ends(signal: Int32) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let clients = try (0..<3).map { _ in try Client(scene.socket) }
    for client in clients { try client.lines(until: "state") }
    daemon.signal(signal)
    for client in clients {
      let last = try client.rest().last?.message
      #expect(last?["type"] == .string("bye"))
      #expect(last?["reason"] == .string(signal == SIGTERM ? "terminated" : "interrupted"))
    }
    #expect(try daemon.end() == 0)
    #expect(unsafe access(scene.socket, F_OK) != 0)
  }

  @Test("it ends in less than 200 ms, also with a client that does not read")
  func endsSoon() throws {
    let fastest = try fastestEnd(tries: 100, limit: 200_000) { _ in }
    #expect(fastest < 200_000)
  }

  /// How long a daemon with one client takes to end, in microseconds: the fastest of several, because a busy machine
  /// may delay any of them. Stops when one is under the limit. `prepare` is called before each end.
  private func fastestEnd(tries: Int, limit: Int64, _ prepare: (Client) throws -> Void) throws -> Int64 {
    var fastest = Int64.max
    for _ in 0..<tries where fastest >= limit {
      let scene = try Scene()
      let daemon = try scene.daemon()
      let client = try Client(scene.socket)
      try prepare(client)
      let began = microseconds()
      daemon.signal(SIGTERM)
      #expect(try daemon.end() == 0)
      fastest = min(fastest, microseconds() - began)
      _ = client
    }
    return fastest
  }

  @Test("it ends soon also while lines wait for a client that does not read")
  func endsUnread() throws {
    // At the end of a recording it waits for 5 s.
    let fastest = try fastestEnd(tries: 20, limit: 4_000_000) { silent in
      // The answers are more than the kernel takes for a client that does not read.
      let request = #"{"type":"get","what":"state","id":""# + String(repeating: "x", count: 900) + "\"}\n"
      try silent.send(String(repeating: request, count: 200))
      try eventually("the daemon has read most requests") { silent.untaken < 100 * request.utf8.count }
    }
    #expect(fastest < 4_000_000)
  }

  @Test("a second instance leaves the first alone, and ends with 75")
  func second() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let config = "\(scene.folder)/test.yaml"
    let recording = "\(scene.folder)/box.evemu"
    let second = try Program.run(
      "switchwayd", ["--socket", scene.socket, "--config", config, "--play", recording], environment: scene.environment)
    #expect(second.status == 75)
    #expect(
      second.errors.hasPrefix("switchwayd: another switchwayd is already running at \(scene.socket)\nhelp: "),
      "\(second)")
    #expect(try scene.ask("status").status == 0)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a stale socket is replaced")
  func stale() throws {
    let scene = try Scene()
    let first = try scene.daemon()
    first.signal(SIGKILL)
    #expect(try first.end() == 128 + SIGKILL)
    #expect(unsafe access(scene.socket, F_OK) == 0)
    let second = try scene.daemon()
    #expect(try scene.ask("status").status == 0)
    _ = second
  }

  @Test("a socket that is removed from outside is bound again, and clients stay")
  func removedSocket() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    unsafe unlink(scene.socket)
    try scene.waitForSocket(of: daemon)
    #expect(try client.ask(#"{"type":"ping","id":1}"#)["type"] == .string("ok"))
  }

  /// What becomes of the directories that the socket is in.
  enum Loss: String, CaseIterable, Sendable {
    case directory, all, moved, aboveMoved
  }

  @Test("a socket whose directory goes and comes back is bound again", arguments: Loss.allCases)
  func removedDirectory(_ loss: Loss) throws {
    let scene = try Scene()
    let recording = try scene.hour()
    let config = try scene.file("test.yaml", Scene.profile())
    var environment = scene.environment
    let outer = "\(scene.folder)/run"
    let session = outer + "/user"
    unsafe mkdir(outer, 0o700)
    unsafe mkdir(session, 0o700)
    environment["XDG_RUNTIME_DIR"] = session
    let daemon = try Program("switchwayd", ["--config", config, "--play", recording], environment: environment)
    let own = session + "/switchway"
    let path = own + "/socket"
    func isServed() -> Bool { (try? Client(path).next()) != nil }
    try eventually("the socket") { isServed() }
    let client = try Client(path)
    try client.lines(until: "state")
    switch loss {
    case .directory:
      // Whatever this empties, the daemon may have filled again: then there is no more to do.
      for file in [path, path + ".lock"] { unsafe unlink(file) }
      unsafe rmdir(own)
    case .moved: #expect(unsafe rename(own, session + "/old") == 0)
    case .aboveMoved:
      #expect(unsafe rename(outer, scene.folder + "/old") == 0)
      #expect(unsafe mkdir(outer, 0o700) == 0)
      #expect(unsafe mkdir(session, 0o700) == 0)
    case .all:
      // Out of the way first, so that it goes as one.
      #expect(unsafe rename(outer, scene.folder + "/old") == 0)
      try FileManager.default.removeItem(atPath: scene.folder + "/old")
      #expect(unsafe access(path, F_OK) != 0)
      // One that others may enter is refused, until it is closed to them.
      let new = scene.folder + "/new"
      for folder in [new, new + "/user", new + "/user/switchway"] { #expect(unsafe mkdir(folder, 0o700) == 0) }
      #expect(unsafe chmod(new + "/user/switchway", 0o755) == 0)
      #expect(unsafe rename(new, outer) == 0)
      #expect(try client.ask(#"{"type":"ping"}"#)["type"] == .string("ok"))
      #expect(unsafe access(path, F_OK) != 0, "a directory that others may enter was taken")
      #expect(unsafe chmod(own, 0o700) == 0)
    }
    try eventually("the socket, bound again") { isServed() }
    #expect(try client.ask(#"{"type":"ping","id":1}"#)["type"] == .string("ok"))
    daemon.signal(SIGTERM)
    let result = try daemon.result()
    #expect(result.status == 0)
    #expect(result.errors.contains("socket was removed, and is bound again"), "\(result)")
  }

  @Test("something else in the socket's place is left alone", arguments: ["file", "folder", "link"])
  func occupied(what: String) throws {
    let scene = try Scene()
    let recording = try scene.recording(presses: [], end: 1)
    switch what {
    case "file": try scene.file("socket", "mine")
    case "folder": unsafe mkdir(scene.socket, 0o700)
    default: unsafe symlink("/dev/null", scene.socket)
    }
    let result = try Program.run(
      "switchwayd", ["--socket", scene.socket, "--play", recording], environment: scene.environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("expected a socket or nothing, found a \(what == "folder" ? "directory" : what)"))
    #expect(unsafe access(scene.socket, F_OK) == 0)
  }

  @Test("without --socket it is in the runtime directory, closed to others")
  func runtimeDirectory() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.hour()
    let daemon = try Program("switchwayd", ["--config", config, "--play", recording], environment: scene.environment)
    let path = "\(scene.folder)/switchway/socket"
    try eventually("the socket") { (try? Client(path)) != nil }
    var status = stat()
    #expect(unsafe stat("\(scene.folder)/switchway", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    #expect(try Program.run("switchway", ["status"], environment: scene.environment).status == 0)
    _ = daemon
  }

  @Test("no place for a socket is an error with its mend")
  func noPlace() throws {
    let scene = try Scene()
    let recording = try scene.recording(presses: [], end: 1)
    let result = try Program.run("switchwayd", ["--play", recording])
    #expect(result.status == 1)
    #expect(result.errors.contains("help: start switchwayd in a login session"))
  }

  @Test("root is refused, unless it plays recordings")
  func root() throws {
    let result = try Program.run("switchwayd", ["--nonsense"])
    #expect(result.status == 2)
    #expect(result.errors == "switchwayd: unknown option '--nonsense'\nhelp: switchwayd --help\n")
    guard geteuid() == 0 else { return }
    let refused = try Program.run("switchwayd", [])
    #expect(refused.status == 77)
    #expect(refused.errors.hasPrefix("switchwayd: root may not run this program"))
  }

  @Test("help and the version that cannot be written are an error", arguments: ["--help", "--version"])
  func full(option: String) throws {
    let result = try Program.run(
      "/bin/sh", ["-c", #"exec "$@" >/dev/full"#, "sh", "\(Program.folder)/switchwayd", option])
    #expect(
      result
        == .init(
          status: 1, output: "", errors: "switchwayd: cannot write the results: No space left on device\n"))
  }

  /// Profiles that cannot be used to play.
  static let unusable: [(what: String, status: Int32, message: String)] = [
    ("mistake", 1, ":6:49: error: unknown command 'selct'\n"), ("missing", 1, ":1:1: error: no such file"),
    ("world-writable", 1, ":1:1: error: everybody can write to the file\n"),
    ("huge", 1, ":1:1: error: the file is larger than 256 KiB\n"),
    ("not UTF-8", 1, ": error: the file is not UTF-8 text\n"),
  ]

  @Test("a recording is not played with a profile that cannot be used", arguments: unusable)
  func profiles(what: String, status: Int32, message: String) throws {
    let scene = try Scene()
    let recording = try scene.recording(presses: [], end: 1)
    let path = try scene.file("test.yaml", Scene.profile(left: what == "mistake" ? "selct" : "next"))
    switch what {
    case "missing": unsafe unlink(path)
    case "world-writable": unsafe chmod(path, 0o666)
    case "huge": try scene.file("test.yaml", String(repeating: "#", count: 262_145))
    case "not UTF-8": try scene.file("test.yaml", .init([0x61, 0xFF, 0x0A]))
    default: break
    }
    let result = try Program.run(
      "switchwayd", ["--socket", scene.socket, "--config", path, "--play", recording], environment: scene.environment)
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result)")
    #expect(unsafe access(scene.socket, F_OK) != 0)
  }

  @Test("a profile without permission is status 3")
  func permission() throws {
    let scene = try Scene()
    let recording = try scene.recording(presses: [], end: 1)
    let path = try scene.file("test.yaml", Scene.profile())
    unsafe chmod(path, 0)
    try Unprivileged.give(scene.folder)
    let result = try Unprivileged.run(
      "switchwayd", ["--socket", scene.socket, "--config", path, "--play", recording], environment: scene.environment)
    #expect(result.status == 3, "\(result)")
  }

  @Test("a terminal cannot stop a daemon that holds keyboards, nor its helpers")
  func stops() throws {
    let scene = try Scene()
    let daemon = try scene.unprivilegedDaemon()
    let helpers = try [HelperProcess.files, HelperProcess.log].map { try HelperProcess.wait($0, of: daemon) }
    for process in helpers.map(\.identifier) + [daemon.identifier] {
      // proc(5): a bit for each signal that is ignored, from 1 on.
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let ignored = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
      let bits = try #require(ignored.flatMap { UInt64($0, radix: 16) })
      for stop in [SIGTSTP, SIGTTIN, SIGTTOU] { #expect(bits >> UInt64(stop - 1) & 1 == 1, "\(stop) of \(process)") }
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a person's daemon starts with a shipped profile if its own has errors, and takes it when they are corrected")
  func live() throws {
    let scene = try Scene()
    try Unprivileged.give(scene.folder)
    // Not beside the socket, which would be a change.
    let broken = Scene.profile(left: "selct").replacing("switchway: 1\n", with: "switchway: 1\nextends: two-switch\n")
    let path = try scene.file("own/test.yaml", broken)
    try Unprivileged.give(path)
    var environment = scene.environment
    environment["XDG_CONFIG_HOME"] = scene.folder + "/own"
    let daemon = try Unprivileged.start(
      "switchwayd", ["--socket", scene.socket, "--config", path], environment: environment)
    try scene.waitForSocket(of: daemon)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    let told = try #require(try client.next()).message
    #expect(told["type"] == .string("config"))
    #expect(told["change"] == .string("failed"))
    #expect(told["diagnostics"]?[0]?["line"] == .integer(7))
    let found = try client.ask(#"{"type":"get","what":"config"}"#)["result"]
    #expect(found?["diagnostics"]?[0]?["line"] == .integer(7))
    let profile = try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["profile"]
    #expect(profile?["name"] == .string("two-switch"))
    try Unprivileged.give(try scene.file("own/test.yaml", Scene.profile()))
    try eventually("the mended profile") {
      try client.ask(#"{"type":"get","what":"state"}"#)["result"]?["profile"]?["label"] == .string("Test")
    }
    // From now on a profile is in force, and nothing failed at the start.
    try Unprivileged.give(try scene.file("own/test.yaml", Scene.profile(left: "selct")))
    _ = try client.lines.lines { $0.message["change"] == .string("failed") }
    try eventually("a client that is told nothing") {
      let later = try Client(scene.socket)
      try later.lines(until: "state")
      try later.send(#"{"type":"ping"}"# + "\n")
      return try later.answer().map(\.type) == ["ok"]
    }
    daemon.signal(SIGTERM)
    let result = try daemon.result()
    #expect(result.status == 0)
    #expect(result.errors.contains("profile has errors, 'two-switch' is used until they are corrected profile=test\n"))
  }
}
