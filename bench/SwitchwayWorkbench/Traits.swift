/// What one simulated person's hand and switch do. Lengths are in milliseconds, rates per minute.
struct Traits: Sendable {
  /// Successive contacts that accompany a press.
  struct Following: Sendable {
    /// The probability of the first contact; each further one has the probability `more`.
    var chance: Double
    var more: Double = 0
    var limit = 6
    var gap: Length
    var length: Length
  }

  /// Trains of unwanted contacts.
  struct Train: Sendable {
    /// Trains per minute.
    var rate: Double
    var count: ClosedRange<Int>
    var length: Length
    var gap: Length
  }

  /// A neighbour that is hit with the intended switch.
  struct Slip: Sendable {
    var chance: Double
    /// From the intended onset; negative if the neighbour comes first.
    var offset: Length
    var length: Length
  }

  /// Several quick presses.
  struct Run: Sendable {
    var chance: Double
    var count: ClosedRange<Int>
    /// From a release to the next onset.
    var gap: Length
  }

  var switches = 1
  var isAxis = false
  var press: Length
  /// From a prompt to the onset.
  var reaction = Length.logNormal(median: 550, spread: 0.25, within: 250...1_500)
  /// From a release to the next intended onset.
  var pause = Length.logNormal(median: 2_400, spread: 0.35, within: 900...9_000)
  /// Unintended openings in a press, with the probability of each further one.
  var breaks: (chance: Double, gap: Length)?
  /// Short contacts just before the press that belong to it.
  var arriving: Following?
  /// Contacts after the press.
  var after: Following?
  var trains: [Train] = []
  var slip: Slip?
  var run: Run?
  /// Whether this person presses twice when asked.
  var pressesTwice = false
  /// Fatigue at the end of a session: this factor increases probabilities and rates, and its square root shortens
  /// presses. 1: none.
  var fatigue = 1.0
  /// The switch jams closed once for this time; the device is unplugged once for this time.
  var jam: Length?
  var absence: Length?
  /// The switch's own bounce: openings at the closing edge.
  var bounce: (chance: Double, gap: Length) = (0.25, .uniform(0.3...3))
}
