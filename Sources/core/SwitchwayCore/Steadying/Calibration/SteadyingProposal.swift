import SwitchwayTime

/// Computes the proposed parameters from the findings of a calibration.
///
/// Source: docs/design/steadying.md, "Calibration" 3 to 6, with changes that were found in the workbench, which
/// simulates people.
struct SteadyingProposal {
  /// The smallest proposed `ignore-repeat`. An earlier rule proposed at least 300 ms if fewer than ten contacts
  /// followed presses. In the workbench, that rule loses quick presses of step scanning and prevents nothing.
  private static let leastQuiet = Microseconds.milliseconds(200)
  private static let mostQuiet = Microseconds.milliseconds(900)
  /// The largest `debounce` if there is a `hold-duration`. An earlier rule allowed up to 90 ms. But values above 60 ms
  /// join contacts of a tremor until they are as long as presses.
  private static let mostDebounce = Microseconds.milliseconds(60)

  /// The proposed `override-gap`. The 130 ms of the presets are longer than the gap before the fastest presses of step
  /// scanning. Below 110 ms, contacts of a tremor are accepted. Found in the workbench.
  private static let overrideGap = Microseconds.milliseconds(120)

  /// A contact after a press matters for `ignore-repeat` and `override` if it has at least this percentage of
  /// `hold-duration`. An earlier rule required 80 percent, but later contacts will be longer than the longest one of
  /// the session. Found in the workbench.
  private static let nearGate: Int64 = 50
  /// No `override` is proposed if the longest contact after a press has more than this percentage of the median press.
  /// An earlier rule allowed 60 percent. It gave no `override` to people with short presses, although these people
  /// press soonest after a tremor. Found in the workbench.
  private static let mostAfter: Int64 = 90

  /// A switch without unwanted contacts of its own gets a `hold-duration` if the person's other switches had at least
  /// `alone` unwanted contacts. If presses wait for a neighbour anyway, `waiting` contacts are enough, because that
  /// wait covers the delay. The figures are arbitrary.
  private static let leastOfOthers = (alone: 4, waiting: 1)

  let findings: CalibrationFindings
  /// Unwanted contacts of the person's other switches of the same kind: the axes if this switch is an axis, otherwise
  /// the switches that are not axes.
  let others: [[ClosedSpan]]
  /// The proposed `neighbour`, or `nil` if no other switch was hit together with this one.
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

  /// The proposed `hold-duration`: 0, or a time that is longer than most unwanted contacts and shorter than most
  /// presses. An earlier rule proposed 0 if the session had a single unwanted contact. But one such contact per minute
  /// costs as much as the delay that prevents it, and people tire. If the person presses twice quickly, `ignore-repeat`
  /// must be too short to reject some contacts after presses. Only `hold-duration` rejects these contacts.
  private func holdDuration(pair: Microseconds?) -> Microseconds {
    // If the switch sends only short pulses, no press would be long enough.
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

  /// The proposed `override`. It is not less than `hold-duration`: a contact that is too short to count as a press is
  /// also too short soon after another press.
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
