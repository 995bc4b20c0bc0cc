/// The reason why a press waits. Raw values are the protocol's words.
public enum PendingReason: String, CaseIterable, Sendable {
  case holdDuration = "hold-duration"
  case neighbour, chord, hold
  /// The press waits for another press, which would make it a double or a triple tap.
  case double

  /// The open decision as a question, for a person.
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
