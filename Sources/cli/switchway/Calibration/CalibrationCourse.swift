import SwitchwayCore
import SwitchwayTime

/// The course of a calibration with a person: it decides at which time the person is asked for what. It reads no clock;
/// its owner passes the time.
///
///     rest          p      p      p      p      h        h         last rest          end
///     |-------------|------|------|------|------|--------|---------|------------------|
///
/// `p` asks for presses. `h` asks the person to hold a switch down, if the profile has a `hold` for it.
///
/// The recorded time of a prompt is the time at which it was shown, however late that was. If the person does not
/// answer a prompt, the next one still comes at its time. Source of the times: docs/design/steadying.md, "Calibration".
struct CalibrationCourse: Equatable {
  struct Plan: Equatable {
    /// Indices of the profile's switches, which are asked for in turn.
    var switches: [Int]
    /// The number of prompts that ask for one press. After them come `twice` prompts that ask for two presses.
    var once = 15
    var twice = 5
    var rest = Microseconds.seconds(15)
    var spacing = Microseconds.seconds(3)
    var lastSpacing = Microseconds.milliseconds(5_500)
    var lastRest = Microseconds.seconds(120)
    /// The switches that the person is asked to hold down, in this order, each with the time after which its `hold`
    /// comes.
    var holds: [Hold] = []

    struct Hold: Equatable {
      var index: Int
      var after: Microseconds
    }

    /// The number of times that the person is asked to hold each switch. Arbitrary: one hold may fail by chance.
    static let holdsEach = 3
    /// How much longer a prompt to hold lasts than the `hold` itself, so that a slow hand has time to press and
    /// release. Arbitrary.
    static let holdMargin = Microseconds.seconds(4)

    /// The plan for a person who never holds a switch down.
    var withoutHolds: Plan {
      var plan = self
      plan.holds = []
      return plan
    }

    /// Adds prompts to hold each switch of the plan that has a `hold` in the profile.
    mutating func addHolds(of profile: Profile) {
      holds = switches.flatMap { index in
        profile.switches[index].gestures[.hold]?.after.map { after in
          [Hold](repeating: Hold(index: index, after: after), count: Plan.holdsEach)
        } ?? []
      }
    }

    var prompts: Int { once + twice }

    /// The plan for a person who never presses twice.
    var withoutPairs: Plan {
      var plan = self
      (plan.once, plan.twice) = (prompts, 0)
      return plan
    }
  }

  enum Phase: Equatable {
    case rest
    case prompt(Int)
    case hold(Int)
    case lastRest
    case done
  }

  /// If a phase begins at least this much too late, for example because the process was stopped or the machine slept,
  /// all phases after it are also moved. Smaller delays are made up. Arbitrary.
  private static let lateness = Microseconds.milliseconds(500)

  let plan: Plan
  private(set) var phase = Phase.rest
  /// The time when the present phase began. The phase ends at `deadline`; both times are equal at the end of the
  /// calibration.
  private(set) var began: Instant
  private(set) var deadline: Instant
  private(set) var presses = 0
  /// The switch that was last pressed since the prompt although the prompt asked for another one. `nil` if there was
  /// none.
  private(set) var stray: Int?
  /// The number of contacts, of any switch, during the present rest.
  private(set) var restContacts = 0
  private let start: Instant
  private var times: [Instant] = []
  private var holdTimes: [Instant] = []
  private var restEnd: Instant
  private var lastRest: Range<Instant>?

  init(_ plan: Plan, at start: Instant) {
    self.plan = plan
    self.start = start
    began = start
    restEnd = start + plan.rest
    deadline = restEnd
  }

  /// Advances to `time`. Returns whether a new phase has begun. If several phases are overdue, each call begins only
  /// one of them.
  mutating func advance(to time: Instant) -> Bool {
    guard time >= deadline, phase != .done else { return false }
    switch phase {
    case .rest:
      restEnd = time
      ask(0, at: time)
    case .prompt(let index) where index + 1 < plan.prompts: ask(index + 1, at: time)
    case .prompt where !plan.holds.isEmpty: askToHold(0, at: time)
    case .hold(let index) where index + 1 < plan.holds.count: askToHold(index + 1, at: time)
    case .prompt where plan.lastRest > .zero, .hold where plan.lastRest > .zero:
      begin(.lastRest, at: time, for: plan.lastRest)
    case .prompt, .hold, .lastRest: end(at: time)
    case .done: break
    }
    return true
  }

  /// Cuts the last rest short. Has no effect in other phases.
  mutating func cutLastRest(at time: Instant) { if phase == .lastRest { end(at: max(time, began)) } }

  mutating func press(of index: Int) {
    switch phase {
    case .rest, .lastRest: restContacts += 1
    case .prompt where index == asked, .hold where index == asked: presses += 1
    case .prompt, .hold: stray = index
    case .done: break
    }
  }

  /// The switch that the prompt asks for; `nil` during a rest.
  var asked: Int? {
    switch phase {
    case .prompt(let index): plan.switches[index % plan.switches.count]
    case .hold(let index): plan.holds[index].index
    case .rest, .lastRest, .done: nil
    }
  }

  /// How long the prompt asks the person to hold the switch down. `nil` for a prompt to press, and during a rest.
  var holdAfter: Microseconds? {
    if case .hold(let index) = phase { plan.holds[index].after } else { nil }
  }

  /// The number of presses that the present prompt asks for.
  var count: Int {
    if case .prompt(let index) = phase, index >= plan.once { 2 } else { 1 }
  }

  var isAnswered: Bool { presses >= count }

  /// The session: the prompts and the rests with their times, which are later read together with the recordings. It is
  /// complete at the end of the calibration.
  var session: CalibrationSession {
    CalibrationSession(
      restStart: start, restEnd: restEnd, end: deadline,
      prompts: times.enumerated().map { index, time in
        .init(
          time: time, switchIndex: plan.switches[index % plan.switches.count], count: index < plan.once ? 1 : 2)
      },
      holds: zip(holdTimes, plan.holds).map { .init(time: $0, switchIndex: $1.index) }, lastRest: lastRest)
  }

  private mutating func ask(_ index: Int, at time: Instant) {
    times.append(time)
    begin(.prompt(index), at: time, for: index + 1 < plan.prompts ? plan.spacing : plan.lastSpacing)
  }

  private mutating func askToHold(_ index: Int, at time: Instant) {
    holdTimes.append(time)
    begin(.hold(index), at: time, for: plan.holds[index].after + Plan.holdMargin)
  }

  private mutating func begin(_ next: Phase, at time: Instant, for length: Microseconds) {
    // A prompt that is shown a little late does not delay the prompts after it.
    let schedule = time - deadline < Self.lateness ? deadline : time
    (phase, began, deadline) = (next, time, schedule + length)
    (presses, stray, restContacts) = (0, nil, 0)
  }

  private mutating func end(at time: Instant) {
    if phase == .lastRest, time > began { lastRest = began..<time }
    (phase, began, deadline) = (.done, time, time)
  }
}
