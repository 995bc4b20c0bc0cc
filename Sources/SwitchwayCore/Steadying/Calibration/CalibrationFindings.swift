/// What a calibration saw on one switch, in one sitting or in several.
struct CalibrationFindings: Equatable, Sendable {
  /// A press that a prompt asked for.
  struct Press: Equatable, Sendable {
    /// Index of its prompt.
    var prompt: Int
    /// When its first contact began.
    var onset: Instant
    /// Its longest contact.
    var span: ClosedSpan
  }

  /// A contact that followed a press closely.
  struct After: Equatable, Sendable {
    /// From the end of the contact before it.
    var gap: Microseconds
    var length: Microseconds
    /// It came where two presses were asked for, and may be one of them.
    var isAmongTwo = false
  }

  /// A contact of another switch that was meant for this one, or the reverse.
  struct Cross: Equatable, Sendable {
    /// The switch that was hit besides the wanted one.
    var other: Int
    /// From the press's onset to it, or from it to the onset.
    var offset: Microseconds
    var length: Microseconds
  }

  /// In order of time; of a prompt for two, both.
  var presses: [Press] = []
  var afters: [After] = []
  /// Contacts that nobody asked for, of each sitting in order of its time.
  var noise: [[ClosedSpan]] = [[]]
  /// Openings inside a press, between contacts of its group.
  var insideGaps: [Microseconds] = []
  /// Presses that began with another contact than their longest.
  var brokenOnsets = 0
  /// From the first to the second press of a prompt for two, where both are of like length.
  var pairGaps: [Microseconds] = []
  /// Prompts for two that were answered with two.
  var pairs = 0
  /// Prompts of this switch, those that were answered, and those answered in the next prompt's time.
  var prompts = 0
  var answered = 0
  var late = 0
  /// What was hit with this switch's presses, seen from the wanted one.
  var crosses: [Cross] = []
  /// How much there was to see.
  var watched = WatchedTime(length: .zero, prompts: 0)

  /// Nothing yet.
  init() {}

  /// What several sittings saw.
  init(_ sittings: [CalibrationFindings]) {
    noise = []
    for found in sittings {
      presses += found.presses
      afters += found.afters
      noise += found.noise
      insideGaps += found.insideGaps
      brokenOnsets += found.brokenOnsets
      pairGaps += found.pairGaps
      pairs += found.pairs
      prompts += found.prompts
      answered += found.answered
      late += found.late
      crosses += found.crosses
      watched += found.watched
    }
  }

  /// How long presses are, shortest first.
  var widths: [Microseconds] { presses.map(\.span.length).sorted() }

  /// How long unasked contacts are, shortest first.
  var noiseLengths: [Microseconds] { noise.joined().map(\.length).sorted() }

  /// The shortest opening between two unasked contacts of one train (at most 600 ms apart); nil: there is none.
  var shortestTrainGap: Microseconds? {
    noise.flatMap { spans in zip(spans, spans.dropFirst()).map { $1.start - $0.end } }
      .filter { $0 <= PromptReading.chain }.min()
  }
}

extension [Microseconds] {
  /// The value at a fraction of `numerator` fourths, of values in ascending order; nil where there are none.
  func quantile(_ numerator: Int, of denominator: Int) -> Microseconds? {
    isEmpty ? nil : self[(count - 1) * numerator / denominator]
  }
}
