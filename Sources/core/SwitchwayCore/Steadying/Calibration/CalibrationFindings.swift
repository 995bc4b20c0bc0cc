import SwitchwayTime

/// The measurements of a calibration on one switch, in one or several sessions.
struct CalibrationFindings: Equatable, Sendable {
  struct Press: Equatable, Sendable {
    var prompt: Int
    /// The time when its first contact began.
    var onset: Instant
    /// Its longest contact.
    var span: ClosedSpan
  }

  /// A contact soon after a press.
  struct After: Equatable, Sendable {
    /// The time from the end of the contact before it.
    var gap: Microseconds
    var length: Microseconds
    /// Whether it came at a prompt for two presses, and may be one of them.
    var isAmongTwo = false
  }

  /// A contact of another switch that was meant for this one, or the reverse.
  struct Cross: Equatable, Sendable {
    /// The switch that was hit in addition to the wanted one.
    var other: Int
    /// The time between the press's onset and the other contact, in either order.
    var offset: Microseconds
    var length: Microseconds
  }

  /// The presses in order of time; for a prompt for two presses, both.
  var presses: [Press] = []
  var afters: [After] = []
  /// Unwanted contacts: for each session, in order of time.
  var noise: [[ClosedSpan]] = [[]]
  /// Openings between the contacts of one press.
  var insideGaps: [Microseconds] = []
  /// Presses whose longest contact was not their first.
  var brokenOnsets = 0
  /// From the first to the second press of a prompt for two, if both have similar lengths.
  var pairGaps: [Microseconds] = []
  /// Prompts for two that were answered with two.
  var pairs = 0
  /// Prompts of this switch; those that were answered; and those that were answered in the next prompt's time.
  var prompts = 0
  var answered = 0
  var late = 0
  /// Other switches that were hit with this switch's presses, where this switch was the wanted one.
  var crosses: [Cross] = []
  /// The time for which the switch was observed.
  var watched = WatchedTime(length: .zero, prompts: 0)

  init() {}

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

  /// Whether every press is a pulse, however long the person presses. The limit is under half of any press of the
  /// simulated people for whom calibration was developed.
  var sendsPulses: Bool { widths.last.map { $0 < .milliseconds(60) } ?? false }

  var widths: [Microseconds] { presses.map(\.span.length).sorted() }

  /// Lengths of unwanted contacts, ascending.
  var noiseLengths: [Microseconds] { noise.joined().map(\.length).sorted() }

  /// The shortest opening between two unwanted contacts of one train (at most 600 ms apart), or `nil` if there is none.
  var shortestTrainGap: Microseconds? {
    noise.flatMap { spans in zip(spans, spans.dropFirst()).map { $1.start - $0.end } }
      .filter { $0 <= PromptReading.chain }.min()
  }
}

extension [Microseconds] {
  /// The quantile `numerator`/`denominator` of ascending values, or `nil` if there are none.
  func quantile(_ numerator: Int, of denominator: Int) -> Microseconds? {
    isEmpty ? nil : self[(count - 1) * numerator / denominator]
  }
}
