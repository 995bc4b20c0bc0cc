import EngineFixtures
import Foundation
import Glibc
import ProgramFixtures
import SwitchwayCore
import SwitchwayTime
import Testing

@testable import switchway

@Suite("Kept calibration sessions", .blocking) struct KeptSittingsTests {
  /// A session in which `left` was pressed at each of twelve prompts, and its recording.
  static func made(named name: String = "left") -> (LiveCalibration.Made, [String]) {
    let prompts = (0..<12).map { Instant(20_000_000 + 3_000_000 * Int64($0)) }
    let session = CalibrationSession(
      restStart: Instant(5_000_000), restEnd: Instant(20_000_000), end: Instant(58_000_000),
      prompts: prompts.map { .init(time: $0, switchIndex: 0, count: 1) })
    func line(_ time: Instant, _ rest: String) -> String {
      let microseconds = time.microseconds
      let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
      let begin = "E: \(microseconds / 1_000_000).\(fraction) "
      return begin + rest + "\n" + begin + "0000 0000 0\n"
    }
    var text =
      "N: Test Box\nI: 0003 1209 0001 0100\n" + String(repeating: "B: 01 00 00 00 00 00 00 00 00\n", count: 4)
      + "B: 01 03 00 00 00 00 00 00 00\n" + line(Instant(5_000_000), "0000 0000 0")
    for time in prompts {
      text += line(time + .milliseconds(500), "0001 0100 1") + line(time + .milliseconds(700), "0001 0100 0")
    }
    text += line(Instant(58_000_000), "0000 0000 0")
    return (.init(session: session, recordings: [(name: "box", text: text)]), [name, "other"])
  }

  private func store(_ scene: Scene) throws -> KeptSittings {
    try #require(KeptSittings(environment: ["XDG_STATE_HOME": scene.folder]))
  }

  @Test("what is kept is read back, and only its owner may read it")
  func roundTrip() throws {
    let scene = try Scene()
    let store = try store(scene)
    let (made, names) = Self.made()
    let name = try store.save(made, switches: names, now: 1_795_406_400)
    #expect(name == "2026-11-23T04-00-00Z")
    #expect(store.all().map(\.switches) == [["left"]])
    let sitting = try store.read(store.all()[0], profile: try profile(Scene.profile()))
    #expect(sitting.session == made.session)
    #expect(sitting.contacts.spans.map(\.count) == [12, 0])
    let folder = "\(scene.folder)/switchway/calibrations/\(name)"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["box.evemu", "session.json"])
    func mode(_ path: String) throws -> Int {
      try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try mode(folder) == 0o700)
    #expect(try mode("\(folder)/session.json") == 0o600)
    #expect(try mode("\(folder)/box.evemu") == 0o600)
  }

  @Test("the oldest goes where there are too many; old ones do not count; a switch's can be removed")
  func bounds() throws {
    let scene = try Scene()
    let store = try store(scene)
    let day = 86_400
    for index in 0..<KeptSittings.limit + 3 {
      let (made, names) = Self.made(named: index % 2 == 0 ? "left" : "right")
      _ = try store.save(made, switches: names, now: 1_795_406_400 + index * day)
    }
    let all = store.all()
    #expect(all.count == KeptSittings.limit)
    #expect(all[0].name == "2026-11-26T04-00-00Z")
    let now = 1_795_406_400 + 14 * day
    #expect(
      store.recent(of: "left", now: now).map(\.name) == [
        "2026-12-03T04-00-00Z", "2026-12-05T04-00-00Z", "2026-12-07T04-00-00Z",
      ])
    #expect(store.recent(of: "left", now: now + 61 * day).isEmpty)
    #expect(store.forget("left") == 6)
    #expect(store.all().allSatisfy { $0.switches == ["right"] })
    #expect(store.forget(nil) == 6)
    #expect(store.all().isEmpty)
  }

  @Test("what another put beside the sessions is never removed, nor what a link leads to")
  func foreign() throws {
    let scene = try Scene()
    let store = try store(scene)
    let (made, names) = Self.made()
    for folder in ["switchway/calibrations/mine", "elsewhere"] {
      try FileManager.default.createDirectory(atPath: "\(scene.folder)/\(folder)", withIntermediateDirectories: true)
      try scene.file("\(folder)/session.json", "mine\n")
    }
    try #require(
      unsafe symlink("\(scene.folder)/elsewhere", "\(store.folder)/2020-01-01T00-00-00Z") == 0)
    for index in 0...KeptSittings.limit {
      _ = try store.save(made, switches: names, now: 1_795_406_400 + index)
    }
    #expect(store.forget(nil) == KeptSittings.limit)
    for folder in ["switchway/calibrations/mine", "elsewhere"] {
      #expect(try Scene.bytes(of: "\(scene.folder)/\(folder)/session.json") == Data("mine\n".utf8))
    }
  }

  @Test("two in one second both stay")
  func sameTime() throws {
    let scene = try Scene()
    let store = try store(scene)
    let (made, names) = Self.made()
    for _ in 0..<2 { _ = try store.save(made, switches: names, now: 1_795_406_400) }
    #expect(store.all().map(\.name) == ["2026-11-23T04-00-00Z", "2026-11-23T04-00-00Z-2"])
  }

  @Test("a session that cannot be kept is reported and leaves nothing behind")
  func failure() throws {
    let scene = try Scene()
    try scene.file("switchway", "a file where the folder should be\n")
    let store = try store(scene)
    let (made, names) = Self.made()
    #expect(throws: CommandFailure.self) { try store.save(made, switches: names) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder) == ["switchway"])
  }
}
