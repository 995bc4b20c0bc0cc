import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Levels from pushes") struct LevelProposalTests {
  /// A switch on one side of an axis, or on several.
  private static func profile(_ levels: [(code: UInt16, press: Int64)], release: Int64? = nil) -> Profile {
    let inputs = levels.map { level in
      let press = AxisLevel(thousandths: level.press * 1_000)
      let condition = AxisCondition(
        code: level.code, region: .beyond(press),
        release: release.map { AxisLevel(thousandths: $0 * 1_000) } ?? press.twoThirds)
      return SwitchInput(device: 0, selector: .axis(condition))
    }
    let tap = GestureBindings(tap: ScanCommand(name: "select", arguments: [], group: .scan))
    return Profile(
      name: "stick", devices: [DeviceEntry(name: "stick", match: DeviceMatch())],
      switches: [SwitchDefinition(name: "push", inputs: inputs, gestures: tap)])
  }

  private static let stick = DeviceDescription(
    name: "Stick", kind: .joystick,
    axes: [0, 1, 2].map { AxisDescription(code: $0, minimum: -100, maximum: 100) })

  /// A peak at each prompt, after which the axis comes back.
  private static func proposal(
    _ profile: Profile, _ pushes: [(peak: Int, rest: Int)], code: UInt16 = 0
  ) -> LevelProposal? {
    let session = SessionText.session(once: pushes.count)
    let events = pushes.enumerated().flatMap { index, push in
      [(600, push.peak), (1_000, push.rest)].map { offset, value in
        InputEvent(
          time: Instant(Int64(SessionText.prompt(index) + offset) * 1_000), type: EventType.absolute, code: code,
          value: Int32(value))
      }
    }
    return LevelProposal.all(AxisPushes.read(session, profile, stick, entry: 0, events), profile).first
  }

  /// Press and release of the profile; peak and rest of each push; the levels that are proposed, if any.
  static let rows: [(press: Int64, release: Int64, peak: Int, rest: Int, levels: [Int]?)] = [
    // Both sides of each boundary: the weakest push 60 %, the rest 3 % below the release.
    (60, 35, 60, 31, nil), (60, 35, 59, 31, [45, 38]), (60, 35, 60, 32, [60, 46]),
    (60, 35, 100, 32, [60, 46]), (60, 35, 100, 54, [60, 57]), (60, 35, 100, 55, [70, 63]),
    (60, 35, 30, 0, [20, 13]), (60, 35, 9, 0, nil), (60, 35, 10, 0, [20, 13]), (60, 35, 45, 38, nil),
    (30, 20, 100, 0, nil), (-60, -35, -60, -31, nil), (-60, -35, -60, -32, [60, 46]), (60, 35, 60, -40, nil),
  ]

  @Test("a level that pushes miss, and a release below the rest, are changed", arguments: rows)
  func pushes(press: Int64, release: Int64, peak: Int, rest: Int, levels: [Int]?) throws {
    let profile = Self.profile([(0, press)], release: release)
    let found = Self.proposal(profile, Array(repeating: (peak, rest), count: 5))
    #expect(found.map { [$0.proposed.press, $0.proposed.release] } == levels, "\(found as Any)")
    #expect(found.map { ($0.release.units < 0) == (press < 0) } ?? true)
  }

  @Test("of ten pushes one may be weaker, and one may come back later; of nine, none")
  func outliers() throws {
    let profile = Self.profile([(0, 60)], release: 35)
    let good = (peak: 100, rest: 0)
    for one in [(peak: 40, rest: 0), (peak: 100, rest: 50)] {
      #expect(Self.proposal(profile, [one] + Array(repeating: good, count: 9)) == nil)
      #expect(Self.proposal(profile, [one] + Array(repeating: good, count: 8)) != nil)
    }
  }

  @Test("too few pushes, and an axis that presses another switch too, propose nothing")
  func none() throws {
    var profile = Self.profile([(0, 60)])
    let (weak, still) = ((peak: 40, rest: 0), (peak: 0, rest: 0))
    #expect(Self.proposal(profile, [weak, weak, weak, still, still, still]) != nil)
    #expect(Self.proposal(profile, [weak, weak, weak, still, still, still, still]) == nil)
    #expect(Self.proposal(profile, [weak, weak]) == nil)
    profile.switches.append(Self.profile([(0, 90)]).switches[0])
    #expect(Self.proposal(profile, [weak, weak, weak]) == nil)
  }

  @Test("of several sticks, the pushed one gets the level; the release holds for all")
  func several() throws {
    let profile = Self.profile([(0, 40), (1, 60)], release: 30)
    let found = try #require(Self.proposal(profile, Array(repeating: (100, 50), count: 4), code: 1))
    let levels = found.inputs.map { input in
      guard case .axis(let axis) = input.selector, case .beyond(let level) = axis.region else { return [Int64]() }
      return [level.units, axis.release.units].map { $0 / AxisLevel.unitsPerPercent }
    }
    #expect(levels == [[55, 55], [60, 55]])
  }
}
