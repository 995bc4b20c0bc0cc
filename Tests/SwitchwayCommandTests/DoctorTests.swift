import EngineFixtures
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

@Suite("switchway doctor and install-service", .blocking) struct DoctorTests {
  private func run(_ scene: Scene, _ arguments: [String]) throws -> Program.Result {
    try Program.run("switchway", arguments, environment: scene.environment)
  }

  @Test("without a daemon, doctor lists each check with its remedy and ends with status 1")
  func withoutDaemon() throws {
    let scene = try Scene()
    let config = try scene.file("bad.yaml", "switchway: 1\nswitches: 3\n")
    let result = try run(scene, ["doctor", "--json", "--config", config, "--socket", scene.socket])
    #expect(result.status == 1)
    #expect(result.errors.isEmpty)
    let list = try JSONValue.parse(Array(result.output.utf8).dropLast()).arrayValue ?? []
    let byName = Dictionary(uniqueKeysWithValues: list.map { ($0["check"]?.stringValue ?? "", $0) })
    #expect(
      list.map { $0["check"]?.stringValue }
        == ["config", "permissions", "groups", "udev-rules", "uinput", "session", "service", "socket", "devices"])
    #expect(byName["config"]?["status"]?.stringValue == "problem")
    #expect(byName["config"]?["help"]?.stringValue == "switchway check \(config)")
    #expect(byName["socket"]?["status"]?.stringValue == "problem")
    for one in list where one["status"]?.stringValue != "ok" { #expect(one["help"]?.stringValue?.isEmpty == false) }
  }

  @Test("with a daemon, doctor shows its profile and accepts a file without errors")
  func withDaemon() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let result = try run(scene, ["doctor", "--config", "\(scene.folder)/test.yaml", "--socket", scene.socket])
    #expect(result.output.contains("ok       socket: switchwayd 0.1.0 answers: profile test"), "\(result)")
    #expect(result.output.contains("ok       config: \(scene.folder)/test.yaml can be used"))
    _ = daemon
  }

  @Test("a daemon that does not answer is to be restarted, not installed")
  func frozen() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    daemon.signal(SIGSTOP)
    defer { daemon.signal(SIGCONT) }
    let result = try scene.ask("doctor")
    let words = "problem  socket: the daemon did not answer within 5 s\n         help: restart it\n"
    #expect(result.status == 1 && result.output.contains(words), "\(result)")
  }

  @Test("the first socket that answers is used, and an absent required device is reported")
  func absent() throws {
    let scene = try Scene()
    let profile = Scene.profile().replacing(
      "switches:", with: "  spare: {match: {name: Spare}, required: yes}\nswitches:")
    let daemon = try scene.daemon(profile: profile)
    let result = try run(scene, ["doctor", "--config", "\(scene.folder)/test.yaml", "--socket", scene.socket])
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "problem  devices: required and not plugged in: 'spare'\n"
          + "         help: plug it in; 'switchway devices' lists the devices, and says why none of them is 'spare'\n"),
      "\(result)")
    _ = daemon
  }

  @Test("an absent required device of --config is reported without a daemon, too")
  func absentWithoutDaemon() throws {
    let scene = try Scene()
    let path = try scene.file(
      "mine.yaml",
      Scene.profile().replacing("switches:", with: "  spare: {match: {name: Spare}, required: yes}\nswitches:"))
    let result = try run(scene, ["doctor", "--config", path, "--socket", scene.socket])
    #expect(result.output.contains("problem  devices: required and not plugged in: 'spare'\n"), "\(result)")
  }

  @Test("install-service refuses system users and nobody", .enabled(if: geteuid() == 0))
  func people() throws {
    for (name, number) in [("daemon", 1), ("nobody", 65_534)] {
      let result = try Program.run("switchway", ["install-service", name])
      #expect(result.status == 1)
      #expect(
        result.errors.hasPrefix("'\(name)' (UID \(number)) is a system account; user accounts start at UID "),
        "\(result)")
    }
    for (text, first) in [
      ("", 1_000), ("# UID_MIN 1\nUID_MIN\t\t  500\nUID_MAX 60000\n", 500), ("UID_MIN x\nSYS_UID_MIN 101\n", 1_000),
    ] as [(String, UInt32)] {
      #expect(SystemRecords.firstPerson(in: text) == first)
    }
  }

  @Test("install-service says what it lacks: a name, root, a user")
  func refusals() throws {
    #expect(try Program.run("switchway", ["install-service"]).status == 2)
    let name = try Program.run("switchway", ["install-service", "a b"])
    #expect(name.status == 1)
    #expect(name.errors.contains("'a b' cannot be part of a unit name\nhelp: "))
    let scene = try Scene()
    let root = try Unprivileged.run("switchway", ["install-service", "nobody"], environment: scene.environment)
    #expect(root.status == 3)
    #expect(root.errors == "install-service needs root\nhelp: sudo switchway install-service nobody\n")
    guard geteuid() == 0 else { return }
    let user = try Program.run("switchway", ["install-service", "no-such-user"])
    #expect(user.status == 1)
    #expect(user.errors.hasPrefix("this computer has no user 'no-such-user'\nhelp: "))
    let superuser = try Program.run("switchway", ["install-service", "root"])
    #expect(superuser.status == 1)
    #expect(superuser.errors.hasPrefix("Switchway does not run for root\nhelp: "))
  }
}
