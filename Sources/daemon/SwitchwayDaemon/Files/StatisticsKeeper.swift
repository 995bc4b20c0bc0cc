import Glibc
import SwitchwayCore
import SwitchwayEngine
import SwitchwayReactor
import SwitchwayTime

/// Saves a performer's statistics: some time after the first unsaved press, and at the end.
final class StatisticsKeeper {
  /// The time from the first unsaved press to saving. If the power fails, statistics of at most this time are lost.
  static let interval = Microseconds.seconds(60)

  /// Writes the text of the statistics file, and then calls `done` with a message about an error, or `nil`.
  typealias Writer = (_ text: [UInt8], _ done: @escaping (String?) -> Void) -> Void

  private let performer: Performer
  private let write: Writer?
  private let log: (String) -> Void
  private var timer: TimerSource?
  private var isArmed = false
  /// Whether a write is in progress.
  private(set) var isWriting = false
  /// The last message that was logged. The same message is not logged again.
  private var told: String?

  /// Continues the saved statistics in `days`. If `write` is `nil`, statistics are not saved.
  init(
    _ performer: Performer, from days: [PressStatistics.Day], reactor: Reactor, write: Writer?,
    log: @escaping (String) -> Void
  ) throws(Reactor.Failure) {
    self.performer = performer
    self.write = write
    self.log = log
    // The time zone's file is read now, so that no later call reads it (see `LocalDate`).
    var date = LocalDate()
    _ = date.today()
    performer.count(PressStatistics(days: days)) { date.today() }
    guard write != nil else { return }
    timer = try reactor.timer(priority: .control) { [unowned self] in
      isArmed = false
      keep()
    }
  }

  /// Schedules a save if anything has changed.
  func look() {
    guard !isArmed, timer != nil, performer.statistics?.hasChanged ?? false else { return }
    isArmed = true
    timer?.set(to: Reactor.now + StatisticsKeeper.interval)
  }

  /// Whether nothing is left to save: everything is saved, or saving has failed.
  var isDone: Bool { write == nil || !isWriting && (told != nil || !(performer.statistics?.hasChanged ?? false)) }

  /// Saves the statistics if they have changed. If a save is still in progress or fails, another one is scheduled.
  func keep() {
    guard let write, let statistics = performer.statistics, statistics.hasChanged else { return }
    guard !isWriting else { return look() }
    isWriting = true
    performer.statistics?.hasChanged = false
    write(StatisticsText.file(statistics.days)) { [weak self] error in
      guard let self else { return }
      isWriting = false
      if error != nil { performer.statistics?.hasChanged = true }
      if let error, error != told { log(error) }
      told = error
      look()
    }
  }
}

/// The present date and hour in local time.
///
/// Reads no file except the first time: localtime_r(3) reads the time zone once per process. The date and the hour are
/// computed at most once per quarter of an hour, because local days and hours begin at whole quarters of an hour in all
/// zones (tz database).
private struct LocalDate {
  private var day = CalendarDay(number: 0)
  private var hour = 0
  /// The times, in seconds since 1970, for which `day` and `hour` are valid.
  private var known = 0..<0

  mutating func today() -> (day: CalendarDay, hour: Int) {
    var seconds = time(nil)
    if known.contains(seconds) { return (day, hour) }
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return (CalendarDay(number: 0), 0) }
    let local = unsafe Int(seconds) + Int(parts.tm_gmtoff)
    day = CalendarDay(number: (local - (local % 86_400 + 86_400) % 86_400) / 86_400)
    hour = unsafe Int(parts.tm_hour)
    known = seconds..<(seconds / 900 + 1) * 900
    return (day, hour)
  }
}
