import Glibc
import SwitchwayReactor

/// Runs jobs in parallel threads. It is meant for jobs that spend most of their time waiting.
///
/// The kernel waits for all processors, 10 to 25 ms, at the end of every grab and again when an event node is closed
/// (`synchronize_rcu` in drivers/input/evdev.c). If the three nodes of a keyboard were closed one after the other, the
/// next person's session would be delayed too long. The event loop's thread waits until all jobs are done, and each job
/// uses only its own data. So no object is used by two threads at once.
enum AtOnce {
  /// The largest number of threads besides the calling one. Arbitrary; the service may have 16 tasks.
  static let most = 6

  /// Runs all `jobs` in threads and `own` in the calling thread, and returns when all are done. If a thread cannot be
  /// created, the calling thread runs the jobs of that thread.
  static func run(_ jobs: [() -> Void], beside own: () -> Void = {}) {
    let count = min(jobs.count, most)
    var threads: [pthread_t] = []
    var left: [() -> Void] = []
    for first in 0..<count {
      // The jobs of one thread: every `count`th job, beginning with the job `first`.
      let share = { for index in stride(from: first, to: jobs.count, by: count) { jobs[index]() } }
      if let thread = JobThread.start(share) { threads.append(thread) } else { left.append(share) }
    }
    own()
    for share in left { share() }
    for thread in threads { pthread_join(thread, nil) }
  }
}
