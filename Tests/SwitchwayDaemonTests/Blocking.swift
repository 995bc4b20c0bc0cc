import Foundation
import Testing

/// Tests that wait for processes, files or sockets run on threads of their own (`.blocking` of their suite).
///
/// Swift has one thread for each processor for all tasks. While tests block these, no other task goes on: not that of a
/// front end in the same program for whose request a test waits.
struct Blocking: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
  }
}

extension Trait where Self == Blocking {
  /// The tests block, and so run on threads of their own.
  static var blocking: Self { Blocking() }
}

/// Runs the tests that block, a few at a time.
final class BlockingThreads: TaskExecutor, @unchecked Sendable {
  /// In the two targets that share this file, two more than processors, as most of these tests wait most of the time.
  /// Chosen.
  static let shared = BlockingThreads(count: ProcessInfo.processInfo.activeProcessorCount / 2 + 1)

  /// Marks these threads, in their dictionary.
  private static let mark = "blocking tests"

  /// Guards `jobs`.
  private let changed = NSCondition()
  private var jobs: [UnownedJob] = []

  private init(count: Int) {
    for _ in 0..<count { Thread { [unowned self] in work() }.start() }
  }

  /// Throws if the caller does not run on one of these threads. What waits calls this.
  static func expectCurrent() throws {
    guard Thread.current.threadDictionary[mark] != nil else {
      throw ProgramError("a suite with tests that wait needs the trait .blocking")
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    changed.withLock {
      jobs.append(job)
      changed.signal()
    }
  }

  /// The newest job comes first. So a test that has begun goes on before another one begins.
  private func work() -> Never {
    Thread.current.threadDictionary[Self.mark] = true
    while true {
      let job = changed.withLock {
        while jobs.isEmpty { changed.wait() }
        return jobs.removeLast()
      }
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
