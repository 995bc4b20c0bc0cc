import Glibc
import SwitchwayReactor

/// Runs jobs that mostly wait in parallel, each in a separate thread.
///
/// The kernel waits for all processors, 10 to 25 ms, at the end of every grab and again when an event node is closed
/// (`synchronize_rcu` in drivers/input/evdev.c). In sequence, a keyboard of three nodes would delay the next person's
/// session too long. The event loop's thread waits for all threads, so no object is used by two of them: a job touches
/// only its own data.
enum AtOnce {
  /// The largest number of threads besides the caller's. The service may have sixteen tasks. Arbitrary.
  static let most = 6

  /// Runs all `jobs`, and `own` in the calling thread, and returns when all are done. If a thread cannot be
  /// created, the calling thread runs its jobs.
  static func run(_ jobs: [() -> Void], beside own: () -> Void = {}) {
    let count = min(jobs.count, most)
    var threads: [pthread_t] = []
    var left: [() -> Void] = []
    for first in 0..<count {
      // The jobs of one thread: every nth job.
      let share = { for index in stride(from: first, to: jobs.count, by: count) { jobs[index]() } }
      if let thread = JobThread.start(share) { threads.append(thread) } else { left.append(share) }
    }
    own()
    for share in left { share() }
    for thread in threads { pthread_join(thread, nil) }
  }
}
