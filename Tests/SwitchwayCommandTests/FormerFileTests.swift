import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayConfig
import Testing

@testable import SwitchwayDaemon
@testable import switchway

extension Scene {
  /// The texts of the copies that were kept of a file, the oldest first.
  func kept(of name: String) throws -> [String] {
    let path = URL(filePath: "\(folder)/\(name)")
    return try FileManager.default.contentsOfDirectory(atPath: path.deletingLastPathComponent().path)
      .filter { $0.hasPrefix(path.lastPathComponent + ".before-") }.sorted()
      .map { try String(contentsOf: path.deletingLastPathComponent().appending(path: $0), encoding: .utf8) }
  }
}

/// The names of copies, the way to make them, and what is done where one cannot be made.
@Suite("What a file was before it was replaced", .blocking) struct FormerFileTests {
  private let scene: Scene
  private let path: String

  init() throws {
    scene = try Scene()
    path = try scene.file("default.yaml", "first")
  }

  private func replace(_ text: String) throws -> String? { try EditedFile(path: path).replace(with: Array(text.utf8)) }

  private func text(_ path: String) throws -> String { String(decoding: try Scene.bytes(of: path), as: UTF8.self) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.folder).sorted()
  }

  @Test("it is kept under the local time, with its rights; no copy replaces another, and the last ten stay")
  func ten() throws {
    #expect(unsafe chmod(path, 0o640) == 0)
    let kept = try (1...12).map { try #require(try replace("text \($0)")) }
    #expect(Set(kept).count == 12)
    for copy in kept {
      #expect(copy.hasPrefix(path + ".before-20"))
      #expect(FileManager.default.fileExists(atPath: copy) != kept[..<2].contains(copy))
    }
    #expect(try scene.kept(of: "default.yaml").sorted() == (2...11).map { "text \($0)" }.sorted())
    #expect(try text(kept[11]) == "text 11" && text(path) == "text 12")
    var status = stat()
    #expect(unsafe stat(kept[11], &status) == 0 && status.st_mode & 0o777 == 0o640)
  }

  @Test("a new file has no copy, and a file that this program made for itself gets none")
  func none() throws {
    let new = try EditedFile(path: "\(scene.folder)/new.yaml")
    #expect(try new.replace(with: [1]) == nil)
    #expect(try EditedFile(path: path).replace(with: [1], keepsFormer: false) == nil)
    #expect(try names() == ["default.yaml", "new.yaml"])
  }

  @Test("a folder or a link in the place of the copy stays, and the copy takes the next name")
  func taken() throws {
    let secret = try scene.file("secret", "secret")
    var taken: [String] = []
    let now = time(nil)
    for second in 0..<240 {
      let place = path + ".before-" + FormerFile.time(now + second)
      taken.append(place)
      let made = second % 2 == 0 ? unsafe mkdir(place, 0o700) : unsafe symlink(secret, place)
      try #require(made == 0)
    }
    let kept = try #require(try replace("second"))
    #expect(kept.hasSuffix("-2") && taken.contains(String(kept.dropLast(2))), "\(kept)")
    #expect(try text(kept) == "first" && text(path) == "second" && text(secret) == "secret")
  }

  @Test("copies too many are the oldest that this program has made; a person's own and other files' stay")
  func surplus() {
    let copies = (10...22).map { "a.yaml.before-20261123-1542\($0)" }
    let others = [
      "a.yaml", "a.yaml.before", "a.yaml.before-holiday", "a.yaml.before-20261123", "b.yaml.before-20261123-154200",
      "a.yaml.before-20261123-154200-1", "a.yaml.before-20261123-154200-2x", "a.yaml.before-2026112-1542000",
    ]
    let names = others + copies.shuffled()
    #expect(FormerFile.surplus(of: "a.yaml", among: names, kept: copies[12]) == Array(copies[..<3]))
    // A clock that went back: the newest copy has the oldest name.
    #expect(FormerFile.surplus(of: "a.yaml", among: names, kept: copies[0]) == Array(copies[1..<4]))
    let second = (2...12).map { copies[0] + "-\($0)" }
    #expect(
      FormerFile.surplus(of: "a.yaml", among: second.shuffled() + [copies[0]], kept: second[10])
        == [copies[0], second[0]])
  }

  @Test("copies are no profiles, and no reason to load the profile again")
  func unseen() throws {
    let watch = ProfileWatch()
    watch.watch([path])
    _ = try replace("second")
    try eventually("the change of the file") { watch.hasChanged() }
    let copy = try #require(try names().first { $0.contains(".before-") })
    #expect(unsafe unlink("\(scene.folder)/\(copy)") == 0)
    try scene.file(copy, "third")
    #expect(!watch.hasChanged())
    #expect(ProfileStore(directories: [scene.folder]).names() == ["default"])
  }
}

/// Writers that are ended in the middle: SIGKILL at each system call that changes a disk, and calls that fail.
@Suite("Writers of a person's file that are killed", .blocking) struct KilledWriterTests {
  private static let before = Scene.profile(label: "Before")
  private static let changing = [
    "write", "fsync", "fchmod", "fchown", "rename", "renameat", "renameat2", "unlink", "unlinkat",
  ]

  /// Words before a program's own: `fault` happens at its call number `count` of `call`.
  private static func strace(_ call: String, _ fault: String, _ count: Int) -> [String] {
    // The log is nobody's; without it strace would write among the program's errors.
    ["/usr/bin/strace", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):\(fault):when=\(count)"]
  }

  /// Kills a writer at every call. `run` gets the words of the tracer; it returns the exit status. `mark`: what each
  /// new file contains.
  private func killed(
    at calls: [String], mark: String, _ run: ([String]) throws -> (status: Int32, scene: Scene)
  ) throws {
    var kills = 0
    for call in calls {
      for count in 1... {
        let (status, scene) = try run(Self.strace(call, "signal=KILL", count))
        let now = try String(contentsOfFile: "\(scene.folder)/switchway/default.yaml", encoding: .utf8)
        let kept = try scene.kept(of: "switchway/default.yaml")
        #expect(kept.allSatisfy { $0 == Self.before }, "\(call) \(count)")
        if now != Self.before {
          #expect(now.hasSuffix("\n") && now.contains(mark) && kept.count == 1, "\(call) \(count): \(now)")
        }
        guard status == 128 + SIGKILL else {
          #expect(status == 0 && now != Self.before, "\(call) \(count): \(status)")
          break
        }
        kills += 1
      }
    }
    #expect(kills >= calls.count)
  }

  /// In each file that was edited, near its end.
  private static let mark = "scan:"

  private func edit(_ tracer: [String]) throws -> (result: Program.Result, scene: Scene) {
    let scene = try Scene()
    let path = try scene.file("switchway/default.yaml", Self.before)
    let editor = try scene.file("editor.sh", "echo 'scan: {interval: 2s, style: auto}' >> \"$1\"\n")
    let words = tracer + ["\(Program.folder)/switchway", "edit", "--config", path]
    let result = try Program.run(
      words[0], Array(words.dropFirst()),
      environment: scene.environment.merging(["EDITOR": "sh \(editor)", "PATH": "/usr/bin:/bin"]) { $1 })
    return (result, scene)
  }

  @Test("edit: the former file or the new one, whole, and the former kept")
  func edit() throws {
    try killed(at: Self.changing, mark: Self.mark) { tracer in
      let (result, scene) = try edit(tracer)
      return (result.status, scene)
    }
  }

  @Test("setup: the former file or the new one, whole, and the former kept")
  func setup() throws {
    try killed(at: ["fsync", "renameat", "renameat2", "unlinkat"], mark: "tremor") { tracer in
      let person = try SetupCommandTests.Person(profile: Self.before, under: tracer)
      person.answer(#"{"change":"steadying","steadying":"tremor","keep":"keep"}"#)
      return (try person.program.result().status, person.scene)
    }
  }

  @Test(
    "a call that fails: the file is as before, or replaced with the former one kept",
    arguments: [("renameat2", "ENOSPC"), ("fsync", "EIO"), ("write", "ENOSPC"), ("fchmod", "EPERM")])
  func failing(call: String, error: String) throws {
    var failures = 0
    for count in 1... {
      let (result, scene) = try edit(Self.strace(call, "error=\(error)", count))
      let now = try String(contentsOfFile: "\(scene.folder)/switchway/default.yaml", encoding: .utf8)
      let kept = try scene.kept(of: "switchway/default.yaml")
      if result.status == 0 {
        #expect(now.contains(Self.mark) && kept == [Self.before], "\(call) \(count)")
        break
      }
      failures += 1
      #expect(result.status == (error == "EPERM" ? 3 : 1), "\(result)")
      #expect(now == Self.before || now.contains(Self.mark) && kept == [Self.before], "\(call) \(count)")
    }
    #expect(failures > 0)
  }
}
