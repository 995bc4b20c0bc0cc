import SwitchwayCore
import SwitchwayText
import SwitchwayTime

/// The messages that are shown while a calibration is running.
enum CourseWords {
  static func title(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> String {
    "Calibration of \(names(plan, profile))"
  }

  /// Returns the text about what the calibration will ask for, one paragraph per phase. The cost of skipping the last
  /// rest was measured in the workbench: a rest of two minutes nearly halves the false presses.
  static func introduction(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> [String] {
    var lines = [
      "First rest your hand on the switch for \(seconds(plan.rest)), as you do while you wait. Do not press.",
      "Then press each time the terminal beeps and asks you to: \(plan.prompts) times, once every "
        + "\(seconds(plan.spacing)). The prompts do not wait. If you miss one, wait for the next; it does no harm.",
    ]
    if plan.twice > 0 {
      lines.append(
        "The last \(plan.twice) prompts ask for two presses, as quickly as you can. They matter only if you press "
          + "twice on purpose (a switch with the gesture 'double').")
    }
    if let first = plan.holds.first {
      lines.append(
        "After them, hold the switch down \(plan.holds.count) times, for \(seconds(first.after)) or longer. This shows "
          + "whether you can reach its 'hold', without doing so by accident.")
    }
    if plan.lastRest > .zero {
      lines.append(
        "At the end rest again, for up to \(seconds(plan.lastRest)). This shows whether the hand presses when you do "
          + "not want to. You can end it early; then about twice as many unintended presses may count later.")
    }
    lines.append("Nothing is changed until you agree. During calibration, presses make no commands.")
    let typesText = plan.switches.contains { profile.switches[$0].typesText }
    if typesText {
      lines.append("This switch sends a key that types: its first two presses are shown together with the third.")
    }
    return lines
  }

  /// Returns the line that announces a phase if there is no full screen. Returns `nil` at the end.
  static func cue(_ course: CalibrationCourse, _ profile: Profile) -> String? {
    switch course.phase {
    case .rest: "rest for \(seconds(course.plan.rest)); do not press"
    case .prompt(let index): "\(index + 1) of \(course.plan.prompts): \(instruction(course, profile))"
    case .hold(let index): "hold \(index + 1) of \(course.plan.holds.count): \(instruction(course, profile))"
    case .lastRest: "rest for \(seconds(course.plan.lastRest)); do not press; Enter ends it early"
    case .done: nil
    }
  }

  static func instruction(_ course: CalibrationCourse, _ profile: Profile) -> String {
    switch course.phase {
    case .rest: return "Rest your hand on the switch. Do not press."
    case .lastRest: return "Well done. Rest again, and do not press."
    case .prompt:
      if course.isAnswered { return "Thank you. Wait for the next prompt." }
      let name = course.asked.map { profile.switches[$0].name } ?? ""
      return "press '\(name)'" + (course.count == 2 ? " twice, as quickly as you can" : "")
    case .hold:
      let name = course.asked.map { profile.switches[$0].name } ?? ""
      return "hold '\(name)' down for \(seconds(course.holdAfter ?? .zero)) or longer"
    case .done: return ""
    }
  }

  static func progress(_ course: CalibrationCourse) -> String {
    switch course.phase {
    case .rest: "first rest"
    case .prompt(let index): "\(index + 1) of \(course.plan.prompts)"
    case .hold(let index): "hold \(index + 1) of \(course.plan.holds.count)"
    case .lastRest: "last rest"
    case .done: "done"
    }
  }

  static func seen(_ state: LiveCalibration.State, _ profile: Profile) -> String {
    switch state.course.phase {
    case .rest, .lastRest:
      let count = state.course.restContacts
      let left = state.course.deadline - state.now
      let time = "\(max((left.value + 999_999) / 1_000_000, 0)) s left"
      if count == 0 { return time }
      return "\(time); pressed \(count == 1 ? "once" : "\(count) times") without a prompt"
    case .hold where state.isHeldLongEnough: return "long enough; release it, and wait for the next prompt"
    case .prompt, .hold, .done:
      guard let length = state.lastLength else { return "" }
      return "last press: \(LengthWords.seconds(length.value / 1_000 * 1_000)) long"
    }
  }

  /// Returns a warning about a problem that exists now, or `nil` if there is none.
  static func warning(_ state: LiveCalibration.State, _ profile: Profile) -> String? {
    for index in state.course.plan.switches {
      guard let since = state.closed[index], state.now - since >= held + (state.course.holdAfter ?? .zero) else {
        continue
      }
      return
        "'\(profile.switches[index].name)' has been down for \((state.now - since).value / 1_000_000) s: release it, "
        + "or check whether it is jammed"
    }
    return state.course.stray.map {
      "'\(profile.switches[$0].name)' was pressed instead of the switch that is asked for"
    }
  }

  /// A contact of this length or longer is not a press. No simulated press was that long.
  private static let held = Microseconds.seconds(4)

  /// Returns the line about the keys of the screen. The introduction says what it costs to end the last rest early.
  static func keys(_ course: CalibrationCourse) -> String {
    course.phase == .lastRest
      ? "s: end this rest now   q or Ctrl-C: cancel without changes"
      : "q or Ctrl-C: cancel without changes"
  }

  static func names(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> String {
    plan.switches.map { "'\(profile.switches[$0].name)'" }.joined(separator: " and ")
  }

  private static func seconds(_ length: Microseconds) -> String { DurationText.words(length) }
}
