import SwitchwayTime

/// The measurements of a calibration on a switch, to be shown to people.
public struct CalibrationFigures: Equatable, Sendable {
  private let findings: CalibrationFindings

  init(_ findings: CalibrationFindings) { self.findings = findings }

  /// The number of prompts.
  public var prompts: Int { findings.prompts }
  /// The number of prompts that were answered.
  public var answered: Int { findings.answered }
  /// The number of prompts for two presses that were answered with two.
  public var pairs: Int { findings.pairs }
  /// The length of the shortest press; zero if there was none.
  public var shortestPress: Microseconds { pressLengths.first ?? .zero }
  /// The median length of the presses; zero if there was none.
  public var medianPress: Microseconds { pressLengths.quantile(1, of: 2) ?? .zero }
  /// Whether every press is a pulse of less than 60 ms, so that the switch cannot be held.
  public var sendsPulses: Bool { findings.sendsPulses }
  /// The number of unwanted contacts.
  public var noise: Int { noiseLengths.count }
  /// The longest unwanted contact.
  public var longestNoise: Microseconds { noiseLengths.last ?? .zero }
  /// The number of contacts soon after a press.
  public var afters: Int { findings.afters.count }
  /// The longest contact soon after a press.
  public var longestAfter: Microseconds { findings.afters.map(\.length).max() ?? .zero }
  /// The longest opening before a contact soon after a press.
  public var longestAfterGap: Microseconds { afterGaps.max() ?? .zero }
  /// How often another switch was hit together with a press of this one.
  public var crosses: Int { findings.crosses.count }
  /// The longest time between a press and the contact of another switch that was hit with it.
  public var largestOffset: Microseconds { findings.crosses.map(\.offset).max() ?? .zero }
  /// The lengths of all presses, ascending.
  public var pressLengths: [Microseconds] { findings.widths }
  /// The lengths of all unwanted contacts, ascending.
  public var noiseLengths: [Microseconds] { findings.noiseLengths }
  /// The openings before contacts soon after a press.
  public var afterGaps: [Microseconds] { findings.afters.map(\.gap) }
  /// The openings between the two presses of a prompt for two.
  public var pairGaps: [Microseconds] { findings.pairGaps }
}
