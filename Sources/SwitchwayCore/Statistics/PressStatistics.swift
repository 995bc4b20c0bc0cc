/// Counts what became of presses, by switch and day, for people who adjust steadying. Keys are never counted.
///
/// Pure: the caller passes the day. Keeps at most `mostDays` days and drops the oldest first. Keeps at most
/// `mostSwitches` names a day and does not count later ones. An output allocates nothing once its switch has a row for
/// the day.
///
/// A miss is a failed press that the person tried again: it was rejected as `too-short`, `neighbour`, `no-gesture` or
/// `chord-broken`, and an accepted press of the same switch followed less than 2 s later.
public struct PressStatistics: Equatable, Sendable {
  /// Chosen: about three months, which fit in one answer.
  public static let mostDays = 92
  /// Chosen: more than a person has. Bounds files that change names every day.
  public static let mostSwitches = 64
  /// A person who notices a miss tries again within this time. Chosen.
  static let tryAgain = Microseconds.seconds(2)

  /// One switch, or chord, on one day.
  public struct Row: Equatable, Sendable {
    /// A switch's name, or a chord as written in the file.
    public var name: String
    /// Accepted presses.
    public var presses: Int64 = 0
    /// Presses that did nothing, by reason, in the order of `RejectionReason.allCases`.
    public var rejected = [Int64](repeating: 0, count: RejectionReason.allCases.count)
    public var misses: Int64 = 0
    /// How long accepted presses lasted.
    public var lengths = TimeTally()
    /// From the true press to its acceptance.
    public var delays = TimeTally()

    public init(name: String) { self.name = name }
  }

  /// The rows of a day, in the order in which their switches were first pressed.
  public struct Day: Equatable, Sendable {
    public var day: CalendarDay
    public var rows: [Row] = []
    public init(day: CalendarDay) { self.day = day }
  }

  /// A switch of the profile and its present state.
  private struct Lane: Equatable, Sendable {
    let name: String
    /// Index of its row in the latest day; nil if it has none yet.
    var row: Int?
    var down: Instant?
    /// Failed presses since the last successful press or long pause.
    var tries: Int64 = 0
    var lastTry = Instant(.min)
  }

  /// In ascending order.
  public private(set) var days: [Day]
  /// Whether anything was recorded since this was last set to false.
  public var hasChanged = false
  /// The switches of the profile, then its chords.
  private var lanes: [Lane] = []
  private var switches = 0
  /// The index in `days` to which the lanes' rows belong.
  private var place: Int?

  /// - Parameter days: saved days, sorted and cut here. Of two for the same day the first is used.
  public init(days: [Day] = []) {
    var seen: Set<CalendarDay> = []
    self.days = days.filter { seen.insert($0.day).inserted }.sorted { $0.day < $1.day }.suffix(PressStatistics.mostDays)
  }

  /// Starts to use another profile.
  public mutating func use(_ profile: Profile) {
    lanes = (profile.switches.map(\.name) + profile.chords.map(\.name)).map { Lane(name: $0) }
    switches = profile.switches.count
    place = nil
  }

  /// Records a decision of the core, on the day on which it was made.
  public mutating func note(_ output: Output, on day: CalendarDay) {
    switch output {
    case .press(let index, let down, let time, let accepted): press(index, down, time, accepted, on: day)
    case .rejected(let index, let pressed, let time, let reason):
      guard lanes.indices.contains(index) else { return }
      reject(index, reason, on: day)
      switch reason {
      case .tooShort, .neighbour, .noGesture, .chordBroken: noteTry(index, pressed, time)
      default: break
      }
    case .command, .pending, .stuck, .recalibrate, .muted, .unmuted, .clockWentBack: break
    }
  }

  /// A command that was made of a press is refused.
  public mutating func noteRefusal(of press: Command.Press, _ reason: RejectionReason, on day: CalendarDay) {
    let index =
      switch press.origin {
      case .single(let index): index
      case .chord(let index): switches + index
      }
    if lanes.indices.contains(index) { reject(index, reason, on: day) }
  }

  // MARK: Rows

  private mutating func press(
    _ index: Int, _ down: Bool, _ time: Instant, _ accepted: Instant, on day: CalendarDay
  ) {
    guard lanes.indices.contains(index) else { return }
    guard down else {
      guard let start = lanes[index].down, let (day, row) = row(of: index, on: day) else { return }
      lanes[index].down = nil
      days[day].rows[row].lengths.add(time - start)
      hasChanged = true
      return
    }
    lanes[index].down = time
    let tries = lanes[index].tries
    lanes[index].tries = 0
    guard let (day, row) = row(of: index, on: day) else { return }
    days[day].rows[row].presses += 1
    days[day].rows[row].delays.add(accepted - time)
    // A contact that lent this press its onset was the beginning of the press, not a failed try.
    if tries > 0, time > lanes[index].lastTry, time - lanes[index].lastTry < PressStatistics.tryAgain {
      days[day].rows[row].misses += tries
    }
    hasChanged = true
  }

  private mutating func noteTry(_ index: Int, _ pressed: Instant, _ time: Instant) {
    let isNew = lanes[index].tries == 0 || time - lanes[index].lastTry >= PressStatistics.tryAgain
    lanes[index].tries = isNew ? 1 : lanes[index].tries + 1
    lanes[index].lastTry = max(pressed, lanes[index].lastTry)
  }

  private mutating func reject(_ index: Int, _ reason: RejectionReason, on day: CalendarDay) {
    guard let (day, row) = row(of: index, on: day), let number = RejectionReason.allCases.firstIndex(of: reason) else {
      return
    }
    days[day].rows[row].rejected[number] += 1
    hasChanged = true
  }

  /// The day and row in which a switch is counted; nil if it is not counted.
  private mutating func row(of index: Int, on day: CalendarDay) -> (day: Int, row: Int)? {
    if let place, days[place].day == day, let row = lanes[index].row { return (place, row) }
    guard let today = turn(to: day) else { return nil }
    if let row = days[today].rows.firstIndex(where: { $0.name == lanes[index].name }) {
      lanes[index].row = row
    } else {
      guard days[today].rows.count < PressStatistics.mostSwitches else { return nil }
      lanes[index].row = days[today].rows.count
      days[today].rows.append(Row(name: lanes[index].name))
    }
    return lanes[index].row.map { (today, $0) }
  }

  /// Selects the row of this day for counting: usually a new day, or an earlier one after a change of the clock.
  private mutating func turn(to day: CalendarDay) -> Int? {
    if let place, days[place].day == day { return place }
    for index in lanes.indices { lanes[index].row = nil }
    var index = days.firstIndex { $0.day >= day } ?? days.count
    if index == days.count || days[index].day != day {
      days.insert(Day(day: day), at: index)
      if days.count > PressStatistics.mostDays {
        days.removeFirst()
        index -= 1
      }
    }
    place = index >= 0 ? index : nil
    return place
  }
}
