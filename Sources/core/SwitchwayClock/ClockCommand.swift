/// A command of a person or of a client, as the clock sees it.
public enum ClockCommand: Equatable, Sendable {
  /// `next` or `previous` by item. The number is the count of items: positive for `next`, negative for `previous`.
  case move(Int)
  /// `edge(start)` or `edge(end)`.
  case edge(isEnd: Bool)
  /// `move`, or `next` or `previous` by something other than items. The clock does not move its highlight for such a
  /// command.
  case moveElsewhere
  case select
  /// `choose`, `enter`, `leave` and all commands of the groups act, text and gesture; of a command with phases, only
  /// the `begin`.
  case choice
  case scan(ScanWord)
  case rate(ClockRate)
  /// `scan-style`. Its argument `manual` is the style `frontEnd`. `nil` means a style that has no clock in Switchway.
  case style(ClockStyle?)
  /// Any other command, and also the `end` of a phase.
  case other

  /// A `next` by one item.
  public static var next: ClockCommand { .move(1) }
  /// A `previous` by one item.
  public static var previous: ClockCommand { .move(-1) }

  var isChoice: Bool { self == .select || self == .choice }
}

/// The arguments of `scan`.
public enum ScanWord: String, CaseIterable, Sendable {
  case start, stop, pause, resume, toggle, restart, reverse
}

/// The origin of a command. The clock's own commands are outputs and never come back as inputs.
public enum ClockOrigin: Equatable, Sendable {
  /// These switches: a single switch, or the parts of a chord.
  case switches(SwitchSet)
  case key
  case client

  /// A single switch.
  public static func `switch`(_ number: Int) -> ClockOrigin { .switches(SwitchSet(number)) }
}

/// The press that made a command. Times are in microseconds.
public struct ClockPress: Equatable, Sendable {
  public var origin: ClockOrigin
  /// The recipient of the command, which is fixed when the switch is pressed.
  public var owner: ClockOwner
  /// The time when the press began, without the device's offset.
  public var began: Int64
  /// The time when the press began, with the device's offset.
  public var pressed: Int64
  /// The time when the press ended, with the device's offset, if its release selects (`inverse`); otherwise `nil`. The
  /// item that was highlighted at this time is selected.
  public var released: Int64?
  /// The time when the command was decided.
  public var accepted: Int64

  /// - Parameters:
  ///   - pressed: `nil` means `began`.
  ///   - accepted: `nil` means `released`, or `began` if there is no `released`.
  public init(
    _ origin: ClockOrigin = .switch(0), owner: ClockOwner = .client(0), began: Int64, pressed: Int64? = nil,
    released: Int64? = nil, accepted: Int64? = nil
  ) {
    self.origin = origin
    self.owner = owner
    self.began = began
    self.pressed = pressed ?? began
    self.released = released
    self.accepted = accepted ?? max(began, released ?? began)
  }
}
