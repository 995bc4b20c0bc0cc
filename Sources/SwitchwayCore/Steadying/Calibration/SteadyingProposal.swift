/// From what a calibration saw to the parameters that it proposes.
///
/// Source: the steadying text, "Calibration" 3 to 6, but where a comment says otherwise.
struct SteadyingProposal {
  /// The dead time after a release is at least this. The design's text has 300 ms where fewer than ten contacts
  /// followed presses; in the workbench this loses quick presses of step scanning and guards against nothing.
  private static let leastQuiet = Microseconds.milliseconds(200)
  private static let mostQuiet = Microseconds.milliseconds(900)
  /// With a gate, `debounce` is at most this: longer ones, of which the design's text has up to 90 ms, join contacts of
  /// trains until they are as long as presses.
  private static let mostDebounce = Microseconds.milliseconds(60)

  /// With `override`, the least from one contact to the next. The preset's is 130 ms, longer than the fastest of step
  /// scanning's presses are apart from what followed the press before; below 110 ms trains of tremor come through. Chosen
  /// in the workbench.
  private static let overrideGap = Microseconds.milliseconds(120)

  /// What follows a press counts if it is at least so many percent of the gate. The design's text has 80: but the
  /// longest that will come is longer than those that were seen. Chosen in the workbench.
  private static let nearGate: Int64 = 50
  /// With more than so many percent of the median press, the longest contact that followed one leaves `override` no room.
  /// The design's text has 60, which keeps it from people with short presses, who press soonest after tremor. Chosen in
  /// the workbench.
  private static let mostAfter: Int64 = 90

  /// So many unasked contacts of the person's other switches, and not fewer, make a gate for one that has none. Chosen.
  /// One is enough where presses wait for a neighbour anyway: a gate as long as that delays nothing.
  private static let leastOfOthers = (alone: 4, waiting: 1)

  private let findings: CalibrationFindings
  /// Unasked contacts of each of the person's other switches.
  private let others: [[ClosedSpan]]
  private let neighbour: NeighbourProposal?
  private let isAxis: Bool
  private let widths: [Microseconds]

  /// What suits a switch with these findings. `others`: what came by itself on each other switch of its kind.
  /// `neighbour`: how it is weighed against those it was hit with; nil: with none.
  static func parameters(
    for findings: CalibrationFindings, others: [[ClosedSpan]], neighbour: NeighbourProposal?, isAxis: Bool
  ) -> SteadyingParameters {
    SteadyingProposal(findings: findings, others: others, neighbour: neighbour, isAxis: isAxis).parameters()
  }

  private init(
    findings: CalibrationFindings, others: [[ClosedSpan]], neighbour: NeighbourProposal?, isAxis: Bool
  ) {
    self.findings = findings
    self.others = others
    self.neighbour = neighbour
    self.isAxis = isAxis
    widths = findings.widths
  }

  /// From one quick press to the next; nil where the person does not press twice.
  private var pair: Microseconds? {
    findings.pairs >= 2 ? findings.pairGaps.sorted().quantile(1, of: 4) : nil
  }

  private func parameters() -> SteadyingParameters {
    var proposal = SteadyingPreset.gentle.parameters
    let pair = pair
    let hold = holdDuration(pair: pair)
    proposal.holdDuration = hold
    let afters = findings.afters.filter { hold == .zero || $0.length >= hold.percent(SteadyingProposal.nearGate) }
    proposal.ignoreRepeat = ignoreRepeat(after: afters, pair: pair)
    proposal.override = override(over: afters, gate: hold)
    if proposal.override > .zero { proposal.overrideGap = SteadyingProposal.overrideGap }
    if let pair { proposal.debounce = min(proposal.debounce, pair.percent(60)) }
    if hold > .zero, pair == nil { proposal.debounce = debounce() }
    if hold > .zero, findings.brokenOnsets > 0 { proposal.rejoin = .milliseconds(120) }
    if let neighbour {
      proposal.neighbour = neighbour.wait
      proposal.neighbourMax = neighbour.longestWait
    }
    return proposal.rounded
  }

  /// 0, or a length between what comes by itself and what is meant. The design's text has 0 where there was but one
  /// contact in the session: one a minute is as dear as a gate against it, and people tire.
  /// Who presses twice has no dead time as long as some of what follows presses is apart: only a gate keeps that out.
  private func holdDuration(pair: Microseconds?) -> Microseconds {
    var hold = Microseconds.zero
    let followers = pair.map { pair in
      findings.afters.filter { !$0.isAmongTwo && $0.gap >= pair.percent(80) }.map(\.length)
    }
    let unasked = findings.noiseLengths.count + (followers?.count ?? 0)
    let least = SteadyingProposal.leastOfOthers
    if unasked > 0 || others.reduce(0, { $0 + $1.count }) >= (neighbour == nil ? least.alone : least.waiting) {
      hold = HoldDurationChoice.best(
        presses: widths, noise: findings.noise, followers: followers ?? [], others: others,
        wait: neighbour?.wait ?? .zero, share: findings.watched.share)
    }
    if isAxis, let tenth = widths.quantile(1, of: 10) { hold = max(hold, min(.milliseconds(80), tenth.percent(40))) }
    return hold
  }

  private func ignoreRepeat(after afters: [CalibrationFindings.After], pair: Microseconds?) -> Microseconds {
    if pair != nil, afters.count < 2 { return .zero }
    let longest = afters.map(\.gap).max() ?? .zero
    let quiet = min(
      max(longest.percent(130) + .milliseconds(30), SteadyingProposal.leastQuiet), SteadyingProposal.mostQuiet)
    return pair.map { min(quiet, $0.percent(80)) } ?? quiet
  }

  /// Not below the gate: what is too short for a press at rest is none soon after another.
  private func override(over afters: [CalibrationFindings.After], gate: Microseconds) -> Microseconds {
    guard let longest = afters.map(\.length).max(), let median = widths.quantile(1, of: 2),
      longest <= median.percent(SteadyingProposal.mostAfter)
    else { return .zero }
    return min(max(.milliseconds(110), longest.percent(135), gate), .seconds(2))
  }

  private func debounce() -> Microseconds {
    var debounce = (findings.insideGaps.max() ?? .zero).percent(120)
    if let train = findings.shortestTrainGap { debounce = min(debounce, train.percent(60)) }
    return min(max(debounce, .milliseconds(25)), SteadyingProposal.mostDebounce)
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
