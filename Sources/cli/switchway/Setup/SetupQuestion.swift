import SwitchwayCore
import SwitchwayTime
/// A question of `switchway setup`. Switches are counted from 0. The cases are named as in `--json`.
enum SetupQuestion: Hashable, Sendable {
  /// What to change in the existing profile.
  case change
  /// Which inputs are the switches. The person answers by pressing them.
  case press
  /// Whether an axis that moved is a straw.
  case straw
  /// How hard a breath must be to count.
  case level
  /// How late the sensor reports a breath.
  case lateness
  /// What the switches do, for all of them in one answer.
  case plan
  /// What a press of this switch does.
  case action(Int)
  /// What moves the highlight, if there are several switches.
  case style
  /// How contacts are filtered (steadying).
  case steadying
  /// Whether keys that belong together are pressed one after the other instead of at the same time.
  case sticky
  /// Whether the keyboard has the layout of the person's desktop.
  case layout
  /// Whether Switchway may perform this kind of action for `switchway-scan`, and thereby for other programs.
  case right(SetupRight)
  /// How long each item is highlighted.
  case interval
  /// Whether a device may be grabbed although it has a key for power or sleep. This question and the next ones are
  /// about the file that the answers make.
  case power(Int)
  /// What to do about switches that could never be pressed with this file.
  case unheard([Int])
  /// Whether Switchway may grab a whole keyboard now.
  case agree

  /// The name of the question in the output with `--json`.
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
  /// The word for the answer in the output with `--json` and in the profile.
  let word: String
  /// The text for people. English is only ASCII, for terminals without UTF-8.
  let text: Phrase
}

/// A kind of action that Switchway performs for other programs only if the profile allows it. Raw values are words of
/// `--json` and keys of the section `policy`. The cases are in the order in which setup asks about them.
enum SetupRight: String, CaseIterable, Sendable {
  case typing, pointing

  /// Whether a profile with this policy allows the action.
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
  /// The presses of the input for this switch, or `nil` if the switch stays as it is in the file.
  var presses: LearnedPresses?
  /// The index of the switch among the switches of the person's file, or `nil` if it is new.
  var former: Int?
  /// The device that was pressed for a switch that stays as it is in the file, or `nil` if it was not pressed.
  var heldBy: LearnedPresses.Device?

  var source: LearnedPresses.Source? { presses?.source }
  /// The device that was pressed for the switch, or `nil` if none was pressed.
  var device: LearnedPresses.Device? { source?.device ?? heldBy }
  /// How long the person must hold the switch for a hold, if their presses last as long as the usual time of a hold.
  /// `nil` if the usual time fits.
  var hold: Microseconds? {
    guard let presses, presses.longest >= SetupSwitch.usualHold else { return nil }
    return GestureBindings.holdBeyond(presses.longest)
  }

  /// The usual time of a hold, as in the profile `one-switch-desktop`.
  static let usualHold = Microseconds.milliseconds(800)
  /// The longest time for a hold, which is half of `stuck-after`. A person whose presses need more cannot hold longer
  /// on purpose.
  static let longestHold = Microseconds.seconds(5)

  /// Whether each press is a pulse, so that the switch cannot be held.
  var sendsPulses: Bool { presses?.sendsPulses ?? false }
}

/// An answer that does not fit its question.
struct SetupRefusal: Error, Hashable {
  let message: Phrase
  /// Whether the message lists the possible answers in the form that a program must write.
  var listsAnswers = false
}
