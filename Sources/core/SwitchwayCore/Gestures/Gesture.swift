/// The action of a person with a switch. Raw values are the words on the wire. Except `chord`, they are also the keys
/// of a switch in a profile.
public enum Gesture: String, CaseIterable, Sendable {
  case tap, press, hold, double, triple
  case repeated = "repeat"
  case chord

  /// A time that a gesture needs. Raw values are the keys of the gesture's mapping in a profile.
  public enum Time: String, CaseIterable, Sendable {
    /// A time from the start of the contact.
    case after
    /// A time from one repeat to the next.
    case every
    /// A time from a release to the next press, or from the first to the last press of a chord. The time must be less
    /// than this.
    case within
  }

  /// The table of gestures.
  private var row: (times: [Time], presses: Int, example: String) {
    switch self {
    case .tap: ([], 1, "tap: select")
    case .press: ([], 1, "press: select")
    case .hold: ([.after], 1, "hold: {after: 800ms, do: menu}")
    case .double: ([.within], 2, "double: {within: 350ms, do: menu}")
    case .triple: ([.within], 3, "triple: {within: 350ms, do: menu}")
    case .repeated: ([.after, .every], 1, "repeat: {after: 900ms, every: 600ms}")
    case .chord: ([.within], 2, "left+right: {within: 120ms, do: escape}")
    }
  }

  /// Its index in `allCases`.
  var index: Int {
    switch self {
    case .tap: 0
    case .press: 1
    case .hold: 2
    case .double: 3
    case .triple: 4
    case .repeated: 5
    case .chord: 6
    }
  }

  /// The times in its mapping in a profile. If there are none, it has no mapping, only a command.
  public var times: [Time] { row.times }

  /// The number of presses in the gesture. For a chord, the minimum.
  public var presses: Int { Gesture.pressCounts[index] }

  /// A row has arrays and texts, so it is not made for each press.
  private static let pressCounts = allCases.map(\.row.presses)

  /// An example of its binding in a profile.
  public var example: String { row.example }

  /// Whether it has its own command. `repeat` repeats the command of the tap.
  public var hasCommand: Bool { self != .repeated }

  /// The gestures of one switch, in the order in which a person reads them.
  public static let ofSwitch = allCases.filter { $0 != .chord }
}
