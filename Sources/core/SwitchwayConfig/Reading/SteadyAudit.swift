import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

// Warns about suspicious steadying of a switch: unusual durations, and parameters that have no effect without another
// parameter.
extension SteadyReader {
  /// Reports unusual durations. Source of the bounds: docs/design/steadying.md, "Trade-offs that no filter removes".
  func audit(_ reading: SteadyReading, _ pair: YAMLNode.Pair?) {
    guard let pair, !pair.value.isRefused else { return }
    let parameters = reading.parameters
    let hold = DurationText.words(parameters.holdDuration)
    if parameters.holdDuration >= .milliseconds(300) {
      findings.warning(
        reading.holdPlace ?? pair.value, "a press must last \(hold)",
        help: "most people's presses are shorter; 0 to 180ms suits most")
    } else if parameters.holdDuration >= .milliseconds(100) {
      findings.note(
        reading.holdPlace ?? pair.value, "a press must last \(hold)",
        help: "this helps against brushing and tremor at rest; shorter presses do nothing")
    }
    func place(_ name: String) -> YAMLNode { pair.value.pair(name)?.value ?? pair.value }
    let dead = DurationText.words(parameters.ignoreRepeat)
    if parameters.ignoreRepeat > .milliseconds(900) {
      findings.warning(
        place("ignore-repeat"), "after a release, presses do nothing for \(dead)",
        help: "150ms to 500ms suits most; calibration goes no higher than 900ms")
    }
    if parameters.debounce > .milliseconds(90) {
      findings.warning(
        place("debounce"),
        "an opening shorter than \(DurationText.words(parameters.debounce)) does not count as a release",
        help: "two quick presses become one; 25ms to 60ms suits most")
    }
    if parameters.ignoreRepeatMax < parameters.ignoreRepeat {
      findings.warning(
        place("ignore-repeat-max"),
        "'ignore-repeat-max' is shorter than 'ignore-repeat' (\(dead)), so ignored presses never prolong it",
        help: "leave it out, or make it longer")
    }
    if parameters.stuckAfter > .zero, parameters.stuckAfter <= parameters.holdDuration {
      findings.warning(
        place("stuck-after"),
        "'stuck-after' is not longer than 'hold-duration' (\(hold)): each press is reported as stuck",
        help: "make it longer; 10s is the default")
    }
    auditOverride(parameters, pair)
    auditRejoin(parameters, pair)
    if parameters.neighbour > parameters.neighbourMax {
      findings.warning(
        place("neighbour-max"),
        "'neighbour-max' is shorter than 'neighbour' (\(DurationText.words(parameters.neighbour)))",
        help: "make it longer: it is how long two switches that both stay closed are compared")
    }
  }

  private func auditOverride(_ parameters: SteadyingParameters, _ pair: YAMLNode.Pair) {
    if let gap = pair.value.pair("override-gap"), parameters.override == .zero {
      findings.warning(
        gap.key, "'override-gap' has no effect: 'override' is 0", help: "set 'override', or remove 'override-gap'")
    }
    guard parameters.override > .zero else { return }
    let place = pair.value.pair("override")?.value ?? pair.value
    if parameters.ignoreRepeat == .zero {
      findings.warning(
        place, "'override' has no effect: 'ignore-repeat' is 0", help: "set 'ignore-repeat', or remove 'override'")
    } else if parameters.override < parameters.holdDuration {
      findings.warning(
        place,
        "'override' is shorter than 'hold-duration' (\(DurationText.words(parameters.holdDuration))): "
          + "a press soon after a release then counts even if it is shorter than 'hold-duration'",
        help: "make it at least as long")
    }
  }

  private func auditRejoin(_ parameters: SteadyingParameters, _ pair: YAMLNode.Pair) {
    let rejoin = pair.value.pair("rejoin")
    if let furthest = pair.value.pair("backdate-max"), parameters.rejoin == .zero {
      findings.warning(
        furthest.key, "'backdate-max' has no effect: 'rejoin' is 0", help: "set 'rejoin', or remove 'backdate-max'")
    }
    guard parameters.rejoin > .zero else { return }
    if let rejoin, parameters.holdDuration == .zero {
      findings.warning(
        rejoin.key, "'rejoin' has no effect: 'hold-duration' is 0, so no press is too short",
        help: "set 'hold-duration', or remove 'rejoin'")
    } else if parameters.backdateMax < parameters.rejoin {
      let both = DurationText.written([parameters.backdateMax, parameters.rejoin])
      findings.warning(
        (pair.value.pair("backdate-max") ?? rejoin)?.value ?? pair.value,
        "'backdate-max' (\(both[0])) is shorter than 'rejoin' (\(both[1])) and limits it",
        help: "make it longer, or 'rejoin' shorter")
    }
  }
}
