import SwitchwayScanning

/// Sends calls to programs, a few at a time to each, so that a slow one is not asked more than it can answer in time,
/// and a program that does not answer delays no other.
///
/// A program that leaves a call unanswered is silent: everything that waits for it is answered as late, and then only
/// one call at a time is sent to it, until anything comes from it.
final class ProgramCalls {
  /// How long a program may take for an answer, in microseconds. Source: the design's "Parts".
  static let limit: UInt64 = 500_000
  /// The most calls that a program has not answered. Chosen: GTK 4 answers 64 in about 50 ms, far from the limit.
  static let mostUnanswered = 64
  /// The most calls that wait for one program. Chosen: a reading has up to 300.
  static let mostWaiting = 4_096

  var onSilent: ((_ bus: String) -> Void)?
  var onAnswering: ((_ bus: String) -> Void)?

  private struct Entry {
    let call: Call
    let answer: (Answer) -> Void
  }

  private final class Line {
    var unanswered = 0
    var isSilent = false
    /// The next one is the last.
    var waiting: [Entry] = []
    /// Sent before those in `waiting`: what a person waits for.
    var urgent: [Entry] = []

    func next() -> Entry? { urgent.popLast() ?? waiting.popLast() }

    func removeAll() -> [Entry] {
      defer { (urgent, waiting) = ([], []) }
      return (waiting + urgent).reversed()
    }
  }

  private let connection: BusConnection
  private let later: Later
  private var lines: [String: Line] = [:]
  private var silentCount = 0

  private let limit: UInt64

  init(_ connection: BusConnection, later: Later, limit: UInt64) {
    (self.connection, self.later, self.limit) = (connection, later, limit)
    connection.onMessage = { [unowned self] sender in if silentCount > 0 { hear(sender) } }
  }

  func isSilent(_ bus: String) -> Bool { lines[bus]?.isSilent ?? false }

  /// Calls an object of a program. `isUrgent`: before everything that waits for this program.
  func send(_ call: Call, isUrgent: Bool = false, _ answer: @escaping (Answer) -> Void) {
    let line = lines[call.object.bus] ?? Line()
    lines[call.object.bus] = line
    guard line.waiting.count < Self.mostWaiting else { return later.run { answer(.refused) } }
    let entry = Entry(call: call, answer: answer)
    if isUrgent { line.urgent.insert(entry, at: 0) } else { line.waiting.insert(entry, at: 0) }
    sendNext(of: line, call.object.bus)
  }

  /// Calls an object at once, whatever else its program was asked. If it is late, the program is not silent for that.
  /// `limit`: how long it may take, in microseconds; nil: as any call.
  func sendApart(_ call: Call, limit: UInt64? = nil, _ answer: @escaping (Answer) -> Void) {
    connection.send(call, limit: limit ?? self.limit, answer)
  }

  /// Forgets a program that has left the bus.
  func remove(_ bus: String) {
    guard let line = lines.removeValue(forKey: bus) else { return }
    if line.isSilent { silentCount -= 1 }
    for entry in line.removeAll() { later.run { entry.answer(.refused) } }
  }

  private func sendNext(of line: Line, _ bus: String) {
    while line.unanswered < (line.isSilent ? 1 : Self.mostUnanswered), let entry = line.next() {
      line.unanswered += 1
      connection.send(entry.call, limit: limit) { [weak self] answer in
        line.unanswered -= 1
        self?.finish(entry, answer, of: line, bus)
      }
    }
  }

  private func finish(_ entry: Entry, _ answer: Answer, of line: Line, _ bus: String) {
    let isKnown = lines[bus] === line
    if answer.isLate, isKnown {
      let others = line.removeAll()
      if !line.isSilent {
        line.isSilent = true
        silentCount += 1
        onSilent?(bus)
      }
      entry.answer(.late)
      for other in others { other.answer(.late) }
    } else {
      entry.answer(answer)
    }
    if isKnown { sendNext(of: line, bus) }
  }

  private func hear(_ sender: String) {
    guard let line = lines[sender], line.isSilent else { return }
    line.isSilent = false
    silentCount -= 1
    later.run { [weak self] in
      self?.onAnswering?(sender)
      self?.sendNext(of: line, sender)
    }
  }
}
