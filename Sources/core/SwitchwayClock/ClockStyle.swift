/// The way in which the highlight moves. Raw values are words of profiles and of the protocol.
///
/// To add a style, add its row here, and its steps to `ScanningClock`. Also change `ClockRound` if a round of the style
/// is not one pass over the page.
public enum ClockStyle: String, CaseIterable, Sendable {
  /// The front end moves the highlight. There is no clock.
  case frontEnd = "front-end"
  /// The clock moves the highlight, and a press selects.
  case auto
  /// The person moves the highlight, and a pause selects.
  case step
  /// The clock moves the highlight while a switch is held, and its release selects.
  case inverse

  /// Who or what moves the highlight in a style.
  private enum Mover { case frontEnd, time, person, heldSwitch }

  /// Whether there is a clock.
  public var hasClock: Bool { self != .frontEnd }
  /// Whether the highlight moves although nobody touches a switch. If the highlight waits, a `select` starts it.
  public var movesAlone: Bool { mover == .time }
  /// Whether the person moves the highlight, and the clock selects after `interval`.
  public var waitChooses: Bool { mover == .person }
  /// Whether the highlight moves while a switch with `tap: select` is held, and its release selects.
  public var releaseChooses: Bool { mover == .heldSwitch }
  /// Whether the clock moves the highlight.
  public var movesInTime: Bool { movesAlone || releaseChooses }

  /// The command that a person's only switch gives in this style.
  public var command: String { row.command }
  /// A profile with this style must bind at least one of these commands.
  public var commands: [String] { command == "next" ? ["next", "previous"] : [command] }
  /// The effect of `command`, as a verb for a message: "'style: auto' chooses with …".
  public var purpose: String { row.purpose }
  /// The name that therapists use for the style.
  public var term: String { row.term }
  /// Words for what moves the highlight and what chooses, as part of a sentence for a person.
  public var words: String { row.words }

  /// The styles with a clock.
  public static let withClock = allCases.filter(\.hasClock)

  /// The settings that choose a style with a clock, for help texts. The first one has its key: `style: auto`.
  public static let settings = withClock.map { $0 == withClock.first ? "style: \($0.rawValue)" : $0.rawValue }

  /// The arguments of `scan-style` that choose the styles of `allCases`.
  public static let arguments = allCases.map(\.argument)

  /// Reads an argument of `scan-style`. Returns `nil` for a style that has no clock in Switchway.
  public init?(argument: String) {
    guard let style = ClockStyle.allCases.first(where: { $0.argument == argument }) else { return nil }
    self = style
  }

  private var argument: String { self == .frontEnd ? "manual" : rawValue }

  /// This is separate from the texts of `row`, because the clock reads it several times for each event.
  private var mover: Mover {
    switch self {
    case .frontEnd: .frontEnd
    case .auto: .time
    case .step: .person
    case .inverse: .heldSwitch
    }
  }

  private var row: (command: String, purpose: String, term: String, words: String) {
    switch self {
    case .frontEnd:
      ("select", "chooses", "two-switch scanning", "one switch moves the highlight, another chooses")
    case .auto: ("select", "chooses", "automatic scanning", "time moves the highlight, and a press chooses")
    case .step: ("next", "moves on", "step scanning", "each press moves the highlight, and waiting chooses")
    case .inverse:
      (
        "select", "moves on and chooses", "inverse scanning", "holding moves the highlight, and releasing chooses"
      )
    }
  }
}
