import Glibc
import SwitchwayCore

/// Keeps a performer's statistics over restarts: never a write a press, but one a while after the first that was not kept
/// yet, and one at the end.
final class StatisticsKeeper {
  /// From the first press that is not kept to its keeping. Chosen: what a power cut may cost.
  static let interval = Microseconds.seconds(60)

  /// Writes the text of a file, some time, and says what went wrong, if anything did.
  typealias Writer = (_ text: [UInt8], _ done: @escaping (StatisticsFile.Notice?) -> Void) -> Void

  private let performer: Performer
  private let write: Writer?
  private let log: (StatisticsFile.Notice) -> Void
  private var timer: TimerSource?
  private var isArmed = false
  /// What was handed over has not been written yet.
  private(set) var isWriting = false
  /// The last thing that was said: the same is not said again.
  private var told: StatisticsFile.Notice?

  /// Counts from what was kept. `write`: nil where nothing is kept.
  init(
    _ performer: Performer, from days: [PressStatistics.Day], reactor: Reactor, write: Writer?,
    log: @escaping (StatisticsFile.Notice) -> Void
  ) throws(Reactor.Failure) {
    self.performer = performer
    self.write = write
    self.log = log
    // The time zone's file is read now, and never again: see `today`.
    _ = StatisticsKeeper.today()
    performer.count(PressStatistics(days: days)) { StatisticsKeeper.today() }
    guard write != nil else { return }
    timer = try reactor.timer(priority: .control) { [unowned self] in
      isArmed = false
      keep()
    }
  }

  /// After anything happened.
  func look() {
    guard !isArmed, timer != nil, performer.statistics?.hasChanged ?? false else { return }
    isArmed = true
    timer?.set(to: Reactor.now + StatisticsKeeper.interval)
  }

  /// Nothing is left to keep, or it cannot be kept.
  var isDone: Bool { write == nil || !isWriting && (told != nil || !(performer.statistics?.hasChanged ?? false)) }

  /// Keeps what is not kept yet; what cannot be written now is tried again a while later.
  func keep() {
    guard let write, let statistics = performer.statistics, statistics.hasChanged else { return }
    guard !isWriting else { return look() }
    isWriting = true
    performer.statistics?.hasChanged = false
    write(StatisticsText.file(statistics.days)) { [weak self] notice in
      guard let self else { return }
      isWriting = false
      if notice != nil { performer.statistics?.hasChanged = true }
      if let notice, notice != told { log(notice) }
      told = notice
      look()
    }
  }

  /// The day that people's calendars show here.
  ///
  /// Touches no file but the first time: localtime_r(3) reads the time zone once in a process.
  static func today() -> CalendarDay {
    var seconds = time(nil)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return CalendarDay(number: 0) }
    let local = unsafe Int(seconds) + Int(parts.tm_gmtoff)
    return CalendarDay(number: (local - (local % 86_400 + 86_400) % 86_400) / 86_400)
  }
}
