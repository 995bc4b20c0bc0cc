import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import Testing

@Suite("switchway edit", .blocking) struct EditTests {
  private let scene: Scene

  init() throws { scene = try Scene() }

  private var own: String { "\(scene.folder)/switchway" }

  /// Runs an edit in which the editor is a shell script, whose `$1` is the file.
  private func edit(_ arguments: [String], editor script: String) throws -> Program.Result {
    try Program.run("switchway", ["edit"] + arguments, environment: try environment(script))
  }

  private func environment(_ script: String) throws -> [String: String] {
    let path = try scene.file("editor.sh", script + "\n")
    return scene.environment.merging(["PATH": "/usr/bin:/bin", "EDITOR": "sh \(path)"]) { $1 }
  }

  private func text(_ path: String) throws -> String { String(decoding: try Scene.bytes(of: path), as: UTF8.self) }

  /// What is in the folder of the person's profiles.
  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: own).sorted() }

  @Test("a shipped profile becomes the person's own, with what was changed")
  func shipped() throws {
    let result = try edit(["two-switch"], editor: #"sed -i 's/^label: .*/label: Mine/' "$1""#)
    #expect(
      result == .init(status: 0, output: "\(own)/two-switch.yaml: saved; no daemon is running\n", errors: ""))
    #expect(try text("\(own)/two-switch.yaml").contains("\nlabel: Mine\n"))
    #expect(try text("\(Scene.top)/Config/two-switch.yaml").contains("\nlabel: Two switches\n"))
    #expect(try names() == ["two-switch.yaml"])
  }

  @Test("an edit without a change leaves nothing behind", arguments: ["two-switch", "mine"])
  func unchanged(_ name: String) throws {
    #expect(try edit([name], editor: ":") == .init(status: 0, output: "nothing has changed\n", errors: ""))
    #expect(try names() == [])
  }

  @Test("a profile that is not there begins with a text that is right")
  func begun() throws {
    let result = try edit(["mine"], editor: #"sed -i 's/^# label: /label: /' "$1""#)
    #expect(result == .init(status: 0, output: "\(own)/mine.yaml: saved; no daemon is running\n", errors: ""))
    #expect(try text("\(own)/mine.yaml").hasPrefix("# The profile 'mine'."))
    let checked = try Program.run(
      "switchway", ["check", "\(own)/mine.yaml"], environment: scene.environment)
    #expect(checked.output == "\(own)/mine.yaml: no problems\n")
  }

  @Test("a daemon that does not answer is not called absent")
  func frozenDaemon() throws {
    let daemon = try scene.daemon()
    daemon.signal(SIGSTOP)
    defer { daemon.signal(SIGCONT) }
    let result = try edit(["mine", "--socket", scene.socket], editor: #"sed -i 's/^# label: /label: /' "$1""#)
    let words = "saved, but not active yet: the daemon did not answer within 5 s\nhelp: restart it\n"
    #expect(result == .init(status: 4, output: "", errors: "\(own)/mine.yaml: \(words)"))
  }

  @Test("closed standard descriptors are open again, so that no file or socket gets their numbers")
  func closedDescriptors() throws {
    let result = try Program.run(
      "/bin/sh", ["-c", #"exec "$0" edit mine <&- >&- 2>&-"#, "\(Program.folder)/switchway"],
      environment: try environment(#"cd /proc/$$/fd; names=$(readlink 0 1 2); echo "$names" > "$1"; exit 1"#))
    #expect(result == .init(status: 1, output: "", errors: ""))
    #expect(try text("\(own)/mine.yaml.draft") == "/dev/null\n/dev/null\n/dev/null\n")
  }

  @Test("what is wrong is shown and kept, and the next edit goes on from there")
  func wrong() throws {
    let path = try scene.file("switchway/default.yaml", "switchway: 1\nextends: default\n")
    let result = try edit([], editor: #"echo "labl: Mine" >> "$1""#)
    #expect(
      result.output == """
        \(path).draft:3:1: error: unknown key 'labl'
            labl: Mine
            ^
        help: did you mean 'label'?

        """)
    #expect(
      result.errors == """
        the profile was not changed; your text is saved in \(path).draft
        help: the next 'switchway edit' opens it again

        """)
    #expect(result.status == 1)
    #expect(try text(path) == "switchway: 1\nextends: default\n")
    #expect(try names() == ["default.yaml", "default.yaml.draft"])
    let mended = try edit([], editor: #"sed -i 's/labl/label/' "$1""#)
    #expect(
      mended
        == .init(
          status: 0, output: "\(path): saved; no daemon is running\n",
          errors: "\(path).draft: opened with your unfinished changes\n")
    )
    #expect(try text(path) == "switchway: 1\nextends: default\nlabel: Mine\n")
    #expect(try names().count == 2)
    #expect(try scene.kept(of: "switchway/default.yaml") == ["switchway: 1\nextends: default\n"])
  }

  @Test("warnings are shown, and do not keep a profile from being saved")
  func doubtful() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let result = try edit(
      ["--config", path], editor: #"echo 'scan: {interval: 2s}' >> "$1""#)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("\(path):8:8:"))
    #expect(result.output.contains(": warning: 'interval' has no effect: "))
    #expect(result.output.hasSuffix("\n\(path): saved; no daemon is running\n"))
  }

  @Test("a file keeps its rights, and a link stays one", arguments: [0o600, 0o644, 0o666])
  func rights(_ mode: mode_t) throws {
    let path = try scene.file("real.yaml", Scene.profile())
    #expect(unsafe chmod(path, mode) == 0)
    let link = "\(scene.folder)/link.yaml"
    #expect(unsafe symlink("real.yaml", link) == 0)
    // Another file under the same name, as many editors write it.
    let result = try edit(
      ["--config", link], editor: #"sed 's/label: Test/label: New/' "$1" > "$1~" && mv "$1~" "$1""#)
    #expect(result.status == 0, "\(result)")
    #expect(try text(path).contains("label: New"))
    var status = stat()
    #expect(unsafe lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(unsafe stat(path, &status) == 0)
    // What others may write would be refused.
    #expect(status.st_mode & 0o755 == mode & 0o755 && status.st_mode & 0o002 == 0)
  }

  @Test("where the draft cannot be written, what was written is kept where it is", arguments: ["", "; exit 3"])
  func noDraft(_ end: String) throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let result = try edit(["--config", path], editor: #"echo '# more' >> "$1"; mkdir "\#(path).draft""# + end)
    #expect(result.status == 1 && result.output.isEmpty, "\(result)")
    let copy = String(try #require(result.errors.split(separator: " ").last).dropLast())
    #expect(result.errors.hasSuffix("\nyour text is saved in \(copy)\n"), "\(result)")
    #expect(try text(copy) == Scene.profile() + "# more\n")
    try FileManager.default.removeItem(atPath: URL(filePath: copy).deletingLastPathComponent().path)
  }

  @Test("an editor that removes the file puts nothing in force")
  func removed() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let words = "the editor left no file, so the profile was not changed\n"
    #expect(
      try edit(["--config", path], editor: #"rm "$1""#) == .init(status: 1, output: "", errors: words))
    #expect(try text(path) == Scene.profile())
  }

  @Test("an editor that fails puts nothing in force, and what was written is kept")
  func failing() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let idle = try edit(["--config", path], editor: "exit 3")
    #expect(
      idle
        == .init(status: 1, output: "", errors: "the editor ended with status 3, so the profile was not changed\n"))
    #expect(unsafe access(path + ".draft", F_OK) != 0)
    let busy = try edit(["--config", path], editor: #"echo '# more' >> "$1"; kill -9 $$"#)
    #expect(busy.status == 1)
    #expect(busy.errors.hasSuffix("\nyour text is saved in \(path).draft\n"))
    #expect(try text(path + ".draft") == Scene.profile() + "# more\n")
    #expect(try text(path) == Scene.profile())
  }

  @Test("an editor that is not there is said to be missing")
  func missing() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let result = try Program.run(
      "switchway", ["edit", "--config", path], environment: ["VISUAL": "/nowhere/editor 2>/dev/null"])
    #expect(result.status == 1)
    #expect(
      result.errors
        == "the editor cannot be started\nhelp: name an installed one, for example EDITOR=nano switchway edit\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder) == ["mine.yaml"])
  }

  @Test("what another program wrote meanwhile is not lost")
  func meanwhile() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let result = try edit(["--config", path], editor: #"echo '# other' >> "\#(path)"; echo '# own' >> "$1""#)
    #expect(result.status == 1)
    #expect(
      result.errors
        == "\(path): changed by another program meanwhile; your text is saved in \(path).draft\n"
        + "help: compare the two, then edit again\n"
    )
    #expect(try text(path) == Scene.profile() + "# other\n")
    #expect(try text(path + ".draft") == Scene.profile() + "# own\n")
  }

  @Test("a daemon that runs has it in force at once")
  func daemon() throws {
    let daemon = try scene.daemon()
    let path = "\(scene.folder)/test.yaml"
    let socket = ["--socket", scene.socket]
    let wrong = try edit(["--config", path] + socket, editor: #"sed -i 's/tap: next/tap: nxt/' "$1""#)
    #expect(wrong.status == 1)
    let status = try scene.ask("status", "--json")
    #expect(status.output.contains(#""label":"Test""#))
    let right = try edit(
      ["--config", path] + socket, editor: #"sed -i 's/tap: nxt/tap: menu/; s/label: Test/label: New/' "$1""#)
    #expect(right.output == "\(path): saved and active now\n")
    #expect(try scene.ask("status", "--json").output.contains(#""label":"New""#))
    let other = try edit(["mine"] + socket, editor: #"echo "label: Other" >> "$1""#)
    #expect(other.output == "\(own)/mine.yaml: saved; the active profile is 'test'\n")
    _ = daemon
  }

  /// An edit on a terminal, where these lines are typed. The program's words and its exit status in the end.
  private func onTerminal(_ path: String, typing lines: String, editor: String) throws -> String {
    let command = "\(Program.folder)/switchway edit --config \(path); echo status $?"
    let words = ["-c", "printf '\(lines)' | script -qc '\(command)' /dev/null"]
    let variables = try environment(editor).merging(["SHELL": "/bin/sh", "TERM": "dumb"]) { $1 }
    return try Program.run("/bin/sh", words, environment: variables).output
  }

  @Test("on a terminal, one is asked what becomes of a draft with errors")
  func asked() throws {
    let path = try scene.file("mine.yaml", Scene.profile())
    let bad = #"echo "x$(grep -c "^x" "$1"): 1" >> "$1""#
    let kept = try onTerminal(path, typing: "what\\nk\\n", editor: bad)
    #expect(kept.components(separatedBy: "or discard (t) it?").count == 3)
    #expect(kept.contains("status 1"))
    #expect(try text(path + ".draft") == Scene.profile() + "x0: 1\n")
    let thrown = try onTerminal(path, typing: "e\\nt\\n", editor: bad)
    #expect(thrown.contains("unknown key 'x2'"))
    #expect(thrown.contains("discarded; the profile was not changed"))
    #expect(thrown.contains("status 1"))
    #expect(unsafe access(path + ".draft", F_OK) != 0)
    #expect(try text(path) == Scene.profile())
  }

  @Test("names that cannot be, and two things to edit, are wrong usage")
  func usage() throws {
    for arguments in [["../mine"], ["a b"], ["mine", "--config", "mine.yaml"]] {
      let result = try edit(arguments, editor: ":")
      #expect(result.status == 2)
      #expect(result.output == "")
    }
  }
}
