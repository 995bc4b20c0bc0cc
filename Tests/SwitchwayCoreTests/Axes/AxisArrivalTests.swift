import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("Axes when their node is opened, at rest, and between levels")
struct AxisArrivalTests {
  private let node = NodeID(rawValue: 1)
  private static let names = ["up", "left", "right"]

  private func at(_ seconds: Double) -> Instant { Instant(Int64((seconds * 1_000_000).rounded())) }

  private static func level(_ percent: Int64) -> AxisLevel { AxisLevel(thousandths: percent * 1_000) }

  private static func axis(
    _ name: String, _ code: UInt16, _ region: AxisCondition.Region, release: Int64, unless: [Int] = [],
    _ gestures: GestureBindings = .tapOnly
  ) -> SwitchDefinition {
    let condition = AxisCondition(code: code, region: region, release: level(release))
    return SwitchDefinition(
      name: name, inputs: [SwitchInput(device: 0, selector: .axis(condition))],
      steadying: SteadyingPreset.off.parameters, gestures: gestures, unless: unless)
  }

  private static func profile(_ switches: [SwitchDefinition]) -> Profile {
    Profile(name: "p", devices: [DeviceEntry(name: "stick", match: DeviceMatch())], switches: switches)
  }

  /// A stick as `joystick` has it, whose axes have these values when it is opened.
  private func stick(x: Int32, y: Int32, _ range: ClosedRange<Int32> = 0...255) -> SwitchRun {
    var run = SwitchRun(
      Self.profile([
        Self.axis("up", 1, .beyond(Self.level(-60)), release: -35, unless: [1, 2]),
        Self.axis("left", 0, .beyond(Self.level(-60)), release: -35, unless: [0]),
        Self.axis("right", 0, .beyond(Self.level(60)), release: 35, unless: [0]),
      ]))
    let axes = [(0, x), (1, y)].map { code, value in
      AxisDescription(code: UInt16(code), minimum: range.lowerBound, maximum: range.upperBound, value: value)
    }
    run.attach(node, DeviceDescription(name: "Stick", kind: .joystick, axes: axes), down: KeySet(), at: at(0))
    return run
  }

  @Test("an axis that stands at the end of its range and never moves closes nothing and blocks nothing")
  func deadAxis() {
    var run = stick(x: 0, y: 0)
    for (time, value): (Double, Int32) in [(1, 127), (2, 255), (2.3, 127), (3, 255), (3.3, 127), (4, 0), (4.3, 127)] {
      run.axis(node, 0, value, at: at(time))
    }
    #expect(run.told(Self.names) == ["2 right tap", "3 right tap", "4 left tap"])
  }

  @Test("it is trusted once it has been released; noise at the end is no movement")
  func trusted() {
    var run = stick(x: 127, y: 0)
    for value: Int32 in [1, 0, 2] { run.axis(node, 1, value, at: at(1)) }
    run.axis(node, 0, 255, at: at(2))
    run.axis(node, 0, 127, at: at(2.3))
    run.axis(node, 1, 127, at: at(3))
    run.axis(node, 1, 0, at: at(4))
    run.axis(node, 0, 255, at: at(4.1))
    #expect(run.told(Self.names) == ["2 right tap", "4 up tap", "4.1 right neighbour"])
  }

  @Test("one step from the end it is a stick that is held: that press is answered, and it blocks")
  func nearTheEnd() {
    var run = stick(x: 127, y: 1)
    run.axis(node, 0, 255, at: at(1))
    #expect(run.told(Self.names) == ["0 up down-at-arrival", "1 right neighbour"])
  }

  // MARK: Rest

  /// The stick of the field, of −127…127, pushed to `top` and left at `rest`.
  private func pushed(to rest: Int32) -> SwitchRun {
    var run = stick(x: 0, y: 0, -127...127)
    run.axis(node, 0, 100, at: at(0.5))
    run.axis(node, 0, rest, at: at(0.9))
    return run
  }

  @Test("a stick that comes back to a place above its release level is reported after 3 s, once")
  func rests() {
    var run = pushed(to: 48)
    run.advance(to: at(3.899_999))
    #expect(run.told(Self.names) == ["0.5 right tap"])
    run.advance(to: at(3.9))
    #expect(run.told(Self.names) == ["3.9 right rests at 37, release 45"])
    run.axis(node, 0, 100, at: at(5))
    run.axis(node, 0, 48, at: at(5.4))
    run.advance(to: at(9))
    #expect(run.told(Self.names).isEmpty)
  }

  @Test("the place counts, not noise around it; a movement begins the 3 s again, a push or a release ends them")
  func moves() {
    var run = pushed(to: 48)
    run.axis(node, 0, 50, at: at(2))
    run.axis(node, 0, 46, at: at(3))
    run.advance(to: at(3.9))
    #expect(run.told(Self.names).last == "3.9 right rests at 37, release 45")
    run = pushed(to: 48)
    run.axis(node, 0, 60, at: at(2))
    run.advance(to: at(4.999_999))
    #expect(run.told(Self.names) == ["0.5 right tap"])
    run.advance(to: at(5))
    #expect(run.told(Self.names) == ["5 right rests at 47, release 55"])
    for value: Int32 in [44, 100] {
      run = pushed(to: 48)
      run.axis(node, 0, value, at: at(3))
      run.advance(to: at(8))
      #expect(run.told(Self.names) == ["0.5 right tap"])
    }
  }

  // MARK: Levels

  private static let hold = GestureBindings(
    tap: ScanCommand(name: "select", arguments: [], group: .scan),
    hold: .init(
      after: .milliseconds(800), command: ScanCommand(name: "menu", arguments: [], group: .act)))

  /// A soft and a hard level of one axis of −100…100.
  private func tube(_ soft: AxisCondition.Region, _ gestures: GestureBindings) -> SwitchRun {
    var run = SwitchRun(
      Self.profile([
        Self.axis("soft", 0, soft, release: 20, gestures),
        Self.axis("hard", 0, .beyond(Self.level(80)), release: 60),
      ]))
    let axis = AxisDescription(code: 0, minimum: -100, maximum: 100, value: 0)
    run.attach(node, DeviceDescription(name: "Tube", kind: .joystick, axes: [axis]), down: KeySet(), at: at(0))
    return run
  }

  private static let regions: [AxisCondition.Region] = [
    .within(low: level(30), high: level(80)), .beyond(level(30)),
  ]

  @Test("a level that is passed on the way to a harder one is no tap, up or down", arguments: regions)
  func passed(soft: AxisCondition.Region) {
    var run = tube(soft, Self.hold)
    for (time, value): (Double, Int32) in [(1, 50), (1.05, 90), (1.3, 70), (1.35, 50), (1.4, 10)] {
      run.axis(node, 0, value, at: at(time))
    }
    run.advance(to: at(3))
    let told = run.told(["soft", "hard"])
    #expect(told.filter { $0.hasSuffix("tap") } == ["1.05 hard tap"])
    #expect(told.first == "1.05 soft neighbour")
    // The next one is a tap.
    run.axis(node, 0, 80, at: at(4))
    run.axis(node, 0, 10, at: at(4.2))
    run.advance(to: at(6))
    #expect(run.told(["soft", "hard"]).filter { $0.hasSuffix("tap") }.count == 1)
    run.axis(node, 0, 79, at: at(7))
    run.axis(node, 0, 10, at: at(7.2))
    run.advance(to: at(9))
    #expect(run.told(["soft", "hard"]) == ["7 soft tap"])
  }

  @Test("a tap that was made at its press stays made; coming back makes no other one")
  func atThePress() {
    var run = tube(Self.regions[0], .tapOnly)
    for (time, value): (Double, Int32) in [(1, 50), (1.05, 90), (1.3, 70), (1.4, 10), (2, 50)] {
      run.axis(node, 0, value, at: at(time))
    }
    #expect(run.told(["soft", "hard"]) == ["1 soft tap", "1.05 hard tap", "1.3 soft neighbour", "2 soft tap"])
  }
}
