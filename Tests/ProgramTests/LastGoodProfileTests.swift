import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// A daemon that starts with a broken file uses the profile that was last in force.
@Suite("The last good profile after a restart", .blocking) struct LastGoodProfileTests {
  /// A person's folders: `own` with profiles, `state` with what is kept.
  private final class Home {
    let scene: Scene
    var state: String { "\(scene.folder)/state" }
    var path: String { "\(scene.folder)/own/switchway/test.yaml" }

    init() throws {
      scene = try Scene()
      for folder in ["", "/own", "/own/switchway", "/state"] {
        let path = scene.folder + folder
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Unprivileged.give(path)
      }
    }

    func write(_ name: String, _ text: String) throws {
      try Unprivileged.give(try scene.file("own/switchway/\(name).yaml", text))
    }

    var environment: [String: String] {
      scene.environment.merging(["XDG_CONFIG_HOME": "\(scene.folder)/own", "XDG_STATE_HOME": state]) { $1 }
    }

    /// Starts the daemon, once it listens. `config`: nil: with the profile `default`.
    func daemon(config: String?, environment more: [String: String] = [:]) throws -> Program {
      let daemon = try Unprivileged.start(
        "switchwayd", ["--socket", scene.socket] + (config.map { ["--config", $0] } ?? []),
        environment: environment.merging(more) { $1 })
      try scene.waitForSocket(of: daemon)
      return daemon
    }

    /// Starts the daemon in a mount namespace of its own, in which `script` has mounted something.
    func mounted(_ script: String) throws -> Program {
      let daemon = try Unprivileged.start(
        "switchwayd", ["--socket", scene.socket], mounting: script, environment: environment)
      try scene.waitForSocket(of: daemon)
      return daemon
    }

    /// Runs the daemon until `condition` holds. Returns its log.
    @discardableResult
    func run(
      config: String?, environment more: [String: String] = [:], until condition: (Client) throws -> Bool
    ) throws -> String {
      let daemon = try daemon(config: config, environment: more)
      let client = try Client(scene.socket)
      try client.lines(until: "state")
      try eventually("what the daemon was run for") { try condition(client) }
      return try Home.end(daemon)
    }

    static func end(_ daemon: Program) throws -> String {
      daemon.signal(SIGTERM)
      let result = try daemon.result()
      #expect(result.status == 0, "\(result)")
      return result.errors
    }

    /// Whether a last good profile is kept in this folder.
    func isKept(in folder: String? = nil, of config: Bool = true) -> Bool {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder ?? "\(state)/switchway")) ?? []
      return names.contains { config ? $0.hasPrefix("last-good-") && !$0.hasSuffix(".new") : $0 == "last-good" }
    }

    /// Waits until the last good profile of `path` that is kept has these words. A helper writes it, also after the
    /// daemon's end.
    func waitUntilKept(_ words: String) throws {
      let folder = "\(state)/switchway"
      try eventually("'\(words)', kept") {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return names.contains { name in
          guard name.hasPrefix("last-good-"), !name.hasSuffix(".new") else { return false }
          return (try? Scene.bytes(of: "\(folder)/\(name)"))?.range(of: Data(words.utf8)) != nil
        }
      }
    }

    func ask(_ arguments: String...) throws -> Program.Result {
      // Root would not read the person's file.
      try Unprivileged.run("switchway", arguments + ["--socket", scene.socket], environment: environment)
    }
  }

  private static let good = Scene.profile(label: "Good").replacing(
    "switchway: 1\n", with: "switchway: 1\nextends: mine\n")
  private static let broken = good.replacing("tap: next", with: "tap: nxet").replacing("Good", with: "Bad")
  private static let mine = "switchway: 1\nlabel: Mine\nkeyboard: {layout: de}\nextends: two-switch\n"
  private static let used = "profile has errors, the last good one is used until they are corrected profile="

  @Test("it is whole, with what it extended then, and the log, clients, status and check say so")
  func used() throws {
    let home = try Home()
    try home.write("mine", "switchway: 1\nlabel: Mine\npolicy: {bridge: onboard}\n")
    try home.write("test", Self.good)
    try home.run(config: home.path) { _ in home.isKept() }
    try home.write("test", Self.broken)
    // What it extends has changed, too: another bridge, and no longer what was in force.
    try home.write("mine", "switchway: 1\nlabel: Mine\npolicy: {bridge: dasher}\n")
    let daemon = try home.daemon(config: home.path)
    let client = try Client(home.scene.socket)
    try client.lines(until: "state")
    let told = try #require(try client.next()).message
    #expect(told["type"] == .string("config") && told["change"] == .string("failed"))
    #expect(told["diagnostics"]?[0]?["message"] == .string("unknown command 'nxet'"))
    #expect(try client.label() == "Good")
    let config = try #require(try client.ask(#"{"type":"get","what":"config"}"#)["result"])
    #expect(config["substitute"] == .object(["kind": .string("last-good"), "profile": .string("test")]))
    #expect(config["in-force"]?["bridge"] == .string("onboard"))
    #expect(try client.ask(#"{"type":"get","what":"bindings"}"#)["result"]?[0]?["command"] == .string("next"))
    let warning = "the profile 'test' has errors, and the last good one is used until they are fixed"
    #expect(try home.ask("status").output.hasSuffix("\(warning): see 'switchway check'\n"))
    let check = try home.ask("check")
    #expect(check.status == 1)
    #expect(check.output.hasSuffix("Until this is fixed, switchwayd uses the last good one.\n"), "\(check)")
    #expect(try home.ask("check", home.path).output.hasSuffix("switchwayd uses the last good one.\n"))
    #expect(!(try home.ask("check", "--json").output.contains("last good")))
    // Corrected, the file is in force, and nothing stands in for it.
    try home.write("test", Self.good.replacing("Good", with: "Better"))
    try eventually("the corrected profile") { try client.label() == "Better" }
    #expect(try client.ask(#"{"type":"get","what":"config"}"#)["result"]?["substitute"] == nil)
    try home.waitUntilKept("label: Better")
    let log = try Home.end(daemon)
    #expect(log.contains("\(Self.used)test\n"), "\(log)")
    // The next start gets what was in force last, not the first.
    try home.write("test", Self.broken)
    try home.run(config: home.path) { try $0.label() == "Better" }
    // Also where the file is gone, or others can write it now.
    unsafe unlink(home.path)
    try home.run(config: home.path) { try $0.label() == "Better" }
    try home.write("test", Self.good)
    #expect(unsafe chmod(home.path, 0o666) == 0)
    try home.run(config: home.path) { try $0.label() == "Better" }
  }

  @Test("one that is damaged is not used: the profile that the file extends is, and both are said")
  func damaged() throws {
    let home = try Home()
    try home.write("mine", Self.mine.replacing("extends: two-switch\n", with: ""))
    try home.write("test", Self.good)
    try home.run(config: home.path) { _ in home.isKept() }
    let folder = "\(home.state)/switchway"
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasPrefix("last-good") })
    let kept = try Scene.bytes(of: "\(folder)/\(name)")
    try Unprivileged.give(try home.scene.file("state/switchway/\(name)", Data(kept.dropLast(9))))
    try home.write("mine", Self.mine)
    try home.write("test", Self.broken)
    let log = try home.run(config: home.path) { try $0.label() == "Mine" }
    #expect(log.contains("the last good profile cannot be used path=\(folder)/\(name): it is damaged\n"), "\(log)")
    #expect(log.contains("profile has errors, 'mine' is used until they are corrected profile=test\n"), "\(log)")
  }

  @Test("the service's and a person's own daemon keep one each, also with different --config files")
  func two() throws {
    let home = try Home()
    let service = ["STATE_DIRECTORY": "\(home.scene.folder)/service"]
    try FileManager.default.createDirectory(atPath: "\(home.scene.folder)/service", withIntermediateDirectories: true)
    try Unprivileged.give("\(home.scene.folder)/service")
    try home.write("default", Scene.profile(label: "Service"))
    try home.run(config: nil, environment: service) { _ in
      home.isKept(in: "\(home.scene.folder)/service", of: false)
    }
    try home.write("default", Scene.profile(label: "Own"))
    try home.run(config: nil) { _ in home.isKept(of: false) }
    try home.write("test", Scene.profile(label: "Test"))
    try home.run(config: home.path) { _ in home.isKept() }
    try home.write("default", "switchway: 1\nextends: two-switch\nx")
    try home.write("test", "switchway: 1\nextends: two-switch\nx")
    try home.run(config: nil, environment: service) { try $0.label() == "Service" }
    try home.run(config: nil) { try $0.label() == "Own" }
    try home.run(config: home.path) { try $0.label() == "Test" }
  }

  @Test("a profile that was chosen until the next start is not kept, and neither is what was refused")
  func chosen() throws {
    let home = try Home()
    try home.write("default", Scene.profile(label: "First"))
    try home.write("other", Scene.profile(label: "Other"))
    try home.run(config: nil) { client in
      guard home.isKept(of: false) else { return false }
      #expect(try client.ask(#"{"type":"set","profile":"other","id":1}"#)["type"] == .string("ok"))
      #expect(try client.label() == "Other")
      // A change of the file of the first profile comes into force with it.
      try home.write("default", Scene.profile(label: "Second"))
      #expect(try client.ask(#"{"type":"set","profile":"default","id":2}"#)["type"] == .string("ok"))
      #expect(try client.label() == "Second")
      try home.write("default", Scene.profile(left: "nxet", label: "Refused"))
      #expect(try client.ask(#"{"type":"reload","id":3}"#)["type"] == .string("error"))
      #expect(try client.ask(#"{"type":"set","profile":"other","id":4}"#)["type"] == .string("ok"))
      return true
    }
    try home.run(config: nil) { try $0.label() == "Second" }
  }

  @Test("where nothing could be used at the start, what the file extends is used as soon as it says so")
  func later() throws {
    let home = try Home()
    try home.write("test", Scene.profile(left: "nxet"))
    var isWritten = false
    let log = try home.run(config: home.path) { client in
      if !isWritten {
        #expect(try client.label() != "Two switches")
        try home.write("test", Self.broken.replacing("extends: mine", with: "extends: two-switch"))
        isWritten = true
      }
      return try client.label() == "Two switches"
    }
    #expect(log.contains("profile cannot be used, no device is read until it is corrected profile=test\n"), "\(log)")
    #expect(log.contains("profile has errors, 'two-switch' is used until they are corrected profile=test\n"), "\(log)")
  }

  @Test("on a full disk that is said, the older one goes, and the daemon runs; without one it starts as before")
  func full() throws {
    let home = try Home()
    try home.write("mine", Self.mine)
    try home.write("default", Scene.profile(label: "First"))
    let mounted = "mount -t tmpfs -o size=8k,mode=777 tmpfs \(home.state) && "
    let daemon = try home.mounted(mounted)
    let client = try Client(home.scene.socket)
    try client.lines(until: "state")
    let seen = "/proc/\(daemon.identifier)/root\(home.state)/switchway/last-good"
    try eventually("the first one") { FileManager.default.fileExists(atPath: seen) }
    let filler = unsafe open(
      "/proc/\(daemon.identifier)/root\(home.state)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    while unsafe write(filler, [UInt8](repeating: 1, count: 4_096), 4_096) > 0 {}
    #expect(errno == ENOSPC)
    close(filler)
    try home.write("default", Scene.profile(label: "Second"))
    try eventually("the second one in force") { try client.label() == "Second" }
    try eventually("the end of the older one") { !FileManager.default.fileExists(atPath: seen) }
    // The daemon hears of it from its helper, later.
    let trouble = "the last good profile cannot be kept path=\(home.state)/switchway/last-good: "
    try daemon.errors.lines { $0.hasSuffix(trouble + "No space left on device") }
    _ = try Home.end(daemon)
    // Read-only: said, and the daemon runs.
    let other = try home.mounted("mount -t tmpfs tmpfs \(home.state) && mount -o remount,ro \(home.state) && ")
    let second = try Client(home.scene.socket)
    try second.lines(until: "state")
    #expect(try second.label() == "Second")
    try other.errors.lines { $0.contains(trouble) }
    _ = try Home.end(other)
    // Nothing is kept: what the file extends is used.
    try home.write("default", Self.broken)
    let words = try home.run(config: nil) { try $0.label() == "Mine" }
    #expect(words.contains("profile has errors, 'mine' is used until they are corrected profile=default\n"), "\(words)")
  }
}
