/// The words of recorded trees for roles, states and interfaces: AT-SPI's own.
///
/// Source: at-spi2-core 2.46, the names of `AtspiRole` and `AtspiStateType`, by their numbers.
enum RecordedWords {
  static let roles = [
    "invalid", "accelerator label", "alert", "animation", "arrow", "calendar", "canvas", "check box",
    "check menu item", "color chooser", "column header", "combo box", "date editor", "desktop icon",
    "desktop frame", "dial", "dialog", "directory pane", "drawing area", "file chooser", "filler",
    "focus traversable", "font chooser", "frame", "glass pane", "html container", "icon", "image", "internal frame",
    "label", "layered pane", "list", "list item", "menu", "menu bar", "menu item", "option pane", "page tab",
    "page tab list", "panel", "password text", "popup menu", "progress bar", "push button", "radio button",
    "radio menu item", "root pane", "row header", "scroll bar", "scroll pane", "separator", "slider", "spin button",
    "split pane", "status bar", "table", "table cell", "table column header", "table row header",
    "tearoff menu item", "terminal", "text", "toggle button", "tool bar", "tool tip", "tree", "tree table",
    "unknown", "viewport", "window", "extended", "header", "footer", "paragraph", "ruler", "application",
    "autocomplete", "editbar", "embedded", "entry", "chart", "caption", "document frame", "heading", "page",
    "section", "redundant object", "form", "link", "input method window", "table row", "tree item",
    "document spreadsheet", "document presentation", "document text", "document web", "document email", "comment",
    "list box", "grouping", "image map", "notification", "info bar", "level bar", "title bar", "block quote",
    "audio", "video", "definition", "article", "landmark", "log", "marquee", "math", "rating", "timer", "static",
    "math fraction", "math root", "subscript", "superscript", "description list", "description term",
    "description value", "footnote", "content deletion", "content insertion", "mark", "suggestion",
    "push button menu",
  ]

  static let states = [
    "invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled", "expandable",
    "expanded", "focusable", "focused", "has-tooltip", "horizontal", "iconified", "modal", "multi-line",
    "multiselectable", "opaque", "pressed", "resizable", "selectable", "selected", "sensitive", "showing",
    "single-line", "stale", "transient", "vertical", "visible", "manages-descendants", "indeterminate", "required",
    "truncated", "animated", "invalid-entry", "supports-autocompletion", "selectable-text", "is-default", "visited",
    "checkable", "has-popup", "read-only",
  ]

  static let interfaces = [
    "action", "component", "text", "editable-text", "value", "selection", "hyperlink", "hypertext", "collection",
    "table",
  ]

  /// A role without a name is written by its number: `role-140`.
  static func word(of role: Role) -> String { word(Int(role.rawValue), in: roles, or: "role-") }

  static func role(_ word: String) -> Role? {
    number(of: word, in: roles, or: "role-").flatMap { UInt32(exactly: $0) }.map { Role(rawValue: $0) }
  }

  /// A bit without a name is written by its number: `state-50`.
  static func words(of states: States) -> [String] {
    (0..<64).filter { states.rawValue >> $0 & 1 == 1 }.map { word($0, in: Self.states, or: "state-") }
  }

  static func state(_ word: String) -> States? {
    guard let bit = number(of: word, in: states, or: "state-"), bit < 64 else { return nil }
    return States(rawValue: 1 << UInt64(bit))
  }

  static func words(of interfaces: Interfaces) -> [String] {
    Self.interfaces.indices.filter { interfaces.rawValue >> $0 & 1 == 1 }.map { Self.interfaces[$0] }
  }

  static func interface(_ word: String) -> Interfaces? {
    interfaces.firstIndex(of: word).map { Interfaces(rawValue: 1 << UInt16($0)) }
  }

  private static func word(_ number: Int, in words: [String], or prefix: String) -> String {
    words.indices.contains(number) ? words[number] : prefix + String(number)
  }

  private static func number(of word: String, in words: [String], or prefix: String) -> Int? {
    if let number = words.firstIndex(of: word) { return number }
    guard word.hasPrefix(prefix), let number = Int(word.dropFirst(prefix.count)), number >= words.count else {
      return nil
    }
    return number
  }
}
