import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Movement of a relative axis as presses.
@Suite("Presses by movement") struct MovementGaugeTests {
  /// The same rule once more: all movements are kept, and looked through again each time.
  private struct Plain {
    let condition: MovementCondition
    var counts: [(time: Instant, left: Int64)] = []
    var latest: Instant?

    mutating func move(by value: Int32, at time: Instant) -> Instant? {
      let sign: Int64 = condition.level < 0 ? -1 : 1
      let step = Int64(value) * sign
      if latest != nil {
        if step > 0 { latest = time }
        return nil
      }
      counts.removeAll { $0.time + condition.within <= time || $0.left == 0 }
      if step < 0 {
        var off = -step
        for index in counts.indices.reversed() {
          let taken = min(off, counts[index].left)
          counts[index].left -= taken
          off -= taken
        }
        counts.removeAll { $0.left == 0 }
        return nil
      }
      if step > 0 { counts.append((time, step)) }
      guard counts.reduce(0, { $0 + $1.left }) >= Int64(condition.level.magnitude) else { return nil }
      defer { counts = [] }
      latest = time
      return counts.first?.time
    }
  }

  @Test("at random it decides as the rule that keeps every movement", arguments: 1...40)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let levels: [Int32] = [1, -1, 3, 20, -20, 200, -400]
    let condition = MovementCondition(
      code: 0, level: levels[Int(generator.next() % UInt64(levels.count))], within: .milliseconds(300),
      release: .milliseconds(100))
    var gauge = MovementGauge(condition)
    var plain = Plain(condition: condition)
    var time = Instant(0)
    var presses = 0
    for _ in 0..<4_000 {
      time = time + Microseconds(Int64(generator.next() % 30_000))
      if let end = gauge.restEnd, end <= time { gauge.reset() }
      if let latest = plain.latest, latest + condition.release <= time { plain.latest = nil }
      let isHeavy = generator.next() % 64 == 0
      let value = Int32(generator.next() % 13) - 6
      let counts = isHeavy ? Int32.min : value * (condition.level.magnitude > 100 ? 40 : 1)
      let (came, expected) = (gauge.move(by: counts, at: time), plain.move(by: counts, at: time))
      #expect(came == expected, "seed \(seed)")
      #expect(gauge.isPressed == (plain.latest != nil), "seed \(seed)")
      if came != nil { presses += 1 }
    }
    #expect(presses > 0, "seed \(seed)")
  }

  @Test("2,000 movements a second for a minute are one press with one deadline, and no flood")
  func fast() {
    var profile = Profile(name: "test")
    profile.devices = [DeviceEntry(name: "stick", match: DeviceMatch())]
    profile.switches = [(Int32(1), "right"), (-1, "left")].map { sign, name in
      let condition = MovementCondition(code: 0, level: 20 * sign, within: .milliseconds(300))
      return SwitchDefinition(
        name: name, inputs: [SwitchInput(device: 0, selector: .movement(condition))],
        steadying: SteadyingPreset.off.parameters, gestures: .tapOnly)
    }
    var interpreter = Interpreter(profile: profile)
    var effects: [Effect] = []
    let node = NodeID(rawValue: 1)
    let stick = DeviceDescription(name: "Stick", kind: .other, movements: 1)
    interpreter.handle(.attached(node, stick, entry: 0, down: KeySet(), at: Instant(0)), into: &effects)
    #expect(interpreter.nextDeadline == nil)
    effects = []
    var time = Instant(1_000_000)
    for _ in 0..<120_000 {
      time = time + Microseconds(500)
      let event = InputEvent(time: time, type: EventType.relative, code: 0, value: 1)
      interpreter.handle(.frame([event][...], from: node), into: &effects)
    }
    #expect(interpreter.nextDeadline == time + .milliseconds(250))
    interpreter.handle(.time(time + .milliseconds(250)), into: &effects)
    #expect(interpreter.nextDeadline == nil)
    let downs = effects.compactMap { effect in
      if case .press(_, true, let time, _) = effect { time.microseconds } else { nil }
    }
    #expect(downs == [1_000_500])
    #expect(!effects.contains { if case .muted = $0 { true } else { false } })
  }
}
