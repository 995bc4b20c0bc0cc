/// What a calibration measured on a switch, to be shown to people.
public struct CalibrationFigures: Equatable, Sendable {
  /// The number of prompts, and how many of them were answered.
  public var prompts: Int
  public var answered: Int
  /// Prompts for two presses that were answered with two.
  public var pairs: Int
  /// Zero if there was no press.
  public var shortestPress: Microseconds
  public var medianPress: Microseconds
  /// Unwanted contacts, and the longest of them.
  public var noise: Int
  public var longestNoise: Microseconds
  /// Contacts soon after a press, the longest of them, and the longest opening before one.
  public var afters: Int
  public var longestAfter: Microseconds
  public var longestAfterGap: Microseconds
  /// Presses with which another switch was hit, and the largest time between the two.
  public var crosses: Int
  public var largestOffset: Microseconds
  /// The lengths of all presses and of all unwanted contacts, ascending.
  public var pressLengths: [Microseconds]
  public var noiseLengths: [Microseconds]
  /// The openings before contacts that followed a press, and those between the two presses of a prompt for two.
  public var afterGaps: [Microseconds]
  public var pairGaps: [Microseconds]

  init(_ findings: CalibrationFindings) {
    let widths = findings.widths
    prompts = findings.prompts
    answered = findings.answered
    pairs = findings.pairs
    shortestPress = widths.first ?? .zero
    medianPress = widths.quantile(1, of: 2) ?? .zero
    noise = findings.noiseLengths.count
    longestNoise = findings.noiseLengths.last ?? .zero
    afters = findings.afters.count
    longestAfter = findings.afters.map(\.length).max() ?? .zero
    longestAfterGap = findings.afters.map(\.gap).max() ?? .zero
    crosses = findings.crosses.count
    largestOffset = findings.crosses.map(\.offset).max() ?? .zero
    pressLengths = widths
    noiseLengths = findings.noiseLengths
    afterGaps = findings.afters.map(\.gap)
    pairGaps = findings.pairGaps
  }
}
