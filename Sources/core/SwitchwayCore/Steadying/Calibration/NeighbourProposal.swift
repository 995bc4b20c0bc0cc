import SwitchwayTime

/// The proposed `neighbour` of a switch that was hit together with another one. Both switches get a proposal, because
/// each is compared with the other.
///
/// Source: docs/design/steadying.md, "Calibration" 6.
struct NeighbourProposal: Equatable {
  /// `neighbour`: how long a press waits for another switch.
  let wait: Microseconds
  /// `neighbour-max`: how long a press waits while both switches are closed.
  let longestWait: Microseconds

  /// Returns a proposal for each switch, or `nil` for a switch that was not hit together with another one.
  static func proposals(from findings: [CalibrationFindings]) -> [NeighbourProposal?] {
    findings.indices.map { index in
      // Contacts of other switches during this switch's presses, and its own contacts during presses of other switches.
      let all = findings[index].crosses + findings.flatMap(\.crosses).filter { $0.other == index }
      guard let offset = all.map(\.offset).max(), let length = all.map(\.length).max() else { return nil }
      return NeighbourProposal(
        wait: min(max(.milliseconds(70), offset.percent(125)), .milliseconds(90)),
        longestWait: min(max(.milliseconds(250), length.percent(130)), .milliseconds(500)))
    }
  }
}
