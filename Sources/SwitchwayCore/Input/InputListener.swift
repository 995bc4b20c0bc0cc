/// Tells what of one node a person moves, while a client learns which input is to be a switch.
///
/// Keys and buttons tell themselves. An axis tells a side of it, pressed at 60 % and let go at 40 %. What is held when the
/// listening begins is not told, nor is its release; what was told down is told up at the end.
///
///     typed     h e l l o   x x x x   y x x x
///     told                      3 ^              of a node that types text: the third press tells the first two, too
///
/// Of a node that types text a key is told only when it was pressed three times in a row, and nothing else, so that what
/// is typed meanwhile stays the person's own. Its first two presses are told then, at their own times: whoever was asked
/// for three presses has made them. A node that floods (`FloodGuard`) is not listened to for 5 s. Source: the project's
/// design, `learn`.
public struct InputListener: Sendable {
  /// What can be a switch.
  public enum Input: Hashable, Sendable {
    /// A key or a button, by its code.
    case key(UInt16)
    /// A side of an axis, by its code.
    case axis(UInt16, isNegative: Bool)

    /// As an input of a switch.
    public var selector: InputSelector {
      switch self {
      case .key(let code): .key(code)
      case .axis(let code, let isNegative):
        .axis(InputListener.condition(code, isNegative: isNegative))
      }
    }
  }

  /// An input went down or up, at the node's own time.
  public struct Edge: Hashable, Sendable {
    public var input: Input
    public var down: Bool
    public var time: Instant
  }

  /// Where an axis counts as pressed, in percent of its side. Chosen: clear of drift, and reached by a weak hand.
  static let pressLevel: Int64 = 60

  /// How often one key of a node that types text has to come. Source: the project's design.
  static let presses = 3

  private struct Side: Sendable {
    let code: UInt16
    let isNegative: Bool
    let gauge: AxisGauge
    var isDown: Bool
  }

  private let typesText: Bool
  private var sides: [Side] = []
  private var down: KeySet
  private var axes: [AxisDescription]
  /// Told down and not yet up.
  private var told: Set<Input> = []
  /// Of a node that types text: the key of the last press, and how often it came in a row.
  private var candidate: UInt16?
  private var count = 0
  /// The edges of its presses before the third, in order; at most two presses, each with its release.
  private var untold: [Edge] = []
  private var flood = FloodGuard()
  private var mutedUntil: Instant?
  private var latest: Instant

  /// Listens to a node that has the keys `down` and its axes at the values described.
  public init(_ description: DeviceDescription, down: KeySet, at time: Instant) {
    typesText = description.keys.codes.contains { ChordKey.position($0).typesText }
    self.down = down
    axes = description.axes
    latest = time
    for axis in typesText ? [] : description.axes {
      for isNegative in [false, true] {
        let condition = InputListener.condition(axis.code, isNegative: isNegative)
        let gauge = AxisGauge(condition, axis: axis, among: description.axes, rest: nil)
        let isDown = axis.value.map { gauge.isPressed(at: $0, wasPressed: false) } ?? false
        sides.append(Side(code: axis.code, isNegative: isNegative, gauge: gauge, isDown: isDown))
      }
    }
  }

  private static func condition(_ code: UInt16, isNegative: Bool) -> AxisCondition {
    let level = AxisLevel(thousandths: (isNegative ? -1_000 : 1_000) * InputListener.pressLevel)
    return AxisCondition(code: code, region: .beyond(level), release: level.twoThirds)
  }

  /// Whether a node that no entry of the key-remap file takes is listened to: everything that could be a switch. Pointers,
  /// touch, and the machine's own keys have to be named in the file; sensors that are never at rest have no keys.
  public static func mayListen(to description: DeviceDescription) -> Bool {
    switch description.kind {
    case .keyboard, .switchInterface, .joystick, .gamepad, .pedal: true
    case .other: !description.keys.isEmpty
    case .pointer, .touch, .system: false
    }
  }

  /// The node's keys and axes as they are now, for whoever goes on after the listening.
  public var state: (down: KeySet, axes: [AxisDescription]) { (down, axes) }

  /// Takes an event; what it tells is appended to `edges`.
  public mutating func handle(_ event: InputEvent, into edges: inout [Edge]) {
    latest = max(latest, event.time)
    switch event.type {
    case EventType.key where event.value != 2 && Int(event.code) < EventLimit.keyCodes:
      set(event.code, down: event.value != 0, into: &edges)
    case EventType.absolute: set(event.code, to: event.value, into: &edges)
    default: break
    }
  }

  /// Takes the state that was read after events were lost.
  public mutating func handleState(
    down now: KeySet, axes values: [AxisDescription], at time: Instant, into edges: inout [Edge]
  ) {
    latest = max(latest, time)
    for code in down.codes where !now.contains(code) { set(code, down: false, into: &edges) }
    for code in now.codes where !down.contains(code) { set(code, down: true, into: &edges) }
    for axis in values { if let value = axis.value { set(axis.code, to: value, into: &edges) } }
  }

  /// The end: what was told down is told up, in the order of codes.
  public mutating func finish(at time: Instant, into edges: inout [Edge]) {
    latest = max(latest, time)
    for side in sides { release(.axis(side.code, isNegative: side.isNegative), into: &edges) }
    for code in down.codes { release(.key(code), into: &edges) }
  }

  private mutating func set(_ code: UInt16, down isDown: Bool, into edges: inout [Edge]) {
    guard down.contains(code) != isDown else { return }
    if isFlood(into: &edges) { return isDown ? down.insert(code) : down.remove(code) }
    guard isDown else {
      if let last = untold.last, last.down, last.input == .key(code) {
        untold.append(Edge(input: .key(code), down: false, time: latest))
      }
      release(.key(code), into: &edges)
      down.remove(code)
      return
    }
    down.insert(code)
    if typesText {
      if candidate != code { (candidate, count, untold) = (code, 0, []) }
      count = min(count + 1, InputListener.presses)
      guard count == InputListener.presses else {
        untold.append(Edge(input: .key(code), down: true, time: latest))
        return
      }
      edges += untold
      untold = []
    }
    press(.key(code), into: &edges)
  }

  private mutating func set(_ code: UInt16, to value: Int32, into edges: inout [Edge]) {
    for index in axes.indices where axes[index].code == code { axes[index].value = value }
    // What lets go does so first: an axis that jumps from one side to the other has passed its rest.
    for isPress in [false, true] {
      for index in sides.indices where sides[index].code == code {
        let isDown = sides[index].gauge.isPressed(at: value, wasPressed: sides[index].isDown)
        guard isDown != sides[index].isDown, isDown == isPress else { continue }
        sides[index].isDown = isDown
        let input = Input.axis(code, isNegative: sides[index].isNegative)
        if isFlood(into: &edges) { continue }
        if isDown { press(input, into: &edges) } else { release(input, into: &edges) }
      }
    }
  }

  private mutating func isFlood(into edges: inout [Edge]) -> Bool {
    if let until = mutedUntil {
      guard until <= latest else { return true }
      mutedUntil = nil
      flood.reset()
    }
    guard flood.isFlood(at: latest) else { return false }
    finish(at: latest, into: &edges)
    (candidate, count, untold) = (nil, 0, [])
    mutedUntil = latest + FloodGuard.mute
    return true
  }

  private mutating func press(_ input: Input, into edges: inout [Edge]) {
    told.insert(input)
    edges.append(Edge(input: input, down: true, time: latest))
  }

  private mutating func release(_ input: Input, into edges: inout [Edge]) {
    guard told.remove(input) != nil else { return }
    edges.append(Edge(input: input, down: false, time: latest))
  }
}
