import Foundation
import Glibc
import Testing

@testable import SwitchwayDaemon

@Suite("Watches of key-remap files") struct ProfileWatchTests {
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
    #expect(!watch.hasChanged())
    try "2".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(watch.hasChanged())
    try "3".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(watch.hasChanged())
    unsafe chmod(path, 0o600)
    #expect(watch.hasChanged())
    unsafe unlink(path)
    #expect(watch.hasChanged())
    try scene.file("a.yaml", "4")
    #expect(watch.hasChanged())
    #expect(!watch.hasChanged())
  }

  @Test("what a link leads to counts as the link itself does")
  func links() throws {
    let path = try scene.file("elsewhere/real.yaml", "1")
    let link = "\(scene.folder)/a.yaml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    watch.watch([link])
    try "2".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(watch.hasChanged())
    unsafe unlink(link)
    #expect(watch.hasChanged())
  }

  @Test("other files in the folder do not count")
  func others() throws {
    let path = try scene.file("a.yaml", "1")
    watch.watch([path])
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
    #expect(watch.hasChanged())
  }

  @Test("a folder that goes counts, and is waited for again")
  func folderGone() throws {
    let path = try scene.file("one/a.yaml", "1")
    watch.watch([path])
    try FileManager.default.removeItem(atPath: "\(scene.folder)/one")
    #expect(watch.hasChanged())
    try scene.file("one/a.yaml", "2")
    #expect(watch.hasChanged())
  }

  @Test("what is watched no more does not count")
  func renewed() throws {
    let first = try scene.file("one/a.yaml", "1")
    let second = try scene.file("two/a.yaml", "1")
    watch.watch([first])
    watch.watch([second])
    _ = watch.hasChanged()
    try scene.file("one/a.yaml", "2")
    #expect(!watch.hasChanged())
    try scene.file("two/a.yaml", "2")
    #expect(watch.hasChanged())
  }
}
