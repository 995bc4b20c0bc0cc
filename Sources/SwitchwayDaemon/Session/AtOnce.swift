import Glibc

/// Does jobs that only wait at the same time, each in a thread of its own.
///
/// The kernel waits for all its processors, 10 to 25 ms, at the end of every grab and once more whenever an event node
/// is closed (`synchronize_rcu` in drivers/input/evdev.c). One after the other, a keyboard of three nodes would take
/// longer than the other person may have to wait; at once they wait together. The loop's own thread waits for all of
/// them, so nothing is used by two threads: a job touches what is its own.
enum AtOnce {
  /// So many threads at a time, besides the caller's: the service may have sixteen tasks. Chosen.
  static let most = 6

  /// What a thread is given: every so-manieth job.
  private final class Share {
    private let jobs: [() -> Void]
    private let indices: StrideTo<Int>

    init(_ jobs: [() -> Void], from first: Int, by step: Int) {
      self.jobs = jobs
      indices = stride(from: first, to: jobs.count, by: step)
    }

    func work() { for index in indices { jobs[index]() } }
  }

  /// Does all `jobs`, and `own` in the calling thread meanwhile; returns when everything is done. Where no thread can be
  /// made, the caller's does it.
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
