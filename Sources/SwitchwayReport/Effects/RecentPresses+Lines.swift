import SwitchwayCore
import SwitchwayProtocol

extension LineBuffer {
  /// Appends the `result` of `get` `statistics`: `{"presses":[…],"days":[…]}`, the oldest first, waiting presses last.
  /// Contains as many of the latest days as fit into a line.
  public mutating func putStatistics(presses: RecentPresses, days: [PressStatistics.Day] = []) {
    put(#"{"presses":["#)
    var isFirst = true
    for entry in presses.entries {
      begin(entry.name, entry.label, entry.pressed, isFirst: &isFirst)
      put(#","time":"#, entry.time.microseconds)
      if let length = entry.length {
        put(#","length":"#, length.value)
      }
      if let needed = entry.needed {
        put(#","needed":"#, needed.value)
      }
      switch entry.outcome {
      case .question(let gesture, let command):
        put(#","outcome":"question""#)
        put(gesture, command)
      case .command(let gesture, let command, let count):
        put(#","outcome":"command""#)
        put(gesture, command)
        put(#","count":"#, Int64(count))
      case .rejected(let reason):
        put(#","outcome":"rejected","reason":"#, EscapedText(reason.rawValue))
      }
      if let choice = entry.choice {
        put(#","page":"#, Int64(choice.page))
        put(#","item":"#, Int64(choice.item))
        put(#","lit":"#, Int64(choice.lit))
      }
      put("}")
    }
    for (name, label, wait) in presses.waits {
      begin(name, label, wait.pressed, isFirst: &isFirst)
      put(#","until":"#, wait.until.microseconds)
      put(#","outcome":"pending","reason":"#, EscapedText(wait.reason.rawValue))
      put("}")
    }
    put(#"],"days":"#)
    StatisticsText.put(days, upTo: LineBuffer.mostWithDiagnostics, into: &self)
    put("}")
  }

  private mutating func put(_ gesture: Gesture, _ command: ScanCommand) {
    put(#","gesture":"#, EscapedText(gesture.rawValue))
    put(#","command":"#, EscapedText(command.name))
    put(#","args":"#, EscapedList(command.arguments))
  }

  private mutating func begin(_ name: String, _ label: String, _ pressed: Instant, isFirst: inout Bool) {
    if !isFirst { put(",") }
    isFirst = false
    put(#"{"switch":"#, EscapedText(name))
    put(#","label":"#, EscapedText(label))
    put(#","pressed":"#, pressed.microseconds)
  }
}
