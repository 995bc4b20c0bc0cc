import Foundation
import Glibc
import ProgramFixtures
import SwitchwayConfig
import SwitchwayFiles
import Testing

@testable import SwitchwayDaemon

/// The file in which the last good profile is kept, and which of them are used.
@Suite("The file of the last good profile", .blocking) struct LastGoodFileTests {
  private func file(_ scene: Scene, config: String? = nil) throws -> LastGoodFile {
    try #require(LastGoodFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/state/deep"], config: config))
  }

  private static func profile(_ text: String = "switchway: 1\n", config: String? = nil) -> LastGoodProfile {
    var snapshot = FileSnapshot()
    snapshot.reads = [
      "/own/default.yaml": .bytes(Array(text.utf8)), "/base.yaml": .bytes([0xFF, 0]), "/etc/default.yaml": .missing,
    ]
    snapshot.identities = ["/own/default.yaml": .init(device: 1, inode: .max), "/etc/default.yaml": nil]
    return LastGoodProfile("default", config: config, from: snapshot)
  }

  private static func inode(_ path: String) throws -> UInt64? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
  }

  @Test("what is kept comes back whole, in a folder and a file that only the person reads")
  func round() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.read().profile == nil && file.read().error == nil)
    #expect(file.keep(Self.profile()) == nil)
    let read = try #require(file.read().profile)
    #expect(read == Self.profile() && read.name == "default" && read.config == nil)
    #expect(read.snapshot.reads.mapValues { "\($0)" }.count == 2, "files that are not there are not kept")
    #expect(read.snapshot.identities == ["/own/default.yaml": .init(device: 1, inode: .max)])
    let rights = try ["\(scene.folder)/state/deep", file.path].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(rights == [0o700, 0o600])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scene.folder)/state/deep") == ["last-good"])
  }

  @Test("the same profile is not written again, another one is")
  func same() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.keep(Self.profile()) == nil)
    let first = try Self.inode(file.path)
    #expect(file.keep(Self.profile()) == nil)
    #expect(try Self.inode(file.path) == first)
    #expect(file.keep(Self.profile("switchway: 1\nlabel: b\n")) == nil)
    #expect(try Self.inode(file.path) != first && file.read().profile == Self.profile("switchway: 1\nlabel: b\n"))
  }

  @Test("a file that is cut at any length, or has another byte anywhere, is not used")
  func damaged() throws {
    let bytes = LastGoodFile.encoded(Self.profile())
    #expect(LastGoodFile.decoded(bytes) == Self.profile())
    for count in bytes.indices { #expect(LastGoodFile.decoded(Array(bytes[..<count])) == nil, "\(count)") }
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(LastGoodFile.decoded(changed) == nil, "\(index)")
    }
    #expect(LastGoodFile.decoded(bytes + [0]) == nil)
    #expect(LastGoodFile.decoded([UInt8](repeating: 0, count: 4_096)) == nil)
    let scene = try Scene()
    let file = try file(scene)
    try scene.file("state/deep/last-good", Data(bytes.dropLast()))
    #expect(file.read().profile == nil)
    #expect(file.read().error == "the last good profile cannot be used path=\(file.path): it is damaged")
    #expect(file.keep(Self.profile()) == nil && file.read().profile == Self.profile())
  }

  @Test("a link is neither read nor written through")
  func link() throws {
    let scene = try Scene()
    let file = try file(scene)
    let other = try scene.file("other", Data(LastGoodFile.encoded(Self.profile())))
    try scene.file("state/deep/x", "")
    for name in ["last-good", "last-good.new"] {
      #expect(unsafe symlink(other, "\(scene.folder)/state/deep/\(name)") == 0)
    }
    #expect(file.read().profile == nil)
    #expect(file.read().error == "the last good profile cannot be used path=\(file.path): it is a symbolic link")
    let new = Self.profile("switchway: 1\nlabel: new\n")
    #expect(file.keep(new) == nil && file.read().profile == new)
    #expect(try Scene.bytes(of: other) == Data(LastGoodFile.encoded(Self.profile())))
  }

  @Test("a file that others can write, a folder, or another user's file is not used")
  func others() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.keep(Self.profile()) == nil)
    for mode in [0o620, 0o602] as [mode_t] {
      #expect(unsafe chmod(file.path, mode) == 0)
      #expect(file.read().profile == nil && file.read().error?.hasSuffix(": others can write to it") == true)
    }
    #expect(unsafe chmod(file.path, 0o600) == 0)
    if geteuid() == 0 {
      #expect(unsafe chown(file.path, 65_534, 65_534) == 0)
      #expect(file.read().profile == nil)
      #expect(file.read().error?.hasSuffix(": it belongs to another user (65534)") == true)
      // What comes into force next is kept in its place.
      #expect(file.keep(Self.profile()) == nil && file.read().profile == Self.profile())
    }
    unsafe unlink(file.path)
    #expect(unsafe mkfifo(file.path, 0o600) == 0)
    #expect(file.read().error?.hasSuffix(": it is not a regular file") == true)
    unsafe unlink(file.path)
    #expect(unsafe mkdir(file.path, 0o700) == 0)
    #expect(file.read().profile == nil && file.read().error?.hasSuffix(": it is not a regular file") == true)
    let error = try #require(file.keep(Self.profile()))
    #expect(error.hasPrefix("the last good profile cannot be kept path=\(file.path): "))
    #expect(error.hasSuffix("; an older one is still there"))
  }

  @Test("where the new one cannot be written, the older one is removed, and that is said")
  func unwritable() throws {
    let scene = try Scene()
    let file = try file(scene)
    #expect(file.keep(Self.profile()) == nil)
    let huge = Self.profile(String(repeating: "#", count: 1_048_576))
    #expect(file.keep(huge) == "the last good profile cannot be kept path=\(file.path): File too large")
    #expect(file.read().profile == nil && file.read().error == nil)
    try scene.file("flat", "a file where the folder should be")
    let none = try #require(LastGoodFile(environment: ["STATE_DIRECTORY": "\(scene.folder)/flat/a"], config: nil))
    #expect(none.read().profile == nil && none.read().error == nil)
    #expect(none.keep(Self.profile())?.hasSuffix(": Not a directory") == true)
  }

  @Test("each file of --config has its own, ten at most, and the oldest go")
  func several() throws {
    let scene = try Scene()
    let plain = try file(scene)
    #expect(plain.keep(Self.profile()) == nil)
    for number in 0..<13 {
      let config = "/own/\(number).yaml"
      let one = try file(scene, config: config)
      #expect(one.read().profile == nil)
      #expect(one.keep(Self.profile(config: config)) == nil && one.read().profile == Self.profile(config: config))
      // Files of one second are of the same age.
      var times = [timespec(tv_sec: number, tv_nsec: 0), timespec(tv_sec: number, tv_nsec: 0)]
      #expect(unsafe utimensat(AT_FDCWD, one.path, &times, 0) == 0)
    }
    let kept = try (0..<13).filter { try file(scene, config: "/own/\($0).yaml").read().profile != nil }
    #expect(kept == Array(3..<13))
    #expect(plain.read().profile == Self.profile())
  }

  @Test("the folder")
  func places() {
    func path(_ environment: [String: String]) -> String? {
      LastGoodFile(environment: environment, config: nil)?.path
    }
    #expect(path(["STATE_DIRECTORY": "/a:/b", "XDG_STATE_HOME": "/c"]) == "/a/last-good")
    #expect(path(["XDG_STATE_HOME": "/c", "HOME": "/d"]) == "/c/switchway/last-good")
    #expect(path(["HOME": "/d"]) == "/d/.local/state/switchway/last-good")
    #expect(path([:]) == nil)
  }
}
