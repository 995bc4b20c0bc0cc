import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol

/// Explains what a key or a chord of keys does now, and where this is defined.
struct KeyExplanation {
  /// The keyboard in the explanation of the profile, or `nil` if the profile has no keyboard.
  let keyboard: Wire.Explanation.Keyboard?

  private var rows: [Wire.Binding] { keyboard?.bindings ?? [] }

  private var modifier: ChordKey { KeyHolders.modifier(of: keyboard) }

  /// Whether `name` consists of keys joined by `+`.
  func isChord(_ name: String) -> Bool { keys(name) != nil }

  /// Returns the reason why `name` is not a list of keys. Returns `nil` if it is one, or if the profile has no
  /// keyboard.
  func fault(_ name: String) -> CommandError? {
    keyboard == nil ? nil : KeyChordText.fault(name, modifier: modifier)
  }

  /// The explanation of all bound chords, one line each, or `nil` if the profile has no keyboard.
  var text: String? {
    guard let keyboard else { return nil }
    let width = (rows.map { $0.chord?.unicodeScalars.count ?? 0 }.max() ?? 0) + 2
    var paragraph = Paragraph("keyboard", [], width: max(width, 10))
    let devices = keyboard.devices?.joined(separator: ", ")
    paragraph.add("devices", devices ?? "all keyboards that no switch uses", keyboard.places.of("devices"))
    if modifier != KeyboardSettings.standardModifier {
      paragraph.add("tab", "is \(keyboard.modifier ?? "")", keyboard.places.of("modifier"))
    }
    let holders = KeyHolders.of(rows, keyboard: keyboard)
    for (index, row) in rows.enumerated() {
      paragraph.add(
        row.chord ?? "", holders[index].map(KeyHolders.words) ?? sentence(row), Self.places(row, "name"))
    }
    paragraph.add(
      "panic", "backspace+escape+enter\(panic.map { " or \($0)" } ?? "") held for 1 s releases all devices",
      keyboard.places.of("panic"))
    return paragraph.text
  }

  /// Returns the explanation of a chord, whose modifiers can be in any order. Returns `nil` if `name` is not a chord,
  /// or if the chord is not bound and `onlyBound` is set.
  func text(of name: String, onlyBound: Bool) -> String? {
    guard keyboard != nil, let asked = keys(name) else { return nil }
    let same = KeyHolders.sameKeys(of: keyboard)
    let wanted = asked.map(same.place)
    let holders = KeyHolders.of(rows, keyboard: keyboard, same: same)
    let chords = rows.map { (keys($0.chord ?? "") ?? []).map(same.place) }
    let all = rows.indices.filter { KeyExplanation.isOne(chords[$0], wanted) }
    // `leftctrl+f` is another chord than `ctrl+f`.
    let exact = all.filter { Set(chords[$0]) == Set(wanted) }
    let alike = all.filter { index in
      exact.contains(index)
        || !exact.contains { rows[$0].mode == rows[index].mode && rows[$0].gesture == rows[index].gesture }
    }
    let found = alike.filter { holders[$0] == nil }.map { rows[$0] }
    guard !found.isEmpty else { return onlyBound ? nil : unbound(name, asked) }
    var paragraph = Paragraph(found[0].chord ?? name, [])
    for row in found {
      let isGesture = row.mode != nil
      paragraph.add(isGesture ? "gesture" : row.gesture ?? "", sentence(row), Self.places(row, "name"))
      if !isGesture { add(aloneOf: row, to: &paragraph) }
    }
    if !found.contains(where: { $0.mode == nil && $0.gesture == Gesture.chord.rawValue }) {
      let others = found.contains { $0.mode == nil } ? "shorter" : "else"
      let (what, positions) = outcome(asked)
      paragraph.add(others, what, positions)
    } else if isTyping(asked) {
      paragraph.add("text", "types as usual while a scanning program reports that text is being written", [])
    }
    for index in all where !alike.contains(index) && hasOtherSide(chords[index], wanted) {
      paragraph.add(
        "but", "\(rows[index].chord ?? "") \(sentence(rows[index]))", Self.places(rows[index], "name"))
    }
    for index in alike where holders[index] != nil {
      let idle = Terminal.printable(rows[index].chord ?? "")
      paragraph.add(
        "same", "on this layout it is the same key as \(idle), which therefore does nothing",
        Self.places(rows[index], "name"))
    }
    return paragraph.text
  }

  /// Whether `chord` names the side of a modifier, and `asked` does not.
  private func hasOtherSide(_ chord: [ChordKey], _ asked: [ChordKey]) -> Bool {
    chord.contains { key in if case .modifier(_, _?) = key { !asked.contains(key) } else { false } }
  }

  private func add(aloneOf row: Wire.Binding, to paragraph: inout Paragraph) {
    let (name, arguments) = (row.command, row.arguments)
    let group = (try? CommandVocabulary.command(name: name, arguments: arguments))?.group
    guard let group, ![.daemon, .safety, .key].contains(group) else { return }
    let written = CommandWords.written(name, arguments)
    let places = Self.places(row, "alone")
    if let alone = row.alone {
      paragraph.add("alone", "types \(alone) while no scanning program handles \(written)", places)
    } else if row.gesture == "hold", case .modifier? = keys(row.chord ?? "")?.last {
      paragraph.add("alone", "is an ordinary key while no scanning program handles \(written)", places)
    } else {
      paragraph.add("alone", "types nothing; programs that listen still get the command", places)
    }
  }

  /// Returns the command with its meaning, and a note about gesture mode.
  private func sentence(_ row: Wire.Binding) -> String {
    var bare = row
    bare.alone = nil
    return (row.mode == nil ? "" : "in gesture mode ") + GestureWords.sentence(bare)
  }

  // MARK: What is not bound

  private func unbound(_ name: String, _ asked: [ChordKey]) -> String {
    let (what, positions) = outcome(asked)
    var paragraph = Paragraph(name, [])
    paragraph.add("keys", what, positions)
    return paragraph.text
  }

  /// Returns what happens to a chord without a binding, and the places in the profile that decide this.
  private func outcome(_ asked: [ChordKey]) -> (String, [String]) {
    let physical = Set(asked.map { $0 == .tab ? modifier : $0 })
    let isOwn = panic.flatMap(keys).map(Set.init) == Set(asked)
    if isOwn || physical == KeyChord.panic {
      let positions = isOwn ? keyboard?.places.of("panic") ?? [] : []
      return ("held for 1 s they release all devices until 'switchway resume'", positions)
    }
    // Tab after another modifier passes to the desktop; keys after Tab are captured.
    guard asked.contains(.tab), asked.count > 1, asked.last != .tab else {
      return ("types as usual: nothing is assigned to it", [])
    }
    let positions = keyboard?.places.of("unbound-chord") ?? []
    return keyboard?.unboundChord == "pass"
      ? ("types as usual, with Tab first: nothing is assigned to it, and 'unbound-chord' is 'pass'", positions)
      : ("does nothing and types nothing: nothing is assigned to it", positions)
  }

  /// Whether the keys write or move the cursor in a text: an arrow, Space, Enter or Backspace, without Tab.
  private func isTyping(_ asked: [ChordKey]) -> Bool {
    let keys: [ChordKey] = [14, 28, 57, 96, 103, 105, 106, 108].map { .position($0) }
    return !asked.contains(.tab) && asked.contains(where: keys.contains)
  }

  // MARK: Pieces

  private var panic: String? { keyboard?.panic }

  private static func places(_ row: Wire.Binding, _ key: String) -> [String] { row.places?.of(key) ?? [] }

  private func keys(_ text: String) -> [ChordKey]? { KeyChordText.keys(text, modifier: modifier) }

  /// Whether both are the same chord. The order of the keys has no meaning, and a key that names its side equals the
  /// same key without a side.
  private static func isOne(_ one: [ChordKey], _ other: [ChordKey]) -> Bool {
    one.count == other.count && one.allSatisfy { key in other.contains { $0.overlaps(key) } }
  }
}
