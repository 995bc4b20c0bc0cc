import ArgumentParser
import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayConfig
import SwitchwayFiles
import Testing

@testable import switchway

/// Root, with a person's `HOME` or with paths in it, where that person may have put links. Only root can make such a
/// folder, so only root can run these.
@Suite("files of other people, and root", .enabled(if: geteuid() == 0, "only root can give files away"), .blocking)
struct OtherOwnerTests {
  private let scene: Scene
  private let home: String
  /// In files that only root can read.
  private static let secret = "labl: topsecret"
  /// `nobody`.
  private static let other: uid_t = 65_534
  private static let profiles = "home/.config/switchway"
  private static let sittings = "home/.local/state/switchway/calibrations/2026-11-23T04-15-00Z"

  /// A home in which every file that a command could read is a link to one of root's.
  init() throws {
    scene = try Scene()
    home = "\(scene.folder)/home"
    #expect(unsafe chmod(scene.folder, 0o755) == 0)
    let hidden = try scene.file("secret", Self.secret + "\nE: 0.0 topsecret\n{\"topsecret\": [\n")
    #expect(unsafe chmod(hidden, 0o600) == 0)
    for name in ["\(Self.profiles)/bridges/mine.yaml", "\(Self.profiles)/default.yaml", "mine.evemu", "new.yaml.draft"]
      + ["\(Self.sittings)/session.json", "\(Self.sittings)/box.evemu"]
    {
      let path = "\(scene.folder)/" + (name.hasPrefix("home/") ? name : "home/\(name)")
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: hidden)
    }
    try give("home")
    for path in FileManager.default.enumerator(atPath: home)?.allObjects ?? [] { try give("home/\(path)") }
  }

  private func give(_ name: String) throws {
    guard unsafe lchown("\(scene.folder)/\(name)", Self.other, Self.other) == 0 else {
      throw ProgramError("cannot give \(name) away")
    }
  }

  /// A file of the other user's.
  private func file(_ name: String, _ text: String) throws -> String {
    let path = try scene.file(name, text)
    try give(name)
    return path
  }

  private var environment: [String: String] {
    [
      "HOME": home, "SWITCHWAY_PROFILES": "\(Scene.top)/Config", "XDG_RUNTIME_DIR": scene.folder, "EDITOR": "cat",
      "PATH": "/usr/bin:/bin", "SUDO_USER": "nobody",
    ]
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run("switchway", arguments, environment: environment)
  }

  /// The secret, and everything below the home: path, inode, owner, mode, size.
  private func inventory() throws -> [String] {
    let paths = (FileManager.default.enumerator(atPath: home)?.allObjects ?? []).map { "home/\($0)" }
    return try (paths + ["secret", "home"]).sorted().map { name in
      var status = stat()
      guard unsafe lstat("\(scene.folder)/\(name)", &status) == 0 else { throw ProgramError("no \(name)") }
      return "\(name) \(status.st_ino) \(status.st_uid) \(status.st_mode) \(status.st_size)"
    }
  }

  /// What each subcommand is tried with. `HOME` stands for the home, `REC` for a recording of root's, `OWN` for a
  /// key-remap file of root's.
  static let tried: [String: [[String]]] = [
    "bindings": [[]], "bridge": [[], ["mine"], ["onboard", "--keep"]],
    "calibrate": [
      ["left"], ["left", "--kept"], ["--forget"], ["left", "--config", "HOME/.config/switchway/default.yaml"],
      ["left", "--recording", "HOME/mine.evemu", "--session", "HOME/mine.evemu", "--config", "OWN"],
      ["left", "--recording", "REC", "--session", "HOME/mine.evemu", "--config", "OWN"],
    ],
    "check": [[], ["HOME/.config/switchway/default.yaml"], ["--devices"], ["--json"]],
    "devices": [[], ["HOME/mine.evemu"], ["REC", "--config", "HOME/mine.evemu"]],
    "doctor": [[], ["--json"], ["--config", "HOME/mine.evemu"]],
    "edit": [[], ["mine"], ["--config", "HOME/new.yaml"], ["--config", "HOME/.config/switchway/default.yaml"]],
    "explain": [[], ["left"], ["--config", "HOME/mine.evemu"]], "feedback": [["--help"]],
    "install-service": [["nobody"]],
    "learn": [["--config", "HOME/.config/switchway/default.yaml"], ["--config", "HOME/new.yaml"]],
    "monitor": [["--help"]], "pass-through": [[]], "profile": [[], ["gamepad", "--keep", "--add"]],
    "record": [["-o", "HOME/rec.evemu"], ["left", "--config", "HOME/mine.evemu", "-o", "HOME/rec.evemu"]],
    "reload": [[]],
    "replay": [["REC"], ["HOME/mine.evemu", "--config", "OWN"], ["REC", "--config", "HOME/mine.evemu"]],
    "rest": [["off"]], "resume": [[]], "scan": [["slower"]], "send": [["select"]],
    "setup": [["--json"], ["--json", "--config", "OWN"]], "stats": [[], ["--svg", "HOME/mine.evemu"]], "status": [[]],
    "uninstall-service": [["--help"]], "why": [[]],
  ]
  /// Those that read or write a person's files with each of the words above.
  static let refused: Set<String> = ["edit", "learn", "record", "setup"]

  @Test("no subcommand prints or changes the target of a link, with a daemon and without")
  func everySubcommand() throws {
    #expect(Set(SwitchwayCommand.configuration.subcommands.map { $0._commandName }) == Set(Self.tried.keys))
    let own = try scene.file("own.yaml", Scene.profile())
    let daemon = try scene.daemon()
    let recording = "\(scene.folder)/box.evemu"
    for socket in [["--socket", scene.socket], []] {
      for (name, tries) in Self.tried {
        for words in tries {
          let arguments = words.map {
            $0.replacing("HOME", with: home).replacing("REC", with: recording).replacing("OWN", with: own)
          }
          let takesSocket = !["devices", "replay", "install-service", "uninstall-service", "--help"].contains {
            $0 == name || words.contains($0)
          }
          // Without a socket no daemon is found.
          let before = try inventory()
          let result = try run([name] + arguments + (takesSocket ? socket : []))
          #expect(!"\(result)".contains("topsecret"), "\(name) \(words): \(result)")
          #expect(try inventory() == before, "\(name) \(words)")
          guard words.contains(where: { $0.hasPrefix("HOME") }) || Self.refused.contains(name) && !socket.isEmpty,
            name != "doctor", result.status != 4
          else { continue }
          #expect(result.status == 3, "\(name) \(words): \(result)")
          #expect(result.description.contains("run this as that user: sudo -u nobody switchway \(name)"), "\(result)")
        }
      }
    }
    // No file was begun beside root's own and left there.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).allSatisfy { !$0.hasPrefix(".") })
    _ = daemon
  }

  @Test("doctor looks at the machine, and says whose file it did not read, and how that is done")
  func doctor() throws {
    let result = try run(["doctor"])
    #expect(result.output.contains("sudo -u nobody switchway doctor"), "\(result)")
    #expect(result.output.contains("udev-rules"), "\(result)")
  }

  static let foreign = ["home/mine.yaml", "home/profiles/secret", "home/.config/switchway/new.yaml"]

  @Test("a file of that user, below a link of theirs, or new in their folder: nothing is read, written or made")
  func paths() throws {
    _ = try file("home/mine.yaml", Scene.profile())
    #expect(unsafe symlink(scene.folder, "\(home)/profiles") == 0)
    try give("home/profiles")
    let before = try inventory()
    for name in Self.foreign {
      let result = try run(["edit", "--config", "\(scene.folder)/\(name)"])
      #expect(
        result
          == .init(
            status: 3, output: "",
            errors: """
              \(scene.folder)/\(name): root does not use this file because it, or its folder, belongs to nobody
              help: run this as that user: sudo -u nobody switchway edit

              """))
    }
    #expect(try inventory() == before)
  }

  @Test("root uses a path through its own folders, and refuses one through another user's")
  func walk() throws {
    try scene.file("deep/own.yaml", "")
    func link(_ target: String, _ name: String) {
      #expect(unsafe symlink(target, "\(scene.folder)/\(name)") == 0)
    }
    link("deep", "short")
    link("\(home)/mine.evemu", "there")
    link("home/../deep/own.yaml", "over")
    link("round", "round")
    for name in ["deep/own.yaml", "short/own.yaml", "deep/../deep/own.yaml", "missing/own.yaml", "round", "secret"] {
      #expect(ForeignPath("\(scene.folder)/\(name)") == nil, "\(name)")
    }
    for name in ["there", "over", "home", "home/missing", "deep/../home/missing"] {
      #expect(ForeignPath("\(scene.folder)/\(name)")?.owner == Self.other, "\(name)")
    }
    #expect(unsafe chmod("\(scene.folder)/deep", 0o777) == 0)
    let open = try #require(ForeignPath("\(scene.folder)/short/own.yaml"))
    #expect(open.owner == nil && open.message.contains("everybody can write"))
    #expect(unsafe chmod("\(scene.folder)/deep", 0o1777) == 0)
    #expect(ForeignPath("\(scene.folder)/short/own.yaml") == nil)
    #expect(ForeignPath("/dev/stdin") == nil && ForeignPath("/etc/switchway/default.yaml") == nil)
  }
}

/// The same by a person in folders of their own and of others.
@Suite("profiles of one's own", .blocking) struct OwnFolderTests {
  @Test("a folder of another user is refused")
  func foreignFolder() throws {
    let scene = try Scene()
    let path = try scene.file("mine.yaml", Scene.profile())
    guard Unprivileged.way == .nobody else { return }
    #expect(unsafe chown(scene.folder, 1, 1) == 0 && chmod(scene.folder, 0o777) == 0)
    let result = try Unprivileged.run("switchway", ["edit", "--config", path], environment: ["EDITOR": "true"])
    #expect(result.status == 3)
    #expect(result.errors.contains("its folder belongs to another user (uid 1)"), "\(result)")
  }

  @Test("edit follows a person's own link to their own file")
  func ownLink() throws {
    let scene = try Scene()
    let path = try scene.file("dotfiles/mine.yaml", Scene.profile())
    let link = "\(scene.folder)/mine.yaml"
    #expect(unsafe symlink("dotfiles/mine.yaml", link) == 0)
    for name in ["", "/dotfiles", "/dotfiles/mine.yaml"] { try Unprivileged.give(scene.folder + name) }
    let editor = try scene.file("editor.sh", "echo '# more' >> \"$1\"\n")
    let result = try Unprivileged.run(
      "switchway", ["edit", "--config", link],
      environment: scene.environment.merging(["EDITOR": "sh \(editor)", "PATH": "/usr/bin:/bin"]) { $1 })
    #expect(result.output == "\(path): saved; no daemon is running\n", "\(result)")
    #expect(String(decoding: try Scene.bytes(of: path), as: UTF8.self) == Scene.profile() + "# more\n")
    var status = stat()
    #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
  }
}
