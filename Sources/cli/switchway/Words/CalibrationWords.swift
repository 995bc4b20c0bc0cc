import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// Describes the results of a calibration to people.
enum CalibrationWords {
  /// Returns the reason why there is no proposal for a switch.
  static func text(_ refusal: Calibration.Refusal, switches: [String]) -> String {
    switch refusal {
    case .notPrompted: "no prompt asked for this switch"
    case .noPresses: "no press arrived at its prompts; check with 'switchway monitor' whether its presses arrive at all"
    case .tooFewPresses(let answered, let prompts) where answered == prompts:
      "it was asked for only \(prompts) times; a session has about 20 prompts"
    case .tooFewPresses(let answered, let prompts):
      "only \(answered) of \(prompts) prompts were answered; calibrate again, and press at each prompt"
    case .stuck(let length):
      "it stayed pressed for \(DurationText.words(length.inTenths)) in all: it is jammed, or something rests on it"
    case .swapped(let other):
      "it was pressed at the prompts of '\(switches[other])', and '\(switches[other])' at its prompts: the two are "
        + "swapped; exchange their inputs in the profile, or calibrate again"
    case .otherPressed(let other): "'\(switches[other])' was pressed at its prompts instead; calibrate again"
    }
  }

  /// Returns the error in a session, and its remedy.
  static func text(_ fault: CalibrationSession.Fault) -> (message: String, help: String) {
    switch fault {
    case .noPrompts: ("no prompts", "a session has about 20 of them")
    case .tooManyPrompts(let count):
      ("\(count) prompts", "at most \(CalibrationSession.promptLimit) make sense; about 20 are usual")
    case .timeOutOfRange:
      (
        "a time is negative, or later than any recording can be",
        "in the session, write times on the recording's clock, in microseconds"
      )
    case .restBackwards: ("'rest' ends before it begins", "write its beginning, then its end")
    case .promptInRest(let number): ("prompt \(number) comes before the end of the rest", "write prompts after it")
    case .promptNotAfterPrevious(let number):
      ("prompt \(number) does not come after prompt \(number - 1)", "write them in order of time")
    case .promptAfterEnd(let number):
      ("prompt \(number) does not come before 'end'", "'end' is when the last prompt's time is over")
    case .lastRest: ("'last-rest' is not between the last prompt and 'end'", "write it after all prompts")
    case .count(let number, let count):
      ("prompt \(number): expected 'count' 1 or 2, found \(count)", "ask for one press, or for two quick ones")
    case .hold(let number) where number > CalibrationSession.promptLimit:
      ("more than \(CalibrationSession.promptLimit) holds", "three per switch are enough")
    case .hold(let number):
      (
        "hold \(number) does not come between the prompt before it and the last rest or the end",
        "write 'holds' in order of time, after all prompts"
      )
    case .unknownSwitch(let number): ("prompt \(number) names no switch", "name one of the profile")
    }
  }

  /// A rest of less than a minute shows too few unwanted contacts. Source: the workbench, in which a rest of two
  /// minutes nearly halves the false presses, and a rest of five minutes improves this only a little.
  private static let shortRest = Microseconds.seconds(60)

  /// Returns a note that the rest was short, or `nil` if it was long enough.
  static func rest(of sessions: [CalibrationSession]) -> String? {
    let rest = sessions.reduce(Microseconds.zero) { rest, session in
      let last = session.lastRest.map { $0.upperBound - $0.lowerBound } ?? .zero
      return rest + min(session.restEnd - session.restStart + last, shortRest)
    }
    guard rest < shortRest else { return nil }
    let length = rest == .zero ? "there was no rest" : "the rest lasted \(DurationText.words(rest.inTenths))"
    return "\(length): rest for two minutes to measure unintended contacts better"
  }

  /// Returns the observations, one line each.
  static func figures(_ figures: CalibrationFigures) -> [String] {
    var lines = ["\(figures.answered) of \(figures.prompts) prompts were answered"]
    if figures.pairs > 0 { lines[0] += ", \(figures.pairs) with two presses" }
    lines.append(
      "the shortest press lasted \(words(figures.shortestPress)); "
        + "half of the presses lasted \(words(figures.medianPress)) or more"
    )
    if figures.sendsPulses {
      lines.append(
        "it sends short pulses, however long it is pressed, so a hold, an acceptance time and inverse scanning cannot "
          + "be used with it")
    }
    lines.append(
      figures.noise == 0
        ? "no unintended contact"
        : "\(contacts(figures.noise, "unintended ")), at most \(words(figures.longestNoise)) long")
    if figures.afters > 0 {
      lines.append(
        "\(contacts(figures.afters)) came soon after a press: at most \(words(figures.longestAfterGap)) after the "
          + "previous contact, and at most \(words(figures.longestAfter)) long")
    }
    if figures.crosses > 0 {
      lines.append(
        "\(figures.crosses) of the presses also hit another switch, "
          + "at most \(words(figures.largestOffset)) earlier or later"
      )
    }
    return lines
  }

  private static func words(_ length: Microseconds) -> String { LengthWords.seconds(length.inMilliseconds.value) }

  private static func contacts(_ count: Int, _ which: String = "") -> String {
    count == 1 ? "1 \(which)contact" : "\(count) \(which)contacts"
  }

  /// Compares the proposal with the present parameters.
  static func change(_ change: CalibrationReading.Change) -> String {
    func others(_ count: Int) -> String { count == 1 ? "1 other contact" : "\(count) other contacts" }
    return "with this, \(change.after.presses) of these \(change.presses) presses count, and "
      + "\(others(change.after.others)); without it, \(change.before.presses) and \(others(change.before.others))"
  }

  /// Returns a text about contacts that count with `after` but not with `before`, or `nil` if there are none.
  static func loosening(from before: SteadyingParameters, to after: SteadyingParameters) -> String? {
    func words(_ length: Microseconds) -> String { DurationText.words(length) }
    var parts: [String] = []
    if after.ignoreRepeat < before.ignoreRepeat {
      let soon = after.ignoreRepeat == .zero ? "at once" : "after \(words(after.ignoreRepeat))"
      parts.append("another press counts \(soon) instead of after \(words(before.ignoreRepeat))")
    }
    if after.holdDuration < before.holdDuration {
      let length =
        after.holdDuration == .zero ? "however short it is" : "if it lasts \(words(after.holdDuration)) or longer"
      parts.append("a press counts \(length), instead of \(words(before.holdDuration)) or longer")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ". And ")
  }

  /// Returns a text about what is wrong with the levels of an axis, and which levels are proposed.
  static func levels(_ levels: LevelProposal) -> String {
    let (measure, present, proposed) = (levels.measure, levels.present, levels.proposed)
    let why =
      switch levels.flaw {
      case .restsAboveRelease:
        "its axis comes back only to \(measure.rest) %, so with the release at \(present.release) % the switch may "
          + "stay pressed"
      case .tooHigh:
        "its weakest push reached \(measure.weakest) %, so with the level at \(present.press) % it does not count"
      }
    let press = proposed.press == present.press ? "" : "counts from \(proposed.press) % on, and "
    return why + "; with the proposal, it \(press)is released at \(proposed.release) %"
  }

  /// Returns a text about the problem that a person has with the `hold` of a switch.
  static func hold(_ finding: HoldFinding) -> String {
    let hold = "its 'hold' after \(DurationText.words(finding.after))"
    switch finding.fault {
    case .pulses: return "\(hold) is never reached, because the switch sends short pulses; remove 'hold'"
    case .byAccident(let long, let presses, let better):
      let said =
        "\(long) of \(presses) presses lasted long enough for \(hold), which this person would reach by accident; "
      return better.map { said + "a hold after \(DurationText.words($0)) is longer than all of these presses" }
        ?? said + "they cannot reach a longer one, so remove 'hold'"
    case .outOfReach(let reached, let holds, let longest, let better):
      let all = holds == 1 ? "1 hold" : "\(holds) holds"
      let often = reached == 0 ? "never reached" : "seldom reached (\(reached) of \(holds) times)"
      let advice =
        better.map { "write 'after: \(DurationText.written($0))', which this person reaches, and not by accident" }
        ?? "this person's holds are hardly longer than the presses, so remove 'hold'"
      return "\(hold) is \(often): the longest of \(all) lasted \(words(longest)); \(advice)"
    }
  }

  static let noGain =
    "the change makes no difference to these presses: with it and without it, the same number count."

  /// Returns the value of `steady` as it is written in a profile.
  static func value(_ steadying: SteadyingParameters) -> String {
    "{\(mapping(steadying).map { "\($0.name): \($0.value)" }.joined(separator: ", "))}"
  }

  /// Returns the names and values for the mapping `steady`. Three of them are always given. The others are given only
  /// if they differ from the preset on which the mapping is based.
  static func mapping(_ steadying: SteadyingParameters) -> [(name: String, value: String)] {
    let base = SteadyingPreset.gentle.parameters
    let always: Set<String> = ["debounce", "hold-duration", "ignore-repeat"]
    return SteadyingParameters.fields
      .filter { always.contains($0.name) || $0.written(steadying) != $0.written(base) }
      .map { ($0.name, $0.written(steadying)) }
  }
}

extension Microseconds {
  /// The duration in whole milliseconds, which is exact enough for a contact.
  fileprivate var inMilliseconds: Microseconds { Microseconds(value / 1_000 * 1_000) }
  /// The duration in whole tenths of a second, which is exact enough for longer times.
  fileprivate var inTenths: Microseconds { Microseconds(value / 100_000 * 100_000) }
}
