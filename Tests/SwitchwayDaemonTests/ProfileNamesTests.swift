import Foundation
import Glibc
import ProgramFixtures
import SwitchwayConfig
import SwitchwayDevices
import Testing

@testable import SwitchwayDaemon

@Suite("Names of profiles, kept", .blocking) struct ProfileNamesTests {
  let scene: Scene
  let names: ProfileNames

  init() throws {
    scene = try Scene()
    try scene.file("machine/board.yaml", "1")
    names = ProfileNames(
      of: ProfileStore(directories: ["\(scene.folder)/own/switchway", "\(scene.folder)/machine"]))
    try #require(names.all == ["board"])
  }

  @Test("they are kept while their folders stay as they are")
  func kept() throws {
    #expect(names.kept != nil)
    #expect(names.all == ["board"])
    names.forget()
    #expect(names.kept == nil)
    #expect(names.all == ["board"] && names.kept != nil)
  }

  @Test("each change of a folder is seen at once")
  func changes() throws {
    let board = "\(scene.folder)/machine/board.yaml"
    try scene.file("machine/chair.yaml", "1")
    #expect(names.all == ["board", "chair"])
    unsafe unlink(board)
    #expect(names.all == ["chair"])
    #expect(unsafe rename("\(scene.folder)/machine/chair.yaml", board) == 0)
    #expect(names.all == ["board"])
    try FileManager.default.removeItem(atPath: "\(scene.folder)/machine")
    #expect(names.all == [])
    try scene.file("machine/other.yaml", "1")
    #expect(names.all == ["other"])
  }

  @Test("a folder that comes step by step is seen")
  func folders() throws {
    #expect(unsafe mkdir("\(scene.folder)/own", 0o700) == 0)
    #expect(names.all == ["board"])
    #expect(unsafe mkdir("\(scene.folder)/own/switchway", 0o700) == 0)
    #expect(names.all == ["board"])
    try scene.file("own/switchway/mine.yaml", "1")
    #expect(names.all == ["board", "mine"])
  }

  @Test("changes that nobody asks about do not heap up")
  func unread() throws {
    for number in 0..<200 { try scene.file("machine/p\(number).yaml", "1") }
    // Two folders: a change and the end of the watch of each.
    #expect(FolderEvent.read(from: names.descriptor).count <= 4)
    names.forget()
    #expect(names.all.count == 201)
    #expect(names.all.count == 201 && names.kept != nil)
  }

  @Test("where they cannot be watched they are read each time")
  func unwatched() throws {
    let path = try scene.file("file.yaml", "1")
    let names = ProfileNames(of: ProfileStore(directories: ["\(scene.folder)/machine", path]))
    #expect(names.all == ["board"])
    #expect(names.kept == nil)
  }
}
