/// The state of the clock. Raw values are words of the protocol.
public enum ClockState: String, CaseIterable, Sendable {
  /// Nothing is scanned. Every other state can follow.
  case off
  /// The time of the highlighted item runs. At its end the highlight moves on, or, with `step`, the item is selected.
  /// Every other state can follow.
  case running
  /// A switch is busy, and the highlight does not move. Every other state can follow.
  case frozen
  /// The highlight waits for the client, which received a selection or asked for `hold`. The state ends with the
  /// client's next page or with `scan(restart)`. If the clock is also paused, its state is `paused`.
  case holding
  /// The highlight waits for a press: its rounds are over, or scanning has not begun. Every other state can follow.
  case resting
  /// Paused by a command or a mode until all causes of the pause have ended. Then the state follows that the clock
  /// would have without the pause.
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

/// A command that the clock makes itself. In messages, its `pressed` and `accepted` are both `time`.
public struct ClockStep: Equatable, Sendable {
  /// The name of a command that the clock makes.
  public enum Command: String, Sendable {
    case next, previous, select
  }
  public var command: Command
  public var time: Int64
  /// The recipient.
  public var owner: ClockOwner
  /// The item that the command highlights or selects, or `nil` if the owner has no page.
  public var pageItem: PageItem?
  /// The style that made the command. In messages, the style is the `source`: `{"clock":STYLE}`.
  public var style: ClockStyle

  public init(command: Command, time: Int64, owner: ClockOwner, pageItem: PageItem?, style: ClockStyle) {
    self.command = command
    self.time = time
    self.owner = owner
    self.pageItem = pageItem
    self.style = style
  }
}

/// The message `scan`, which reports the clock's state. `time` is the time of the event or deadline that changed it.
public struct ClockAnnouncement: Equatable, Sendable {
  public var state: ClockState
  public var style: ClockStyle
  /// Microseconds.
  public var interval: Int64
  /// The highlighted item, or `nil` if the number of items is unknown.
  public var pageItem: PageItem?
  public var time: Int64
}

/// An action for the owner of the clock, which performs all actions in order.
public enum ClockOutput: Equatable, Sendable {
  /// Publish the clock's own command.
  case step(ClockStep)
  /// Publish the given command with the item that it selects or highlights, or without an item if `nil`.
  case publish(PageItem?)
  /// Publish `scan(start)` instead of the given command, with its source and times.
  case publishStart
  /// Do not publish the command, because its press began before the page was announced. A press of a switch is
  /// `rejected` with `stale`.
  case stale
  /// Send the message `scan`.
  case announce(ClockAnnouncement)
}

/// The target of a selection. A command that must be confirmed keeps its target until the confirmation.
public struct ClockAim: Equatable, Sendable {
  public let owner: ClockOwner
  /// `nil` if the owner has no page.
  public let pageItem: PageItem?
  /// The time when the page was announced, or `nil` if there is no page. With it, the owner finds out whether the page
  /// is older than an open question.
  public let announced: Int64?
  /// The position of the target, counted in moves, if there is no page.
  let moves: Int
  /// The number of times that the positions of an owner without a page were reset.
  let epoch: Int
}

/// The effect that a command would have if it came now.
public enum ClockVerdict: Equatable, Sendable {
  /// The command does not select an item of the clock.
  case plain
  case choice(ClockAim)
  /// `scan(start)` is published instead of the command.
  case start
  case stale
}
