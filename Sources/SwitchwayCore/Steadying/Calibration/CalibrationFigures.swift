/// What a calibration saw on a switch, in numbers that can be shown to people.
public struct CalibrationFigures: Equatable, Sendable {
  /// How often it was asked for, and how often it was pressed then.
  public var prompts: Int
  public var answered: Int
  /// Prompts for two presses that were answered with two.
  public var pairs: Int
  /// Zero where there was no press.
  public var shortestPress: Microseconds
  public var medianPress: Microseconds
  /// Contacts that nobody asked for, and the longest of them.
  public var noise: Int
  public var longestNoise: Microseconds
  /// Contacts that closely followed a press, the longest of them, and the longest opening before one.
  public var afters: Int
  public var longestAfter: Microseconds
  public var longestAfterGap: Microseconds
  /// Presses with which another switch was hit, and the largest time between the two.
  public var crosses: Int
  public var largestOffset: Microseconds

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
  }
}
