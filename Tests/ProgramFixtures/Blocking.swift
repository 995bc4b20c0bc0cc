import Foundation
import Testing

/// Tests that wait for processes, files or sockets run on threads of their own (`.blocking` of their suite).
///
/// Swift has one thread for each processor for all tasks. While tests block these, no other task goes on. A front end
/// in the same program, for whose request such a test waits, has a thread, too (`TestThreads.frontEnds`). Behind
/// hundreds of tests that compute, it would otherwise go on after minutes only.
package struct Blocking: SuiteTrait, TestTrait, TestScoping {
  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(TestThreads.blocking) { try await function() }
  }
}

extension Trait where Self == Blocking {
  /// The tests block, and so run on threads of their own.
  package static var blocking: Self { Blocking() }
}

/// Threads of the tests' own, for a few tasks at a time.
package final class TestThreads: TaskExecutor, @unchecked Sendable {
  /// More than processors, as most of these tests wait most of the time.
  /// Arbitrary.
  package static let blocking = TestThreads(count: ProcessInfo.processInfo.activeProcessorCount / 2 + 1, mayBlock: true)
  /// Runs tasks that await and never block: those of front ends in the program of the tests.
  package static let frontEnds = TestThreads(count: 1, mayBlock: false)

  /// Marks these threads, in their dictionary.
  private static let mark = "blocking tests"

  /// Guards `jobs`.
  private let changed = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(count: Int, mayBlock: Bool) {
    for _ in 0..<count { Thread { [unowned self] in work(mayBlock: mayBlock) }.start() }
  }

  /// Throws if the caller does not run on one of these threads. What waits calls this.
  package static func expectCurrent() throws {
    guard Thread.current.threadDictionary[mark] != nil else {
      throw ProgramError("a suite with tests that wait needs the trait .blocking")
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    changed.withLock {
      jobs.append(job)
      changed.signal()
    }
  }

  /// The newest job comes first. So a test that has begun goes on before another one begins.
  private func work(mayBlock: Bool) -> Never {
    if mayBlock { Thread.current.threadDictionary[Self.mark] = true }
    while true {
      let job = changed.withLock {
        while jobs.isEmpty { changed.wait() }
        return jobs.removeLast()
      }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
