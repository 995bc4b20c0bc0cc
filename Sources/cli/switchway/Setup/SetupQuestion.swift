import SwitchwayCore
import SwitchwayTime
/// A question of `switchway setup`. Switches are counted from 0. The cases are named as in `--json`.
enum SetupQuestion: Hashable, Sendable {
  /// The change in the existing profile.
  case change
  /// The inputs that are the switches: the person answers by pressing them.
  case press
  /// Whether an axis that moved is a straw.
  case straw
  /// The strength that a breath must have.
  case level
  /// The delay with which the sensor reports a breath.
  case lateness
  /// The effects of the switches, all of them in one answer.
  case plan
  /// The effect of a press of this switch.
  case action(Int)
  /// The mover of the highlight, with several switches.
  case style
  /// The way in which contacts are filtered.
  case steadying
  /// Whether the keys of a keyboard can be pressed one after the other.
  case sticky
  /// Whether the keyboard has the layout of the person's desktop.
  case layout
  /// Whether Switchway may do this for `switchway-scan`, and thereby for other programs.
  case right(SetupRight)
  /// The time for which each item is highlighted.
  case interval
  /// Whether a device may be grabbed although it has a key for power or sleep. This question and the next ones are
  /// about the file that the answers make.
  case power(Int)
  /// Advice about switches that could never be pressed with the file.
  case unheard([Int])
  /// Whether Switchway may grab a whole keyboard now.
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

  /// Whether the question is about the file that the answers make.
  var isConsent: Bool {
    switch self {
    case .power, .unheard, .agree: true
    default: false
    }
  }

  /// The switch that the question is about, or `nil` if there is none.
  var number: Int? { if case .action(let number) = self { number } else { nil } }
}

/// One of the offered answers.
struct SetupChoice: Hashable, Sendable {
  /// The word in `--json` and in the profile.
  let word: String
  /// The text for people. English is only ASCII, for terminals without UTF-8.
  let text: Phrase
}

/// Actions for other programs that Switchway does only if the profile allows them. Raw values are words of `--json` and
/// keys of the section `policy`. The cases are in the order in which setup asks about them.
enum SetupRight: String, CaseIterable, Sendable {
  case typing, pointing

  /// Whether a profile allows it.
  func isGiven(by policy: PolicySettings) -> Bool {
    switch self {
    case .typing: policy.allowsTyping
    case .pointing: policy.allowsPointing
    }
  }
}

/// The kind of device that the person presses. Raw values are words of `--json`.
enum SetupKind: String, CaseIterable, Sendable {
  case switches, straw, keyboard
}

/// A switch of a setup.
struct SetupSwitch {
  /// The input that was pressed for it, or `nil` if the switch stays as it is in the file.
  var presses: LearnedPresses?
  /// Its index among the switches of the person's file, or `nil` if it is new.
  var former: Int?
  /// The device that was pressed for a switch that stays as it is in the file, or `nil` if it was not pressed.
  var heldBy: LearnedPresses.Device?

  var source: LearnedPresses.Source? { presses?.source }
  /// The device that was pressed, or `nil` if it was not pressed.
  var device: LearnedPresses.Device? { source?.device ?? heldBy }
  /// The time for which the switch must be held for a hold, because the person's presses last longer than the usual
  /// time, or `nil` if that time fits.
  var hold: Microseconds? {
    guard let presses, presses.longest >= SetupSwitch.usualHold else { return nil }
    return GestureBindings.holdBeyond(presses.longest)
  }

  /// The time is as in `one-switch-desktop`.
  static let usualHold = Microseconds.milliseconds(800)
  /// A person with presses this long cannot hold longer on purpose. Half of `stuck-after`.
  static let longestHold = Microseconds.seconds(5)

  /// Whether each press is a pulse, so that nothing can be held.
  var sendsPulses: Bool { presses?.sendsPulses ?? false }
}

/// An answer that does not fit its question.
struct SetupRefusal: Error, Hashable {
  let message: Phrase
  /// Whether the message lists the possible answers in the form that a program must write.
  var listsAnswers = false
}
