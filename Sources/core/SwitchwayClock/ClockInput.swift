/// The owner of `next`, `previous` and `select`.
public enum ClockOwner: Hashable, Sendable {
  /// The three commands have no common owner, or they have no owner and no bridge is active.
  case nobody
  /// A client, by a number that is never used again. In a front end that runs a clock itself, the only client is the
  /// front end.
  case client(Int)
  /// The active bridge, while nobody claims any of the three commands.
  case bridge
}

/// The items that a client offers for selection.
public struct ClockPage: Hashable, Sendable {
  /// The allowed numbers of items.
  public static let sizes = 1...1000

  public let items: Int
  /// The client's own number for the page.
  public let page: Int
  /// The highlighted item, 0 ..< `items`.
  public let item: Int
  /// Whether the highlight stays until the client's next page.
  public let hold: Bool

  /// `nil` if `items` or `item` is out of range.
  public init?(items: Int, page: Int = 0, item: Int = 0, hold: Bool = false) {
    guard ClockPage.sizes.contains(items), (0..<items).contains(item) else { return nil }
    self.items = items
    self.page = page
    self.item = item
    self.hold = hold
  }
}

/// Causes of a pause. Each cause ends separately, and the clock continues when none is left.
public struct ClockPauses: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `scan(pause)` or `scan(stop)`. The clock itself begins and ends this cause.
  public static let command = ClockPauses(rawValue: 1 << 0)
  public static let restMode = ClockPauses(rawValue: 1 << 1)
  public static let passThrough = ClockPauses(rawValue: 1 << 2)
  public static let panic = ClockPauses(rawValue: 1 << 3)
  public static let locked = ClockPauses(rawValue: 1 << 4)
  public static let inactive = ClockPauses(rawValue: 1 << 5)
  public static let learning = ClockPauses(rawValue: 1 << 6)
  public static let inhibited = ClockPauses(rawValue: 1 << 7)
}

/// Inputs of the clock other than commands. Switches are numbers below `SwitchSet.capacity`.
public enum ClockInput: Equatable, Sendable {
  /// `next`, `previous` and `select` have a new owner.
  case owner(ClockOwner)
  /// A client's `scan` request. The page is `nil` if `items` was 0: nothing of this client is scanned until its next
  /// request.
  case page(ClockPage?, client: Int)
  /// A client has gone. All requests of the client are dropped.
  case gone(client: Int)
  /// Another profile became active. Switches count as not pressed until they are reported again.
  case profile(ClockSettings)
  /// These causes of a pause have begun.
  case pause(ClockPauses)
  /// These causes of a pause have ended.
  case resume(ClockPauses)
  /// A switch has an undecided contact that can become a press, is pressed, or waits for a gesture or a chord.
  case atWork(Int)
  /// The switch is in none of the states of `atWork`. It may have a contact that is blocked or can no longer become a
  /// press.
  case idle(Int)
  /// A press was accepted. From now on the switch is busy.
  ///
  /// - began: the time when the press began, without the device's offset, or with it if that is earlier.
  /// - owner: the owner of `select` when the press began.
  /// - scans: whether the switch's `tap` is `select`, and it has no other gesture and is part of no chord.
  case pressed(Int, began: Int64, owner: ClockOwner, scans: Bool)
  /// The release of an accepted press was accepted. `idle` follows later.
  case released(Int)
  /// A press was reported `stuck`. The switch counts as not pressed until it is released.
  case stuck(Int)
  /// The switch's device has gone, and so has the press.
  case lost(Int)
  /// A `next` or `previous` accepted at `step` was too late and was not sent. Without a page, the highlight has not
  /// moved.
  ///
  /// - moves: 1 for `next`, −1 for `previous`.
  case stepNotSent(owner: ClockOwner, step: Int64, moves: Int)
  /// A selection came too late and was not sent. The client has no selection to answer, so scanning of its page
  /// continues.
  case choiceNotSent(owner: ClockOwner)
}
