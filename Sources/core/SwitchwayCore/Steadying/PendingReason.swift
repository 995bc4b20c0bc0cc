/// What a press waits for. Raw values are the protocol's words.
public enum PendingReason: String, CaseIterable, Sendable {
  case holdDuration = "hold-duration"
  case neighbour, chord, hold
  /// Another press, which would make a double or a triple tap of it.
  case double

  /// What is not decided yet, as a person reads it: a question.
  public var words: String {
    switch self {
    case .holdDuration: "held long enough to count?"
    case .neighbour: "or was it its neighbour?"
    case .chord: "together with another switch?"
    case .hold: "a tap, or a hold?"
    case .double: "will another press follow?"
    }
  }
}
