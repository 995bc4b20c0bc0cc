/// What the clock does now. Raw values are the wire's words.
public enum ClockState: String, CaseIterable, Sendable {
  /// Nothing is scanned. Can go to all.
  case off
  /// The next step has a time; in `step`, an item waits to be chosen. Can go to all.
  case running
  /// A switch is at work, and the highlight stands. Can go to all.
  case frozen
  /// The client was given a choice, or said `hold`. Ends with its next page or `scan(restart)`; a pause goes before.
  case holding
  /// The rounds are over, or scanning has not begun. Can go to all.
  case resting
  /// By command or by a mode, until all causes have ended. Goes to what it would be without the pause.
  case paused
}

/// An item of a page.
public struct ClockPlace: Equatable, Sendable {
  public var page: Int
  public var item: Int

  public init(page: Int, item: Int) {
    self.page = page
    self.item = item
  }
}

/// A command that the clock makes itself. `pressed` and `accepted` are its time.
public struct ClockStep: Equatable, Sendable {
  /// The commands that the clock makes.
  public enum Command: String, Sendable {
    case next, previous, select
  }
  public var command: Command
  public var time: Int64
  /// Whom it is for.
  public var owner: ClockOwner
  /// What it lights or chooses; nil for an unknown.
  public var place: ClockPlace?
  /// For `source`: `{"clock":STYLE}`.
  public var style: ClockStyle

  public init(command: Command, time: Int64, owner: ClockOwner, place: ClockPlace?, style: ClockStyle) {
    self.command = command
    self.time = time
    self.owner = owner
    self.place = place
    self.style = style
  }
}

/// The line `scan`. `time` is that of the event or deadline.
public struct ClockAnnouncement: Equatable, Sendable {
  public var state: ClockState
  public var style: ClockStyle
  /// Microseconds.
  public var interval: Int64
  /// Nil: nobody said.
  public var place: ClockPlace?
  public var time: Int64
}

/// What is to be done, in order.
public enum ClockOutput: Equatable, Sendable {
  /// Publish the clock's own command.
  case step(ClockStep)
  /// Publish the command that was handed in, with the item that it chooses or lights; nil: without one.
  case publish(ClockPlace?)
  /// Publish `scan(start)` in its place, with its own source and times.
  case publishStart
  /// Do not publish it: its press began before the page was announced. A switch's is `rejected` `stale`.
  case stale
  /// Send the line `scan`.
  case announce(ClockAnnouncement)
}

/// What a choice was found to mean. A command that must be confirmed keeps it until then.
public struct ClockAim: Equatable, Sendable {
  public let owner: ClockOwner
  /// Nil: of an unknown.
  public let place: ClockPlace?
  /// When the page was announced; nil for an unknown. A choice of a page older than an open question drops that.
  public let announced: Int64?
  /// The unknown's place, counted in moves.
  let moves: Int
  /// Counts how often the unknown's steps were forgotten.
  let epoch: Int
}

/// What would become of a command.
public enum ClockVerdict: Equatable, Sendable {
  /// It chooses nothing of the clock's.
  case plain
  case choice(ClockAim)
  /// `scan(start)` is published in its place.
  case start
  case stale
}
