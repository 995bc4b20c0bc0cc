/// Who owns `next`, `previous` and `select`.
public enum ClockOwner: Hashable, Sendable {
  /// They have no common owner, or none at all and no bridge is in force.
  case nobody
  /// A client, by a number that is never used again. A front end with a clock of its own has one client, itself.
  case client(Int)
  /// The bridge in force, while nobody claims any of the three.
  case bridge
}

/// What a client says that the person can choose from.
public struct ClockPage: Equatable, Sendable {
  /// How many items a page can have.
  public static let sizes = 1...1000

  public let items: Int
  /// The client's own number for it.
  public let page: Int
  /// Where the highlight is, 0 ..< `items`.
  public let item: Int
  /// The highlight stands until the client's next page.
  public let hold: Bool

  /// Nil: `items` or `item` is out of range.
  public init?(items: Int, page: Int = 0, item: Int = 0, hold: Bool = false) {
    guard ClockPage.sizes.contains(items), (0..<items).contains(item) else { return nil }
    self.items = items
    self.page = page
    self.item = item
    self.hold = hold
  }
}

/// Why the clock is paused: each cause ends by itself, and the clock goes on when none is left.
public struct ClockPauses: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `scan(pause)` or `scan(stop)`. The machine sets and ends it itself.
  public static let command = ClockPauses(rawValue: 1 << 0)
  public static let restMode = ClockPauses(rawValue: 1 << 1)
  public static let passThrough = ClockPauses(rawValue: 1 << 2)
  public static let panic = ClockPauses(rawValue: 1 << 3)
  public static let locked = ClockPauses(rawValue: 1 << 4)
  public static let inactive = ClockPauses(rawValue: 1 << 5)
  public static let learning = ClockPauses(rawValue: 1 << 6)
  public static let inhibited = ClockPauses(rawValue: 1 << 7)
}

/// What happens around the clock, but for commands. Switches are numbers below `SwitchSet.capacity`.
public enum ClockInput: Equatable, Sendable {
  /// `next`, `previous` and `select` belong to somebody else now.
  case owner(ClockOwner)
  /// A client's `scan` request. Nil: `items` 0, nothing of this client is scanned until its next one.
  case page(ClockPage?, client: Int)
  /// A client is gone, and all that it said.
  case gone(client: Int)
  /// Another profile is in force. Switches count as not pressed until they are reported anew.
  case profile(ClockSettings)
  /// These causes of a pause have begun.
  case pause(ClockPauses)
  /// These causes of a pause have ended.
  case resume(ClockPauses)
  /// A switch has an undecided contact that can become a press, is pressed, or waits for a gesture or a chord.
  case atWork(Int)
  /// A switch is none of these any more. A contact that can no longer become a press, and a blocked one, are none.
  case idle(Int)
  /// A press was accepted; its switch is at work from now on.
  ///
  /// - began: the press's own time, without the device's offset.
  /// - owner: whoever owned `select` when it began.
  /// - scans: the switch's `tap` is `select`, and it has no other gesture and no part in a chord.
  case pressed(Int, began: Int64, owner: ClockOwner, scans: Bool)
  /// The release of an accepted press was accepted. `idle` is still to come.
  case released(Int)
  /// A press was reported `stuck`: its switch counts as not pressed until it is released.
  case stuck(Int)
  /// The switch's device is gone, and the press with it.
  case lost(Int)
  /// A `next` or `previous` accepted at `step` was not sent, since it was too late. An unknown has not moved then.
  ///
  /// - moves: 1 for `next`, −1 for `previous`.
  case stepNotSent(owner: ClockOwner, step: Int64, moves: Int)
  /// A choice was not sent, since it was too late: the client has nothing to answer, and its page goes on.
  case choiceNotSent(owner: ClockOwner)
}
