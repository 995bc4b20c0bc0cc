import SwitchwayCore
import SwitchwayTime

/// Says what the filter (steadying) of a switch means for the person who presses it.
enum SteadyingWords {
  /// Returns the name of the preset with these parameters, or `nil` if there is none.
  static func preset(_ steady: SteadyingParameters) -> String? {
    SteadyingPreset.allCases.first { $0.parameters == steady }?.rawValue
  }

  /// Returns what was found about the presses, and the setting that follows, such as `its contact bounces, so contacts
  /// within 0.03 s count as one`.
  static func heard(_ presses: LearnedPresses) -> Phrase {
    func words(_ length: Microseconds) -> String { LengthWords.seconds(length.value) }
    let found = presses.steadying
    let steady = found.preset.parameters
    var parts: [Phrase] = []
    if presses.sendsPulses { parts.append("each press is a short pulse, so it cannot be held") }
    if steady.holdDuration > .zero {
      parts.append("the hand touches it before a press, so a press must last \(number: words(steady.holdDuration))")
    } else if presses.repeats {
      parts.append(
        "the hand presses again involuntarily, so for \(number: words(found.ignoreRepeat ?? steady.ignoreRepeat)) "
          + "after each press further presses are ignored")
    }
    if presses.bounces {
      parts.append("its contact bounces, so contacts within \(number: words(steady.debounce)) count as one")
    }
    if let weakest = presses.weakest, let levels = presses.levels {
      parts.append("its weakest push reached \(weakest) %, so it counts from \(levels.press) % on")
      if let release = levels.release {
        parts.append("it rests at \(presses.rest) %, so it is released at \(release) %")
      }
    }
    return parts.isEmpty ? "its presses are clean, so each counts at once" : .joined(parts, by: "; ")
  }

  /// Returns one sentence, such as `a press must last 0.12 s; after each release, further presses are ignored for 0.3
  /// s; …`. The rules are in the order in which they apply to a press.
  static func sentence(_ steady: SteadyingParameters) -> String {
    func words(_ length: Microseconds) -> String { LengthWords.seconds(length.value) }
    var parts: [String] = []
    parts.append(
      steady.holdDuration > .zero ? "a press must last \(words(steady.holdDuration))" : "a press counts at once")
    if steady.neighbour > .zero {
      parts.append(
        "each press waits \(words(steady.neighbour)) for a neighbouring switch; while both are held, at most "
          + words(steady.neighbourMax))
    }
    if steady.debounce > .zero { parts.append("an opening shorter than \(words(steady.debounce)) is no release") }
    if steady.ignoreRepeat > .zero {
      let most =
        steady.ignoreRepeatMax > steady.ignoreRepeat
        ? "; each ignored press restarts this time, up to \(words(steady.ignoreRepeatMax))" : ""
      parts.append("after each release, further presses are ignored for \(words(steady.ignoreRepeat))\(most)")
    } else {
      parts.append("the next press counts at once")
    }
    if steady.override > .zero {
      let gap =
        steady.overrideGap > .zero
        ? ", if it begins \(words(steady.overrideGap)) or more after the contact before it" : ""
      parts.append("an ignored press that lasts \(words(steady.override)) without a break counts after all\(gap)")
    }
    if steady.rejoin > .zero {
      parts.append(
        "if a contact is too short to count, and a press follows within \(words(steady.rejoin)), the press begins with "
          + "that contact, up to \(words(steady.backdateMax)) earlier")
    }
    parts.append(
      steady.stuckAfter > .zero
        ? "after \(words(steady.stuckAfter)) it is reported as stuck" : "it is never reported as stuck")
    return parts.joined(separator: "; ")
  }
}
