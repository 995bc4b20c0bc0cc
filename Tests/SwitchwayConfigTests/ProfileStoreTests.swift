import Foundation
import SwitchwayConfig
import SwitchwayCore
import SwitchwayFiles
import SwitchwayYAML
import Testing

@Suite("finding and reading profiles")
struct ProfileStoreTests {
  private static let good =
    "switchway: 1\ndevices: {d: {match: {name: Pad}}}\nswitches: {a: {input: d/a, tap: select}}\n"

  @Test("the first directory that has it wins, and all names come once, in order")
  func order() throws {
    let sandbox = try Sandbox()
    try sandbox.write("one/b.yaml", ProfileStoreTests.good + "label: One\n")
    try sandbox.write("two/b.yaml", ProfileStoreTests.good + "label: Two\n")
    try sandbox.write("two/a.yaml", ProfileStoreTests.good)
    try sandbox.write("two/no name.yaml", ProfileStoreTests.good)
    try sandbox.write("two/c.yml", ProfileStoreTests.good)
    let store = ProfileStore(directories: [sandbox.path + "/one", sandbox.path + "/two", sandbox.path + "/three"])
    #expect(store.names() == ["a", "b"])
    #expect(store.load("b").profile?.label == "One")
    #expect(store.load("b").path == sandbox.path + "/one/b.yaml")
    #expect(store.load("a").profile?.name == "a")
    #expect(store.load("a").files == [sandbox.path + "/one/a.yaml", sandbox.path + "/two/a.yaml"])
  }

  @Test("of a directory with very many profiles the first thousand are listed, and the others are found by name")
  func manyNames() throws {
    let sandbox = try Sandbox()
    for number in 1_000...2_000 { try sandbox.write("p\(number).yaml", ProfileStoreTests.good) }
    let store = ProfileStore(directories: [sandbox.path])
    #expect(store.names() == (1_000..<2_000).map { "p\($0)" })
    #expect(store.load("p2000").profile?.name == "p2000")
  }

  @Test("a profile that is nowhere is one error, with where it was looked for")
  func missing() throws {
    let sandbox = try Sandbox()
    try sandbox.write("default.yaml", ProfileStoreTests.good)
    let store = ProfileStore(directories: [sandbox.path])
    let result = store.load("defualt")
    #expect(result.profile == nil)
    #expect(
      result.diagnostics == [
        Diagnostic(
          file: sandbox.path + "/defualt.yaml", line: 1, column: 1, severity: .error,
          message: "there is no profile 'defualt'",
          help: "did you mean 'default'? (searched \(sandbox.path)/defualt.yaml)")
      ])
    #expect(store.load("../default").lines.count == 1)
    #expect(store.load("../default").files == [])
  }

  @Test("a file of its own comes before the directories, under its own name")
  func file() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("my profile.yaml", ProfileStoreTests.good)
    try sandbox.write("dir/a.yaml", ProfileStoreTests.good)
    let store = ProfileStore(file: file, directories: [sandbox.path + "/dir"])
    #expect(store.fileName == "my profile")
    #expect(store.names() == ["a", "my profile"])
    #expect(store.load("my profile").profile?.name == "my profile")
    #expect(store.load("a").profile?.name == "a")
    let gone = ProfileStore(file: sandbox.path + "/gone.yaml", directories: []).load("gone")
    #expect(
      gone.lines == [
        "gone.yaml:1:1: error: no such file | give the path of an existing profile file"
      ])
  }

  @Test("a file of its own that lies in one of the directories does not extend itself")
  func fileInDirectory() throws {
    let sandbox = try Sandbox()
    try sandbox.write("one/a.yaml", "switchway: 1\nextends: a\nlabel: One\n")
    try sandbox.write("two/a.yaml", ProfileStoreTests.good + "label: Two\n")
    let store = ProfileStore(
      file: sandbox.path + "/two/../one/a.yaml", directories: [sandbox.path + "/one", sandbox.path + "/two"])
    let result = store.load("a")
    #expect(result.lines == [])
    #expect(result.profile?.label == "One")
    #expect(result.files == [sandbox.path + "/two/../one/a.yaml", sandbox.path + "/two/a.yaml"])
  }

  @Test("a file that may not be read says so, with the system's own number")
  func noPermission() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.yaml", ProfileStoreTests.good)
    try sandbox.chmod("a.yaml", 0)
    let result = ProfileStore(directories: [sandbox.path]).load("a")
    // Root may read everything.
    if geteuid() == 0 {
      #expect(result.errno == nil)
      #expect(result.lines == [])
    } else {
      #expect(result.errno == EACCES)
      #expect(result.lines == ["a.yaml:1:1: error: no permission to read the file | run: chmod u+r \(file)"])
    }
  }

  @Test("a symbolic link is followed")
  func link() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("real/a.yaml", ProfileStoreTests.good)
    try FileManager.default.createSymbolicLink(atPath: sandbox.path + "/b.yaml", withDestinationPath: file)
    #expect(ProfileStore(directories: [sandbox.path]).load("b").profile?.name == "b")
    try FileManager.default.createSymbolicLink(atPath: sandbox.path + "/c.yaml", withDestinationPath: "c.yaml")
    #expect(
      ProfileStore(directories: [sandbox.path]).load("c").lines == [
        "c.yaml:1:1: error: the file is a symbolic link in a loop | replace it with a plain text file"
      ])
  }

  @Test("directories, FIFOs and devices are refused at once")
  func notRegular() throws {
    let sandbox = try Sandbox()
    let expected = ["error: not a regular file | replace it with a plain text file"]
    try FileManager.default.createDirectory(atPath: sandbox.path + "/d.yaml", withIntermediateDirectories: true)
    #expect(unsafe mkfifo(sandbox.path + "/f.yaml", 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: sandbox.path + "/z.yaml", withDestinationPath: "/dev/zero")
    for name in ["d", "f", "z"] {
      let result = ProfileStore(directories: [sandbox.path]).load(name)
      #expect(result.lines == expected.map { "\(name).yaml:1:1: " + $0 })
    }
  }

  @Test("256 KiB is taken, one byte more is not")
  func size() throws {
    let sandbox = try Sandbox()
    let store = ProfileStore(directories: [sandbox.path])
    let padding = 262_144 - ProfileStoreTests.good.utf8.count
    try sandbox.write("a.yaml", ProfileStoreTests.good + "#" + String(repeating: "x", count: padding - 1))
    #expect(store.load("a").lines == [])
    try sandbox.write("a.yaml", ProfileStoreTests.good + "#" + String(repeating: "x", count: padding))
    #expect(
      store.load("a").lines == [
        "a.yaml:1:1: error: the file is larger than 256 KiB | "
          + "a profile has a few kilobytes; check that this is the right file"
      ])
  }

  @Test("512 KiB are taken with all that a profile extends, one byte more is not")
  func wholeSize() throws {
    let sandbox = try Sandbox()
    let store = ProfileStore(directories: [sandbox.path])
    func padded(_ text: String, to size: Int) -> String {
      text + "#" + String(repeating: "x", count: size - text.utf8.count - 1)
    }
    try sandbox.write("a.yaml", padded("switchway: 1\nextends: b\n", to: 262_144))
    try sandbox.write("b.yaml", padded("switchway: 1\nextends: c\n", to: 131_072))
    try sandbox.write("c.yaml", padded(ProfileStoreTests.good, to: 131_072))
    #expect(store.load("a").lines == [])
    try sandbox.write("c.yaml", padded(ProfileStoreTests.good, to: 131_073))
    #expect(
      store.load("a").lines == [
        "b.yaml:2:10: error: with all that it extends, this profile is larger than 512 KiB | "
          + "remove entries, or extend a smaller profile"
      ])
    #expect(store.load("b").lines == [])
  }

  @Test("files that others can write are refused, with the command that mends it")
  func writable() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.yaml", ProfileStoreTests.good)
    let group = try #require(try FileManager.default.attributesOfItem(atPath: file)[.groupOwnerAccountID] as? NSNumber)
    let uid = geteuid()
    let stranger = UserIdentity(uid: uid, privateGroup: nil)
    let owner = UserIdentity(uid: uid, privateGroup: group.uint32Value)
    func lines(_ mode: Int, _ user: UserIdentity) throws -> [String] {
      try sandbox.chmod("a.yaml", mode)
      return ProfileStore(directories: [sandbox.path], user: user).load("a").lines
    }
    #expect(
      try lines(0o646, owner) == ["a.yaml:1:1: error: everybody can write to the file | run: chmod go-w \(file)"])
    #expect(try lines(0o664, owner) == [])
    #expect(
      try lines(0o664, stranger) == [
        "a.yaml:1:1: error: a group (\(group)) can write to the file | run: chmod g-w \(file)"
      ])
    #expect(try lines(0o644, stranger) == [])
  }

  @Test("files of another user are refused")
  func foreign() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("a.yaml", ProfileStoreTests.good)
    // Root gives the file away; anybody else pretends to be another user.
    let isRoot = geteuid() == 0
    if isRoot { try FileManager.default.setAttributes([.ownerAccountID: 54_321], ofItemAtPath: file) }
    let owner: UInt32 = isRoot ? 54_321 : geteuid()
    let user = UserIdentity(uid: isRoot ? 0 : 54_321, privateGroup: nil)
    let result = ProfileStore(directories: [sandbox.path], user: user).load("a")
    #expect(
      result.lines == [
        "a.yaml:1:1: error: the file belongs to another user (\(owner)) | "
          + "run: sudo chown \(user.uid) \(file) && chmod go-w \(file)"
      ])
  }

  @Test("bytes that are no text are one error, at their place")
  func notText() throws {
    let sandbox = try Sandbox()
    let store = ProfileStore(directories: [sandbox.path])
    try sandbox.write("a.yaml", bytes: Array("switchway: 1\nlabel: é".utf8) + [0xFF, 0x0A])
    #expect(
      store.load("a").lines == [
        "a.yaml:2:9: error: the file is not UTF-8 text | save it as UTF-8 in your editor"
      ])
    try sandbox.write("a.yaml", bytes: [0xFF, 0xFE, 0x61, 0x00])
    #expect(store.load("a").diagnostics.map { [$0.line, $0.column] } == [[1, 1]])
    try sandbox.write("a.yaml", bytes: Array("switchway: 1\nlabel: ".utf8) + [0x00, 0x0A])
    #expect(
      store.load("a").lines == [
        "a.yaml:2:8: error: there is a control character (0x0) here | remove it"
      ])
  }

  @Test("the directories of a machine follow the environment")
  func defaults() throws {
    let sandbox = try Sandbox()
    try sandbox.write("tree/Config/default.yaml", ProfileStoreTests.good)
    try sandbox.write("usr/share/switchway/profiles/default.yaml", ProfileStoreTests.good)
    let built = sandbox.path + "/tree/.build/debug/switchway"
    let installed = sandbox.path + "/usr/bin/switchway"
    func directories(_ environment: [String: String], _ executable: String) -> [String] {
      ProfileStore.defaultDirectories(environment: environment, executable: executable)
    }
    #expect(
      directories(["HOME": "/home/ada"], built) == [
        "/home/ada/.config/switchway", "/etc/switchway", sandbox.path + "/tree/Config",
      ])
    #expect(
      directories(["HOME": "/home/ada", "XDG_CONFIG_HOME": "/cfg"], installed) == [
        "/cfg/switchway", "/etc/switchway", sandbox.path + "/usr/share/switchway/profiles",
      ])
    #expect(
      directories(["XDG_CONFIG_HOME": "relative", "SWITCHWAY_PROFILES": "/p"], installed) == ["/etc/switchway", "/p"])
  }

  @Test("the folder of settings is the one that the environment names, if its path is absolute, or .config")
  func settings() {
    #expect(PersonalFolders.settingsDirectory(environment: ["HOME": "/home/anna"]) == "/home/anna/.config")
    #expect(PersonalFolders.settingsDirectory(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]) == "/c")
    #expect(PersonalFolders.settingsDirectory(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c"]) == "/h/.config")
    #expect(PersonalFolders.settingsDirectory(environment: ["HOME": ""]) == nil)
  }
}
