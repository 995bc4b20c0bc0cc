/// The keys that are typed in place of a keyboard's command while no front end has claimed the command.
///
/// Source: docs/design/keyboard.md, "Unclaimed commands". Each row is for one command with its arguments, whichever key
/// is bound to the command: `move(up)` types the key Up, also if the profile binds J to `move(up)`.
struct AloneTable: Sendable {
  private var chords: [ScanCommand: TypedChord] = [:]

  /// Makes the table from the shipped rows and the profile's rows. A row of the profile replaces a shipped row for the
  /// same command.
  init(policy: PolicySettings, compiler: KeyChordCompiler) {
    for (command, text) in AloneTable.shipped {
      guard let command = try? CommandVocabulary.parse(command), let chord = AloneTable.chord(text) else {
        assertionFailure("\(command): \(text)")
        continue
      }
      chords[command] = compiler.typed(chord)
    }
    for own in policy.alone { chords[own.command] = own.chord.flatMap(compiler.typed) }
  }

  subscript(command: ScanCommand) -> TypedChord? { chords[command] }

  /// Reads the keys of a row, such as `shift+tab`. Returns `nil` if a key's name is unknown.
  static func chord(_ text: String) -> KeyChord? {
    let names = text.split(separator: "+").map(String.init)
    var keys = names.compactMap { name -> ChordKey? in
      if let modifier = KeyModifier(rawValue: name) { return .modifier(modifier, nil) }
      return words[name].map(ChordKey.position) ?? (name.count == 1 ? name.first.map(ChordKey.printed) : nil)
    }
    guard keys.count == names.count, let trigger = keys.popLast() else { return nil }
    return KeyChord(text: text, modifiers: Set(keys), trigger: trigger)
  }

  /// The keys of the shipped rows that are neither modifiers nor letters.
  private static let words: [String: UInt16] = [
    "tab": KeyCode.tab, "up": KeyCode.up, "down": KeyCode.down, "left": KeyCode.left, "right": KeyCode.right,
    "space": KeyCode.space, "home": KeyCode.home, "end": KeyCode.end, "f10": KeyCode.f10, "esc": KeyCode.escape,
  ]

  /// The shipped rows: each command, and the keys to type for it, written as in a profile.
  static let shipped: KeyValuePairs = [
    "next": "tab", "previous": "shift+tab", "move(up)": "up", "move(down)": "down", "move(left)": "left",
    "move(right)": "right", "activate": "space", "edge(start)": "home", "edge(end)": "end", "leave": "ctrl+tab",
    "previous(by=group)": "ctrl+shift+tab", "find": "ctrl+f", "actions": "shift+f10", "context-menu": "shift+f10",
    "back": "alt+left", "escape": "esc", "lock": "super+l", "windows": "super", "apps": "super+a", "home": "super",
    "app-switcher": "alt+tab", "control-centre": "super+s", "notifications": "super+v", "menu-bar": "f10",
  ]
}

/// The keys that are typed for a keyboard's commands while no front end has claimed them. Make this table once per
/// profile, and look up many commands in it.
public struct AloneTexts: Sendable {
  private let own: [ScanCommand: String?]

  public init(_ profile: Profile) {
    own = Dictionary(profile.policy.alone.map { ($0.command, $0.chord?.text) }) { _, last in last }
  }

  /// The keys for a command, written as in a profile, such as `shift+f10`. `nil` if the table has no keys for the
  /// command, which is then published. Always `nil` for commands that the daemon acts on, that answer a question, or
  /// that type by themselves.
  public subscript(command: ScanCommand) -> String? {
    if [.daemon, .safety, .key].contains(command.group) { return nil }
    if let text = own[command] { return text }
    let name = command.text
    return AloneTable.shipped.first { $0.key == name }?.value
  }
}
