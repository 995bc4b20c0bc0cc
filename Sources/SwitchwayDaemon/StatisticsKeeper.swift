import Glibc
import SwitchwayCore

/// Keeps an engine's statistics over restarts: never a write a press, but one a while after the first that was not kept
/// yet, and one at the end.
final class StatisticsKeeper {
  /// From the first press that is not kept to its keeping. Chosen: what a power cut may cost.
  static let interval = Microseconds.seconds(60)

  private let engine: Engine
  private let file: StatisticsFile?
  private let log: (StatisticsFile.Notice) -> Void
  private var timer: TimerSource?
  private var isArmed = false
  /// The last thing that was said: the same is not said again.
  private var told: StatisticsFile.Notice?

  /// Counts from what was kept. `file`: nil where nothing is kept.
  init(
    _ engine: Engine, _ file: StatisticsFile?, reactor: Reactor, log: @escaping (StatisticsFile.Notice) -> Void
  ) throws(Reactor.Failure) {
    self.engine = engine
    self.file = file
    self.log = log
    var days: [PressStatistics.Day] = []
    if let file {
      let kept = file.read()
      days = kept.days
      if let notice = kept.notice { log(notice) }
    }
    engine.count(PressStatistics(days: days)) { StatisticsKeeper.today() }
    guard file != nil else { return }
    timer = try reactor.timer(priority: .control) { [unowned self] in
      isArmed = false
      keep()
    }
  }

  /// After anything happened.
  func look() {
    guard !isArmed, timer != nil, engine.statistics?.hasChanged ?? false else { return }
    isArmed = true
    timer?.set(to: Reactor.now + StatisticsKeeper.interval)
  }

  /// Keeps what is not kept yet.
  func keep() {
    guard let file, let statistics = engine.statistics, statistics.hasChanged else { return }
    let notice = file.write(statistics.days)
    if notice == nil { engine.statistics?.hasChanged = false }
    if let notice, notice != told { log(notice) }
    told = notice
  }

  /// The day that people's calendars show here.
  static func today() -> CalendarDay {
    var seconds = time(nil)
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return CalendarDay(number: 0) }
    let local = unsafe Int(seconds) + Int(parts.tm_gmtoff)
    return CalendarDay(number: (local - (local % 86_400 + 86_400) % 86_400) / 86_400)
  }
}
