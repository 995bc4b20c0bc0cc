import Foundation
import Glibc
import ProgramFixtures
import Testing

@testable import SwitchwayDaemon

@Suite("Watches of key-remap files", .blocking) struct ProfileWatchTests {
  let scene: Scene
  let watch = ProfileWatch()

  init() throws {
    scene = try Scene()
    try #require(watch.descriptor >= 0)
  }

  @Test("each way of saving counts")
  func saving() throws {
    let path = try scene.file("a.yaml", "1")
    watch.watch([path])
    try "2".write(toFile: path, atomically: false, encoding: .utf8)
    try expectChange("written in place")
    try "3".write(toFile: path, atomically: true, encoding: .utf8)
    try expectChange("renamed over")
    unsafe chmod(path, 0o600)
    try expectChange("other rights")
    unsafe unlink(path)
    try expectChange("removed")
    try scene.file("a.yaml", "4")
    try expectChange("made anew")
  }

  @Test("a new file counts when it has been written, or is there whole at once")
  func begun() throws {
    let path = "\(scene.folder)/a.yaml"
    watch.watch([path])
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    #expect(!watch.hasChanged())
    #expect(unsafe write(file, "switch", 6) == 6)
    #expect(!watch.hasChanged())
    close(file)
    try expectChange("closed")
    unsafe unlink(path)
    try expectChange("removed")
    let other = try scene.file("b.yaml", "1")
    #expect(unsafe link(other, path) == 0)
    #expect(watch.hasChanged())
  }

  /// Waits: other tests start programs meanwhile, which for a moment hold what is written open, too.
  private func expectChange(_ what: String) throws {
    try eventually(what) { watch.hasChanged() }
  }

  @Test("what a link leads to counts as the link itself does")
  func links() throws {
    let path = try scene.file("elsewhere/real.yaml", "1")
    let link = "\(scene.folder)/a.yaml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    watch.watch([link])
    try "2".write(toFile: path, atomically: true, encoding: .utf8)
    try expectChange("the target")
    unsafe unlink(link)
    try expectChange("the link")
  }

  @Test("what a link leads to counts where it is made anew, or another link on the way leads elsewhere")
  func brokenLinks() throws {
    let link = "\(scene.folder)/a.yaml"
    let middle = try scene.file("elsewhere/middle.yaml", "1")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere/middle.yaml")
    watch.watch([link])
    unsafe unlink(middle)
    try expectChange("the target is removed")
    try scene.file("elsewhere/middle.yaml", "2")
    try expectChange("the target is back")
    unsafe unlink(middle)
    try expectChange("the target is removed again")
    let last = try scene.file("last/real.yaml", "3")
    try FileManager.default.createSymbolicLink(atPath: middle, withDestinationPath: last)
    try expectChange("the target is a link now")
    unsafe unlink(middle)
    try expectChange("the link on the way")
  }

  @Test("other files in the folder do not count")
  func others() throws {
    watch.watch(["\(scene.folder)/a.yaml"])
    try scene.file(".a.yaml.swp", "x")
    try scene.file("b.yaml", "x")
    #expect(!watch.hasChanged())
  }

  @Test("a folder that is not there yet is waited for")
  func folders() throws {
    let path = "\(scene.folder)/one/two/a.yaml"
    watch.watch([path])
    #expect(unsafe mkdir("\(scene.folder)/one", 0o700) == 0)
    #expect(watch.hasChanged())
    #expect(unsafe mkdir("\(scene.folder)/one/two", 0o700) == 0)
    #expect(watch.hasChanged())
    try scene.file("one/two/a.yaml", "1")
    try expectChange("the file")
  }

  @Test("a folder that goes counts, and is waited for again")
  func folderGone() throws {
    let path = try scene.file("one/a.yaml", "1")
    watch.watch([path])
    try FileManager.default.removeItem(atPath: "\(scene.folder)/one")
    try expectChange("gone")
    try scene.file("one/a.yaml", "2")
    try expectChange("back")
  }

  @Test("what is watched no more does not count")
  func renewed() throws {
    for folder in ["one", "two"] { #expect(unsafe mkdir("\(scene.folder)/\(folder)", 0o700) == 0) }
    watch.watch(["\(scene.folder)/one/a.yaml"])
    watch.watch(["\(scene.folder)/two/a.yaml"])
    _ = watch.hasChanged()
    #expect(unsafe mkdir("\(scene.folder)/one/a.yaml", 0o700) == 0)
    #expect(!watch.hasChanged())
    #expect(unsafe mkdir("\(scene.folder)/two/a.yaml", 0o700) == 0)
    #expect(watch.hasChanged())
  }
}
