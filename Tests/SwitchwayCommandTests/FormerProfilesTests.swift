import EngineFixtures
import ProgramFixtures
import Testing

/// Profiles that people copied from an earlier version, where inputs of makers were listed one by one.
@Suite("Profiles of an earlier version", .blocking) struct FormerProfilesTests {
  static let pedals = """
    switchway: 1
    label: Pedals
    devices:
      pedals:
        match: {kind: pedal}
    switches:
      left:
        input: [pedals/btn_0, pedals/btn_trigger, pedals/a]
        steady: tremor
        tap: previous
      middle:
        input: [pedals/btn_1, pedals/btn_thumb, pedals/b]
        steady: tremor
        tap: select
      right:
        input: [pedals/btn_2, pedals/btn_thumb2, pedals/c]
        steady: tremor
        tap: next

    """
  static let joystick = """
    switchway: 1
    label: Joystick
    devices:
      stick:
        match: {kind: joystick}
    switches:
      up:
        input: [stick/abs_y < -60%, stick/abs_hat0y < -60%]
        release: -35%
        unless: [left, right]
        tap: move(up)
      down:
        input: [stick/abs_y > 60%, stick/abs_hat0y > 60%]
        release: 35%
        unless: [left, right]
        tap: move(down)
      left:
        input: [stick/abs_x < -60%, stick/abs_hat0x < -60%]
        release: -35%
        unless: [up, down]
        tap: move(left)
      right:
        input: [stick/abs_x > 60%, stick/abs_hat0x > 60%]
        release: 35%
        unless: [up, down]
        tap: move(right)
      fire:
        input: stick/button-1
        tap: select
        hold: {after: 800ms, do: menu}
      thumb:
        input: stick/button-2
        tap: back

    """

  @Test(
    "a profile of an earlier version is right, and does what it did",
    arguments: [(pedals, "pedals", ["pedals", "footswitch"]), (joystick, "joystick", ["joystick"])])
  func unchanged(text: String, name: String, recordings: [String]) throws {
    let scene = try Scene()
    let former = try scene.file("former.yaml", text)
    let present = try scene.file("present.yaml", "switchway: 1\nextends: \(name)\n")
    let check = try Program.run("switchway", ["check", former], environment: scene.environment)
    #expect(check.status == 0 && check.output.hasSuffix("no problems\n"), "\(check)")
    for recording in recordings {
      let outputs = try [former, present].map { config in
        let words = ["replay", "--only", "press,command,rejected", "--config", config]
        return try Program.run(
          "switchway", words + ["\(Scene.recordings)/\(recording).evemu"], environment: scene.environment)
      }
      #expect(outputs[0].output == outputs[1].output)
      #expect(outputs[0].output.contains(#""type":"command""#), "\(outputs[0])")
    }
  }
}
