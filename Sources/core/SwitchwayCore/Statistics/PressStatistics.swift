import SwitchwayTime

/// Counts the outcomes of presses, by switch and day, for people who adjust steadying. Presses of keyboard keys are
/// never counted, and neither are presses that are part of a text (`Profile.isText`).
///
/// The type is a pure value: the caller passes the day and the hour. Keeps at most `mostDays` days and drops the oldest
/// first. Keeps at most `mostSwitches` names per day and does not count later ones. Keeps at most `mostHours` hours of
/// all switches and days, and drops the hours of the oldest day first. Counting allocates no memory once the switch has
/// been counted in the hour.
///
/// A miss is a failed press that the person tried again: it was rejected as `too-short`, `neighbour`, `no-gesture` or
/// `chord-broken`, and an accepted press of the same switch followed less than 2 s later.
public struct PressStatistics: Equatable, Sendable {
  /// The largest number of days: about three months, which fit in one answer to a client.
  public static let mostDays = 92
  /// The largest number of names per day. It is more switches than a person has, and limits the size if names change
  /// every day.
  public static let mostSwitches = 64
  /// The largest number of hours of all switches and days. It is enough for a month with five switches and twelve hours
  /// per day, and for one day with `mostSwitches`.
  public static let mostHours = 1_800
  /// A person who notices a miss tries again within this time. The figure is arbitrary.
  static let tryAgain = Microseconds.seconds(2)

  /// The counts of one switch or chord on one day.
  public struct Row: Equatable, Sendable {
    /// A switch's name, or a chord as written in the file.
    public var name: String
    /// Accepted presses.
    public var presses: Int64 = 0
    /// Presses that did nothing, by reason, in the order of `RejectionReason.allCases`.
    public var rejected = [Int64](repeating: 0, count: RejectionReason.allCases.count)
    public var misses: Int64 = 0
    /// The lengths of accepted presses.
    public var lengths = TimeTally()
    /// The time from the real press to its acceptance.
    public var delays = TimeTally()
    /// The hours in which something was counted, in ascending order. Empty for older days.
    public var hours: [PressHour] = []
    /// How presses changed during the day. Kept as long as `hours`.
    public var course = PressCourse()

    public init(name: String) { self.name = name }

    // This function belongs to the row, so that a press looks its row up only once.

    /// Counts a press, also by hour if `hour` is the latest hour of the row. Returns whether the press was counted by
    /// hour.
    fileprivate mutating func addPress(delay: Microseconds, misses: Int64, hour: Int) -> Bool {
      presses += 1
      delays.add(delay)
      course.add(PressCourse.Part(presses: 1))
      self.misses += misses
      guard let last = hours.indices.last, hours[last].hour == hour else { return false }
      hours[last].presses += 1
      return true
    }

    fileprivate mutating func add(length: Microseconds) {
      lengths.add(length)
      course.add(length: length)
    }
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
    /// Whether its presses are text, so that they are not counted.
    let isText: Bool
    /// The index of its row in the day `current`, or `nil` if it has none yet.
    var row: Int?
    var down: Instant?
    /// Failed presses since the last accepted press, or since the last pause of `tryAgain` or longer.
    var tries: Int64 = 0
    var lastTry = Instant(.min)
  }

  /// The days in ascending order.
  public private(set) var days: [Day]
  /// Whether anything was recorded since this was last set to false.
  public var hasChanged = false
  /// The lanes of the profile's switches, then of its chords.
  private var lanes: [Lane] = []
  private var switches = 0
  /// The index in `days` to which the lanes' rows belong.
  private var current: Int?
  /// At least the number of hours in `days`. `limitHours` counts them exactly.
  private var hours = 0

  /// - Parameter days: saved days, in any order. Only the latest `mostDays` are kept. If a day occurs twice, the first
  ///   one is used.
  public init(days: [Day] = []) {
    var seen: Set<CalendarDay> = []
    self.days = days.filter { seen.insert($0.day).inserted }.sorted { $0.day < $1.day }.suffix(PressStatistics.mostDays)
    limitHours()
  }

  /// Starts to use another profile.
  public mutating func use(_ profile: Profile) {
    lanes =
      profile.switches.indices.map { Lane(name: profile.switches[$0].name, isText: profile.isText(.single($0))) }
      + profile.chords.indices.map { Lane(name: profile.chords[$0].name, isText: profile.isText(.chord($0))) }
    switches = profile.switches.count
    current = nil
  }

  /// Records an edge of a press, or a press that did nothing, on the day and in the hour in which it was made.
  ///
  /// - Parameter hour: the hour, 0…23. With any other value, the press is not counted by hour.
  public mutating func note(_ effect: Effect, on day: CalendarDay, hour: Int) {
    switch effect {
    case .press(let index, true, let time, let accepted) where lanes.indices.contains(index):
      lanes[index].down = time
      let tries = lanes[index].tries
      lanes[index].tries = 0
      guard let (day, row) = row(of: index, on: day) else { return }
      // A rejected contact from which `rejoin` took the beginning of this press was part of the press, not a failed
      // try.
      let isMiss = tries > 0 && time > lanes[index].lastTry && time - lanes[index].lastTry < PressStatistics.tryAgain
      let isCounted = days[day].rows[row].addPress(delay: accepted - time, misses: isMiss ? tries : 0, hour: hour)
      if !isCounted, let slot = self.hour(hour, day, row) { days[day].rows[row].hours[slot].presses += 1 }
      hasChanged = true
    case .press(let index, false, let time, _) where lanes.indices.contains(index):
      guard let start = lanes[index].down, let (day, row) = row(of: index, on: day) else { return }
      lanes[index].down = nil
      days[day].rows[row].add(length: time - start)
      hasChanged = true
    case .rejected(let index, let pressed, let time, let reason) where lanes.indices.contains(index):
      reject(index, reason, on: day, hour)
      // A contact that came too soon after a press may be part of that press, so it is not counted as a separate try.
      if reason.isOfPerson, reason != .repeated { noteTry(index, pressed, time) }
    default: break
    }
  }

  /// Counts a press whose command was refused.
  public mutating func noteRefusal(
    of press: Command.Press, _ reason: RejectionReason, on day: CalendarDay, hour: Int
  ) {
    let index =
      switch press.origin {
      case .single(let index): index
      case .chord(let index): switches + index
      }
    if lanes.indices.contains(index) { reject(index, reason, on: day, hour) }
  }

  // MARK: Rows

  private mutating func noteTry(_ index: Int, _ pressed: Instant, _ time: Instant) {
    let isNew = lanes[index].tries == 0 || time - lanes[index].lastTry >= PressStatistics.tryAgain
    lanes[index].tries = isNew ? 1 : lanes[index].tries + 1
    lanes[index].lastTry = max(pressed, lanes[index].lastTry)
  }

  private mutating func reject(_ index: Int, _ reason: RejectionReason, on day: CalendarDay, _ hour: Int) {
    guard let (day, row) = row(of: index, on: day), let number = RejectionReason.allCases.firstIndex(of: reason) else {
      return
    }
    days[day].rows[row].rejected[number] += 1
    if reason.isOfPerson { days[day].rows[row].course.add(PressCourse.Part(rejected: 1)) }
    if let slot = self.hour(hour, day, row) { days[day].rows[row].hours[slot].rejected[number] += 1 }
    hasChanged = true
  }

  /// The indices of the day and the row in which a switch is counted, or `nil` if it is not counted.
  private mutating func row(of index: Int, on day: CalendarDay) -> (day: Int, row: Int)? {
    if lanes[index].isText { return nil }
    if let current, days[current].day == day, let row = lanes[index].row { return (current, row) }
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

  /// Selects a day for counting, and adds it if needed: usually a new day, or an earlier one after the clock was set
  /// back. Returns its index in `days`, or `nil` if the day is too old to be kept.
  private mutating func turn(to day: CalendarDay) -> Int? {
    if let current, days[current].day == day { return current }
    for index in lanes.indices { lanes[index].row = nil }
    var index = days.firstIndex { $0.day >= day } ?? days.count
    if index == days.count || days[index].day != day {
      days.insert(Day(day: day), at: index)
      if days.count > PressStatistics.mostDays {
        days.removeFirst()
        index -= 1
      }
    }
    current = index >= 0 ? index : nil
    return current
  }

  /// The index of an hour in its row, or `nil` if it is not counted.
  private mutating func hour(_ hour: Int, _ day: Int, _ row: Int) -> Int? {
    if let last = days[day].rows[row].hours.last, last.hour == hour { return days[day].rows[row].hours.count - 1 }
    guard (0..<24).contains(hour) else { return nil }
    let next = days[day].rows[row].hours.firstIndex { $0.hour >= hour } ?? days[day].rows[row].hours.count
    if next < days[day].rows[row].hours.count, days[day].rows[row].hours[next].hour == hour { return next }
    days[day].rows[row].hours.insert(PressHour(hour: hour), at: next)
    hours += 1
    if hours > PressStatistics.mostHours { limitHours() }
    // If this day is the oldest one, `limitHours` may have dropped its hours.
    return next < days[day].rows[row].hours.count ? next : nil
  }

  /// Drops hours of the oldest days while there are too many.
  private mutating func limitHours() {
    hours = days.reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.hours.count } }
    for day in days.indices where hours > PressStatistics.mostHours {
      for row in days[day].rows.indices {
        hours -= days[day].rows[row].hours.count
        days[day].rows[row].hours = []
        days[day].rows[row].course = PressCourse()
      }
    }
  }
}
