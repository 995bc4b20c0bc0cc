extension Profile {
  /// What a keyboard's command types while no front end has claimed it, as a key-remap file writes it: `shift+f10`; nil:
  /// nothing, it is published. Never of what is the daemon's own, answers a question or types by itself.
  public func aloneText(of command: ScanCommand) -> String? {
    AloneTexts(self)[command]
  }
}

/// What commands type while no front end has claimed them, for whoever asks of many commands.
public struct AloneTexts: Sendable {
  private let own: [ScanCommand: String?]

  /// Those of `profile`.
  public init(_ profile: Profile) {
    own = Dictionary(profile.policy.alone.map { ($0.command, $0.chord?.text) }) { _, last in last }
  }

  /// The keys as a key-remap file writes them; nil: none.
  public subscript(command: ScanCommand) -> String? {
    if [.daemon, .safety, .key].contains(command.group) { return nil }
    if let text = own[command] { return text }
    return AloneTexts.shipped[command.text]
  }

  private static let shipped = Dictionary(
    AloneTable.shipped.compactMap { row in AloneTable.text(of: row).map { (row.command, $0) } }
  ) { first, _ in first }
}

extension AloneTable {
  /// A row's chord. nil where a key of it has no word here, which a test holds to be none.
  static func text(of row: Row) -> String? {
    let order: [KeyModifier] = [.ctrl, .alt, .altgr, .shift, .super, .fn]
    var words = order.filter { row.modifiers.contains(.modifier($0, nil)) }.map(\.rawValue)
    guard let trigger = word(of: row.trigger) else { return nil }
    words.append(trigger)
    return words.joined(separator: "+")
  }

  private static func word(of key: ChordKey) -> String? {
    switch key {
    case .tab: nil
    case .modifier(let modifier, _): modifier.rawValue
    case .printed(let character): String(character)
    case .position(let code): words[code]
    }
  }

  /// The positions of the shipped table.
  private static let words: [UInt16: String] = [
    KeyCode.tab: "tab", KeyCode.up: "up", KeyCode.down: "down", KeyCode.left: "left", KeyCode.right: "right",
    KeyCode.space: "space", KeyCode.home: "home", KeyCode.end: "end", KeyCode.f10: "f10", KeyCode.escape: "esc",
  ]
}
