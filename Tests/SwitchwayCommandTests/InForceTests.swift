import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@Suite("the profile in force of a running daemon", .blocking) struct InForceTests {
  @Test("check without a file checks the daemon's file, and with a file that one")
  func check() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let path = "\(scene.folder)/test.yaml"
    #expect(try scene.ask("check") == Program.Result(status: 0, output: "\(path): no problems\n", errors: ""))
    // As it is written now, put in force or not.
    try scene.file("test.yaml", Scene.profile(left: "selct"))
    #expect(try scene.ask("check").output.hasPrefix("\(path):6:49: error: unknown command 'selct'\n"))
    try scene.file("test.yaml", Scene.profile())
    #expect(try scene.ask("profile", "one-switch").status == 0)
    #expect(try scene.ask("check").output == "\(Scene.top)/Config/one-switch.yaml: no problems\n")
    let other = try scene.file("other.yaml", Scene.profile())
    #expect(try scene.ask("check", other).output == "\(other): no problems\n")
    #expect(try scene.ask("check", "--config", other).output == "\(other): no problems\n")
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    #expect(try scene.ask("check").status == 4)
  }

  @Test(
    "check without a file works beside a daemon that was started with a relative path",
    arguments: ["", "./", "sub/../"])
  func relative(prefix: String) throws {
    let scene = try Scene()
    try scene.file("sub/other.yaml", "")
    try scene.file("test.yaml", Scene.profile())
    try scene.recording(presses: [(0, 0)], end: 3_600_000)
    let daemon = try Program(
      "/bin/sh",
      [
        "-c",
        "cd '\(scene.folder)' && exec '\(Program.folder)/switchwayd' --socket '\(scene.socket)' "
          + "--config \(prefix)test.yaml --play box.evemu",
      ], environment: scene.environment)
    try scene.waitForSocket(of: daemon)
    let path = "\(scene.folder)/\(prefix == "./" ? "" : prefix)test.yaml"
    #expect(try scene.ask("check") == Program.Result(status: 0, output: "\(path): no problems\n", errors: ""))
    #expect(try scene.ask("explain", "left").output.contains("\(path):"))
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
  }

  @Test("devices are shown with the entries of the daemon's file")
  func devices() throws {
    let scene = try Scene()
    let profile = Scene.profile().replacing("box", with: "mine")
    let daemon = try scene.daemon(profile: profile)
    let recording = "\(scene.folder)/box.evemu"
    func entry(_ arguments: String...) throws -> String? {
      let result = try Program.run(
        "switchway", ["devices", "--json", recording] + arguments, environment: scene.environment)
      #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
      return result.output.message[0]?["entry"]?.stringValue
    }
    #expect(try entry("--socket", scene.socket) == "mine")
    #expect(try entry("--socket", scene.socket, "--config", "\(Scene.top)/Config/two-switch.yaml") == "box")
    #expect(try entry() == "box")
    daemon.signal(SIGTERM)
    #expect(try daemon.end() == 0)
    #expect(try entry("--socket", scene.socket) == "box")
  }
}
