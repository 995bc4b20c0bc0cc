import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayProtocol
import Testing

@testable import switchway

/// Disks, folders and languages in which `setup`, `record`, `calibrate` and `monitor` cannot do what they would.
@Suite("A full disk, a read-only home, no permission, no UTF-8", .blocking) struct BadPlaceTests {
  private static let before = Scene.profile(label: "Before")
  private static let answers =
    #"{"change":"steadying","steadying":"tremor","agree":true,"keep":"keep"}"#

  /// Where the person's folder is put, in a mount namespace of the program's own.
  enum Disk: String, CaseIterable, CustomTestStringConvertible {
    /// `noCopy`: the new file fits beside the former one, but not a copy of the former one too.
    case full, noCopy, readOnly
    var testDescription: String { rawValue }
    /// Shell words that make the folder `$1` such a place, with the profile in it.
    var mount: String {
      switch self {
      case .full:
        "mount -t tmpfs -o size=8k tmpfs $1 && printf %s \"$2\" >$1/default.yaml && "
          + "dd if=/dev/zero of=$1/filler bs=4k count=2 2>/dev/null; "
      case .noCopy: "mount -t tmpfs -o size=8k tmpfs $1 && printf %s \"$2\" >$1/default.yaml; "
      case .readOnly:
        "mount -t tmpfs tmpfs $1 && printf %s \"$2\" >$1/default.yaml && mount -o remount,ro $1; "
      }
    }
    var words: String { self == .readOnly ? "no permission to write in its folder" : "No space left on device" }
    var status: Int32 { self == .readOnly ? 3 : 1 }
  }

  /// Runs a program in a folder on such a disk. Returns its result, and what the folder has then.
  private func run(
    _ disk: Disk, _ scene: Scene, at name: String = "switchway", input: String, _ arguments: [String]
  ) throws -> Program.Result {
    let folder = "\(scene.folder)/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script =
      disk.mount
      + "printf '%s\\n' \"$3\" | \"$4\" \"${@:5}\"; status=$?; rm -f $1/filler; ls -A $1; cat $1/default.yaml; "
      + "exit $status"
    return try Program.run(
      "/usr/bin/unshare",
      (geteuid() == 0 ? [] : ["--user", "--map-root-user"])
        + [
          "--mount", "/bin/bash", "-c", script, "bash", folder, Self.before, input, "\(Program.folder)/switchway",
        ] + arguments + ["--socket", scene.socket],
      environment: scene.environment.merging([
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "XDG_STATE_HOME": "\(scene.folder)/state",
      ]) { $1 })
  }

  @Test("setup says so, and the profile is as before", arguments: [Disk.full, .readOnly])
  func setup(disk: Disk) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let result = try run(disk, scene, input: Self.answers, ["setup", "--json"])
    #expect(result.status == disk.status, "\(result)")
    #expect(result.errors.contains(disk.words), "\(result)")
    #expect(result.output.hasSuffix("default.yaml\n\(Self.before)"), "\(result)")
    #expect(!result.output.contains("setup-trial"), "\(result)")
    _ = daemon
  }

  @Test("setup, where no copy of the file before fits: it says so, and the file is as before")
  func setupWithoutCopy() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    // The daemon does not see this disk; the trial is on another one.
    let result = try run(
      .noCopy, scene, at: "disk", input: Self.answers,
      ["setup", "--json", "--config", "\(scene.folder)/disk/default.yaml"])
    #expect(result.status == 1 && result.errors.contains(Disk.noCopy.words), "\(result)")
    #expect(result.output.contains(#""question":"keep""#), "\(result)")
    #expect(result.output.hasSuffix("default.yaml\n\(Self.before)"), "\(result)")
    _ = daemon
  }

  @Test("calibrate says so, and the profile is as before", arguments: [Disk.full, .noCopy, .readOnly])
  func calibrate(disk: Disk) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let store = try #require(KeptSittings(environment: ["XDG_STATE_HOME": "\(scene.folder)/state"]))
    let (made, names) = KeptSittingsTests.made()
    _ = try store.save(made, switches: names)
    let result = try run(
      disk, scene, input: "",
      ["calibrate", "left", "--kept", "--yes", "--config", "\(scene.folder)/switchway/default.yaml"])
    #expect(result.status == disk.status, "\(result)")
    #expect(result.errors.contains(disk == .readOnly ? "Read-only file system" : disk.words), "\(result)")
    #expect(result.output.hasSuffix("default.yaml\n\(Self.before)"), "\(result)")
    _ = daemon
  }

  @Test("learn and calibrate with --print need no room and no permission to write", arguments: [Disk.full, .readOnly])
  func print(disk: Disk) throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: (0..<300).map { (at: 500 + 2_000 * $0, button: 0) }, end: 601_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let store = try #require(KeptSittings(environment: ["XDG_STATE_HOME": "\(scene.folder)/state"]))
    let (made, names) = KeptSittingsTests.made()
    _ = try store.save(made, switches: names)
    for arguments in [["learn", "left", "--presses", "1"], ["calibrate", "left", "--kept"]] {
      let result = try run(
        disk, scene, input: "", arguments + ["--print", "--config", "\(scene.folder)/switchway/default.yaml"])
      #expect(result.status == 0 && result.output.contains("switches:\n  left:"), "\(result)")
      #expect(result.output.hasSuffix("\ndefault.yaml\n\(Self.before)"), "\(result)")
    }
    _ = daemon
  }

  @Test("record says so, and leaves nothing", arguments: [Disk.full, .readOnly])
  func record(disk: Disk) throws {
    let scene = try Scene()
    let config = try scene.file("test.yaml", Scene.profile())
    let recording = try scene.recording(presses: (0..<600).map { (at: 200 + 300 * $0, button: 0) }, end: 200_000)
    let daemon = try scene.listening(["--config", config, "--play", recording])
    let result = try run(
      disk, scene, input: "", ["record", "left", "-o", "\(scene.folder)/switchway/mine.evemu"])
    #expect(result.status == disk.status, "\(result)")
    #expect(
      result.errors.contains(disk == .readOnly ? "Read-only file system" : disk.words), "\(result)")
    #expect(result.output.hasSuffix("default.yaml\n\(Self.before)"), "\(result)")
    #expect(!result.output.contains("mine.evemu"), "\(result)")
    _ = daemon
  }

  @Test("without permission, setup is refused before anything is asked")
  func foreign() throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    try scene.file("switchway/default.yaml", Self.before)
    guard unsafe chmod(scene.folder, 0o755) == 0, unsafe chmod("\(scene.folder)/switchway", 0o555) == 0 else {
      throw ProgramError("no access rights")
    }
    try Unprivileged.give("\(scene.folder)/switchway")
    let result = try Unprivileged.run(
      "switchway", ["setup", "--json", "--socket", scene.socket], environment: scene.environment)
    #expect(result.status == 3 && result.output == "", "\(result)")
    _ = daemon
  }

  /// A daemon whose box has a name that ASCII has not, and that presses again and again.
  private func umlauts(_ scene: Scene) throws -> Program {
    let box = try scene.recording(presses: (0..<430).map { (at: 500 + 1_370 * $0, button: 0) }, end: 600_000)
    let text = String(decoding: try Scene.bytes(of: box), as: UTF8.self)
    try scene.file("box.evemu", text.replacing("Test Box", with: "Große Taste \u{1F518}"))
    let profile = Scene.profile(label: "Für Änne").replacing("Test Box", with: "Gro*").replacing(
      "left: {", with: "left: {label: \"Grüne\", ")
    try scene.file("switchway/default.yaml", profile)
    return try scene.listening(["--play", box])
  }

  static let commands: [(arguments: [String], until: String)] = [
    (["setup"], "There is a profile: F?r ?nne"), (["setup", "--plain"], "There is a profile: F?r ?nne"),
    (["monitor"], "q"), (["monitor", "--plain"], "pressed"), (["calibrate", "left"], "Enter: "),
    (["calibrate", "left", "--plain"], "rest for 15 s"), (["record", "-o"], "recording Gro?e Taste ?"),
  ]

  @Test("in a language without UTF-8 nothing is sent but ASCII", arguments: commands)
  func ascii(arguments: [String], until: String) throws {
    let scene = try Scene()
    let daemon = try umlauts(scene)
    let file = arguments.last == "-o" ? ["\(scene.folder)/mine.evemu"] : []
    let terminal = try PseudoTerminal(
      "switchway", arguments + file + ["--socket", scene.socket],
      environment: scene.environment.merging(["LC_ALL": "C", "LANG": "C"]) { $1 })
    try eventually("'\(until)' in \(terminal.text)") {
      terminal.look()
      return terminal.text.contains(until) || terminal.shown.lines.contains { $0.contains(until) }
    }
    terminal.type("\u{3}")
    _ = try terminal.end()
    #expect(terminal.bytes.allSatisfy { $0 < 0x80 }, "\(terminal.text)")
    _ = daemon
  }

  @Test(
    "a terminal of 20 columns and 5 lines is said to be too small",
    arguments: [["setup"], ["monitor"], ["calibrate", "left"], ["stats"]])
  func tooSmall(arguments: [String]) throws {
    let scene = try Scene()
    let daemon = try scene.daemon()
    let terminal = try PseudoTerminal(
      "switchway", arguments + ["--socket", scene.socket], environment: scene.environment, columns: 20, rows: 5)
    try eventually("'small'") {
      terminal.look()
      return ["too\r\nsmall", "Too small"].contains { terminal.text.contains($0) }
        || terminal.shown.lines.contains { $0.contains("Too small") }
    }
    terminal.type("\u{3}")
    _ = try terminal.end()
    _ = daemon
  }
}
