import Glibc

/// Starts threads that run one job each. While the job runs, other code must not use the job's data.
package enum JobThread {
  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Starts a thread that runs `body`. Returns `nil` if no thread can be created.
  package static func start(_ body: @escaping () -> Void) -> pthread_t? {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var thread = pthread_t()
    let failure = unsafe pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer = unsafe pointer else { return nil }
        unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
        return nil
      }, job.toOpaque())
    if failure == 0 { return thread }
    unsafe job.release()
    return nil
  }
}
