/// Types the commands of switches as the keys that a program knows, with at least a gap between one key and the next:
/// keys that come faster are delayed, and keep their order.
///
/// One character is 20 ms; the gap is 100 ms:
///
///     command   1--2--3--------------4
///     key       1----2----3----------4
///
/// Pure: commands and time come in, what is to be typed comes out. A command with phases holds its key down. At most
/// `mostWaiting` keys wait; a press beyond that types nothing. Of a repeat, one key waits at most, so that it ends when
/// the switch is let go of.
public struct Bridge: Sendable {
  /// What is to be done on the virtual keyboard, in order. Texts are chords as `BridgeTable` writes them.
  public enum Output: Hashable, Sendable {
    case tap(String, at: Instant)
    case hold(String, at: Instant)
    case letGo(String, at: Instant)
  }

  private enum Step: Hashable, Sendable {
    case tap, hold, letGo
  }

  /// Chosen: no hand is so far ahead of a program, and what is older would surprise.
  public static let mostWaiting = 64

  /// nil: nothing is typed.
  public private(set) var table: BridgeTable?
  private var waiting: [(step: Step, text: String)] = []
  /// When a key was typed last.
  private var latest: Instant?
  /// The chord of each phase that began here.
  private var held: [CommandOrigin: String] = [:]
  /// Chords that are down, in the order in which they went down.
  private var down: [String] = []

  /// A bridge that types by `table`, and has not typed anything.
  public init(_ table: BridgeTable? = nil) { self.table = table }

  /// When a key is typed that waits; nil: none does.
  public var nextDeadline: Instant? {
    guard !waiting.isEmpty, let latest, let table else { return nil }
    return latest + table.gap
  }

  /// A switch made a command at `time`, and no front end has claimed it.
  ///
  /// - Parameters:
  ///   - origin: what a `begin` and its `end` have in common.
  ///   - count: 1, then 2, 3 … for repeats.
  public mutating func handle(
    _ command: ScanCommand, from origin: CommandOrigin, _ phase: CommandPhase, count: Int, at time: Instant,
    into outputs: inout [Output]
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

  /// Types what is due at or before `time`, each key at its own time.
  public mutating func advance(to time: Instant, into outputs: inout [Output]) {
    while let due = nextDeadline, due <= time {
      let next = waiting.removeFirst()
      perform(next.step, next.text, at: due, into: &outputs)
    }
  }

  /// Forgets what waits, and lets go of what is down.
  public mutating func reset(at time: Instant, into outputs: inout [Output]) {
    waiting.removeAll()
    held.removeAll()
    for text in down.reversed() { outputs.append(.letGo(text, at: time)) }
    down.removeAll()
  }

  /// Types by another table from now on; what the old one began is over.
  public mutating func use(_ table: BridgeTable?, at time: Instant, into outputs: inout [Output]) {
    reset(at: time, into: &outputs)
    self.table = table
  }

  private mutating func put(_ step: Step, _ text: String, at time: Instant, into outputs: inout [Output]) {
    let isFree = latest.map { time - $0 >= table?.gap ?? .zero } ?? true
    if waiting.isEmpty, isFree {
      perform(step, text, at: time, into: &outputs)
    } else {
      waiting.append((step, text))
    }
  }

  private mutating func perform(_ step: Step, _ text: String, at time: Instant, into outputs: inout [Output]) {
    latest = time
    switch step {
    case .tap: outputs.append(.tap(text, at: time))
    case .hold:
      down.append(text)
      outputs.append(.hold(text, at: time))
    case .letGo:
      if let place = down.firstIndex(of: text) { down.remove(at: place) }
      outputs.append(.letGo(text, at: time))
    }
  }
}
