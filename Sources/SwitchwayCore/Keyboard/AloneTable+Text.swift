/// The keys that a keyboard's commands type while no front end has claimed them. Made once, to look up many commands.
public struct AloneTexts: Sendable {
  private let own: [ScanCommand: String?]

  public init(_ profile: Profile) {
    own = Dictionary(profile.policy.alone.map { ($0.command, $0.chord?.text) }) { _, last in last }
  }

  /// The keys as a key-remap file writes them: `shift+f10`. nil: the command types nothing and is published. Always nil
  /// for commands that the daemon acts on, that answer a question, or that type by themselves.
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
  /// A row's chord. nil if one of its keys is missing in `words`; a test checks that none is.
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

  /// The key positions in the shipped table.
  private static let words: [UInt16: String] = [
    KeyCode.tab: "tab", KeyCode.up: "up", KeyCode.down: "down", KeyCode.left: "left", KeyCode.right: "right",
    KeyCode.space: "space", KeyCode.home: "home", KeyCode.end: "end", KeyCode.f10: "f10", KeyCode.escape: "esc",
  ]
}
