/// The reason why a request was not performed: the `reason` of an `error`. The raw values are the words of the
/// protocol.
///
/// Programs distinguish cases by this word and by the `code`, and never by the message, which is for people.
public enum ErrorReason: String, CaseIterable, Sendable {
  // MARK: The line

  case tooLong = "too-long"
  case noJSON = "no-json"
  /// The line is JSON, but not one object.
  case noObject = "no-object"
  /// The message has no `type`.
  case noType = "no-type"

  // MARK: The form of the request

  case unknownType = "unknown-type"
  /// A member is missing, or has a kind of value, or a value, that is not allowed.
  case badMember = "bad-member"
  /// The word in a member is not one of the words that are allowed there.
  case unknownWord = "unknown-word"
  /// The vocabulary has no such command, or the command does not have such arguments.
  case unknownCommand = "unknown-command"
  case otherProtocol = "other-protocol"

  // MARK: Limits

  case tooManyRequests = "too-many-requests"
  case tooManyClients = "too-many-clients"
  case tooManyClaims = "too-many-claims"
  /// The names of the commands in a claim are too long in all.
  case claimTooLong = "claim-too-long"
  /// Too many keys wait to be typed.
  case tooManyKeys = "too-many-keys"
  /// Too many actions of the pointer wait.
  case tooManyStrokes = "too-many-strokes"

  // MARK: The client

  case noClaim = "no-claim"
  /// Another client already learns.
  case otherLearner = "other-learner"
  /// The request `send` cannot type. Use the request `type`.
  case useType = "use-type"
  /// The request `send` cannot answer a question. Use the request `answer`.
  case useAnswer = "use-answer"

  // MARK: Profiles and files

  case noProfile = "no-profile"
  case noBridge = "no-bridge"
  case fileErrors = "file-errors"
  /// The files could not be read, or not in time.
  case fileUnread = "file-unread"
  /// The profile has no scanning clock.
  case noClock = "no-clock"

  // MARK: Now

  /// The daemon is about to end.
  case ending
  /// A key is down.
  case keysDown = "keys-down"
  /// The request `unhandled` is not about the last command of a keyboard.
  case notLast = "not-last"
  /// The question of the request is not open, or another question prevents a command. This word and the following ones
  /// are also used in `rejected` lines.
  case question
  case inactive, inhibited, panic, rest, stale
  case nothingBefore = "nothing-before"

  // MARK: Typing

  // The reasons `inactive`, `panic` and `rest` are also used for typing. The member `typing` of a `state` has the same
  // words.
  case policy, locked, layout
  case noKeyboard = "no-keyboard"
  case forbiddenKeys = "forbidden-keys"
  /// The keyboard layout does not have the character.
  case noCharacter = "no-character"
  /// The keyboard layout or the virtual keyboard does not have the keys.
  case noKey = "no-key"
  /// Typing or pointing was stopped before its end.
  case stopped

  // MARK: Pointing

  // The reasons `policy`, `locked`, `inactive`, `panic` and `rest` are also used for pointing. The member `pointing` of
  // a `state` has the same words.
  case noPointer = "no-pointer"
  /// The button is already held down by a `press`.
  case buttonDown = "button-down"
}
