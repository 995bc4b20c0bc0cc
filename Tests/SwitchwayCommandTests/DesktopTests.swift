import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

/// The settings of a person's desktop: what the doctor says of them, and what the daemon does.
@Suite("A desktop with another keyboard layout", .blocking) struct DesktopTests {
  /// Puts a database in place as dconf does: a new file, which is then renamed.
  static func put(_ name: String, in scene: Scene) throws {
    let bytes = try Scene.bytes(of: "\(Scene.top)/Tests/Fuzz/Corpus/desktops/gnome-\(name)")
    let path = try scene.file("dconf/new", bytes)
    guard unsafe rename(path, "\(scene.folder)/dconf/user") == 0 else { throw ProgramError("cannot rename \(path)") }
  }

  private static let profile = Scene.profile() + "keyboard: {layout: us}\npolicy: {typing: yes}\n"

  private func findings(_ scene: Scene, _ desktop: String?) throws -> [JSONValue] {
    var environment = scene.environment
    environment["XDG_CURRENT_DESKTOP"] = desktop
    environment["XDG_SESSION_TYPE"] = "wayland"
    let config = try scene.file("test.yaml", Self.profile)
    let result = try Program.run(
      "switchway", ["doctor", "--json", "--config", config, "--socket", scene.socket], environment: environment)
    let list = try JSONValue.parse(Array(result.output.utf8).dropLast()).arrayValue ?? []
    return Array(list.dropFirst(CheckupTests.checks.count))
  }

  @Test("the doctor says what GNOME and KDE do to typed keys, and nothing without a desktop")
  func doctor() throws {
    let scene = try Scene()
    try Self.put("switched", in: scene)
    try scene.file("kxkbrc", "[Layout]\nLayoutList=us\n")
    let gnome = try findings(scene, "ubuntu:GNOME")
    #expect(
      gnome.map { $0["check"]?.stringValue } == ["layout", "slow-keys", "bounce-keys", "sticky-keys"])
    #expect(
      gnome.first?["help"]?.stringValue
        == "write 'keyboard: {layout: fr(oss)}' into the profile, or choose us in the settings of GNOME")
    #expect(try findings(scene, "KDE").map { $0["check"]?.stringValue } == ["desktop"])
    #expect(try findings(scene, nil).isEmpty)
    #expect(try findings(scene, "sway").isEmpty)
  }

  @Test("a replay gives the same bytes whatever the desktop says")
  func replay() throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Self.profile)
    let recording = try scene.recording(presses: [(at: 0, button: 0), (at: 500, button: 1)], end: 1_000)
    var environment = scene.environment
    let plain = try Program.run("switchway", ["replay", recording, "--config", config], environment: environment)
    try Self.put("switched", in: scene)
    environment["XDG_CURRENT_DESKTOP"] = "GNOME"
    let other = try Program.run("switchway", ["replay", recording, "--config", config], environment: environment)
    #expect(plain.status == 0 && plain.output.contains("select"), "\(plain)")
    #expect(other.output == plain.output && other.errors == plain.errors)
  }

  @Test("texts of clients are refused while GNOME has another layout, and typed again when it has the same")
  func daemon() throws {
    let scene = try Scene()
    try Unprivileged.give(scene.folder)
    try Self.put("azerty", in: scene)
    let path = try scene.file("test.yaml", Self.profile)
    try Unprivileged.give(path)
    var environment = scene.environment
    environment["XDG_CURRENT_DESKTOP"] = "GNOME"
    let daemon = try Unprivileged.start(
      "switchwayd", ["--socket", scene.socket, "--config", path, "--session", "always"], environment: environment)
    try scene.waitForSocket(of: daemon)
    let client = try Client(scene.socket)
    try client.lines(until: "state")
    _ = try client.ask(#"{"type":"claim","commands":"all"}"#)
    func refusal() throws -> String {
      try client.ask(#"{"type":"type","text":"secret"}"#)["message"]?.stringValue ?? ""
    }
    func words(_ layout: String) -> String {
      "type: the desktop's keyboard layout is \(layout), not the one of the profile, so other characters "
        + "would be typed: write the same 'layout' in 'keyboard' of the profile"
    }
    // There is no virtual keyboard here: what is not refused for the layout is refused for that.
    let open = "type: there is no virtual keyboard: 'switchway doctor' shows why"
    try eventually("the desktop's layout") { try refusal() == words("fr") }
    try Self.put("switched", in: scene)
    try eventually("the layout that the person has switched to") { try refusal() == words("fr(oss)") }
    // A helper that is started again reads and watches the same.
    let helper = try HelperProcess.wait(HelperProcess.files, of: daemon)
    helper.signal(SIGKILL)
    _ = try HelperProcess.wait(HelperProcess.files, of: daemon, notIn: [helper])
    try Self.put("azerty", in: scene)
    try eventually("the layout by the next helper") { try refusal() == words("fr") }
    // An input method: nobody knows what keys type.
    try Self.put("ibus", in: scene)
    try eventually("a layout that is not known") { try refusal() == open }
    try Self.put("azerty", in: scene)
    try eventually("the layout again") { try refusal() == words("fr") }
    try scene.file("test.yaml", Self.profile.replacing("layout: us", with: "layout: fr"))
    try eventually("the same layout in the key-remap file") { try refusal() == open }
    try FileManager.default.removeItem(atPath: "\(scene.folder)/dconf")
    try scene.file("test.yaml", Self.profile)
    let answer = try client.ask(#"{"type":"reload"}"#)
    #expect(answer["type"] == .string("ok"), "\(answer)")
    try eventually("no database") { try refusal() == open }
    daemon.signal(SIGTERM)
    let result = try daemon.result()
    #expect(!result.errors.contains("secret"))
  }
}
