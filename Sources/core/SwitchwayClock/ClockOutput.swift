/// The state of the clock. Raw values are words of the protocol.
public enum ClockState: String, CaseIterable, Sendable {
  /// Nothing is scanned. Every other state can follow.
  case off
  /// The time of the highlighted item runs. At its end the highlight moves on, or, with `step`, the item is selected.
  /// Every other state can follow.
  case running
  /// A switch is busy, and the highlight does not move. Every other state can follow.
  case frozen
  /// The client received a selection, or said `hold`. The state ends with the client's next page or with
  /// `scan(restart)`; a pause has priority.
  case holding
  /// All passes are over, or scanning has not begun. Every other state can follow.
  case resting
  /// Paused by a command or a mode until all causes have ended. Then goes to the state without the pause.
  case paused
}

/// An item of a page.
public struct PageItem: Equatable, Sendable {
  public var page: Int
  public var item: Int

  public init(page: Int, item: Int) {
    self.page = page
    self.item = item
  }
}

/// A command that the clock makes itself. `pressed` and `accepted` are its time.
public struct ClockStep: Equatable, Sendable {
  /// The name of such a command.
  public enum Command: String, Sendable {
    case next, previous, select
  }
  public var command: Command
  public var time: Int64
  /// The recipient.
  public var owner: ClockOwner
  /// The item that the command highlights or selects, or `nil` if the owner has no page.
  public var pageItem: PageItem?
  /// The value of `source`: `{"clock":STYLE}`.
  public var style: ClockStyle

  public init(command: Command, time: Int64, owner: ClockOwner, pageItem: PageItem?, style: ClockStyle) {
    self.command = command
    self.time = time
    self.owner = owner
    self.pageItem = pageItem
    self.style = style
  }
}

/// The line `scan`. `time` is the time of the event or deadline.
public struct ClockAnnouncement: Equatable, Sendable {
  public var state: ClockState
  public var style: ClockStyle
  /// Microseconds.
  public var interval: Int64
  /// `nil` if the number of items is unknown.
  public var pageItem: PageItem?
  public var time: Int64
}

/// Actions to perform, in order.
public enum ClockOutput: Equatable, Sendable {
  /// Publish the clock's own command.
  case step(ClockStep)
  /// Publish the given command with the item that it selects or highlights, or without an item if `nil`.
  case publish(PageItem?)
  /// Publish `scan(start)` instead, with the source and times of the command.
  case publishStart
  /// Do not publish the command, because its press began before the page was announced. A press of a switch is
  /// `rejected` with `stale`.
  case stale
  /// Send the line `scan`.
  case announce(ClockAnnouncement)
}

/// The target of a selection. A command that must be confirmed keeps it until then.
public struct ClockAim: Equatable, Sendable {
  public let owner: ClockOwner
  /// `nil` if the owner has no page.
  public let pageItem: PageItem?
  /// The time when the page was announced, or `nil` if there is no page. If a selection belongs to an older page than
  /// that of an open question, the question is dropped.
  public let announced: Int64?
  /// The position in moves, if there is no page.
  let moves: Int
  /// The number of times that the positions of an owner without a page were reset.
  let epoch: Int
}

/// The effect that a command would have if it came now.
public enum ClockVerdict: Equatable, Sendable {
  /// It does not select an item of the clock.
  case plain
  case choice(ClockAim)
  /// `scan(start)` is published instead.
  case start
  case stale
}
