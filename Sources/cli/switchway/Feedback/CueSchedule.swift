/// Decides when each cue is given, and by which program. This type is pure: it starts no program itself. All times are
/// on the monotonic clock, in microseconds.
///
/// A cue is never heard twice at the same time. If it is requested again while its sound is heard, it waits for the end
/// of the sound. Only the newest request waits. A cue that cannot be given within `patience` is dropped, because a late
/// click would mislead.
struct CueSchedule {
  /// The greatest delay of a cue. It is well below the time between two presses.
  static let patience: Int64 = 500_000
  /// How long a program may still run after its sound has ended. `speechLimit` is how long a program may take to speak.
  /// PulseAudio can keep `paplay` for more than two seconds after the sound of a click was heard.
  static let limit: Int64 = 5_000_000
  static let speechLimit: Int64 = 10_000_000
  /// How long a program is not used after it has failed.
  static let pause: Int64 = 10_000_000
  /// The largest number of processes at once: enough for a press every third of a second with programs that take
  /// `limit`.
  static let mostRuns = 16
  /// The shortest time from the beginning of a spoken alarm to the beginning of the next one.
  private static let spokenAlarm: Int64 = 2_000_000

  /// A process that gives a cue.
  struct Run: Equatable {
    let cue: Cue
    let words: String
    let program: CueProgram
    /// The time from which on it is too late to give the cue.
    let until: Int64
    /// The time when the process is killed if it still runs.
    var end: Int64 = 0
  }

  private let programs: [Cue: [CueProgram]]
  private let alarm: Int64
  /// The cues that wait, each with its words and the time when it is dropped.
  private var waiting: [Cue: (words: String, until: Int64)] = [:]
  /// The time when the sound of each cue ends.
  private var busyUntil: [Cue: Int64] = [:]
  /// The programs that do not work, by their titles, each with the time when it last failed.
  private var failed: [String: Int64] = [:]
  private(set) var runs: [Int32: Run] = [:]

  /// - Parameter alarm: how long the alarm for `attention` lasts.
  init(programs: [Cue: [CueProgram]], alarm: Int64) { (self.programs, self.alarm) = (programs, alarm) }

  /// Requests a cue.
  ///
  /// - Parameter decided: when the press was decided.
  mutating func offer(_ cue: Cue, words: String, decided: Int64, at now: Int64) {
    waiting[cue] = (words, cue == .attention ? now + alarm : decided + Self.patience)
  }

  /// Returns the process to start now, or `nil` if there is none. The caller must then call `started`.
  mutating func next(at now: Int64) -> Run? {
    for cue in Cue.allCases {
      guard let item = waiting[cue] else { continue }
      if now >= item.until {
        waiting[cue] = nil
      } else if !isBusy(cue, at: now), runs.count < Self.mostRuns {
        if let program = program(for: cue, at: now) {
          return Run(cue: cue, words: item.words, program: program, until: item.until)
        }
      }
    }
    return nil
  }

  private func isBusy(_ cue: Cue, at now: Int64) -> Bool {
    now < busyUntil[cue, default: .min] || isSpoken(cue)
  }

  /// Whether a program is speaking the words of this cue. How long this takes is not known.
  private func isSpoken(_ cue: Cue) -> Bool { runs.values.contains { $0.cue == cue && $0.program.speaks } }

  /// Returns the first program that has not failed. If all have failed, returns the first one that failed at least
  /// `pause` ago.
  private func program(for cue: Cue, at now: Int64) -> CueProgram? {
    let all = programs[cue] ?? []
    return all.first { failed[$0.title] == nil } ?? all.first { now >= failed[$0.title, default: 0] + Self.pause }
  }

  mutating func started(_ run: Run, process: Int32, at now: Int64) {
    var run = run
    let length = CueSound.length(of: run.cue)
    run.end = now + (run.program.speaks ? Self.speechLimit : length + Self.limit)
    runs[process] = run
    busyUntil[run.cue] = now + (!run.program.speaks ? length : run.cue == .attention ? Self.spokenAlarm : 0)
    if run.cue != .attention { waiting[run.cue] = nil }
  }

  /// Handles the end of a process. Returns its run, or `nil` if the process gave no cue, or was returned by `overdue`
  /// before.
  mutating func ended(_ process: Int32) -> Run? { runs.removeValue(forKey: process) }

  mutating func succeeded(_ run: Run) { failed[run.program.title] = nil }

  /// Handles the failure of a program. If it is not too late, another program then gives the cue. Returns whether the
  /// caller must report the failure.
  mutating func failed(_ run: Run, at now: Int64) -> Bool {
    busyUntil[run.cue] = nil
    if waiting[run.cue] == nil { waiting[run.cue] = (run.words, run.until) }
    return failed.updateValue(now, forKey: run.program.title) == nil
  }

  /// Returns the processes that have run for too long, and forgets them. The caller must kill them.
  mutating func overdue(at now: Int64) -> [(process: Int32, run: Run)] {
    let late = runs.filter { now >= $0.value.end }
    for process in late.keys { runs[process] = nil }
    return late.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the time at which the owner must act if nothing happens before, or `nil` if nothing is due.
  func deadline(at now: Int64) -> Int64? {
    let ends = runs.values.map(\.end)
    let starts = waiting.map { cue, item in
      let retry = (programs[cue] ?? []).map { failed[$0.title].map { $0 + Self.pause } ?? .min }.min() ?? .max
      // While a program speaks this cue, or `mostRuns` processes run, the cue can only be dropped.
      let isHeldUp = runs.count >= Self.mostRuns || isSpoken(cue)
      return isHeldUp ? item.until : min(max(busyUntil[cue, default: .min], retry), item.until)
    }
    return (ends + starts).min()
  }
}
