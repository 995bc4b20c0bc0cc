/// A command of a person or of a client, as far as it matters to the clock.
public enum ClockCommand: Equatable, Sendable {
  /// `next` or `previous` by item: `moves` is 1 or −1, times the count that was written.
  case move(Int)
  /// `edge(start)` or `edge(end)`.
  case edge(isEnd: Bool)
  /// `move`, and `next` or `previous` by anything but item: they move nothing of the clock's.
  case moveElsewhere
  case select
  /// `choose`, `enter`, `leave` and all commands of the groups act, text and gesture; of a phase, its `begin`.
  case choice
  case scan(ScanWord)
  case rate(ClockRate)
  /// `scan-style`. `manual` is `frontEnd`.
  case style(ClockStyle)
  /// Any other command, also the `end` of a phase, and `scan-style` with a style that has no clock here.
  case other

  /// `next`.
  public static var next: ClockCommand { .move(1) }
  /// `previous`.
  public static var previous: ClockCommand { .move(-1) }

  var isChoice: Bool { self == .select || self == .choice }
}

/// The arguments of `scan`.
public enum ScanWord: String, CaseIterable, Sendable {
  case start, stop, pause, resume, toggle, restart, reverse
}

/// Where a command comes from. The clock's own commands are outputs and never come back as inputs.
public enum ClockOrigin: Equatable, Sendable {
  /// These switches: one, or the parts of a chord.
  case switches(SwitchSet)
  case key
  case client

  /// One switch.
  public static func `switch`(_ number: Int) -> ClockOrigin { .switches(SwitchSet(number)) }
}

/// The press that made a command. Times are microseconds.
public struct ClockPress: Equatable, Sendable {
  public var origin: ClockOrigin
  /// Whoever the command goes to, fixed at the press.
  public var owner: ClockOwner
  /// When the press began, without the device's offset.
  public var began: Int64
  /// The same with the device's offset.
  public var pressed: Int64
  /// Only where letting go chooses (`inverse`): the accepted press's release, with the device's offset. The item that
  /// was lit then is chosen.
  public var released: Int64?
  /// When the command was decided.
  public var accepted: Int64

  /// - Parameters:
  ///   - pressed: `began` where nil.
  ///   - accepted: `pressed` where nil.
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
