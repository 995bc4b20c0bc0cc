import Foundation
import SwitchwayCore
import SwitchwayYAML
import Testing

@testable import SwitchwayConfig

/// A profile that is loaded from a record of the disk is the one that was loaded from the disk.
@Suite("profiles from a record of the disk")
struct ProfileFilesTests {
  private static let good =
    "switchway: 1\ndevices: {d: {match: {name: Pad}}}\nswitches: {a: {input: d/a, tap: select}}\n"

  /// Files by path, and the profile that is loaded.
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var files: [String: String]
    var name = "a"
    var file: String?

    init(_ words: String, _ files: [String: String], name: String = "a", file: String? = nil) {
      (testDescription, self.files, self.name, self.file) = (words, files, name, file)
    }
  }

  static let rows = [
    Row("a good file", ["one/a.yaml": good]),
    Row("a file that is nowhere", ["two/aa.yaml": good]),
    Row("a base in another folder", ["one/a.yaml": "switchway: 1\nextends: b\n", "two/b.yaml": good]),
    Row("a base of its own name", ["one/a.yaml": "switchway: 1\nextends: a\nlabel: Mine\n", "two/a.yaml": good]),
    Row("a base that is nowhere", ["one/a.yaml": "switchway: 1\nextends: c\n", "two/b.yaml": good]),
    Row("a circle", ["one/a.yaml": "switchway: 1\nextends: b\n", "two/b.yaml": "switchway: 1\nextends: a\n"]),
    Row("mistakes", ["one/a.yaml": good + "swiches: {}\n"]),
    Row(
      "commands for profiles",
      [
        "one/a.yaml": good.replacing("tap: select", with: "tap: select, hold: {after: 1s, do: profile(bb)}"),
        "two/b.yaml": good,
      ]),
    Row("no YAML", ["one/a.yaml": "switchway: [\n"]),
    Row("a bridge", ["one/a.yaml": good + "policy: {bridge: t}\n", "two/bridges/t.yaml": "switchway: 1\n"]),
    Row("a bridge that is nowhere", ["one/a.yaml": good + "policy: {bridge: t}\n", "two/bridges/u.yaml": "x"]),
    Row(
      "a file in front", ["one/a.yaml": good, "own.yaml": "switchway: 1\nextends: a\n"], name: "own",
      file: "own.yaml"),
    Row("a file in front that is nowhere", ["one/a.yaml": good], name: "own", file: "own.yaml"),
    Row("a file in front that is in a folder", ["one/a.yaml": good], file: "one/a.yaml"),
  ]

  @Test("the result is the same in everything that people and programs are told", arguments: rows)
  func same(_ row: Row) throws {
    let sandbox = try Sandbox()
    for (path, text) in row.files { try sandbox.write(path, text) }
    let folders = ["one", "two", "three"].map { "\(sandbox.path)/\($0)" }
    let disk =
      row.file.map { ProfileStore(file: "\(sandbox.path)/\($0)", directories: folders) }
      ?? ProfileStore(directories: folders)
    let recorder = FileRecorder()
    var recorded = disk
    recorded.files = .recorded(recorder)
    let first = recorded.load(row.name)
    let names = recorded.names()
    // Nothing is asked of the disk from here on.
    var later = disk
    later.files = .snapshot(recorder.snapshot)
    try FileManager.default.removeItem(atPath: sandbox.path)
    let second = later.load(row.name)
    #expect(second.profile == first.profile)
    #expect(second.diagnostics == first.diagnostics)
    #expect(second.text == first.text)
    #expect(second.files == first.files)
    #expect(second.path == first.path && second.errno == first.errno)
    #expect(later.names() == names)
  }

  @Test("a file that changes while it is recorded is what it was at first")
  func changing() throws {
    let sandbox = try Sandbox()
    try sandbox.write("a.yaml", Self.good)
    var store = ProfileStore(directories: [sandbox.path])
    store.files = .recorded(FileRecorder())
    #expect(store.load("a").profile != nil)
    try sandbox.write("a.yaml", "switchway: 2\n")
    #expect(store.load("a").profile != nil)
    #expect(ProfileStore(directories: [sandbox.path]).load("a").profile == nil)
  }

  @Test("contents that are not on the disk give what they would give there, up to 256 KiB")
  func contents() throws {
    let sandbox = try Sandbox()
    let path = "\(sandbox.path)/one/a.yaml"
    try sandbox.write("two/a.yaml", Self.good)
    func load(_ text: String) -> LoadResult {
      ProfileStore(Array(text.utf8), of: path, directories: ["\(sandbox.path)/one", "\(sandbox.path)/two"]).load("a")
    }
    let own = load("switchway: 1\nextends: a\nlabel: Mine\n")
    #expect(own.profile?.label == "Mine" && own.profile?.switches.count == 1, "\(own.text)")
    #expect(load("switchway: 2\n").text.contains("\(path):1:12: error: "))
    #expect(load(Self.good + "#" + String(repeating: " ", count: 262_144)).text.contains("larger than 256 KiB"))
    #expect(load(Self.good).profile != nil && !FileManager.default.fileExists(atPath: path))
  }
}
