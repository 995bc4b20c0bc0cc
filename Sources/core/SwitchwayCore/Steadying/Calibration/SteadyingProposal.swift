import SwitchwayTime

/// Computes the proposed parameters from the findings of a calibration.
///
/// Source: docs/design/steadying.md, "Calibration" 3 to 6, and the changes that the workbench led to.
struct SteadyingProposal {
  /// The shortest dead time after a release. The first rule had 300 ms if fewer than ten contacts followed presses; in
  /// the workbench that loses quick presses of step scanning and prevents nothing.
  private static let leastQuiet = Microseconds.milliseconds(200)
  private static let mostQuiet = Microseconds.milliseconds(900)
  /// The largest `debounce` if there is a `hold-duration`. The first rule had up to 90 ms, but longer values join the
  /// contacts of a train until they are as long as presses.
  private static let mostDebounce = Microseconds.milliseconds(60)

  /// The `override-gap`. The preset's 130 ms is longer than the gap before the fastest presses of step scanning. Below
  /// 110 ms, trains of tremor are accepted. Found in the workbench.
  private static let overrideGap = Microseconds.milliseconds(120)

  /// A contact after a press counts if it has at least this percentage of `hold-duration`. The first rule had 80,
  /// but future contacts will be longer than the longest seen. Found in the workbench.
  private static let nearGate: Int64 = 50
  /// There is no `override` if the longest after-contact has more than this percentage of the median press. The
  /// first rule had 60, which denies it to people with short presses, who press soonest after tremor. Found in the
  /// workbench.
  private static let mostAfter: Int64 = 90

  /// A switch without unwanted contacts of its own gets a `hold-duration` if its person's other switches had at least
  /// this many. One is enough if presses wait for a neighbour anyway, because that wait covers the delay. Arbitrary.
  private static let leastOfOthers = (alone: 4, waiting: 1)

  let findings: CalibrationFindings
  /// Unwanted contacts of each of the person's other switches of its kind.
  let others: [[ClosedSpan]]
  /// The comparison with the switches that were hit with it, or `nil` if there are none.
  let neighbour: NeighbourProposal?
  let isAxis: Bool

  /// The time from one quick press to the next, or `nil` if the person does not press twice.
  private var pair: Microseconds? {
    findings.pairs >= 2 ? findings.pairGaps.sorted().quantile(1, of: 4) : nil
  }

  /// The parameters for a switch with these findings.
  var parameters: SteadyingParameters {
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

  /// 0, or a length between unwanted contacts and presses. The first rule had 0 if the session had a single unwanted
  /// contact. But one such contact per minute costs as much as the delay that prevents it, and people tire. If the
  /// person presses twice, the dead time is too short for some after-contacts, and only `hold-duration` rejects those.
  private func holdDuration(pair: Microseconds?) -> Microseconds {
    // No pulse would be long enough.
    if findings.sendsPulses { return .zero }
    var hold = Microseconds.zero
    let followers = pair.map { pair in
      findings.afters.filter { !$0.isAmongTwo && $0.gap >= pair.percent(80) }.map(\.length)
    }
    let unasked = findings.noiseLengths.count + (followers?.count ?? 0)
    let least = SteadyingProposal.leastOfOthers
    if unasked > 0 || others.reduce(0, { $0 + $1.count }) >= (neighbour == nil ? least.alone : least.waiting) {
      hold = HoldDurationChoice.best(
        presses: findings.widths, noise: findings.noise, followers: followers ?? [], others: others,
        wait: neighbour?.wait ?? .zero, share: findings.watched.share)
    }
    if isAxis, let tenth = findings.widths.quantile(1, of: 10) {
      hold = max(hold, min(.milliseconds(80), tenth.percent(40)))
    }
    return hold
  }

  private func ignoreRepeat(after afters: [CalibrationFindings.After], pair: Microseconds?) -> Microseconds {
    if pair != nil, afters.count < 2 { return .zero }
    let longest = afters.map(\.gap).max() ?? .zero
    let quiet = min(
      max(longest.percent(130) + .milliseconds(30), SteadyingProposal.leastQuiet), SteadyingProposal.mostQuiet)
    return pair.map { min(quiet, $0.percent(80)) } ?? quiet
  }

  /// It is not below `hold-duration`: a contact that is too short for a press at rest is also too short soon after
  /// another.
  private func override(over afters: [CalibrationFindings.After], gate: Microseconds) -> Microseconds {
    guard let longest = afters.map(\.length).max(), let median = findings.widths.quantile(1, of: 2),
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
  /// The parameters in whole milliseconds.
  var rounded: SteadyingParameters {
    var result = self
    for field in SteadyingParameters.fields {
      field.duration.map { result[keyPath: $0] = self[keyPath: $0].roundedToMilliseconds }
    }
    return result
  }
}
