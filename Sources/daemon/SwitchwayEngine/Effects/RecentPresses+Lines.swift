import SwitchwayProtocol
import SwitchwayCore
import SwitchwayTime

extension LineBuffer {
  /// Appends the `result` of the request `get` for `statistics`: `{"presses":[…],"days":[…]}`. Both lists begin with
  /// the oldest; presses that are not answered yet come last. There are as many of the latest days as fit into a line.
  public mutating func putStatistics(presses: RecentPresses, days: [PressStatistics.Day] = []) {
    put(#"{"presses":"#)
    putValue(.array(presses.entries.map(\.value) + presses.waits.map { $2.value(of: $0, $1) }))
    put(#","days":"#)
    StatisticsText.putDays(days, upTo: LineBuffer.mostWithDiagnostics, into: &self)
    put("}")
  }
}

extension RecentPresses.Entry {
  fileprivate var value: JSONValue {
    let word: JSONValue
    var made: (gesture: Gesture, command: ScanCommand)?
    var (times, why): (Int?, RejectionReason?)
    switch outcome {
    case .question(let gesture, let command): (word, made) = ("question", (gesture, command))
    case .command(let gesture, let command, let count): (word, made, times) = ("command", (gesture, command), count)
    case .rejected(let reason): (word, why) = ("rejected", reason)
    }
    func integer(_ number: Int?) -> JSONValue? { number.map { .integer(Int64($0)) } }
    return [
      "switch": .string(name), "label": .string(label), "pressed": .integer(pressed.microseconds),
      "time": .integer(time.microseconds), "length": length.map { .integer($0.value) },
      "needed": needed.map { .integer($0.value) }, "outcome": word,
      "gesture": made.map { .string($0.gesture.rawValue) }, "command": made.map { .string($0.command.name) },
      "args": made.map { .strings($0.command.arguments) }, "count": integer(times),
      "reason": why.map { .string($0.rawValue) }, "page": integer(choice?.page), "item": integer(choice?.item),
      "lit": integer(choice?.lit),
    ]
  }
}

extension RecentPresses.Wait {
  fileprivate func value(of name: String, _ label: String) -> JSONValue {
    [
      "switch": .string(name), "label": .string(label), "pressed": .integer(pressed.microseconds),
      "until": .integer(until.microseconds), "outcome": "pending", "reason": .string(reason.rawValue),
    ]
  }
}
