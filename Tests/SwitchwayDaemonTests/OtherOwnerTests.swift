import Foundation
import Glibc
import Testing

/// `sudo switchway edit --config` and `learn --config` in a folder of another user, who may have put links there. Only
/// root can make such a folder, so only root can run these.
@Suite("profiles of other users", .enabled(if: geteuid() == 0, "only root can give files away"))
struct OtherOwnerTests {
  private let scene: Scene
  /// `nobody`.
  private static let other: uid_t = 65_534

  init() throws {
    scene = try Scene()
    try FileManager.default.createDirectory(atPath: "\(scene.folder)/home", withIntermediateDirectories: false)
    try give("home")
    #expect(unsafe chmod(scene.folder, 0o755) == 0)
  }

  private func give(_ name: String) throws {
    guard unsafe lchown("\(scene.folder)/\(name)", Self.other, Self.other) == 0 else {
      throw ProgramError("cannot give \(name) away")
    }
  }

  /// A file of the other user's.
  private func file(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
    let path = try scene.file(name, text)
    guard unsafe chmod(path, mode) == 0 else { throw ProgramError("no rights for \(name)") }
    try give(name)
    return path
  }

  /// A file that only root can read.
  private func secret() throws -> String {
    let path = try scene.file("secret", "label: secret\n")
    #expect(unsafe chmod(path, 0o600) == 0)
    return path
  }

  private func edit(_ path: String, editor script: String) throws -> Program.Result {
    let editor = try scene.file("editor.sh", script + "\n")
    let variables = ["PATH": "/usr/bin:/bin", "EDITOR": "sh \(editor)", "HOME": "\(scene.folder)/home"]
    return try Program.run(
      "switchway", ["edit", "--config", path], environment: scene.environment.merging(variables) { $1 })
  }

  private func status(_ path: String) throws -> stat {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { throw ProgramError("no \(path)") }
    return status
  }

  private func text(_ path: String) throws -> String { String(decoding: try Scene.bytes(of: path), as: UTF8.self) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(scene.folder)/home").sorted()
  }

  @Test("root changes the text of another user's profile; owner and mode stay", arguments: [0o600, 0o640] as [mode_t])
  func keepsOwner(mode: mode_t) throws {
    let path = try file("home/mine.yaml", Scene.profile(), mode: mode)
    let result = try edit(path, editor: #"sed -i 's/label: Test/label: New/' "$1""#)
    #expect(result == .init(status: 0, output: "\(path): saved; no daemon is running\n", errors: ""))
    #expect(try text(path).contains("label: New"))
    let after = try status(path)
    #expect(after.st_uid == Self.other && after.st_gid == Self.other)
    #expect(after.st_mode & 0o7777 == mode)
    #expect(try names() == ["mine.yaml"])
  }

  @Test("a profile that root begins there, and its folder, belong to the owner of the folder above")
  func begins() throws {
    let path = "\(scene.folder)/home/.config/switchway/new.yaml"
    let result = try edit(path, editor: #"echo 'label: New' >> "$1""#)
    #expect(result.status == 0, "\(result)")
    for part in [path, "\(scene.folder)/home/.config/switchway", "\(scene.folder)/home/.config"] {
      #expect(try status(part).st_uid == Self.other, "\(part)")
    }
  }

  @Test("a draft that is a link is not read, and nothing is changed")
  func draftLink() throws {
    let hidden = try secret()
    let path = try file("home/mine.yaml", Scene.profile())
    #expect(unsafe symlink(hidden, path + ".draft") == 0)
    try give("home/mine.yaml.draft")
    let result = try edit(path, editor: #"echo 'label: New' >> "$1""#)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(path).draft: a symbolic link, which is not followed here\n"), "\(result)")
    #expect(try text(path) == Scene.profile())
    #expect(try text(hidden) == "label: secret\n")
    #expect(try status(hidden).st_mode & 0o777 == 0o600)
  }

  @Test("a profile, or a folder above it, that is a link of that user is refused", arguments: [true, false])
  func link(isFolder: Bool) throws {
    let hidden = try secret()
    let before = try status(hidden)
    let link = isFolder ? "home/profiles" : "home/mine.yaml"
    #expect(unsafe symlink(isFolder ? scene.folder : hidden, "\(scene.folder)/\(link)") == 0)
    try give(link)
    let path = "\(scene.folder)/\(isFolder ? "home/profiles/secret" : link)"
    let result = try edit(path, editor: #"echo "$1" > "\#(scene.folder)/edited""#)
    #expect(result.status == 1)
    #expect(result.errors.contains("leads over a symbolic link of another user"), "\(result)")
    #expect(unsafe access("\(scene.folder)/edited", F_OK) != 0, "the editor was opened")
    #expect(try text(hidden) == "label: secret\n")
    let after = try status(hidden)
    #expect(after.st_mode == before.st_mode && after.st_ino == before.st_ino)
  }

  @Test("a second name of a file that only root can read is refused")
  func hardLink() throws {
    let hidden = try secret()
    let path = "\(scene.folder)/home/mine.yaml"
    #expect(unsafe Glibc.link(hidden, path) == 0)
    let result = try edit(path, editor: #"echo 'label: New' >> "$1""#)
    #expect(result.status == 1)
    #expect(result.errors.contains("has a second name (hard link)"), "\(result)")
    #expect(try text(hidden) == "label: secret\n")
  }

  @Test("a link that is put in the profile's place while the editor is open leads nowhere")
  func linkMeanwhile() throws {
    let hidden = try secret()
    let path = try file("home/mine.yaml", Scene.profile())
    let swap = #"ln -sf \#(hidden) \#(path); ln -sf \#(hidden) \#(path).draft; chown -h nobody \#(path) \#(path).draft"#
    let result = try edit(path, editor: #"echo '# more' >> "$1"; \#(swap)"#)
    #expect(result.status == 1, "\(result)")
    #expect(try text(hidden) == "label: secret\n")
    #expect(try status(hidden).st_mode & 0o777 == 0o600)
  }

  @Test("what such a profile extends is read with its owner's rights")
  func extends() throws {
    _ = try secret()
    #expect(unsafe symlink("../secret", "\(scene.folder)/home/other.yaml") == 0)
    try give("home/other.yaml")
    let path = try file("home/mine.yaml", Scene.profile())
    try FileManager.default.createSymbolicLink(
      atPath: "\(scene.folder)/switchway", withDestinationPath: "\(scene.folder)/home")
    let result = try edit(path, editor: #"echo 'extends: other' >> "$1""#)
    #expect(result.status == 1)
    #expect(result.output.contains("no permission to read the file"), "\(result)")
    #expect(!result.output.contains("label: secret"), "\(result)")
  }

  @Test("learn writes into another user's profile, which stays theirs")
  func learns() throws {
    let path = try file(
      "home/mine.yaml",
      """
      switchway: 1
      devices:
        pad: {match: {name: Pad}}
      switches:
        one: {input: pad/any, tap: select}

      """)
    let recording = try scene.recording(presses: (0..<30).map { (at: 500 + 2_000 * $0, button: 0) }, end: 61_000)
    let daemon = try scene.listening([
      "--config", try scene.file("own.yaml", Scene.profile()), "--play", recording,
    ])
    let result = try scene.ask("learn", "two", "--presses", "1", "--tap", "next", "--config", path)
    #expect(result.status == 0, "\(result)")
    #expect(try text(path).contains("two: {input: box/btn_0"))
    let after = try status(path)
    #expect(after.st_uid == Self.other && after.st_mode & 0o777 == 0o600)
    _ = daemon
  }
}

/// The same by a person in folders of their own and of others.
@Suite("profiles of one's own") struct OwnFolderTests {
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

  @Test("an own link to an own file is edited where it leads")
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
