import SwitchwayClock

/// How a switch can choose an answer. Either setup scans the choices with a switch that no profile has yet
/// (`SetupScanner`), or the profile in the trial scans them (`SetupPage`).
enum SetupPointer {
  case scanner(SetupScanner)
  case page(SetupPage)

  /// The highlighted choice.
  var item: Int {
    switch self {
    case .scanner(let scanner): scanner.item
    case .page(let page): page.item
    }
  }

  /// Whether the highlight waits. A press then starts it again.
  var isResting: Bool {
    switch self {
    case .scanner(let scanner): scanner.isResting
    case .page(let page): page.isResting
    }
  }

  /// The time at which `advance` must be called, or `nil` if the daemon moves the highlight.
  var deadline: Int64? { if case .scanner(let scanner) = self { scanner.deadline } else { nil } }

  mutating func advance(to time: Int64) {
    guard case .scanner(var scanner) = self else { return }
    scanner.advance(to: time)
    self = .scanner(scanner)
  }
}

/// Scans the choices of a question with a switch that no profile has yet. A press chooses the highlighted choice.
///
/// This is a pure value. It scans slowly, and a press within 0.4 s after the last release counts as the same press,
/// because the person's pace and filter (steadying) are not known yet.
struct SetupScanner {
  /// The settings of the clock, which give enough time to read a line aloud.
  static let settings = ClockSettings(style: .auto, interval: 2_500_000, firstItemPause: 1_500_000, loops: 5)
  /// How long after a release another press is ignored, in microseconds. This is more than in the preset `tremor` (0.3
  /// s) and less than in `spasm` (0.5 s).
  private static let quiet: Int64 = 400_000

  private var clock = ScanningClock(SetupScanner.settings)
  private var outputs: [ClockOutput] = []
  private var lastUp: Int64?
  private var isDown = false

  /// Begins to scan, with the choice `item` highlighted.
  init(choices: Int, item: Int = 0, at time: Int64) {
    clock.handle(.owner(.client(0)), at: time, into: &outputs)
    clock.handle(.page(ClockPage(items: choices, item: item), client: 0), at: time, into: &outputs)
    clock.endEvent(at: time, into: &outputs)
  }

  var item: Int { clock.pageItem?.item ?? 0 }
  var isResting: Bool { clock.state == .resting }
  var deadline: Int64? { clock.nextDeadline }

  mutating func advance(to time: Int64) {
    clock.advance(to: time, into: &outputs)
    clock.endEvent(at: time, into: &outputs)
    outputs = []
  }

  /// Whether an edge (the beginning or end of a press) counts for a question that was shown at the time `shown`. A
  /// press that began earlier does not answer the question, but its release counts, because it ends the press.
  static func counts(down: Bool, at time: Int64, shown: Int64) -> Bool { !down || time >= shown }

  /// Handles the beginning or end of a press. Returns the choice that the press chose, or `nil` if there is none.
  mutating func edge(down: Bool, at time: Int64) -> Int? {
    advance(to: time)
    guard down != isDown else {
      // This is the end of a press that began before the question; trembling after it belongs to the same press.
      if !down { lastUp = time }
      return nil
    }
    isDown = down
    guard down else {
      lastUp = time
      clock.handle(.released(0), at: time, into: &outputs)
      clock.handle(.idle(0), at: time, into: &outputs)
      clock.endEvent(at: time, into: &outputs)
      return nil
    }
    if let lastUp, time - lastUp < SetupScanner.quiet { return nil }
    outputs = []
    clock.handle(.atWork(0), at: time, into: &outputs)
    clock.handle(.pressed(0, began: time, owner: .client(0), scans: false), at: time, into: &outputs)
    clock.handleCommand(.select, by: ClockPress(began: time), into: &outputs)
    clock.endEvent(at: time, into: &outputs)
    for case .publish(let place?) in outputs { return place.item }
    return nil
  }
}
