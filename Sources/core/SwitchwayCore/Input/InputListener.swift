import SwitchwayTime

/// Reports which inputs of one node a person uses, while a client learns which input should become a switch.
///
/// Keys and buttons are reported as they go down and up. The two sides of an axis are reported separately: as pressed
/// at 60 %, and as released at 40 %, or as soon as the axis is far below its peak, because some sticks rest higher.
/// Inputs that are held when listening begins are not reported, and neither are their releases. At the end, inputs that
/// were reported as down are reported as up.
///
///     typed     h e l l o   x x x x   y x x x   Nx NxN NxN   N: NumLock
///     reported                  3 ^                     3 ^   node that types text: the third press reports all three
///
/// To keep private what the person types, a node that types text reports only a key that was pressed three times in a
/// row. The first two presses are then also reported, with their own times, because the person was asked for three
/// presses. Modifiers and locks between the presses do not count as other keys (`AccompanyingKeys`), because keypads
/// and macro pads send them with each key. A node that floods (`FloodGuard`) is ignored for 5 s. Source:
/// switchway-protocol(7), `learn`.
///
/// Pushes and turns of relative axes are reported by direction (see `PushListener`).
///
/// Other events of a node are reported only as a `Sight`, so that a client can say why no switch was found.
///
/// `record` reports the events themselves, for a recording. It keeps the rule above for nodes that type text.
public struct InputListener: Sendable {
  /// An input that can be a switch.
  public enum Input: Hashable, Sendable {
    case key(UInt16)
    /// A side of an axis, which is given by its code.
    case axis(UInt16, isNegative: Bool)
    /// A direction of a relative axis, which is given by its code.
    case movement(UInt16, isNegative: Bool)

    /// The input in the form in which a switch names it.
    public var selector: InputSelector {
      switch self {
      case .key(let code): .key(code)
      case .axis(let code, let isNegative):
        .axis(InputListener.condition(code, isNegative: isNegative))
      case .movement(let code, let isNegative): .movement(PushListener.condition(code, isNegative: isNegative))
      }
    }
  }

  /// The report that an input went down or up, with the node's own time.
  public struct Edge: Hashable, Sendable {
    public var input: Input
    public var down: Bool
    public var time: Instant
    /// The level of an axis, in percent of its side. At a press, it is the lowest level since the last release, at
    /// which the axis rests. At a release, it is the highest level of the press. `nil` for a key, and at the end of
    /// listening.
    public var level: Int?
  }

  /// A reason why a node's events are not reported as a press. It names no key and no time.
  public enum Sight: String, CaseIterable, Hashable, Sendable {
    /// Keys of a node that types text were pressed, but none of them three times in a row. This is reported at most
    /// every 2 s.
    case keys
    /// At least twice, keys of a node that types text followed each other faster than a hand can press them.
    case severalKeys = "several-keys"
    /// The node sent a movement, such as that of a mouse, a ball, a knob or a wheel.
    case movement
    /// An axis was pushed, but too weakly to count as pressed.
    case push
    /// The device sent codes for which the kernel has no key.
    case scanCodes = "scan-codes"
  }

  /// The level at which an axis counts as pressed, in percent of its side. It is higher than sticks drift, and within
  /// reach of a weak hand.
  static let pressLevel: Int64 = 60

  /// How many times in a row a key of a node that types text must be pressed. Source: switchway-protocol(7), `learn`.
  static let presses = 3

  /// The shortest time between two reports of `Sight.keys`. It is short enough for a slow hand, and too long to show a
  /// rhythm.
  static let sightPause = Microseconds.seconds(2)
  /// If two keys go down within `gap`, and no key went down for `pause` before them, both come from one press. A hand
  /// does not press several keys so quickly more than once, but a device sends its next key within some milliseconds.
  private static let burst = (gap: Microseconds.milliseconds(30), pause: Microseconds.milliseconds(300))
  /// The level, in percent, from which an axis that is not pressed is reported as a `push`. It is above the noise of
  /// sticks.
  private static let pushLevel: Int64 = 15

  private struct Side: Sendable {
    let code: UInt16
    let isNegative: Bool
    let gauge: AxisGauge
    var isDown: Bool
    /// The highest level of the present press or, if the side is not pressed, the lowest level since the last press, in
    /// percent.
    var level: Int
  }

  /// A pressed axis is released if it is below `part` percent of its peak and also below the level of `level` percent.
  /// A hand that holds a stick does not let it come back so far.
  private static let comeback = (part: 65, level: 54)

  /// Whether a key of the node types a character.
  let typesText: Bool
  /// Whether an axis is released as soon as it is far below its peak (`comeback`).
  private let isAdaptive: Bool
  private var sides: [Side] = []
  private var down: KeySet
  private var axes: [AxisDescription]
  /// The inputs that were reported as down and not yet as up.
  private var told: Set<Input> = []
  /// How often the last key was pressed in a row, not counting modifiers and locks, on a node that types text.
  private var candidate = PressesInARow()
  /// How often a modifier or lock was pressed in a row, without another key between, on a node that types text.
  private var accompanying = PressesInARow()
  private var sights: Set<Sight> = []
  /// Sights that have not been returned yet, in order.
  private var newSights: [Sight] = []
  private var keysSeen: Instant?
  /// For a node that types text: the last key that went down, other than modifiers and locks. `isFirst` says whether
  /// there was a pause before it.
  private var lastKey: (code: UInt16, time: Instant, isFirst: Bool)?
  /// How many times another key followed the first one so quickly that both came from one press.
  private var bursts = 0
  /// The time when the device last sent a scan code. `nil` if a key has followed since.
  private var scanCode: Instant?
  /// The sides of axes that can be reported as a push, with gauges that count them as pressed from `pushLevel` on.
  private var pushes: [(code: UInt16, gauge: AxisGauge)] = []
  private var movements = PushListener()
  private var flood = FloodGuard()
  private var mutedUntil: Instant?
  private var latest: Instant

  /// Starts to listen to a node. `down` are the keys that are pressed now; the axes have the values of `description`.
  ///
  /// - Parameter level: the percentage of its side at which an axis counts as pressed, 1…100. `nil` means 60 %.
  public init(_ description: DeviceDescription, down: KeySet, at time: Instant, level: Int64? = nil) {
    isAdaptive = level == nil
    typesText = description.keys.codes.contains { ChordKey.position($0).typesText }
    self.down = down
    axes = description.axes
    latest = time
    if !typesText, InputListener.mayBeSwitch(description) { movements = PushListener(description) }
    // Of a pointer, only the buttons and pushes can be switches, because its axes say where the cursor is.
    let isPointing = description.kind == .pointer || !InputListener.mayBeSwitch(description)
    for axis in typesText || isPointing ? [] : description.axes {
      for isNegative in [false, true] {
        let condition = InputListener.condition(axis.code, isNegative: isNegative, level: level)
        let gauge = AxisGauge(condition, axis: axis, among: description.axes, rest: nil)
        let isDown = axis.value.map { gauge.isPressed(at: $0, wasPressed: false) } ?? false
        let level = axis.value.map { gauge.percent(at: $0) } ?? 100
        sides.append(
          Side(code: axis.code, isNegative: isNegative, gauge: gauge, isDown: isDown, level: level))
        let push = InputListener.condition(axis.code, isNegative: isNegative, level: InputListener.pushLevel)
        let pushGauge = AxisGauge(push, axis: axis, among: description.axes, rest: nil)
        let isPushed = axis.value.map { pushGauge.isPressed(at: $0, wasPressed: false) } ?? false
        // An axis that is out when listening begins may have its rest position there.
        if !isPushed { pushes.append((axis.code, pushGauge)) }
      }
    }
  }

  private static func condition(_ code: UInt16, isNegative: Bool, level: Int64? = nil) -> AxisCondition {
    let level = AxisLevel(thousandths: (isNegative ? -1_000 : 1_000) * (level ?? InputListener.pressLevel))
    return AxisCondition(code: code, region: .beyond(level), release: level.twoThirds)
  }

  /// Whether to listen to a node that no entry of the profile matches. The buttons and keys of touch devices, of
  /// pointers that cannot be grabbed because they send positions, and of the computer itself are also reported, so that
  /// programs can say why these cannot be switches. Sensors that are never at rest have no keys, so they are left out.
  public static func mayListen(to description: DeviceDescription) -> Bool {
    mayBeSwitch(description) || !description.keys.isEmpty
  }

  /// Whether the inputs of a node can become switches although no entry of the profile matches the node.
  public static func mayBeSwitch(_ description: DeviceDescription) -> Bool {
    switch description.kind {
    case .keyboard, .switchInterface, .joystick, .gamepad, .pedal: true
    case .other: !description.keys.isEmpty || description.movements != 0
    case .pointer: !description.keys.isEmpty && !description.axes.contains { $0.code < Axis.volume }
    case .touch, .system: false
    }
  }

  /// The node's keys that are down, and its axes, for the parts of the core that read the node after listening.
  public var state: (down: KeySet, axes: [AxisDescription]) { (down, axes) }

  /// Handles an event and appends the reports to `edges`.
  public mutating func handle(_ event: InputEvent, into edges: inout [Edge]) {
    latest = max(latest, event.time)
    movements.advance(to: latest, into: &edges)
    switch event.type {
    case EventType.key where event.value != 2 && Int(event.code) < EventLimit.keyCodes:
      scanCode = nil
      set(event.code, down: event.value != 0, into: &edges)
    case EventType.absolute: set(event.code, to: event.value, into: &edges)
    case EventType.relative:
      see(.movement)
      if !isMuted { movements.move(event.code, by: event.value, at: latest, into: &edges) }
    case EventType.miscellaneous where event.code == MiscellaneousCode.scan:
      // No key followed the previous code.
      if let scanCode, scanCode < event.time { see(.scanCodes) }
      scanCode = event.time
    default: break
    }
  }

  /// The time when `advance` must be called if no event comes earlier. `nil` if nothing is due.
  var nextRest: Instant? { movements.nextRest }

  /// Ends each push whose axis has rested long enough at this time.
  mutating func advance(to time: Instant, into edges: inout [Edge]) { movements.advance(to: time, into: &edges) }

  private var isMuted: Bool { mutedUntil.map { latest < $0 } ?? false }

  /// Returns the sights since the last call.
  public mutating func takeSights() -> [Sight] {
    defer { newSights = [] }
    return newSights
  }

  private mutating func see(_ sight: Sight) {
    if sights.insert(sight).inserted { newSights.append(sight) }
  }

  private mutating func countBurst(_ code: UInt16) {
    let isFirst = lastKey.map { latest - $0.time >= InputListener.burst.pause } ?? true
    if let lastKey, lastKey.isFirst, lastKey.code != code, latest - lastKey.time <= InputListener.burst.gap {
      bursts += 1
      if bursts == 2 { see(.severalKeys) }
    }
    lastKey = (code, latest, isFirst)
  }

  private mutating func seeKeys() {
    if let keysSeen, latest - keysSeen < InputListener.sightPause { return }
    keysSeen = latest
    if !newSights.contains(.keys) { newSights.append(.keys) }
  }

  /// Handles an event as `handle` does, and appends to `events` what a recording keeps of it. For a key, a button, an
  /// axis or a movement, this is the event itself. Of a node that types text, only movements and the reported keys are
  /// kept; of a node that is ignored, only the reported keys.
  mutating func record(_ event: InputEvent, into events: inout [InputEvent]) {
    var edges: [Edge] = []
    handle(event, into: &edges)
    let isMovement = event.type == EventType.relative
    let isKept = event.type == EventType.key && event.value != 2 || event.type == EventType.absolute || isMovement
    if isKept, !typesText || isMovement, !isMuted { return events.append(event) }
    events += InputListener.events(of: edges)
  }

  /// Returns the edges of keys and buttons as events.
  static func events(of edges: [Edge]) -> [InputEvent] {
    edges.compactMap { edge in
      guard case .key(let code) = edge.input else { return nil }
      return InputEvent(time: edge.time, type: EventType.key, code: code, value: edge.down ? 1 : 0)
    }
  }

  /// Handles the state that was read after events were lost.
  public mutating func handleState(
    down now: KeySet, axes values: [AxisDescription], at time: Instant, into edges: inout [Edge]
  ) {
    latest = max(latest, time)
    movements.forget()
    for code in down.codes where !now.contains(code) { set(code, down: false, into: &edges) }
    for code in now.codes where !down.contains(code) { set(code, down: true, into: &edges) }
    for axis in values { if let value = axis.value { set(axis.code, to: value, into: &edges) } }
  }

  /// Ends the listening: reports everything that is down as up, in the order of codes.
  public mutating func finish(at time: Instant, into edges: inout [Edge]) {
    latest = max(latest, time)
    for side in sides { release(.axis(side.code, isNegative: side.isNegative), into: &edges) }
    movements.finish(at: latest, into: &edges)
    for code in down.codes { release(.key(code), into: &edges) }
  }

  private mutating func set(_ code: UInt16, down isDown: Bool, into edges: inout [Edge]) {
    guard down.contains(code) != isDown else { return }
    if isFlood(into: &edges) { return isDown ? down.insert(code) : down.remove(code) }
    guard isDown else {
      candidate.release(.key(code), at: latest)
      accompanying.release(.key(code), at: latest)
      release(.key(code), into: &edges)
      down.remove(code)
      return
    }
    down.insert(code)
    movements.interrupt()
    if typesText {
      var earlier: [Edge]?
      if AccompanyingKeys.contains(code) {
        earlier = accompanying.press(.key(code), at: latest)
      } else {
        accompanying = PressesInARow()
        countBurst(code)
        earlier = candidate.press(.key(code), at: latest)
      }
      guard let earlier else { return seeKeys() }
      edges += earlier
    }
    press(.key(code), into: &edges)
  }

  private mutating func set(_ code: UInt16, to value: Int32, into edges: inout [Edge]) {
    for index in axes.indices where axes[index].code == code { axes[index].value = value }
    if !sights.contains(.push),
      pushes.contains(where: { $0.code == code && $0.gauge.isPressed(at: value, wasPressed: false) })
    {
      see(.push)
    }
    // Releases come first: an axis that jumps from one side to the other has passed its rest position.
    for isPress in [false, true] {
      for index in sides.indices where sides[index].code == code {
        let isDown = isPressed(sides[index], at: value)
        if isPress { measure(index, value, isDown) }
        guard isDown != sides[index].isDown, isDown == isPress else { continue }
        sides[index].isDown = isDown
        let extreme = sides[index].level
        sides[index].level = sides[index].gauge.percent(at: value)
        let input = Input.axis(code, isNegative: sides[index].isNegative)
        if isFlood(into: &edges) { continue }
        if isDown { press(input, extreme, into: &edges) } else { release(input, extreme, into: &edges) }
      }
    }
  }

  private func isPressed(_ side: Side, at value: Int32) -> Bool {
    guard side.gauge.isPressed(at: value, wasPressed: side.isDown) else { return false }
    guard isAdaptive, side.isDown else { return true }
    let percent = side.gauge.percent(at: value)
    return percent >= InputListener.comeback.level || percent * 100 >= side.level * InputListener.comeback.part
  }

  /// Updates the highest level of a press, or the lowest level between presses.
  private mutating func measure(_ index: Int, _ value: Int32, _ isDown: Bool) {
    guard isDown == sides[index].isDown else { return }
    let percent = sides[index].gauge.percent(at: value)
    sides[index].level = isDown ? max(sides[index].level, percent) : min(sides[index].level, percent)
  }

  private mutating func isFlood(into edges: inout [Edge]) -> Bool {
    if let until = mutedUntil {
      guard until <= latest else { return true }
      mutedUntil = nil
      flood.reset()
    }
    guard flood.isFlood(at: latest) else { return false }
    finish(at: latest, into: &edges)
    (candidate, accompanying) = (PressesInARow(), PressesInARow())
    mutedUntil = latest + FloodGuard.mute
    return true
  }

  private mutating func press(_ input: Input, _ level: Int? = nil, into edges: inout [Edge]) {
    told.insert(input)
    edges.append(Edge(input: input, down: true, time: latest, level: level))
  }

  private mutating func release(_ input: Input, _ level: Int? = nil, into edges: inout [Edge]) {
    guard told.remove(input) != nil else { return }
    edges.append(Edge(input: input, down: false, time: latest, level: level))
  }
}
