/// The keys that are typed for a keyboard's command while no front end has claimed it.
///
/// Source: docs/design/keyboard.md, "Unclaimed commands". A row belongs to a command with its arguments, to whichever
/// key it is bound: `move(up)` types the key Up even if another key is bound to it.
struct AloneTable: Sendable {
  private var chords: [ScanCommand: TypedChord] = [:]

  /// The shipped rows, with the profile's rows added or in their place.
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

  /// The chord of a row.
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

  /// Commands, and their keys as a profile writes them.
  static let shipped: KeyValuePairs = [
    "next": "tab", "previous": "shift+tab", "move(up)": "up", "move(down)": "down", "move(left)": "left",
    "move(right)": "right", "activate": "space", "edge(start)": "home", "edge(end)": "end", "leave": "ctrl+tab",
    "previous(by=group)": "ctrl+shift+tab", "find": "ctrl+f", "actions": "shift+f10", "context-menu": "shift+f10",
    "back": "alt+left", "escape": "esc", "lock": "super+l", "windows": "super", "apps": "super+a", "home": "super",
    "app-switcher": "alt+tab", "control-centre": "super+s", "notifications": "super+v", "menu-bar": "f10",
  ]
}

/// The keys that are typed for a keyboard's commands while no front end has claimed them. The table is made once, to
/// look up many commands.
public struct AloneTexts: Sendable {
  private let own: [ScanCommand: String?]

  public init(_ profile: Profile) {
    own = Dictionary(profile.policy.alone.map { ($0.command, $0.chord?.text) }) { _, last in last }
  }

  /// The keys as a profile writes them: `shift+f10`. `nil` if the command types nothing and is published. Always
  /// `nil` for commands that the daemon acts on, that answer a question, or that type by themselves.
  public subscript(command: ScanCommand) -> String? {
    if [.daemon, .safety, .key].contains(command.group) { return nil }
    if let text = own[command] { return text }
    let name = command.text
    return AloneTable.shipped.first { $0.key == name }?.value
  }
}
