import SwitchwayTime

/// The proposed `neighbour` for switches that are hit together. All of them get one, because each is compared with the
/// others.
///
/// Source: docs/design/steadying.md, "Calibration" 6.
struct NeighbourProposal: Equatable {
  /// `neighbour`: how long a press waits for another switch.
  let wait: Microseconds
  /// `neighbour-max`: how long it waits while both are closed.
  let longestWait: Microseconds

  /// One for each switch, or `nil` if it was not hit together with another.
  static func proposals(from findings: [CalibrationFindings]) -> [NeighbourProposal?] {
    findings.indices.map { index in
      // Switches that were hit with its presses, and its own contacts during presses of others.
      let all = findings[index].crosses + findings.flatMap(\.crosses).filter { $0.other == index }
      guard let offset = all.map(\.offset).max(), let length = all.map(\.length).max() else { return nil }
      return NeighbourProposal(
        wait: min(max(.milliseconds(70), offset.percent(125)), .milliseconds(90)),
        longestWait: min(max(.milliseconds(250), length.percent(130)), .milliseconds(500)))
    }
  }
}
