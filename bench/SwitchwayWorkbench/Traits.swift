/// What one simulated person's hand and switch do. Lengths are milliseconds, rates are a minute.
struct Traits: Sendable {
  /// Contacts that come with a press, one after the other.
  struct Following: Sendable {
    /// How likely the first is; each further one is as likely as `more`.
    var chance: Double
    var more: Double = 0
    var limit = 6
    var gap: Length
    var length: Length
  }

  /// Contacts that come by themselves, in trains.
  struct Train: Sendable {
    /// Trains a minute.
    var rate: Double
    var count: ClosedRange<Int>
    var length: Length
    var gap: Length
  }

  /// A neighbour that is hit with the wanted switch.
  struct Slip: Sendable {
    var chance: Double
    /// From the wanted onset; negative: the neighbour comes first.
    var offset: Length
    var length: Length
  }

  /// Several presses, one soon after another.
  struct Run: Sendable {
    var chance: Double
    var count: ClosedRange<Int>
    /// From a release to the next onset.
    var gap: Length
  }

  var switches = 1
  var isAxis = false
  /// How long a press is closed.
  var press: Length
  /// From a prompt to the onset.
  var reaction = Length.logNormal(median: 550, spread: 0.25, within: 250...1_500)
  /// From a release to the next intended onset.
  var pause = Length.logNormal(median: 2_400, spread: 0.35, within: 900...9_000)
  /// Openings in a press that the person does not mean, with the chance of each further one.
  var breaks: (chance: Double, gap: Length)?
  /// Short contacts just before the press, which belong to it: the hand arrives.
  var arriving: Following?
  /// Contacts after the press.
  var after: Following?
  var trains: [Train] = []
  var slip: Slip?
  var run: Run?
  /// "Press twice" makes sense to this person.
  var pressesTwice = false
  /// How much of it grows until the end of a session: chances and rates by this factor, presses become shorter by its
  /// square root. 1: nothing.
  var fatigue = 1.0
  /// The switch jams closed for so long, once; the device is unplugged for so long, once.
  var jam: Length?
  var absence: Length?
  /// The switch's own bouncing: openings at the closing edge.
  var bounce: (chance: Double, gap: Length) = (0.25, .uniform(0.3...3))
}
