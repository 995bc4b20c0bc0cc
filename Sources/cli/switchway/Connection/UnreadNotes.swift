import SwitchwayProtocol

/// Says what of the daemon's messages this version cannot read, each thing once.
struct UnreadNotes {
  /// Arbitrary: a daemon that sends rubbish fills no screen.
  static let limit = 10

  private var said: Set<String> = []

  /// `cannot read all of the daemon's 'state': modes.active: expected …`. `nil`: all was read, or it was said before.
  mutating func text(_ unread: UnreadMembers, of message: String) -> String? {
    guard let text = UnreadNotes.text(unread, of: message), said.count < Self.limit, said.insert(text).inserted
    else { return nil }
    return text
  }

  static func text(_ unread: UnreadMembers, of message: String) -> String? {
    unread.text.map { Terminal.printable("cannot read all of the daemon's '\(message)': \($0)") }
  }
}
