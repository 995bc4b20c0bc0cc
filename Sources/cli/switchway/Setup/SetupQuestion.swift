import SwitchwayCore
import SwitchwayTime
/// A question of `switchway setup`. Switches are counted from 0. The cases have their names in `--json`.
enum SetupQuestion: Hashable, Sendable {
  /// What to change of the profile that is there.
  case change
  /// Which inputs are the switches: answered by pressing them.
  case press
  /// Whether an axis that was moved is breath.
  case straw
  /// How hard a breath must be.
  case level
  /// How late the sensor of the breath is.
  case lateness
  /// What the switches do, all of them in one answer.
  case plan
  /// What a press of this switch does.
  case action(Int)
  /// What moves the highlight, with several switches.
  case style
  /// How contacts are steadied.
  case steadying
  /// Whether the keys of a keyboard can be pressed one after the other.
  case sticky
  /// Whether the keyboard has the layout of the person's desktop.
  case layout
  /// Whether Switchway may do this for `switchway-scan`, and so for other programs.
  case right(SetupRight)
  /// How long each item is highlighted.
  case interval
  /// Whether a device may be grabbed although it has a key for power or sleep. This and the next ones are about the
  /// file that the answers make.
  case power(Int)
  /// What to do about switches that could never be pressed with the file.
  case unheard([Int])
  /// Whether a whole keyboard may be grabbed now.
  case agree

  /// The name in `--json`.
  var name: String {
    switch self {
    case .action: "action"
    case .right(let right): right.rawValue
    case .power: "power"
    case .unheard: "unheard"
    default: "\(self)"
    }
  }

  /// Whether it is about the file that the answers make.
  var isConsent: Bool {
    switch self {
    case .power, .unheard, .agree: true
    default: false
    }
  }

  /// The switch that is asked about, or `nil` if none.
  var number: Int? { if case .action(let number) = self { number } else { nil } }
}

/// One of the answers that are offered.
struct SetupChoice: Hashable, Sendable {
  /// As in `--json` and in the key-remap file.
  let word: String
  /// For people. English is only ASCII, for terminals without UTF-8.
  let text: Phrase
}

/// What Switchway may do for programs only if the key-remap file says so. Raw values are words of `--json` and keys of
/// the section `policy`. They are in the order in which setup asks for them.
enum SetupRight: String, CaseIterable, Sendable {
  case typing, pointing

  /// Whether a profile has it.
  func isGiven(by policy: PolicySettings) -> Bool {
    switch self {
    case .typing: policy.allowsTyping
    case .pointing: policy.allowsPointing
    }
  }
}

/// What the person presses. Raw values are words of `--json`.
enum SetupKind: String, CaseIterable, Sendable {
  case switches, straw, keyboard
}

/// A switch of a setup.
struct SetupSwitch {
  /// What was pressed for it, or `nil` if it stays as the person's file has it.
  var presses: LearnedPresses?
  /// Its index among the switches of the person's file, or `nil` if it is new.
  var former: Int?
  /// The device that was pressed for a switch that stays as the file has it, or `nil` if it was not pressed.
  var heldBy: LearnedPresses.Device?

  var source: LearnedPresses.Source? { presses?.source }
  /// The device that was pressed, or `nil` if it was not pressed.
  var device: LearnedPresses.Device? { source?.device ?? heldBy }
  /// How long it must be held to count as held, because the person's presses last longer than the usual time, or `nil`
  /// if that fits.
  var hold: Microseconds? {
    guard let presses, presses.longest >= SetupSwitch.usualHold else { return nil }
    return GestureBindings.holdBeyond(presses.longest)
  }

  /// As in `one-switch-desktop`.
  static let usualHold = Microseconds.milliseconds(800)
  /// A person with presses this long cannot hold longer on purpose. Half of `stuck-after`.
  static let longestHold = Microseconds.seconds(5)

  /// Whether each press is a pulse, so that nothing can be held.
  var sendsPulses: Bool { presses?.sendsPulses ?? false }
}

/// An answer that does not fit its question.
struct SetupRefusal: Error, Hashable {
  let message: Phrase
  /// Whether the message lists the answers that are possible, as a program has to write them.
  var listsAnswers = false
}
