import SwitchwayCore
import SwitchwayTime

/// Draws the screen while a calibration is running.
struct CourseScreen {
  let state: LiveCalibration.State
  let profile: Profile

  private var course: CalibrationCourse { state.course }

  func draw(on canvas: inout Canvas) {
    canvas.putText(CourseWords.title(course.plan, profile), column: 1, row: 0, style: .bold)
    canvas.putText(CourseWords.progress(course), endingAt: canvas.columns - 1, row: 0)
    let top = max((canvas.rows - 16) / 2, 0) + 2
    drawCue(on: &canvas, row: top)
    let lines = [CourseWords.instruction(course, profile), CourseWords.seen(state, profile)]
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let column = max((canvas.columns - ColumnWidth.of(line)) / 2, 1)
      canvas.putText(line, column: column, row: top + BigWord.height + 1 + index)
    }
    if let warning = CourseWords.warning(state, profile) {
      canvas.putParagraph(
        "! " + warning, column: 1, row: top + BigWord.height + 4, width: canvas.columns - 2, most: 2,
        style: .bold)
    }
    drawTime(on: &canvas, row: canvas.rows - 3)
    canvas.putText(CourseWords.keys(course), column: 1, row: canvas.rows - 1, style: .reverse)
  }

  private func drawCue(on canvas: inout Canvas, row: Int) {
    switch course.phase {
    case .rest, .lastRest: canvas.putBigWord("REST", row: row)
    case .prompt where course.isAnswered: canvas.putBigWord("WAIT", row: row, style: .dim)
    case .prompt: canvas.putBigWord(course.count == 2 ? "TWICE" : "PRESS", row: row, style: [.bold, .green])
    case .hold where state.isHeldLongEnough: canvas.putBigWord("WAIT", row: row, style: .dim)
    case .hold: canvas.putBigWord("HOLD", row: row, style: [.bold, .green])
    case .done: break
    }
  }

  /// Draws a bar that shows how much of a rest has passed, or how many prompts are done.
  private func drawTime(on canvas: inout Canvas, row: Int) {
    let width = canvas.columns - 2
    canvas.line(column: 1, row: row, width: width, style: .dim)
    canvas.bar(Double(width) * share, column: 1, row: row)
  }

  private var share: Double {
    switch course.phase {
    case .rest, .lastRest:
      let whole = Double((course.deadline - course.began).value)
      return whole > 0 ? min(Double((state.now - course.began).value) / whole, 1) : 1
    case .prompt(let index): return Double(index) / Double(course.plan.prompts)
    case .hold(let index): return Double(index) / Double(course.plan.holds.count)
    case .done: return 1
    }
  }
}
