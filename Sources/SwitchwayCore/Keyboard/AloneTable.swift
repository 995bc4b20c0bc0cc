/// The keys that a keyboard's command types while no front end has claimed it.
///
/// Source: the column "alone" of the design's table of keys. A row belongs to a command with its arguments, wherever it
/// is bound: `move(up)` types the key Up even if another key is bound to it.
struct AloneTable: Sendable {
  private var chords: [ScanCommand: TypedChord] = [:]

  /// The shipped rows, with the profile's rows added or in their place.
  init(policy: PolicySettings, compiler: KeyChordCompiler) {
    for row in AloneTable.shipped {
      guard let command = try? CommandVocabulary.parse(row.command) else {
        assertionFailure("\(row.command) is no command")
        continue
      }
      chords[command] = compiler.typed(KeyChord(text: row.text, modifiers: row.modifiers, trigger: row.trigger))
    }
    for own in policy.alone { chords[own.command] = own.chord.flatMap(compiler.typed) }
  }

  subscript(command: ScanCommand) -> TypedChord? { chords[command] }

  struct Row {
    var command: String
    var text = ""
    var modifiers: Set<ChordKey> = []
    var trigger: ChordKey
  }

  private static let shift = ChordKey.modifier(.shift, nil)
  private static let ctrl = ChordKey.modifier(.ctrl, nil)
  private static let alt = ChordKey.modifier(.alt, nil)
  private static let `super` = ChordKey.modifier(.super, nil)

  static let shipped: [Row] = [
    Row(command: "next", trigger: .position(KeyCode.tab)),
    Row(command: "previous", modifiers: [shift], trigger: .position(KeyCode.tab)),
    Row(command: "move(up)", trigger: .position(KeyCode.up)),
    Row(command: "move(down)", trigger: .position(KeyCode.down)),
    Row(command: "move(left)", trigger: .position(KeyCode.left)),
    Row(command: "move(right)", trigger: .position(KeyCode.right)),
    Row(command: "activate", trigger: .position(KeyCode.space)),
    Row(command: "edge(start)", trigger: .position(KeyCode.home)),
    Row(command: "edge(end)", trigger: .position(KeyCode.end)),
    Row(command: "leave", modifiers: [ctrl], trigger: .position(KeyCode.tab)),
    Row(
      command: "previous(by=group)", text: "ctrl+shift+tab", modifiers: [ctrl, shift],
      trigger: .position(KeyCode.tab)),
    Row(command: "find", modifiers: [ctrl], trigger: .printed("f")),
    Row(command: "actions", modifiers: [shift], trigger: .position(KeyCode.f10)),
    Row(command: "context-menu", modifiers: [shift], trigger: .position(KeyCode.f10)),
    Row(command: "back", modifiers: [alt], trigger: .position(KeyCode.left)),
    Row(command: "escape", trigger: .position(KeyCode.escape)),
    Row(command: "lock", modifiers: [`super`], trigger: .printed("l")),
    Row(command: "windows", trigger: `super`),
    Row(command: "apps", modifiers: [`super`], trigger: .printed("a")),
    Row(command: "home", trigger: `super`),
    Row(command: "app-switcher", modifiers: [alt], trigger: .position(KeyCode.tab)),
    Row(command: "control-centre", modifiers: [`super`], trigger: .printed("s")),
    Row(command: "notifications", modifiers: [`super`], trigger: .printed("v")),
    Row(command: "menu-bar", trigger: .position(KeyCode.f10)),
  ]
}
