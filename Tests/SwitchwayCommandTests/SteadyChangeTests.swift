import EngineFixtures
import Foundation
import ProgramFixtures
import SwitchwayCore
import SwitchwayTime
import Testing

@testable import switchway

@Suite("The change of a calibrated profile", .blocking) struct SteadyChangeTests {
  private static let wanted = [SwitchChange(name: "left", steadying: SteadyingPreset.tremor.parameters)]

  private func text(_ scene: Scene) throws -> String {
    String(decoding: try Scene.bytes(of: "\(scene.folder)/test.yaml"), as: UTF8.self)
  }

  @Test("only the switch's steadying is written, and the change is shown before")
  func writes() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    let change = try SteadyChange(path, Self.wanted, seen: try profile(Scene.profile()))
    let steady = "{debounce: 40ms, hold-duration: 0, ignore-repeat: 300ms}"
    #expect(
      change.difference
        == "-   left: {input: box/button-1, steady: off, tap: next}\n"
        + "+   left: {input: box/button-1, steady: \(steady), tap: next}\n")
    #expect(try text(scene) == Scene.profile())
    try change.write()
    #expect(try text(scene) == Scene.profile().replacing("1, steady: off", with: "1, steady: \(steady)"))
    #expect(try SteadyChange(path, Self.wanted, seen: try profile(Scene.profile())).isEmpty)
  }

  @Test("calibrate warns of presses that count only with the change")
  func loosening() {
    let (tremor, strong) = (SteadyingPreset.tremor.parameters, SteadyingPreset.strong.parameters)
    var less = tremor
    less.ignoreRepeat = .milliseconds(200)
    let sooner = CalibrationWords.loosening(from: tremor, to: less)
    #expect(sooner?.contains("0.2 s") == true && sooner?.contains("0.3 s") == true)
    #expect(CalibrationWords.loosening(from: less, to: tremor) == nil)
    #expect(CalibrationWords.loosening(from: tremor, to: tremor) == nil)
    (less.ignoreRepeat, less.holdDuration) = (.zero, .zero)
    var both = tremor
    both.holdDuration = strong.holdDuration
    let all = CalibrationWords.loosening(from: both, to: less)
    #expect(["at once", "0.3 s", "0.18 s"].allSatisfy { all?.contains($0) == true })
  }

  @Test("a file that is edited meanwhile stays as it was edited")
  func edited() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile())
    let change = try SteadyChange(path, Self.wanted, seen: try profile(Scene.profile()))
    let edited = Scene.profile(label: "Edited")
    try scene.file("test.yaml", edited)
    let failure = #expect(throws: CommandFailure.self) { try change.write() }
    #expect(failure?.message.contains("changed by another program meanwhile") == true)
    #expect(try text(scene) == edited)
  }

  @Test("a switch that has another input meanwhile is not changed")
  func otherInput() throws {
    let scene = try Scene()
    let path = try scene.file("test.yaml", Scene.profile().replacing("button-1", with: "button-5"))
    let failure = #expect(throws: CommandFailure.self) {
      try SteadyChange(path, Self.wanted, seen: try profile(Scene.profile()))
    }
    #expect(failure?.message.contains("'left' was changed meanwhile") == true)
  }

  @Test(
    "what cannot be changed safely is printed to be put in by hand",
    arguments: [
      ("steady: off, tap: next", "steady: off, double: {within: 250ms, do: menu}, tap: next", "it would have errors"),
      (
        "devices:\n  box: {match: {name: \"Test Box\"}}\nswitches:\n",
        "devices: {box: {match: {name: \"Test Box\"}}}\nswitches: &s\n", "has errors"
      ),
    ])
  func byHand(old: String, new: String, why: String) throws {
    let scene = try Scene()
    let changed = Scene.profile().replacing(old, with: new)
    #expect(changed != Scene.profile())
    let path = try scene.file("test.yaml", changed)
    let failure = #expect(throws: CommandFailure.self) {
      try SteadyChange(path, Self.wanted, seen: try profile(Scene.profile()))
    }
    #expect(failure?.message.contains(why) == true, "\(failure?.message ?? "")")
    #expect(try text(scene) == changed)
  }

  @Test("the levels of an axis are written with its switch, and nothing else")
  func levels() throws {
    let scene = try Scene()
    let file =
      "switchway: 1\ndevices: {stick: {match: {name: \"Worn\"}}}\n"
      + "switches:\n  up: {input: stick/abs_y < -60%, tap: select}  # upwards\n"
    let path = try scene.file("test.yaml", file)
    let before = try profile(file)
    let stick = DeviceDescription(
      name: "Worn", kind: .joystick, axes: [AxisDescription(code: 1, minimum: -100, maximum: 100)])
    let prompts = (0..<4).map { CalibrationSession.Prompt(time: Instant($0 * 1_000_000), switchIndex: 0, count: 1) }
    let session = CalibrationSession(
      restStart: Instant(0), restEnd: Instant(0), end: Instant(4_000_000), prompts: prompts)
    let events = (0..<4).flatMap { index in
      [(300_000, -90), (600_000, -44)].map {
        InputEvent(time: Instant(index * 1_000_000 + $0.0), type: EventType.absolute, code: 1, value: Int32($0.1))
      }
    }
    let levels = LevelProposal.all(AxisPushes.read(session, before, stick, entry: 0, events), before)
    let change = SwitchChange(name: "up", steadying: before.switches[0].steadying, levels: levels.first)
    try SteadyChange(path, [change], seen: before).write()
    let written = try text(scene)
    #expect(written.contains("release: -52%") && written.hasSuffix("}  # upwards\n"), "\(written)")
    #expect(written.contains("input: stick/abs_y < -60%,"), "\(written)")
  }
}
