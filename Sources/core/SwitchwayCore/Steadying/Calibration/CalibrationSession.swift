import SwitchwayTime

/// The prompts that a person was given during a recording: a time at rest, then one prompt after another.
///
///     rest          p      p      p      p      end
///     |-------------|------|------|------|------|        each prompt names a switch, and one or two presses
///
/// A second rest may follow the last prompt's time. Contacts in that rest are unwanted, as in the first. Between the
/// last prompt's time and that rest, the person may be asked to hold a switch down (`h`). Contacts in that time count
/// neither as presses nor as unwanted:
///
///     p      p      h        h        h        last rest          end
///     |------|------|--------|--------|--------|------------------|
///
/// All times are times of the recording.
public struct CalibrationSession: Equatable, Sendable {
  /// The prompt "Press this switch", once, or twice as quickly as the person ever would.
  public struct Prompt: Equatable, Sendable {
    public var time: Instant
    /// Index of a calibrated switch.
    public var switchIndex: Int
    /// 1 or 2.
    public var count: Int

    public init(time: Instant, switchIndex: Int, count: Int) {
      self.time = time
      self.switchIndex = switchIndex
      self.count = count
    }
  }

  /// The prompt "Hold this switch down", at least until its gesture `hold` is made.
  public struct HoldPrompt: Equatable, Sendable {
    public var time: Instant
    /// Index of a calibrated switch.
    public var switchIndex: Int

    public init(time: Instant, switchIndex: Int) {
      self.time = time
      self.switchIndex = switchIndex
    }
  }

  /// The reason why a session cannot be used. Prompts are numbered from 1.
  public enum Fault: Error, Equatable, Sendable {
    case noPrompts
    case tooManyPrompts(Int)
    /// The rest, a prompt or the end lies outside the times that a recording can hold.
    case timeOutOfRange
    /// The rest ends before it begins.
    case restBackwards
    /// The prompt comes before the rest has ended.
    case promptInRest(Int)
    /// The prompt does not come after the previous prompt.
    case promptNotAfterPrevious(Int)
    /// The prompt comes at or after the end of the session.
    case promptAfterEnd(Int)
    /// The last rest does not lie between the last prompt and the end.
    case lastRest
    /// The prompt asks for a number of presses other than one or two.
    case count(Int, Int)
    /// The prompt names a switch that does not exist.
    case unknownSwitch(Int)
    /// A prompt for holding is wrong: it names a switch that does not exist, or its time is not between the prompt
    /// before it and the last rest (or the end, if there is no last rest). The fault is also reported if there are more
    /// such prompts than `promptLimit`.
    case hold(Int)
  }

  /// The largest number of prompts in a session. This is far more than a person would answer.
  public static let promptLimit = 1_000
  /// The latest time that a recording can have: 100,000 years. The earliest is 0.
  private static let latest = Instant(3_155_760_000_000_000_000)

  /// The time of the prompt "Rest your hand on the switch, do not press." It may be empty.
  public var restStart: Instant
  public var restEnd: Instant
  /// The end of the last prompt's time.
  public var end: Instant
  /// The prompts, in order of time.
  public var prompts: [Prompt]
  /// The prompts for holding, in order of time, after `prompts`.
  public var holds: [HoldPrompt]
  /// A rest after the last prompt's time, up to `end`, or `nil` if there was none.
  public var lastRest: Range<Instant>?

  public init(
    restStart: Instant, restEnd: Instant, end: Instant, prompts: [Prompt], holds: [HoldPrompt] = [],
    lastRest: Range<Instant>? = nil
  ) {
    self.restStart = restStart
    self.restEnd = restEnd
    self.end = end
    self.prompts = prompts
    self.holds = holds
    self.lastRest = lastRest
  }

  /// The first fault of the session with this number of switches, or `nil` if there is none.
  public func fault(switches: Int) -> Fault? {
    if prompts.isEmpty { return .noPrompts }
    if prompts.count > CalibrationSession.promptLimit { return .tooManyPrompts(prompts.count) }
    let times = [restStart, restEnd, end] + prompts.map(\.time) + holds.map(\.time)
    guard times.allSatisfy({ $0 >= Instant(0) && $0 <= CalibrationSession.latest }) else { return .timeOutOfRange }
    if restEnd < restStart { return .restBackwards }
    for (index, prompt) in prompts.enumerated() {
      let number = index + 1
      if !(1...2).contains(prompt.count) { return .count(number, prompt.count) }
      if !(0..<switches).contains(prompt.switchIndex) { return .unknownSwitch(number) }
      if index == 0, prompt.time < restEnd { return .promptInRest(number) }
      if index > 0, prompt.time <= prompts[index - 1].time { return .promptNotAfterPrevious(number) }
      if prompt.time >= end { return .promptAfterEnd(number) }
    }
    if let lastRest, let last = prompts.last, lastRest.lowerBound <= last.time || lastRest.upperBound > end {
      return .lastRest
    }
    return holdFault(switches: switches)
  }

  private func holdFault(switches: Int) -> Fault? {
    if holds.count > CalibrationSession.promptLimit { return .hold(CalibrationSession.promptLimit + 1) }
    var earliest = prompts.last?.time ?? restEnd
    for (index, hold) in holds.enumerated() {
      guard hold.time > earliest, hold.time < holdsEnd, (0..<switches).contains(hold.switchIndex) else {
        return .hold(index + 1)
      }
      earliest = hold.time
    }
    return nil
  }

  /// A press cannot come sooner than this after its prompt, because nobody reacts faster. An earlier contact belongs to
  /// the previous prompt. Source: docs/design/steadying.md, "Calibration".
  static let reaction = Microseconds.milliseconds(100)

  /// The time in which a contact must begin to belong to prompt `index`. The end is exclusive.
  func window(of index: Int) -> Range<Instant> {
    let begin = prompts[index].time + CalibrationSession.reaction
    let next =
      index + 1 < prompts.count ? prompts[index + 1].time + CalibrationSession.reaction : holdsRange.lowerBound
    return begin..<max(begin, next)
  }

  /// The end of the time of the last prompt for holding.
  private var holdsEnd: Instant { lastRest?.lowerBound ?? end }

  /// The time in which a contact must begin to belong to a prompt for holding. Empty if there are no such prompts.
  private var holdsRange: Range<Instant> {
    let begin = holds.first.map { $0.time + CalibrationSession.reaction } ?? holdsEnd
    return min(begin, holdsEnd)..<holdsEnd
  }

  /// Returns the contacts of a switch, without contacts that belong to prompts for holding.
  public func withoutHolds(_ contacts: [ClosedSpan]) -> [ClosedSpan] {
    let range = holdsRange
    return range.isEmpty ? contacts : contacts.filter { !range.contains($0.start) }
  }

  /// How long a switch was held at each prompt for holding it: the length of the longest contact that began in the
  /// prompt's time, or zero if there was none.
  ///
  /// - Parameter contacts: the contacts of the switch with this index, in any order.
  public func holdLengths(of index: Int, _ contacts: [ClosedSpan]) -> [Microseconds] {
    holds.indices.filter { holds[$0].switchIndex == index }.map { number in
      let next = number + 1 < holds.count ? holds[number + 1].time + CalibrationSession.reaction : holdsEnd
      let begin = holds[number].time + CalibrationSession.reaction
      return contacts.filter { $0.start >= begin && $0.start < next }.map(\.length).max() ?? .zero
    }
  }

  /// Whether a time lies in one of the rests.
  func isRest(_ time: Instant) -> Bool {
    time >= restStart && time < restEnd || lastRest?.contains(time) ?? false
  }

  /// The number of prompts whose time lies wholly outside `extent`, the range of a recording's events.
  public func promptsOutside(_ extent: ClosedRange<Instant>) -> Int {
    prompts.indices.count { window(of: $0).upperBound <= extent.lowerBound || prompts[$0].time > extent.upperBound }
  }
}
