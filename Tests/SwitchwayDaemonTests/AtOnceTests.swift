import Foundation
import Testing

@testable import SwitchwayDaemon

@Suite("Jobs that are done at once") struct AtOnceTests {
  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [Int] = []

    func add(_ entry: Int) { lock.withLock { entries.append(entry) } }
    var all: [Int] { lock.withLock { entries } }
  }

  @Test("each is done once, however many there are, and all are when it returns", arguments: [0, 1, 6, 7, 300])
  func all(count: Int) {
    let log = Log()
    var isOwnDone = false
    AtOnce.run((0..<count).map { number in { log.add(number) } }, beside: { isOwnDone = true })
    #expect(isOwnDone)
    #expect(log.all.sorted() == Array(0..<count))
  }

  @Test("they wait side by side, and the caller's own job beside them")
  func together() {
    let arrived = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let log = Log()
    // Each waits until all have begun; one after the other, none would ever go on.
    let job = {
      arrived.signal()
      log.add(gate.wait(timeout: .now() + 60) == .success ? 1 : 0)
    }
    AtOnce.run(Array(repeating: job, count: AtOnce.most)) {
      for _ in 0..<AtOnce.most { #expect(arrived.wait(timeout: .now() + 60) == .success) }
      for _ in 0..<AtOnce.most { gate.signal() }
    }
    #expect(log.all == Array(repeating: 1, count: AtOnce.most))
  }
}
