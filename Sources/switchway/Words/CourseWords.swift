import SwitchwayCore

/// What a calibration says while it is under way.
enum CourseWords {
  static func title(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> String {
    "Calibration of \(names(plan, profile))"
  }

  /// What will be asked, a paragraph each. What skipping the last rest costs was measured in the workbench: a rest of
  /// two minutes nearly halves the false presses.
  static func introduction(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> [String] {
    var lines = [
      "First rest your hand on the switch for \(seconds(plan.rest)), as you do when you wait. Do not press.",
      "Then press when you are asked and the terminal beeps: \(plan.prompts) times, one every "
        + "\(seconds(plan.spacing)). A press that is missed does no harm: wait for the next.",
    ]
    if plan.twice > 0 {
      lines.append(
        "The last \(plan.twice) ask for two presses, as quickly as you ever would. They matter only if you press twice "
          + "on purpose (a switch with the gesture 'double').")
    }
    if plan.lastRest > .zero {
      lines.append(
        "In the end rest again, for up to \(seconds(plan.lastRest)): that shows whether the hand presses when it "
          + "should not. You can cut this short; if the hand does so, about twice as many such presses then count.")
    }
    lines.append("Nothing is changed before you agree. While this runs, presses make no commands.")
    let typesText = plan.switches.contains { profile.switches[$0].typesText }
    if typesText { lines.append("This switch sends a key that types: its first two presses are shown with the third.") }
    return lines
  }

  /// The line that asks, where there is no screen; nil: nothing is asked.
  static func cue(_ course: CalibrationCourse, _ profile: Profile) -> String? {
    switch course.phase {
    case .rest: "rest for \(seconds(course.plan.rest)); do not press"
    case .prompt(let index): "\(index + 1) of \(course.plan.prompts): \(instruction(course, profile))"
    case .lastRest: "rest for \(seconds(course.plan.lastRest)); do not press; Enter cuts it short"
    case .done: nil
    }
  }

  static func instruction(_ course: CalibrationCourse, _ profile: Profile) -> String {
    switch course.phase {
    case .rest: return "Rest your hand on the switch. Do not press."
    case .lastRest: return "Well done. Rest again, and do not press."
    case .prompt:
      if course.isAnswered { return "Thank you. Wait for the next." }
      let name = course.asked.map { profile.switches[$0].name } ?? ""
      return "press '\(name)'" + (course.count == 2 ? " twice, as quickly as you ever would" : "")
    case .done: return ""
    }
  }

  static func progress(_ course: CalibrationCourse) -> String {
    switch course.phase {
    case .rest: "first the rest"
    case .prompt(let index): "\(index + 1) of \(course.plan.prompts)"
    case .lastRest: "the last rest"
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
      return "\(time); pressed \(count == 1 ? "once" : "\(count) times"), unasked"
    case .prompt, .done:
      guard let length = state.lastLength else { return "" }
      return "last press: \(LengthWords.seconds(length.value / 1_000 * 1_000)) long"
    }
  }

  /// What is wrong now; nil: nothing.
  static func warning(_ state: LiveCalibration.State, _ profile: Profile) -> String? {
    for index in state.course.plan.switches {
      guard let since = state.closed[index], state.now - since >= held else { continue }
      return
        "'\(profile.switches[index].name)' has been down for \((state.now - since).value / 1_000_000) s: let it go, "
        + "or see whether it is jammed"
    }
    return state.course.stray.map {
      "'\(profile.switches[$0].name)' was pressed, which is not the one that is asked for"
    }
  }

  /// A contact this long is no press. Chosen: longer than any press that was simulated.
  private static let held = Microseconds.seconds(4)

  /// The keys of the screen. The introduction says what skipping costs.
  static func keys(_ course: CalibrationCourse) -> String {
    course.phase == .lastRest
      ? "s: end this rest now   q or Ctrl-C: stop, nothing is changed"
      : "q or Ctrl-C: stop, nothing is changed"
  }

  static func names(_ plan: CalibrationCourse.Plan, _ profile: Profile) -> String {
    plan.switches.map { "'\(profile.switches[$0].name)'" }.joined(separator: " and ")
  }

  private static func seconds(_ length: Microseconds) -> String { DurationText.words(length) }
}
