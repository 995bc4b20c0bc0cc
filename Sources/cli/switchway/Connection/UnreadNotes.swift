import SwitchwayProtocol

/// Reports each member of the daemon's messages that this version cannot read, once.
struct UnreadNotes {
  /// Arbitrary: a daemon that sends rubbish must not fill the screen.
  static let limit = 10

  private var said: Set<String> = []

  /// `cannot read all of the daemon's 'state': modes.active: expected …`. `nil` if everything was read, or was reported
  /// before.
  mutating func text(_ unread: UnreadMembers, of message: String) -> String? {
    guard let text = UnreadNotes.text(unread, of: message), said.count < Self.limit, said.insert(text).inserted
    else { return nil }
    return text
  }

  static func text(_ unread: UnreadMembers, of message: String) -> String? {
    unread.text.map { Terminal.printable("cannot read all of the daemon's '\(message)': \($0)") }
  }
}
