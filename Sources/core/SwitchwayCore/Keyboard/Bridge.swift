import SwitchwayTime

/// In place of the commands of switches, types keys that every program knows, with a minimum gap between keys. Keys
/// that follow too fast are delayed and keep their order. The gap counts from the release of a key, because a desktop
/// with Slow Keys passes a key on only after it was held for some time.
///
/// One character is 20 ms; the gap is 100 ms:
///
///     command   1--2--3--------------4
///     key       1----2----3----------4
///
/// Pure: commands and time come in, keys to type come out. A command with phases holds its key down from its `begin` to
/// its `end`. At most `mostWaiting` keys wait; beyond that, a press types nothing. A repeated command is dropped while
/// a key waits, so that no repeats follow after the switch is released.
public struct Bridge: Sendable {
  /// An action on the virtual keyboard: a chord is tapped, pressed or released.
  public struct Stroke: Hashable, Sendable {
    /// The kind of action. `hold` presses the chord, and `letGo` releases it.
    public enum Step: Hashable, Sendable {
      /// The chord is held for the table's `press`.
      case tap
      case hold, letGo
    }

    /// The action.
    public var step: Step
    /// The chord, written as in the bridge table, such as `shift+tab`.
    public var text: String
    /// The time.
    public var time: Instant
  }

  /// The largest number of keys that wait. Nobody presses so far ahead of a program, and keys that had waited longer
  /// would surprise people.
  public static let mostWaiting = 64

  /// The table in use. `nil` if the bridge types nothing.
  public private(set) var table: BridgeTable?
  private var waiting: [(step: Stroke.Step, text: String)] = []
  /// The time when the last key is released. The gap before the next key begins then.
  private var latest: Instant?
  /// For each command with phases that has begun and not ended, the chord that it holds down.
  private var held: [CommandOrigin: String] = [:]
  /// Chords that are down, in the order in which they went down.
  private var down: [String] = []

  /// A bridge that uses `table`.
  public init(_ table: BridgeTable? = nil) { self.table = table }

  /// The time when the next waiting key is typed, or `nil` if none waits.
  public var nextDeadline: Instant? {
    guard !waiting.isEmpty, let latest, let table else { return nil }
    return latest + table.gap
  }

  /// Handles a command that a switch made at `time` and that no front end has claimed.
  ///
  /// - Parameters:
  ///   - origin: the switch or chord that made the command; the same for a `begin` and its `end`.
  ///   - count: 1 for the first command of a press, then 2, 3 … for repeats.
  public mutating func handle(
    _ command: ScanCommand, from origin: CommandOrigin, _ phase: CommandPhase, count: Int, at time: Instant,
    into outputs: inout [Stroke]
  ) {
    advance(to: time, into: &outputs)
    if phase == .end {
      if let text = held.removeValue(forKey: origin) { put(.letGo, text, at: time, into: &outputs) }
      return
    }
    guard let text = table?.keys[command]?.text, waiting.count < Bridge.mostWaiting else { return }
    if count > 1, !waiting.isEmpty { return }
    if phase == .begin { held[origin] = text }
    put(phase == .begin ? .hold : .tap, text, at: time, into: &outputs)
  }

  /// Types the keys that are due at or before `time`, each at its own time.
  public mutating func advance(to time: Instant, into outputs: inout [Stroke]) {
    while let due = nextDeadline, due <= time {
      let next = waiting.removeFirst()
      perform(next.step, next.text, at: due, into: &outputs)
    }
  }

  /// Drops the waiting keys and releases the keys that are down.
  public mutating func reset(at time: Instant, into outputs: inout [Stroke]) {
    waiting.removeAll()
    held.removeAll()
    for text in down.reversed() { outputs.append(Stroke(step: .letGo, text: text, time: time)) }
    down.removeAll()
  }

  /// Changes to another table. Releases the chords that are held down, and drops the keys that wait.
  public mutating func use(_ table: BridgeTable?, at time: Instant, into outputs: inout [Stroke]) {
    reset(at: time, into: &outputs)
    self.table = table
  }

  private mutating func put(_ step: Stroke.Step, _ text: String, at time: Instant, into outputs: inout [Stroke]) {
    let isFree = latest.map { time - $0 >= table?.gap ?? .zero } ?? true
    if waiting.isEmpty, isFree {
      perform(step, text, at: time, into: &outputs)
    } else {
      waiting.append((step, text))
    }
  }

  private mutating func perform(_ step: Stroke.Step, _ text: String, at time: Instant, into outputs: inout [Stroke]) {
    latest = time
    let (gap, press) = (table?.gap ?? .zero, table?.press ?? .zero)
    switch step {
    case .tap:
      latest = time + press
    case .hold:
      // The next step, such as the release of this chord, comes after `press` or `gap`, whichever is longer.
      latest = time + max(.zero, press - gap)
      down.append(text)
    case .letGo:
      if let index = down.firstIndex(of: text) { down.remove(at: index) }
    }
    outputs.append(Stroke(step: step, text: text, time: time))
  }
}
