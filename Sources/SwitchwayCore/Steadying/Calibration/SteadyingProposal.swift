/// From what a calibration saw to the parameters that it proposes.
///
/// Source: the steadying text, "Calibration" 3 to 6, but where a comment says otherwise.
struct SteadyingProposal {
  private let findings: CalibrationFindings
  private let isAxis: Bool
  private let widths: [Microseconds]
  private let noise: [Microseconds]

  /// What suits a switch with these findings.
  static func parameters(for findings: CalibrationFindings, isAxis: Bool) -> SteadyingParameters {
    SteadyingProposal(findings: findings, isAxis: isAxis).parameters()
  }

  private init(findings: CalibrationFindings, isAxis: Bool) {
    self.findings = findings
    self.isAxis = isAxis
    widths = findings.widths
    noise = findings.noiseLengths
  }

  private func parameters() -> SteadyingParameters {
    var proposal = SteadyingPreset.gentle.parameters
    let hold = holdDuration()
    proposal.holdDuration = hold
    let afters = findings.afters.filter { hold == .zero || $0.length >= hold.percent(80) }
    let pair = findings.pairGaps.sorted().quantile(1, of: 4)
    let isTwice = findings.pairs >= 2
    proposal.ignoreRepeat = ignoreRepeat(after: afters, pair: isTwice ? pair : nil)
    proposal.override = override(over: afters)
    if isTwice, let pair { proposal.debounce = min(proposal.debounce, pair.percent(60)) }
    if hold > .zero, !isTwice { proposal.debounce = debounce() }
    if hold > .zero, findings.brokenOnsets > 0 { proposal.rejoin = .milliseconds(120) }
    return proposal.rounded
  }

  /// 0, or a length between what comes by itself and what is meant.
  private func holdDuration() -> Microseconds {
    var hold = Microseconds.zero
    if noise.count >= 2, let longest = noise.last, let shortest = widths.first {
      if longest < shortest {
        let margin: Int64 = noise.count >= 30 ? 120 : 140
        hold = min(longest.percent(margin), Microseconds((longest.value + shortest.value) / 2))
      } else {
        hold = leastErrors()
      }
      hold = max(hold, .milliseconds(40))
    }
    if isAxis, let tenth = widths.quantile(1, of: 10) { hold = max(hold, min(.milliseconds(80), tenth.percent(40))) }
    return min(hold, .seconds(2))
  }

  /// Where lengths overlap: the value that loses fewest presses and lets fewest other contacts through.
  private func leastErrors() -> Microseconds {
    var best = (errors: Int.max, hold: Microseconds.zero)
    for candidate in noise.map({ $0 + Microseconds(1_000) }) {
      let errors = widths.count { $0 < candidate } + noise.count { $0 >= candidate }
      if errors < best.errors { best = (errors, candidate) }
    }
    return best.hold
  }

  private func ignoreRepeat(after afters: [CalibrationFindings.After], pair: Microseconds?) -> Microseconds {
    if pair != nil, afters.isEmpty { return .zero }
    let enough = pair == nil ? 10 : 4
    let floor = Microseconds.milliseconds(afters.count < enough ? 300 : 200)
    let longest = afters.map(\.gap).max() ?? .zero
    let quiet = min(max(longest.percent(130) + .milliseconds(30), floor), .milliseconds(900))
    return pair.map { min(quiet, $0.percent(80)) } ?? quiet
  }

  private func override(over afters: [CalibrationFindings.After]) -> Microseconds {
    guard let longest = afters.map(\.length).max(), let median = widths.quantile(1, of: 2),
      longest <= median.percent(60)
    else { return .zero }
    return min(max(.milliseconds(110), longest.percent(135)), .seconds(2))
  }

  private func debounce() -> Microseconds {
    var debounce = (findings.insideGaps.max() ?? .zero).percent(120)
    if let train = findings.shortestTrainGap { debounce = min(debounce, train.percent(60)) }
    return min(max(debounce, .milliseconds(25)), .milliseconds(90))
  }
}

extension SteadyingParameters {
  /// In whole milliseconds, as people write them.
  var rounded: SteadyingParameters {
    var result = self
    result.debounce = debounce.roundedToMilliseconds
    result.holdDuration = holdDuration.roundedToMilliseconds
    result.ignoreRepeat = ignoreRepeat.roundedToMilliseconds
    result.override = override.roundedToMilliseconds
    result.rejoin = rejoin.roundedToMilliseconds
    result.neighbour = neighbour.roundedToMilliseconds
    result.neighbourMax = neighbourMax.roundedToMilliseconds
    return result
  }
}
