import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// Says what a gesture does and how to make it, from a row of the daemon's `bindings`.
enum GestureWords {
  /// Returns a sentence such as `menu when held for 800 ms: opens the scanner's own menu`.
  static func sentence(_ row: Wire.Binding) -> String {
    let (name, arguments) = (row.command, row.arguments)
    let meaning = CommandWords.meaning(name, arguments).map { ": \($0)" } ?? ""
    return Terminal.printable(CommandWords.written(name, arguments) + how(row) + meaning + alone(row))
  }

  /// Returns words that say how to make the gesture, to be put after the command.
  private static func how(_ row: Wire.Binding) -> String {
    func length(_ length: Int64?) -> String { LengthWords.text(length ?? 0) }
    switch gesture(row.gesture) {
    case .tap, nil: return ""
    case .press: return " from the press to the release"
    case .hold: return " when held for \(length(row.after))"
    case .double: return " when pressed twice, the second time less than \(length(row.within)) after a release"
    case .triple: return " when pressed three times, each less than \(length(row.within)) after a release"
    case .repeated:
      let (after, every) = (row.after ?? 0, row.every ?? 0)
      return " again after \(LengthWords.seconds(after)), then every \(LengthWords.seconds(every)), while held"
    case .chord where row.within == nil: return ""
    case .chord: return " when pressed together, the last less than \(length(row.within)) after the first"
    }
  }

  private static func gesture(_ word: String?) -> Gesture? { word.flatMap(Gesture.init) }

  /// Returns the outcome of a press: the command `text`, and the gesture that made it. `length`: ` of LENGTH`, or empty
  /// if the length is not known.
  static func outcome(_ press: Wire.AnsweredPress, _ text: String, length: String) -> String {
    switch gesture(press.gesture) {
    case .tap: "\(text) (a tap\(length))"
    case .press: "\(text) (a press\(length))"
    case .hold: "\(text) (a hold\(length))"
    case .double: "\(text) (pressed twice)"
    case .triple: "\(text) (pressed three times)"
    case .repeated: "\(text) (held\(length))"
    case .chord: "\(text) (pressed together)"
    case nil: text
    }
  }

  static func command(_ row: Wire.Binding) -> String {
    Terminal.printable(CommandWords.text(row.command, row.arguments) + alone(row))
  }

  /// Returns words about the keys that are typed while no front end claims the command. Empty if there are none.
  private static func alone(_ row: Wire.Binding) -> String {
    row.alone.map { "; without a scanning program it types \($0)" } ?? ""
  }
}
