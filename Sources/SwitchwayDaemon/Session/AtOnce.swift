import Glibc

/// Runs jobs that mostly wait in parallel, each in its own thread.
///
/// The kernel waits for all processors, 10 to 25 ms, at the end of every grab and again when an event node is closed
/// (`synchronize_rcu` in drivers/input/evdev.c). In sequence, a keyboard of three nodes would delay the next person's
/// session too long. The event loop's thread waits for all threads, so no object is used by two of them: a job touches
/// only its own data.
enum AtOnce {
  /// The most threads besides the caller's. The service may have sixteen tasks. Chosen.
  static let most = 6

  /// The jobs of one thread: every nth job.
  private final class Share {
    private let jobs: [() -> Void]
    private let indices: StrideTo<Int>

    init(_ jobs: [() -> Void], from first: Int, by step: Int) {
      self.jobs = jobs
      indices = stride(from: first, to: jobs.count, by: step)
    }

    func work() { for index in indices { jobs[index]() } }
  }

  /// Runs all `jobs`, and `own` in the calling thread, and returns when everything is done. If a thread cannot be
  /// created, the calling thread runs its jobs.
  static func run(_ jobs: [() -> Void], beside own: () -> Void = {}) {
    let count = min(jobs.count, most)
    var threads: [pthread_t] = []
    var left: [Share] = []
    for index in 0..<count {
      let share = Share(jobs, from: index, by: count)
      let retained = unsafe Unmanaged.passRetained(share)
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil,
        { pointer in
          guard let pointer = unsafe pointer else { return nil }
          unsafe Unmanaged<Share>.fromOpaque(pointer).takeRetainedValue().work()
          return nil
        }, retained.toOpaque())
      if status == 0 {
        threads.append(thread)
      } else {
        unsafe retained.release()
        left.append(share)
      }
    }
    own()
    for share in left { share.work() }
    for thread in threads { pthread_join(thread, nil) }
  }
}
