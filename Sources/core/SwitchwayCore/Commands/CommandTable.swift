import SwitchwayClock

/// A command of the vocabulary, with the forms of its arguments.
struct CommandRow: Sendable {
  var name: String
  var group: CommandGroup
  /// The forms of its arguments. Only `gesture` has more than one.
  var shapes: [CommandShape]

  init(_ group: CommandGroup, _ name: String, _ shapes: CommandShape...) {
    self.name = name
    self.group = group
    self.shapes = shapes.isEmpty ? [CommandShape()] : shapes
  }
}

/// The vocabulary as data, in the order of the table in switchway-protocol(7). The table in the manual is written after
/// this one.
enum CommandTable {
  private static let directions = ["up", "down", "left", "right"]
  private static let stops = [
    "item", "group", "section", "button", "checkbox", "table", "image", "link", "heading", "field",
  ]
  private static let stepping = CommandShape(optional: [.by(stops), .count])
  private static let switching = CommandShape(optional: [.word(["toggle", "on", "off"])])

  private static func one(_ words: String...) -> CommandShape { CommandShape([.word(words)]) }

  private static let scan: [CommandRow] = [
    CommandRow(.scan, "next", stepping),
    CommandRow(.scan, "previous", stepping),
    CommandRow(.scan, "move", CommandShape([.word(directions)])),
    CommandRow(.scan, "edge", one("start", "end")),
    CommandRow(.scan, "enter"),
    CommandRow(.scan, "leave"),
    CommandRow(.scan, "select"),
    CommandRow(.scan, "choose", CommandShape([.count])),
    CommandRow(.scan, "scan", one("start", "stop", "pause", "resume", "toggle", "restart", "reverse")),
    CommandRow(.scan, "scan-rate", CommandShape([.wordOrDuration(["faster", "slower"])])),
    // The three styles listed here are for front ends that scan by themselves; Switchway's own clock does not have
    // them.
    CommandRow(
      .scan, "scan-style", CommandShape([.word(ClockStyle.arguments + ["overscan", "directed", "dwell"])])),
  ]

  private static let act: [CommandRow] = [
    CommandRow(.act, "activate"),
    CommandRow(.act, "long-press"),
    CommandRow(.act, "actions"),
    CommandRow(.act, "perform", CommandShape([.text])),
    CommandRow(.act, "context-menu"),
    CommandRow(.act, "menu"),
    CommandRow(.act, "escape"),
    CommandRow(.act, "back"),
    CommandRow(.act, "cancel"),
    CommandRow(.act, "delete"),
    CommandRow(.act, "undo"),
    CommandRow(.act, "redo"),
    CommandRow(.act, "magic-tap"),
  ]

  private static let adjust: [CommandRow] = [
    CommandRow(.adjust, "increment", CommandShape(optional: [.count])),
    CommandRow(.adjust, "decrement", CommandShape(optional: [.count])),
    CommandRow(
      .adjust, "scroll", CommandShape([.word(directions)], optional: [.word(["line", "page", "edge"])])),
    CommandRow(.adjust, "zoom", one("in", "out")),
    CommandRow(.adjust, "rotate", one("left", "right")),
  ]

  private static let text: [CommandRow] = [
    CommandRow(.text, "find", CommandShape(optional: [.text])),
    CommandRow(
      .text, "text",
      CommandShape([
        .word(["move", "select", "delete"]), .word(["char", "word", "line", "paragraph", "all"]),
        .word(["forward", "backward"]),
      ])),
    CommandRow(.text, "clipboard", one("copy", "cut", "paste")),
    CommandRow(.text, "dictation"),
  ]

  private static let gesture: [CommandRow] = [
    CommandRow(.gesture, "gesture-mode", switching),
    CommandRow(
      .gesture, "gesture", CommandShape([.word(["touch"])], optional: [.fingers]),
      CommandShape([.word(["swipe"]), .word(directions)], optional: [.fingers])),
    CommandRow(.gesture, "drag"),
    CommandRow(.gesture, "drop"),
    CommandRow(.gesture, "point", CommandShape([.word(directions)])),
    CommandRow(.gesture, "pointer-to-focus"),
  ]

  private static let system: [CommandRow] = [
    "home", "app-switcher", "apps", "windows", "dock", "menu-bar", "notifications", "control-centre",
    "quick-settings", "assistant", "shortcuts", "accessibility-shortcut", "quick-note", "lock", "rotate-screen",
    "restart", "power", "sos",
  ].map { CommandRow(.system, $0) }

  private static let others: [CommandRow] = [
    CommandRow(.media, "volume", one("up", "down", "mute")),
    CommandRow(.media, "media", one("play-pause", "next", "previous", "stop")),
    CommandRow(.media, "brightness", one("up", "down")),
    CommandRow(.help, "help", CommandShape(optional: [.word(["commands", "shortcuts"])])),
    CommandRow(.safety, "confirm"),
    CommandRow(.safety, "reject"),
    CommandRow(.safety, "attention"),
    CommandRow(.daemon, "pass-through", CommandShape(optional: [.word(["toggle", "on", "off", "once"])])),
    CommandRow(.daemon, "profile", CommandShape([.profileName])),
    CommandRow(.daemon, "rest", switching),
    CommandRow(.daemon, "again"),
    CommandRow(.daemon, "nothing"),
    CommandRow(.key, "key", CommandShape([.chord])),
  ]

  /// Every command except front ends' own commands (`x-NAME`).
  static let rows: [CommandRow] = scan + act + adjust + text + gesture + system + others

  static func row(_ name: String) -> CommandRow? { rows.first { $0.name == name } }
}
