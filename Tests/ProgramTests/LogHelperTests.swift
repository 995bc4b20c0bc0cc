import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// What the daemon says goes through a process of its own: whoever does not read it holds nothing up.
@Suite("The daemon's log, written by a helper", .blocking) struct LogHelperTests {
  /// A pipe with a name that is full, and nobody reads.
  private final class FullPipe {
    let path: String
    let descriptor: Int32

    init(_ scene: Scene) throws {
      path = "\(scene.folder)/errors"
      guard unsafe mkfifo(path, 0o600) == 0 else { throw ProgramError("mkfifo") }
      descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw ProgramError("open \(path)") }
      let bytes = [UInt8](repeating: UInt8(ascii: "."), count: 4_096)
      while unsafe write(descriptor, bytes, bytes.count) > 0 {}
    }

    deinit { close(descriptor) }

    /// All that is in it now, read until `words` have come.
    func text(until words: String) throws -> String {
      var text: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 65_536)
      try eventually("'\(words)' in the log") {
        let count = unsafe read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        text += chunk[..<count]
        return String(decoding: text, as: UTF8.self).contains(words)
      }
      return String(decoding: text, as: UTF8.self)
    }
  }

  private func start(_ scene: Scene, errors: String) throws -> (Program, Client) {
    let config = try scene.file("test.yaml", Scene.profile() + "scan: {interval: 2s}\n")
    let recording = try scene.hour()
    let words = [
      "-c", #"exec "$@" 2>"$ERRORS""#, "sh", "\(Program.folder)/switchwayd", "--socket", scene.socket, "--config",
      config, "--play", recording,
    ]
    let daemon = try Program(
      "/bin/sh", words, environment: scene.environment.merging(["ERRORS": errors]) { $1 })
    try scene.waitForSocket(of: daemon)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    return (daemon, client)
  }

  private func fail(_ client: Client, _ scene: Scene, times: Int) throws {
    for number in 0..<times {
      try scene.file("test.yaml", "switchway: \(number + 2)\n")
      #expect(try client.ask(#"{"type":"reload","id":1}"#)["code"] == .string("config-invalid"))
    }
  }

  @Test("a full pipe holds up neither the start nor a request, and gets the lines when it is read again")
  func fullPipe() throws {
    let scene = try Scene()
    let pipe = try FullPipe(scene)
    let (daemon, client) = try start(scene, errors: pipe.path)
    let began = microseconds()
    try fail(client, scene, times: 5)
    print("five refused reloads in \((microseconds() - began) / 1_000) ms, while nobody reads the log")
    let text = try pipe.text(until: "test.yaml:1:12: error:")
    #expect(text.contains("warning"))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("it ends although nobody reads its log")
  func endsWithFullPipe() throws {
    let scene = try Scene()
    let pipe = try FullPipe(scene)
    let (daemon, client) = try start(scene, errors: pipe.path)
    try fail(client, scene, times: 1)
    let helper = try HelperProcess.wait(HelperProcess.log, of: daemon)
    let began = microseconds()
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    print("ended in \((microseconds() - began) / 1_000) ms, while nobody reads the log")
    try eventually("the end of the helper") { helper.hasEnded }
  }

  @Test("a helper that is stopped or killed holds nothing up, and lines come again")
  func helperGone() throws {
    let scene = try Scene()
    let path = try scene.file("errors", "")
    let (daemon, client) = try start(scene, errors: path)
    let first = try HelperProcess.wait(HelperProcess.log, of: daemon)
    try first.stop()
    try fail(client, scene, times: 3)
    first.signal(SIGKILL)
    try HelperProcess.wait(HelperProcess.log, of: daemon, notIn: [first])
    // What the first one had not taken is there for the second.
    try eventually("three lines") {
      String(decoding: try Scene.bytes(of: path), as: UTF8.self).split(separator: "\n")
        .count { $0.contains("test.yaml:1:12: error:") } >= 3
    }
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("a helper that is started again takes nothing of the daemon but its own descriptors")
  func descriptors() throws {
    let scene = try Scene()
    let daemon = try scene.unprivilegedDaemon()
    func count(_ helper: HelperProcess) -> Int? {
      // Root only may look.
      try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(helper.identifier)/fd").count
    }
    let first = try HelperProcess.wait(HelperProcess.log, of: daemon)
    let before = count(first)
    first.signal(SIGKILL)
    let second = try HelperProcess.wait(HelperProcess.log, of: daemon, notIn: [first])
    #expect(count(second) == before)
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("what is wrong before anything begins is said in order, with its status")
  func order() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.file(
      "cut.evemu", String(decoding: try Scene.bytes(of: "\(Scene.recordings)/cut.evemu"), as: UTF8.self))
    let daemon = try scene.daemon()
    // A helper that takes longer than a second for its lines, on a busy machine, writes them after the error.
    try eventually("the error, last") {
      let second = try Program.run(
        "switchwayd", ["--socket", scene.socket, "--config", config, "--play", recording],
        environment: scene.environment)
      #expect(second.status == 75)
      return second.errors.split(separator: "\n").last?.hasPrefix("help: use that one") == true
    }
    _ = daemon
  }
}
