import CLinuxInput
import Glibc
import SwitchwayProtocol

/// Gives cues by starting programs, and ends programs that do not end by themselves.
final class CueGiver {
  private var schedule: CueSchedule
  /// A file in memory for each sound. These files disappear when this process ends, for whatever reason.
  private var sounds: [Cue: Int32] = [:]

  /// - Parameters:
  ///   - alarm: how long the alarm for `attention` lasts, in microseconds.
  ///   - volume: 1 to 100.
  init(programs: [Cue: [CueProgram]], alarm: Int64, volume: Int) throws(CommandFailure) {
    schedule = CueSchedule(programs: programs, alarm: alarm)
    for cue in programs.keys { sounds[cue] = try Self.file(CueSound.wave(of: cue, volume: volume)) }
  }

  deinit {
    end()
    for sound in sounds.values { close(sound) }
  }

  private static func file(_ bytes: [UInt8]) throws(CommandFailure) -> Int32 {
    let file = unsafe sw_memory_file("switchway sound")
    guard file >= 0, unsafe write(file, bytes, bytes.count) == bytes.count else {
      let code = file < 0 ? -file : errno
      throw CommandFailure(.failed, unsafe "cannot keep a sound in memory: \(String(cString: strerror(code)))")
    }
    return file
  }

  /// The time at which `work` must be called again if nothing happens before, in microseconds. `nil` if nothing is due.
  var deadline: Int64? { schedule.deadline(at: sw_monotonic_microseconds()) }

  /// Requests a cue. The caller must then call `work`.
  func offer(_ cue: Cue, words: String, decided: Int64?) {
    let now = sw_monotonic_microseconds()
    schedule.offer(cue, words: words, decided: decided ?? now, at: now)
  }

  /// Collects processes that have ended, kills processes that run for too long, and starts processes that are due.
  func work() {
    var status: Int32 = 0
    while true {
      let process = unsafe waitpid(-1, &status, WNOHANG)
      guard process > 0 else { break }
      guard let run = schedule.ended(process) else { continue }
      if status == 0 { schedule.succeeded(run) } else { fail(run, Self.words(for: status)) }
    }
    for (process, run) in schedule.overdue(at: sw_monotonic_microseconds()) {
      kill(-process, SIGKILL)
      fail(run, "does not end")
    }
    while let run = schedule.next(at: sw_monotonic_microseconds()) {
      let process = start(run, showsErrors: false)
      schedule.started(run, process: process, at: sw_monotonic_microseconds())
      if process < 0, let run = schedule.ended(process) { fail(run, Self.words(forStart: process)) }
    }
  }

  func end() {
    for process in schedule.runs.keys { kill(-process, SIGKILL) }
  }

  private func start(_ run: CueSchedule.Run, showsErrors: Bool) -> pid_t {
    run.program.start(
      run.program.arguments(for: run.cue, words: run.words), sound: sounds[run.cue] ?? -1, showsErrors: showsErrors)
  }

  private func fail(_ run: CueSchedule.Run, _ words: String) {
    guard schedule.failed(run, at: sw_monotonic_microseconds()) else { return }
    Terminal.complain(
      "\(run.program.title) \(words); it will be tried again\nhelp: 'switchway feedback --try' shows its messages"
    )
  }

  private static func words(for status: Int32) -> String {
    let signal = status & 0x7F
    return signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
  }

  private static func words(forStart result: Int32) -> String {
    unsafe "cannot be started: \(String(cString: strerror(-result)))"
  }

  // MARK: Trying

  /// Gives one cue, and waits until the program has ended. The program's messages go to standard error. Returns the
  /// reason why it failed, or `nil` if it did not fail.
  func attempt(_ cue: Cue, words: String, by program: CueProgram, _ interrupts: Interrupts) -> String? {
    let process = start(
      CueSchedule.Run(cue: cue, words: words, program: program, until: .max), showsErrors: true)
    guard process >= 0 else { return Self.words(forStart: process) }
    let end = sw_monotonic_microseconds() + CueSchedule.speechLimit
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      let isReady = Readiness.isReadable(interrupts.descriptor, until: end)
      let signal = isReady ? interrupts.next() ?? SIGCHLD : SIGCHLD
      guard signal == SIGCHLD, sw_monotonic_microseconds() < end else {
        kill(-process, SIGKILL)
        if signal != SIGCHLD { Interrupts.end(by: signal) }
        _ = waitpid(process, nil, 0)
        return "does not end"
      }
    }
    return status == 0 ? nil : Self.words(for: status)
  }
}
