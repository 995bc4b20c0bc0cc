/// A way in which a person uses a switch. Raw values are the words on the wire. Except `chord`, they are also keys of a
/// switch in a profile.
public enum Gesture: String, CaseIterable, Sendable {
  case tap, press, hold, double, triple
  case repeated = "repeat"
  case chord

  /// A time that a gesture needs. Raw values are the keys of the gesture's mapping in a profile.
  public enum Time: String, CaseIterable, Sendable {
    /// The time from the start of the contact.
    case after
    /// The time from one repeat to the next.
    case every
    /// The limit of the time from a release to the next press, or from the first to the last press of a chord. A
    /// shorter time makes the gesture; a time of exactly this length does not.
    case within
  }

  /// The properties of each gesture: the times in its mapping, its number of presses, and an example.
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

  /// The gesture's index in `allCases`.
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

  /// The times in the gesture's mapping in a profile. A gesture without times has no mapping there, only a command.
  public var times: [Time] { row.times }

  /// The number of presses in the gesture. For a chord, this is the minimum.
  public var presses: Int { Gesture.pressCounts[index] }

  /// The numbers of presses, by `index`. They are stored, because `row` makes arrays and texts, which would be too slow
  /// for each press.
  private static let pressCounts = allCases.map(\.row.presses)

  /// An example of the gesture's binding in a profile.
  public var example: String { row.example }

  /// Whether the gesture has its own command. Only `repeat` has none: it repeats the command of the tap.
  public var hasCommand: Bool { self != .repeated }

  /// The gestures that one switch makes, in the order in which a person reads them.
  public static let ofSwitch = allCases.filter { $0 != .chord }
}
