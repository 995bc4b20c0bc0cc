import DeviceFacts
import Fixtures
import SwitchwayTime
import Testing

@testable import SwitchwayCore

@Suite("real devices: their inputs press switches")
struct FactInputTests {
  static let level = AxisLevel(thousandths: 60_000)
  static let id = NodeID(rawValue: 1)

  /// One switch on one input of the fact's node, which is attached with its axes at `values`.
  struct Hand {
    var run: SwitchRun
    var now = Instant(1_000_000)

    init(_ fact: DeviceFact, _ selector: InputSelector, rest: Int32? = nil, down: [UInt16] = []) {
      let definition = SwitchDefinition(
        name: "a", inputs: [SwitchInput(device: 0, selector: selector)], rest: rest, steadying: .off,
        gestures: .tapOnly)
      let entry = DeviceEntry(name: "fact", match: DeviceMatch(id: Glob(fact.node.id), kinds: [fact.node.kind]))
      run = SwitchRun(Profile(name: "p", devices: [entry], switches: [definition]))
      run.attach(FactInputTests.id, fact.node, down: KeySet(down), at: now)
    }

    mutating func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
      now = now + .milliseconds(100)
      run.send(InputEvent(time: now, type: type, code: code, value: value), from: FactInputTests.id)
    }

    mutating func tap(_ code: UInt16) {
      send(EventType.key, code, 1)
      send(EventType.key, code, 0)
    }

    var outputs: [Effect] { run.decisions }

    /// For each edge of the switch, whether it went down.
    var edges: [Bool] {
      outputs.compactMap { if case .press(_, let down, _, _) = $0 { down } else { nil } }
    }

    var taps: Int { outputs.count { $0.command != nil } }
  }

  static let withKeys = sample(DeviceFact.all.filter { !$0.keys.isEmpty })
  /// Nodes with an axis that a hand moves.
  static let withAxes = sample(DeviceFact.all.filter { fact in fact.axes.contains { $0.code <= 0x17 } })
  static let levers = DeviceFact.all.filter { $0.keys.isEmpty && $0.kind == "joystick" }

  @Test("each key by its code, by its number and as any key", arguments: withKeys)
  func keys(fact: DeviceFact) {
    for (index, code) in fact.keys.enumerated() {
      for selector in [InputSelector.key(code), .button(index + 1), .anyKey] {
        var hand = Hand(fact, selector)
        hand.tap(code)
        #expect(hand.edges == [true, false] && hand.taps == 1, "\(selector)")
      }
    }
    var hand = Hand(fact, .button(fact.keys.count + 1))
    for code in fact.keys { hand.tap(code) }
    #expect(hand.outputs.isEmpty, "a number that it does not have")
  }

  static func condition(_ axis: DeviceFact.Axis, _ level: AxisLevel = level) -> InputSelector {
    .axis(AxisCondition(code: axis.code, region: .beyond(level), release: level.twoThirds))
  }

  @Test("each axis at its end; at rest or trembling near its middle it does nothing", arguments: withAxes)
  func axes(fact: DeviceFact) {
    for axis in fact.axes where axis.code <= 0x17 && axis.minimum < axis.maximum {
      var hand = Hand(fact, Self.condition(axis))
      let middle = Int32((Int64(axis.minimum) + Int64(axis.maximum)) / 2)
      let shake = Int32((Int64(axis.maximum) - Int64(axis.minimum)) / 50)
      for step: Int32 in 0..<200 { hand.send(EventType.absolute, axis.code, middle + (step % 3 - 1) * shake) }
      #expect(hand.outputs.isEmpty, "axis \(axis.code)")
      hand.send(EventType.absolute, axis.code, axis.maximum)
      hand.send(EventType.absolute, axis.code, middle)
      // An axis that rests at its minimum is at 50 % in the middle, still above the release level.
      hand.send(EventType.absolute, axis.code, axis.minimum)
      #expect(hand.edges == [true, false] && hand.taps == 1, "axis \(axis.code)")
    }
  }

  @Test("a pedal that rests at its maximum and decreases when pressed", arguments: levers)
  func falling(fact: DeviceFact) throws {
    let axis = try #require(fact.axes.first)
    var hand = Hand(fact, Self.condition(axis), rest: axis.maximum)
    hand.send(EventType.absolute, axis.code, axis.maximum)
    hand.send(EventType.absolute, axis.code, axis.maximum - axis.maximum / 4)
    #expect(hand.outputs.isEmpty)
    hand.send(EventType.absolute, axis.code, axis.minimum)
    hand.send(EventType.absolute, axis.code, axis.maximum)
    #expect(hand.edges == [true, false] && hand.taps == 1)
  }

  @Test("a D-pad with three values per axis is four switches")
  func threeValues() throws {
    let pad = try #require(DeviceFact.named("USB Gamepad"))
    for axis in pad.axes {
      for (level, end) in [(Self.level, axis.maximum), (AxisLevel(thousandths: -60_000), axis.minimum)] {
        var hand = Hand(pad, Self.condition(axis, level))
        for value in [127, axis.minimum + axis.maximum - end, 127, end, 127] {
          hand.send(EventType.absolute, axis.code, value)
        }
        #expect(hand.edges == [true, false], "axis \(axis.code) \(level.units)")
      }
    }
  }

  @Test("a state is no press: the adaptive controller's profile ignores the state of its jacks")
  func profileAxis() throws {
    let pad = try #require(DeviceFact.named("Microsoft X-Box Adaptive Controller"))
    var hand = Hand(pad, .key(0x130))
    for value: Int32 in [0, 1, 2, 3, 4, 0] { hand.send(EventType.absolute, 0x21, value) }
    #expect(hand.outputs.isEmpty)
    hand.tap(0x130)
    #expect(hand.edges == [true, false])
  }

  @Test("a mode button that is always down hides no other button and makes no press")
  func alwaysDown() throws {
    let mouse = try #require(DeviceFact.named("Saitek Cyborg R.A.T.5 Mouse"))
    var other = Hand(mouse, .key(0x110), down: [0x11a])
    other.tap(0x110)
    #expect(other.edges == [true, false])
    var itself = Hand(mouse, .key(0x11a), down: [0x11a])
    itself.tap(0x110)
    #expect(itself.edges.isEmpty)
    #expect(itself.outputs.count == 1, "it is rejected, once: down-at-arrival")
  }

  @Test("each of fourteen equal nodes presses; the switch is down with the first and up with the last")
  func fourteen() {
    let node = DeviceDescription(name: "Gaming Keyboard UNKNOWN", bus: 3, kind: .other, keys: KeySet([0x1e]))
    let definition = SwitchDefinition(
      name: "a", inputs: [SwitchInput(device: 0, selector: .key(0x1e))], steadying: .off, gestures: .tapOnly)
    let entry = DeviceEntry(name: "keys", match: DeviceMatch(name: Glob("*UNKNOWN")))
    #expect(entry.match.matches(node))
    var run = SwitchRun(Profile(name: "p", devices: [entry], switches: [definition]))
    let nodes = (1...14).map { NodeID(rawValue: $0) }
    for id in nodes { run.attach(id, node, down: KeySet(), at: Instant(0)) }
    var time: Int64 = 1_000_000
    for value: Int32 in [1, 0] {
      for id in nodes {
        time += 1_000
        run.key(id, 0x1e, down: value == 1, at: Instant(time))
      }
    }
    let presses = run.decisions.compactMap { output -> [Int64]? in
      if case .press(_, let down, let at, _) = output { [down ? 1 : 0, at.microseconds] } else { nil }
    }
    #expect(presses == [[1, 1_001_000], [0, 1_028_000]])
  }
}
