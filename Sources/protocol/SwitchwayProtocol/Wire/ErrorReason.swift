/// The reason why a request was not performed: the `reason` of an `error`. Raw values are the words of the protocol.
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
  /// A member is missing, or has a type or a value that is not allowed.
  case badMember = "bad-member"
  /// A member has a word that is not in its list.
  case unknownWord = "unknown-word"
  /// The vocabulary has no such command, or the command does not have such arguments.
  case unknownCommand = "unknown-command"
  case otherProtocol = "other-protocol"

  // MARK: Limits

  case tooManyRequests = "too-many-requests"
  case tooManyClients = "too-many-clients"
  case tooManyClaims = "too-many-claims"
  /// The names of a claim need too much space.
  case claimTooLong = "claim-too-long"
  /// Too many keys wait to be typed.
  case tooManyKeys = "too-many-keys"
  /// Too many strokes of the pointer wait.
  case tooManyStrokes = "too-many-strokes"

  // MARK: The client

  case noClaim = "no-claim"
  /// Another client learns.
  case otherLearner = "other-learner"
  /// `send` cannot type: `type` does that.
  case useType = "use-type"
  /// `send` cannot answer a question: `answer` does that.
  case useAnswer = "use-answer"

  // MARK: Profiles and files

  case noProfile = "no-profile"
  case noBridge = "no-bridge"
  case fileErrors = "file-errors"
  /// Files could not be read, or not in time.
  case fileUnread = "file-unread"
  /// The profile has no scanning clock.
  case noClock = "no-clock"

  // MARK: Now

  /// The daemon is about to end.
  case ending
  /// A key is down.
  case keysDown = "keys-down"
  /// The command is not the last one of a keyboard.
  case notLast = "not-last"
  /// No such question is open. The word is the same as in `rejected`; this also holds for the next ones.
  case question
  case inactive, inhibited, panic, rest, stale
  case nothingBefore = "nothing-before"

  // MARK: Typing

  // The reasons `inactive`, `panic` and `rest` also belong here. The words of `typing` in a `state` are the same.
  case policy, locked, layout
  case noKeyboard = "no-keyboard"
  case forbiddenKeys = "forbidden-keys"
  /// The layout does not have the character.
  case noCharacter = "no-character"
  /// The layout or the virtual keyboard does not have the keys.
  case noKey = "no-key"
  /// Typing or pointing stopped before its end.
  case stopped

  // MARK: Pointing

  // The reasons `policy`, `locked`, `inactive`, `panic` and `rest` also belong here. The words of `pointing` in a
  // `state` are the same.
  case noPointer = "no-pointer"
  /// A `press` holds the button down.
  case buttonDown = "button-down"
}
