extension Profile {
  /// What a keyboard's command types while no front end has claimed it, as a key-remap file writes it: `shift+f10`; nil:
  /// nothing, it is published. Never of what is the daemon's own, answers a question or types by itself.
  public func aloneText(of command: ScanCommand) -> String? {
    if [.daemon, .safety, .key].contains(command.group) { return nil }
    if let own = policy.alone.last(where: { $0.command == command }) { return own.chord?.text }
    return AloneTable.shipped.first { $0.command == command.text }.flatMap(AloneTable.text)
  }
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
