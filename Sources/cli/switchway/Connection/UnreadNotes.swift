import SwitchwayProtocol

/// Reports the members of the daemon's messages that this version cannot read, each of them once.
struct UnreadNotes {
  /// The largest number of reports, so that a faulty daemon does not fill the screen. Arbitrary.
  static let limit = 10

  private var said: Set<String> = []

  /// Returns a report such as `cannot read all of the daemon's 'state': modes.active: expected …`. Returns `nil` if
  /// everything was read, or if the report was already returned.
  mutating func text(_ unread: UnreadMembers, of message: String) -> String? {
    guard let text = UnreadNotes.text(unread, of: message), said.count < Self.limit, said.insert(text).inserted
    else { return nil }
    return text
  }

  static func text(_ unread: UnreadMembers, of message: String) -> String? {
    unread.text.map { Terminal.printable("cannot read all of the daemon's '\(message)': \($0)") }
  }
}
