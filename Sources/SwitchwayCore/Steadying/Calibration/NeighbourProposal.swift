/// `neighbour` for switches that are hit together: all that took part have it, as each is weighed against the others.
///
/// Source: the steadying text, "Calibration" 6.
struct NeighbourProposal: Equatable {
  /// A press waits so long for another switch.
  let wait: Microseconds
  /// While both are closed, so long.
  let longestWait: Microseconds

  /// Of each switch; nil where it was not hit with another.
  static func proposals(from findings: [CalibrationFindings]) -> [NeighbourProposal?] {
    findings.indices.map { index in
      // What was hit with its presses, and its own hits with those of others.
      let all = findings[index].crosses + findings.flatMap(\.crosses).filter { $0.other == index }
      guard let offset = all.map(\.offset).max(), let length = all.map(\.length).max() else { return nil }
      return NeighbourProposal(
        wait: min(max(.milliseconds(70), offset.percent(125)), .milliseconds(90)),
        longestWait: min(max(.milliseconds(250), length.percent(130)), .milliseconds(500)))
    }
  }
}
