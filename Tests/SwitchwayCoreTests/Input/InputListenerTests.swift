import SwitchwayTime
import Testing

@testable import SwitchwayCore

/// Reports from a node while a client learns.
@Suite("Listening while a client learns") struct InputListenerTests {
  private static let keyboard = DeviceDescription(
    name: "Test Keyboard", kind: .keyboard, keys: KeySet([1, 16, 17, 30, 57, 183]))
  private static let box = DeviceDescription(name: "Box", kind: .switchInterface, keys: KeySet([0x100, 0x101]))

  /// Presses every key in order for 10 ms, 100 ms apart; returns the reports as `+30` and `-30`.
  private func told(_ description: DeviceDescription, _ keys: [UInt16], down: [UInt16] = []) -> [String] {
    var listener = InputListener(description, down: KeySet(down), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for (index, code) in keys.enumerated() {
      for (offset, value) in [(0, 1), (5_000, 2), (10_000, 0)] as [(Int64, Int32)] {
        let time = Instant(Int64(index) * 100_000 + offset)
        listener.handle(InputEvent(time: time, type: EventType.key, code: code, value: value), into: &edges)
      }
    }
    return edges.map(Self.text)
  }

  private static func text(_ edge: InputListener.Edge) -> String {
    let name =
      switch edge.input {
      case .key(let code): "\(code)"
      case .movement(let code, let isNegative): "rel\(code)\(isNegative ? "<" : ">")"
      case .axis(let code, let isNegative): "axis\(code)\(isNegative ? "<" : ">")"
      }
    return (edge.down ? "+" : "-") + name
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let keys: [UInt16]
    let expected: [String]
    init(_ name: String, _ keys: [UInt16], _ expected: [String]) {
      (testDescription, self.keys, self.expected) = (name, keys, expected)
    }
  }

  static let typed: [Row] = [
    Row("twice is typing", [30, 30], []),
    Row("the third press tells the first two, too", [30, 30, 30], ["+30", "-30", "+30", "-30", "+30", "-30"]),
    Row(
      "and those that follow", [30, 30, 30, 30], ["+30", "-30", "+30", "-30", "+30", "-30", "+30", "-30"]),
    Row("another key between begins anew", [30, 30, 16, 30, 30], []),
    Row("the other key is not told", [16, 30, 30, 30, 16, 16], ["+30", "-30", "+30", "-30", "+30", "-30"]),
    Row(
      "after another key, three times again", [30, 30, 30, 16, 30, 30, 30],
      ["+30", "-30", "+30", "-30", "+30", "-30", "+30", "-30", "+30", "-30", "+30", "-30"]),
    Row(
      "a digit between NumLock and NumLock", [69, 79, 69, 69, 79, 69, 69, 79, 69],
      ["+79", "-79", "+79", "-79", "+79", "-79"]),
    Row("a letter with Meta", [125, 30, 125, 30, 125, 30], ["+30", "-30", "+30", "-30", "+30", "-30"]),
    Row("a modifier alone, three times in a row", [42, 42, 42], ["+42", "-42", "+42", "-42", "+42", "-42"]),
    Row("and not where other keys come between", [42, 30, 42, 16, 42, 17], []),
    Row("a key that types no text is no exception", [183, 183, 1, 183], []),
    Row("nor is it one three times", [183, 183, 183], ["+183", "-183", "+183", "-183", "+183", "-183"]),
  ]

  @Test("a node that types text reports a key with its third press in a row", arguments: typed)
  func typing(row: Row) {
    #expect(told(Self.keyboard, row.keys) == row.expected)
  }

  @Test("the first two presses are reported at their own times")
  func earlier() {
    var listener = InputListener(Self.keyboard, down: KeySet([57]), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for (time, value) in [(1, 0), (10, 1), (20, 0), (30, 1), (40, 0), (50, 1)] as [(Int64, Int32)] {
      listener.handle(InputEvent(time: Instant(time), type: EventType.key, code: 57, value: value), into: &edges)
    }
    #expect(edges.map(Self.text) == ["+57", "-57", "+57", "-57", "+57"])
    #expect(edges.map(\.time) == [10, 20, 30, 40, 50].map { Instant($0) })
  }

  /// What is seen of events, each 100 ms after the one before it.
  private func seen(_ description: DeviceDescription, _ events: [(UInt16, UInt16, Int32)]) -> [String] {
    var listener = InputListener(description, down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    var sights: [InputListener.Sight] = []
    for (index, (type, code, value)) in events.enumerated() {
      let time = Instant(Int64(index) * 100_000)
      listener.handle(InputEvent(time: time, type: type, code: code, value: value), into: &edges)
      sights += listener.takeSights()
    }
    return sights.map(\.rawValue)
  }

  @Test("what is no press is seen: typed keys every 2 s at most, movement, a weak push and codes without a key once")
  func sights() {
    let taps = (0..<11).flatMap { index -> [(UInt16, UInt16, Int32)] in
      let code: UInt16 = index % 2 == 0 ? 30 : 16
      return [(EventType.key, code, 1), (EventType.key, code, 0)]
    }
    #expect(seen(Self.keyboard, taps) == ["keys", "keys"])
    #expect(seen(Self.keyboard, taps.dropLast(2)) == ["keys"])
    #expect(seen(Self.box, [(EventType.key, 0x100, 1), (EventType.key, 0x100, 0)]).isEmpty)
    let mouse = DeviceDescription(name: "Mouse", kind: .pointer, keys: KeySet([0x110]))
    #expect(seen(mouse, [(EventType.relative, 0, 5), (EventType.relative, 1, 5)]) == ["movement"])
    let axis = AxisDescription(code: 0, minimum: -100, maximum: 100, value: 0)
    let stick = DeviceDescription(name: "Stick", kind: .joystick, axes: [axis])
    #expect(seen(stick, [(EventType.absolute, 0, 14)]).isEmpty)
    #expect(seen(stick, [(EventType.absolute, 0, 15), (EventType.absolute, 0, 0)]) == ["push"])
    let scan = (EventType.miscellaneous, MiscellaneousCode.scan, Int32(7))
    #expect(seen(Self.box, [scan, (EventType.key, 0x100, 1), scan, (EventType.key, 0x100, 0)]).isEmpty)
    #expect(seen(Self.box, [scan, scan]) == ["scan-codes"])
  }

  @Test("a knob that is turned all the time, or to and fro, is no switch; turned three times the same way, it is")
  func knob() {
    let dial = DeviceDescription(name: "Knob", kind: .other, keys: KeySet([0x100]), movements: 1 << 7)
    func edges(_ clicks: [(time: Int64, value: Int32)]) -> [String] {
      var listener = InputListener(dial, down: KeySet(), at: Instant(0))
      var edges: [InputListener.Edge] = []
      for (time, value) in clicks {
        listener.advance(to: Instant(time * 1_000), into: &edges)
        listener.handle(
          InputEvent(time: Instant(time * 1_000), type: EventType.relative, code: 7, value: value), into: &edges)
      }
      listener.advance(to: Instant(60_000_000), into: &edges)
      return edges.map(Self.text)
    }
    /// 400 clicks, 50 ms apart, that many in each direction.
    func clicks(_ each: Int) -> [(time: Int64, value: Int32)] {
      (0..<400).map { index in (time: Int64(index) * 50, value: (index / each).isMultiple(of: 2) ? 1 : -1) }
    }
    for each in [1, 40, 400] { #expect(edges(clicks(each)).isEmpty) }
    let turns = [0, 2_000, 4_000].flatMap { start in
      clicks(400).prefix(4).map { (time: start + $0.time, value: $0.value) }
    }
    let press = ["+rel7>", "-rel7>"]
    #expect(edges(turns) == press + press + press)
  }

  /// Times of two keys, ms, and whether their second press shows that each press sends both.
  static let bursts: [(gap: Int64, pause: Int64, isSeen: Bool)] = [
    (30, 1_000, true), (31, 1_000, false), (5, 300, true), (5, 270, false), (0, 1_000, true),
  ]

  @Test("keys that type right after each other, twice after a pause, are several of one press", arguments: bursts)
  func severalKeys(gap: Int64, pause: Int64, isSeen: Bool) {
    var listener = InputListener(Self.keyboard, down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    var time: Int64 = 0
    var sights: [[InputListener.Sight]] = []
    for _ in 0..<3 {
      for (code, offset) in [(UInt16(30), Int64(0)), (48, gap)] {
        for value in [1, 0] as [Int32] {
          let event = InputEvent(
            time: Instant((time + offset) * 1_000), type: EventType.key, code: code, value: value)
          listener.handle(event, into: &edges)
        }
      }
      sights.append(listener.takeSights().filter { $0 == .severalKeys })
      time += gap + pause
    }
    #expect(sights == (isSeen ? [[], [.severalKeys], []] : [[], [], []]))
    #expect(edges.isEmpty)
  }

  @Test("a box reports every press and release, and no repeat")
  func box() {
    #expect(told(Self.box, [0x100, 0x101]) == ["+256", "-256", "+257", "-257"])
  }

  @Test("an input held at the start is reported from its next press")
  func held() {
    var listener = InputListener(Self.box, down: KeySet([0x100]), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for (time, value) in [(10, 0), (20, 1)] as [(Int64, Int32)] {
      listener.handle(
        InputEvent(time: Instant(time), type: EventType.key, code: 0x100, value: value), into: &edges)
    }
    #expect(edges.map(Self.text) == ["+256"])
    #expect(edges.first?.time == Instant(20))
    #expect(listener.state.down.codes == [0x100])
    listener.finish(at: Instant(30), into: &edges)
    listener.finish(at: Instant(40), into: &edges)
    #expect(edges.map(Self.text) == ["+256", "-256"])
  }

  /// Sends an axis's values in order; returns the reports.
  private func told(_ range: (Int32, Int32), rest: Int32?, code: UInt16 = 0, _ values: [Int32]) -> [String] {
    let axis = AxisDescription(code: code, minimum: range.0, maximum: range.1, value: rest)
    var listener = InputListener(
      DeviceDescription(name: "Stick", kind: .joystick, axes: [axis]), down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for (index, value) in values.enumerated() {
      listener.handle(
        InputEvent(time: Instant(Int64(index)), type: EventType.absolute, code: code, value: value), into: &edges)
    }
    return edges.map(Self.text)
  }

  @Test("a side of an axis is pressed at 60 % and released at 40 %; a jump releases the first side first")
  func axis() {
    #expect(told((-100, 100), rest: 0, [59, 60, 41, 40]) == ["+axis0>", "-axis0>"])
    #expect(told((-100, 100), rest: 0, [-60, 100, 0]) == ["+axis0<", "-axis0<", "+axis0>", "-axis0>"])
    // A pedal that rests at its end is reported when it is pressed, not when it trembles there.
    #expect(told((0, 255), rest: 255, [254, 255, 0, 255]) == ["+axis0<", "-axis0<", "+axis0>"])
    // A trigger has one side; an axis with an empty range has none.
    #expect(told((0, 255), rest: 0, code: 9, [152, 153, 0]) == ["+axis9>", "-axis9>"])
    #expect(told((5, 5), rest: 5, [5, 6, -7]) == [])
  }

  @Test("a stick that rests above its release level is released far below its peak; levels are told")
  func levels() {
    let axis = AxisDescription(code: 0, minimum: -100, maximum: 100, value: 0)
    var listener = InputListener(
      DeviceDescription(name: "Stick", kind: .joystick, axes: [axis]), down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for (index, value) in [90, 54, 53, 45, 80, 100, 45].enumerated() {
      listener.handle(
        InputEvent(time: Instant(Int64(index)), type: EventType.absolute, code: 0, value: Int32(value)), into: &edges)
    }
    #expect(edges.map(Self.text) == ["+axis0>", "-axis0>", "+axis0>", "-axis0>"])
    #expect(edges.map(\.level) == [0, 90, 45, 100])
    #expect(edges.map(\.time) == [0, 2, 4, 6].map { Instant($0) })
  }

  @Test("the state after lost events is reported")
  func resync() {
    var listener = InputListener(Self.box, down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    listener.handleState(down: KeySet([0x101]), axes: [], at: Instant(10), into: &edges)
    listener.handleState(down: KeySet([0x100]), axes: [], at: Instant(20), into: &edges)
    #expect(edges.map(Self.text) == ["+257", "-257", "+256"])
    #expect(edges.map(\.time) == [Instant(10), Instant(20), Instant(20)])
  }

  @Test("a flood ends in silence for five seconds, with nothing down")
  func flood() {
    var listener = InputListener(Self.box, down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    for index in 0..<4_001 as Range<Int64> {
      let event = InputEvent(
        time: Instant(index * 100), type: EventType.key, code: 0x100, value: Int32((index + 1) % 2))
      listener.handle(event, into: &edges)
    }
    #expect(edges.count <= 2_001)
    #expect(edges.last?.down == false)
    let before = edges.count
    // The 2,001st edge exceeds the limit.
    let flooded = Instant(200_000)
    for (wait, value) in [(4_999_999, 0), (4_999_999, 1), (5_000_000, 0), (5_000_001, 1)] as [(Int64, Int32)] {
      let event = InputEvent(
        time: flooded + Microseconds(wait), type: EventType.key, code: 0x101, value: value)
      listener.handle(event, into: &edges)
    }
    // The key was held since before the end of the mute: its release is not reported; the next press is.
    #expect(edges[before...].map(Self.text) == ["+257"])
  }

  @Test("without a matching entry, whatever has a key is listened to: what is no switch can then be named")
  func offered() {
    let kinds = DeviceKind.allCases.filter {
      InputListener.mayListen(to: DeviceDescription(name: "x", kind: $0, keys: KeySet([0x100])))
    }
    #expect(Set(kinds) == Set(DeviceKind.allCases))
    // A tablet that is a pointer could not be grabbed; the bytes of a mouse without a meaning are no positions.
    for (axis, maySwitch) in [(0x00, false), (0x1f, false), (0x20, true), (0x28, true)] as [(UInt16, Bool)] {
      let axes = [AxisDescription(code: axis, minimum: 0, maximum: 255)]
      let device = DeviceDescription(name: "x", kind: .pointer, keys: KeySet([0x110]), axes: axes)
      #expect(InputListener.mayBeSwitch(device) == maySwitch)
    }
    // A motion sensor has axes and no key.
    #expect(!InputListener.mayListen(to: DeviceDescription(name: "x", kind: .other)))
    #expect(!InputListener.mayListen(to: DeviceDescription(name: "x", kind: .pointer)))
  }

  @Test("of a touchpad only its buttons are reported, not where the finger is")
  func touchpad() {
    let axis = AxisDescription(code: 0, minimum: 0, maximum: 100, value: 0)
    var listener = InputListener(
      DeviceDescription(name: "x", kind: .touch, keys: KeySet([0x110]), axes: [axis]), down: KeySet(), at: Instant(0))
    var edges: [InputListener.Edge] = []
    listener.handle(InputEvent(time: Instant(1), type: EventType.absolute, code: 0, value: 100), into: &edges)
    listener.handle(InputEvent(time: Instant(2), type: EventType.key, code: 0x110, value: 1), into: &edges)
    #expect(edges.map(\.input) == [.key(0x110)])
  }
}
