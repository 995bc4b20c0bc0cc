import SwitchwayCore
import SwitchwayJSON

/// What a gesture does and how to make it, from a row of `bindings`.
enum GestureWords {
  /// `menu when held for 800 ms: opens the scanner's own menu`.
  static func sentence(_ row: JSONValue) -> String {
    let (name, arguments) = (CommandWords.name(of: row), CommandWords.arguments(of: row))
    let meaning = CommandWords.meaning(name, arguments).map { ": \($0)" } ?? ""
    return Terminal.printable(CommandWords.written(name, arguments) + how(row) + meaning + alone(row))
  }

  /// How to make the gesture, after the command.
  private static func how(_ row: JSONValue) -> String {
    func length(_ key: String) -> String { LengthWords.text(row.number(key)) }
    switch gesture(row) {
    case .tap, nil: return ""
    case .press: return " from the press to the release"
    case .hold: return " when held for \(length("after"))"
    case .double: return " when pressed twice, the second time less than \(length("within")) after a release"
    case .triple: return " when pressed three times, each less than \(length("within")) after a release"
    case .repeated:
      let (after, every) = (row.number("after"), row.number("every"))
      return " again after \(LengthWords.seconds(after)), then every \(LengthWords.seconds(every)), while held"
    case .chord where row["within"] == nil: return ""
    case .chord: return " when pressed together, the last less than \(length("within")) after the first"
    }
  }

  private static func gesture(_ row: JSONValue) -> Gesture? {
    row["gesture"]?.stringValue.flatMap(Gesture.init)
  }

  /// The outcome of a press: the command `text`, and the gesture that made it. `length`: ` of LENGTH`, or empty.
  static func outcome(_ press: JSONValue, _ text: String, length: String) -> String {
    switch gesture(press) {
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

  static func command(_ row: JSONValue) -> String {
    Terminal.printable(
      CommandWords.text(CommandWords.name(of: row), CommandWords.arguments(of: row)) + alone(row))
  }

  /// The keys that are typed while no front end claims the command.
  private static func alone(_ row: JSONValue) -> String {
    row["alone"]?.stringValue.map { "; alone it types \($0)" } ?? ""
  }
}
