import SwitchwayTime

/// The measurements of a calibration on one switch, in one or several sessions.
struct CalibrationFindings: Equatable, Sendable {
  struct Press: Equatable, Sendable {
    var prompt: Int
    /// The time when the press's first contact began.
    var onset: Instant
    /// The press's longest contact.
    var span: ClosedSpan
  }

  /// A contact soon after a press.
  struct After: Equatable, Sendable {
    /// The time since the end of the contact before this one.
    var gap: Microseconds
    var length: Microseconds
    /// Whether the contact came at a prompt for two presses, and so may be one of these.
    var isAmongTwo = false
  }

  /// A contact of another switch that was hit together with a press of this one.
  struct Cross: Equatable, Sendable {
    /// The switch that was hit in addition to the wanted one.
    var other: Int
    /// The time between the beginning of the press and the beginning of the other contact, whichever came first.
    var offset: Microseconds
    var length: Microseconds
  }

  /// The presses in order of time; for a prompt for two presses, both.
  var presses: [Press] = []
  var afters: [After] = []
  /// The unwanted contacts of each session, in order of time.
  var noise: [[ClosedSpan]] = [[]]
  /// The lengths of the openings between the contacts of one press.
  var insideGaps: [Microseconds] = []
  /// The number of presses whose longest contact was not their first.
  var brokenOnsets = 0
  /// The time between the two presses of each prompt for two presses, if both presses have similar lengths.
  var pairGaps: [Microseconds] = []
  /// The number of prompts for two presses that were answered with two.
  var pairs = 0
  /// The numbers of prompts for this switch: all prompts; the prompts that were answered; and the prompts that were
  /// answered late, in the next prompt's time.
  var prompts = 0
  var answered = 0
  var late = 0
  /// Contacts of other switches that were hit together with presses of this switch, when a prompt asked for this
  /// switch.
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

  /// Whether every press is a short pulse, however long the person presses. The limit of 60 ms is less than half of any
  /// press of the simulated people for whom calibration was developed.
  var sendsPulses: Bool { widths.last.map { $0 < .milliseconds(60) } ?? false }

  var widths: [Microseconds] { presses.map(\.span.length).sorted() }

  /// Lengths of unwanted contacts, ascending.
  var noiseLengths: [Microseconds] { noise.joined().map(\.length).sorted() }

  /// The shortest opening between two unwanted contacts that are at most 600 ms apart, or `nil` if there are none.
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
