/// A part of a text that a speech server speaks in one request.
public enum Utterance: Hashable, Sendable {
  case text(String)
  /// A character that is spoken by its name, such as "dot" for `.`.
  case character(Character)
}

// The words for a person who scans by ear. Source: docs/design/desktop.md, "Speech".
extension PanelWords {
  /// The words to speak: first the message, then the place, with its name and its role.
  public func utterance(of spoken: Session.Spoken) -> Utterance {
    if spoken.message == nil, !spoken.isSecret, case .key(.text(let text))? = spoken.place, let character = text.named {
      return .character(character)
    }
    let parts = [spoken.message.map(text), spoken.place.map { words(of: $0, isSecret: spoken.isSecret) }]
    return .text(parts.compactMap(\.self).joined(separator: ". "))
  }

  private func words(of place: Place, isSecret: Bool) -> String {
    switch place {
    case .item(let item): words(of: item)
    case .group(let group) where isSecret && group.hasKeys: self("keys")
    case .group(let group): "\(self("group")): \(words(of: group))"
    case .key where isSecret: self("key")
    case .window(let window) where !window.title.isEmpty: "\(window.title), \(self("window"))"
    case .program(let program): "\(program.name), \(self("program"))"
    default: label(of: place).onOneLine
    }
  }

  private func words(of item: Item) -> String {
    let role = item.node.role
    var words = [item.title]
    if item.title.isEmpty || !role.saysNothing { words.append(self(role.name)) }
    let states = item.node.states
    // GTK 3 does not report which items can be checked, so the role also counts.
    if states.contains(.checkable) || role.isChecked {
      words.append(self(states.contains(.checked) ? "checked" : "not checked"))
    }
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The words for a group: the name of its container, otherwise its first and its last item.
  private func words(of group: Group) -> String {
    let items = group.items
    guard group.name.isEmpty, let first = items.first, let last = items.last else {
      return label(of: .group(group)).onOneLine
    }
    let ends = [first, last].map { label(of: .item($0)) }
    return items.count == 1 || ends[0] == ends[1] ? ends[0] : "\(ends[0]) \(self("to")) \(ends[1])"
  }
}

extension Group {
  fileprivate var hasKeys: Bool {
    places.contains { place in
      switch place {
      case .key: true
      case .group(let group): group.hasKeys
      default: false
      }
    }
  }
}

extension Role {
  fileprivate var isChecked: Bool {
    [.checkBox, .checkMenuItem, .radioButton, .radioMenuItem].contains(self)
  }

  /// Whether the name of this role adds nothing to the item's own name for a person.
  fileprivate var saysNothing: Bool {
    switch self {
    case .unknown, .filler, .panel, .extended, .redundantObject, .section, .layeredPane, .optionPane, .glassPane,
      .viewport, .label, .staticText, .embedded, .focusTraversable:
      true
    default: false
    }
  }
}

extension String {
  /// The text in one line, because labels of the bar may have two.
  fileprivate var onOneLine: String { split(separator: "\n").joined(separator: ", ") }

  /// The character if the text is one visible character, which a speech server can speak by its name. Otherwise `nil`.
  fileprivate var named: Character? {
    guard unicodeScalars.count == 1, let character = first, !character.isWhitespace else { return nil }
    return character
  }
}
