import SwitchwayCore
import SwitchwayProtocol

extension LineBuffer {
  /// Appends the `result` of `get` `statistics`: `{"presses":[…],"days":[…]}`, the oldest first, waiting presses last.
  /// Of the days, the latest that have room in a line.
  public mutating func putStatistics(presses: RecentPresses, days: [PressStatistics.Day] = []) {
    put(#"{"presses":["#)
    var isFirst = true
    for entry in presses.entries {
      begin(entry.name, entry.label, entry.pressed, isFirst: &isFirst)
      put(#","time":"#)
      put(entry.time.microseconds)
      if let length = entry.length {
        put(#","length":"#)
        put(length.value)
      }
      if let needed = entry.needed {
        put(#","needed":"#)
        put(needed.value)
      }
      switch entry.outcome {
      case .question(let gesture, let command):
        put(#","outcome":"question""#)
        put(gesture, command)
      case .command(let gesture, let command, let count):
        put(#","outcome":"command""#)
        put(gesture, command)
        put(#","count":"#)
        put(Int64(count))
      case .rejected(let reason):
        put(#","outcome":"rejected","reason":"#)
        put(EscapedText(reason.rawValue))
      }
      put("}")
    }
    for (name, label, wait) in presses.waits {
      begin(name, label, wait.pressed, isFirst: &isFirst)
      put(#","until":"#)
      put(wait.until.microseconds)
      put(#","outcome":"pending","reason":"#)
      put(EscapedText(wait.reason.rawValue))
      put("}")
    }
    put(#"],"days":"#)
    StatisticsText.put(days, upTo: LineBuffer.mostWithDiagnostics, into: &self)
    put("}")
  }

  private mutating func put(_ gesture: Gesture, _ command: ScanCommand) {
    put(#","gesture":"#)
    put(EscapedText(gesture.rawValue))
    put(#","command":"#)
    put(EscapedText(command.name))
    put(#","args":"#)
    put(EscapedList(command.arguments))
  }

  private mutating func begin(_ name: String, _ label: String, _ pressed: Instant, isFirst: inout Bool) {
    if !isFirst { put(",") }
    isFirst = false
    put(#"{"switch":"#)
    put(EscapedText(name))
    put(#","label":"#)
    put(EscapedText(label))
    put(#","pressed":"#)
    put(pressed.microseconds)
  }
}
