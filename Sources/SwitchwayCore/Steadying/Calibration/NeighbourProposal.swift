/// `neighbour` for switches that are hit together: all that took part have it, as each is weighed against the others.
///
/// Source: the steadying text, "Calibration" 6.
enum NeighbourProposal {
  static func apply(to parameters: inout [SteadyingParameters], _ findings: [CalibrationFindings]) {
    for index in findings.indices {
      // What was hit with its presses, and its own hits with those of others.
      let own = findings[index].crosses.map { ($0.offset, $0.length) }
      let hits = findings.flatMap(\.crosses).filter { $0.other == index }.map { ($0.offset, $0.length) }
      let all = own + hits
      guard let offset = all.map(\.0).max(), let length = all.map(\.1).max() else { continue }
      parameters[index].neighbour = min(max(.milliseconds(70), offset.percent(125)), .milliseconds(90))
      parameters[index].neighbourMax = min(max(.milliseconds(250), length.percent(130)), .milliseconds(500))
      parameters[index] = parameters[index].rounded
    }
  }
}
