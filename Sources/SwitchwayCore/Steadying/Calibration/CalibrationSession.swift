/// What a person was asked for while a recording was made: a time at rest, then one prompt after another.
///
///     rest          p      p      p      p      end
///     |-------------|------|------|------|------|        each prompt names a switch, and one or two presses
///
/// Times are the recording's.
public struct CalibrationSession: Equatable, Sendable {
  /// "Press this switch", once or twice as quickly as the person ever would.
  public struct Prompt: Equatable, Sendable {
    public var time: Instant
    /// Which of the switches that are calibrated.
    public var switchIndex: Int
    /// 1 or 2.
    public var count: Int

    public init(time: Instant, switchIndex: Int, count: Int) {
      self.time = time
      self.switchIndex = switchIndex
      self.count = count
    }
  }

  /// Why a session cannot be used. Numbers of prompts count from 1.
  public enum Fault: Error, Equatable, Sendable {
    case noPrompts
    case tooManyPrompts(Int)
    /// The rest, a prompt or the end lies before the recording's zero, or past all times that a recording can hold.
    case timeOutOfRange
    /// The rest ends before it begins.
    case restBackwards
    /// The prompt comes before the rest has ended.
    case promptInRest(Int)
    /// The prompt does not come after the one before it.
    case promptNotAfterPrevious(Int)
    /// The prompt comes at the end of the session or after it.
    case promptAfterEnd(Int)
    /// The prompt asks for another number of presses than one or two.
    case count(Int, Int)
    /// The prompt names a switch that is not there.
    case unknownSwitch(Int)
  }

  /// The most prompts of a session. Chosen: far more than a person would answer.
  public static let promptLimit = 1_000
  /// Times run from 0 to this, 100,000 years: those of a recording.
  private static let latest = Instant(3_155_760_000_000_000_000)

  /// "Rest your hand on the switch, do not press." May be empty.
  public var restStart: Instant
  public var restEnd: Instant
  /// When the last prompt's time is over.
  public var end: Instant
  /// In order of time.
  public var prompts: [Prompt]

  public init(restStart: Instant, restEnd: Instant, end: Instant, prompts: [Prompt]) {
    self.restStart = restStart
    self.restEnd = restEnd
    self.end = end
    self.prompts = prompts
  }

  /// The first thing that makes no sense in it, where `switches` are calibrated; nil: nothing.
  public func fault(switches: Int) -> Fault? {
    if prompts.isEmpty { return .noPrompts }
    if prompts.count > CalibrationSession.promptLimit { return .tooManyPrompts(prompts.count) }
    let times = [restStart, restEnd, end] + prompts.map(\.time)
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
    return nil
  }

  /// A press is not looked for sooner after its prompt: nobody reacts faster, so what comes earlier was meant for the
  /// prompt before. Source: the steadying text, "Calibration".
  static let reaction = Microseconds.milliseconds(100)

  /// The time in which a contact that begins belongs to prompt `index`: up to, not including, its end.
  func window(of index: Int) -> Range<Instant> {
    let begin = prompts[index].time + CalibrationSession.reaction
    let next = index + 1 < prompts.count ? prompts[index + 1].time + CalibrationSession.reaction : end
    return begin..<max(begin, next)
  }

  /// How many prompts' times have nothing in common with `extent`, a recording from its first event to its last.
  public func promptsOutside(_ extent: ClosedRange<Instant>) -> Int {
    prompts.indices.count { window(of: $0).upperBound <= extent.lowerBound || prompts[$0].time > extent.upperBound }
  }
}
