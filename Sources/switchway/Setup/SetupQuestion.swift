/// A question of `switchway setup`. Switches are counted from 0.
enum SetupQuestion: Hashable, Sendable {
  /// What to change of the profile that is there.
  case change
  /// What the person presses.
  case kind
  /// How many switches.
  case count
  /// Which input it is: answered by pressing it.
  case press(Int)
  /// What a press of it does.
  case action(Int)
  /// Whether the keys of a keyboard can be pressed one after the other.
  case sticky
  /// How contacts are steadied.
  case steadying
  /// What moves the highlight, and what chooses.
  case style
  /// How long each item is highlighted.
  case interval
  /// Which programs the switches work.
  case programs

  /// The name in `--json`.
  var name: String {
    switch self {
    case .change: "change"
    case .kind: "kind"
    case .count: "count"
    case .press: "press"
    case .action: "action"
    case .sticky: "sticky"
    case .steadying: "steadying"
    case .style: "style"
    case .interval: "interval"
    case .programs: "programs"
    }
  }

  /// The switch that is asked about; nil: none.
  var number: Int? {
    switch self {
    case .press(let number), .action(let number): number
    case .change, .kind, .count, .sticky, .steadying, .style, .interval, .programs: nil
    }
  }
}

/// One of the answers that are offered.
struct SetupChoice: Hashable, Sendable {
  /// As in `--json` and in the key-remap file.
  let word: String
  /// For people. Only ASCII, for terminals without UTF-8.
  let text: String
}

/// What the person presses. Raw values are words of `--json`.
enum SetupKind: String, CaseIterable, Sendable {
  case switches, straw, keyboard
}

/// An answer that does not fit its question.
struct SetupRefusal: Error, Hashable {
  let message: String
}
