import SwitchwayBus
import SwitchwayScanning

/// Sends calls to programs, a limited number at a time to each program. So a slow program does not get more calls than
/// it can answer in time, and a program that does not answer does not delay others.
///
/// A program that leaves a call unanswered is silent: all calls that wait for it end as late, and then it gets only one
/// call at a time, until it sends anything.
final class ProgramCalls {
  /// The time that a program may take for an answer, in microseconds. Source: docs/design/desktop.md, "Parts".
  static let limit: UInt64 = 500_000
  /// How many times `limit` a program may take if a press waits for the answer. This is 2.5 s, which is less than the
  /// session waits.
  static let checkPatience: UInt64 = 5
  /// The largest number of unanswered calls to one program. GTK 4 answers 64 calls in about 50 ms, which is far below
  /// `limit`.
  static let mostUnanswered = 64
  /// The largest number of calls that wait until they can be sent to one program. Reading a window needs up to 300.
  static let mostWaiting = 4_096

  var onSilent: ((_ bus: String) -> Void)?
  var onAnswering: ((_ bus: String) -> Void)?

  private final class Line {
    var unanswered = 0
    var isSilent = false
    /// The calls that wait. The last one is sent next.
    var waiting: [(call: Call, answer: (Answer) -> Void)] = []
  }

  private let connection: BusConnection
  private let later: Later
  private let limit: UInt64
  private var lines: [String: Line] = [:]

  init(_ connection: BusConnection, later: Later, limit: UInt64) {
    (self.connection, self.later, self.limit) = (connection, later, limit)
    connection.onMessage = { [unowned self] sender in hear(sender) }
  }

  /// The time that a program may take for an answer if a press waits for it, in microseconds.
  var checkLimit: UInt64 { limit * Self.checkPatience }

  func isSilent(_ bus: String) -> Bool { lines[bus]?.isSilent ?? false }

  /// Calls an object of a program. `isUrgent`: whether the call comes before all other calls that wait for this
  /// program.
  func send(_ call: Call, isUrgent: Bool = false, _ answer: @escaping (Answer) -> Void) {
    let line = lines[call.bus] ?? Line()
    lines[call.bus] = line
    guard line.waiting.count < Self.mostWaiting else { return later.run { answer(.refused) } }
    line.waiting.insert((call, answer), at: isUrgent ? line.waiting.count : 0)
    sendNext(of: line, call.bus)
  }

  /// Calls an object at once, even if other calls to its program wait. If the answer is late, the program does not
  /// count as silent. `limit`: how long the answer may take, in microseconds; `nil` means the limit of other calls.
  func sendApart(_ call: Call, limit: UInt64? = nil, _ answer: @escaping (Answer) -> Void) {
    connection.send(call, limit: limit ?? self.limit, answer)
  }

  func remove(_ bus: String) {
    guard let line = lines.removeValue(forKey: bus) else { return }
    for (_, answer) in line.waiting { later.run { answer(.refused) } }
    line.waiting = []
  }

  private func sendNext(of line: Line, _ bus: String) {
    while line.unanswered < (line.isSilent ? 1 : Self.mostUnanswered), let next = line.waiting.popLast() {
      line.unanswered += 1
      connection.send(next.call, limit: limit) { [weak self] answer in
        line.unanswered -= 1
        var others: [(Answer) -> Void] = []
        if answer.isLate, let self, lines[bus] === line {
          (others, line.waiting) = (line.waiting.reversed().map(\.answer), [])
          if !line.isSilent { onSilent?(bus) }
          line.isSilent = true
        }
        next.answer(answer)
        for other in others { other(.late) }
        self?.sendNext(of: line, bus)
      }
    }
  }

  private func hear(_ sender: String) {
    guard let line = lines[sender], line.isSilent else { return }
    line.isSilent = false
    later.run { [weak self] in
      self?.onAnswering?(sender)
      self?.sendNext(of: line, sender)
    }
  }
}

/// Calls that are sent together, and the code that runs when all of them have been answered.
final class AnswerGroup {
  private(set) var isLate = false
  private let calls: ProgramCalls
  private let isUrgent: Bool
  private let limit: UInt64?
  /// The number of unanswered calls, plus 1 until `whenAnswered` is called.
  private var left = 1
  private var done: (() -> Void)?

  var isWaiting: Bool { left > 1 }

  /// - Parameters:
  ///   - isUrgent: whether the calls of the group come before all other calls that wait for these programs.
  ///   - limit: if it is not `nil`, each call is sent at once, even if other calls to the program wait, and its answer
  ///     may take this long, in microseconds.
  init(_ calls: ProgramCalls, isUrgent: Bool = false, limit: UInt64? = nil) {
    (self.calls, self.isUrgent, self.limit) = (calls, isUrgent, limit)
  }

  /// Sends a call. `read` gets the values of the answer. It is not called if the answer has no values.
  func send(_ call: Call, _ read: @escaping (Reply) -> Void) {
    left += 1
    let take: (Answer) -> Void = { [self] answer in
      if let reply = answer.values { read(reply) }
      if answer.isLate { isLate = true }
      leave()
    }
    if let limit { calls.sendApart(call, limit: limit, take) } else { calls.send(call, isUrgent: isUrgent, take) }
  }

  func get(
    _ object: Reference, _ interface: String, _ property: String, as type: String, _ read: @escaping (Reply) -> Void
  ) {
    send(.get(object, interface, property)) { reply in
      if reply.enter("v", type) { read(reply) }
    }
  }

  /// Calls `done` after the last answer, or at once if no call is unanswered. Call it once, after all calls were sent.
  func whenAnswered(_ done: @escaping () -> Void) {
    self.done = done
    leave()
  }

  private func leave() {
    left -= 1
    guard left == 0, let due = done else { return }
    done = nil
    due()
  }
}
