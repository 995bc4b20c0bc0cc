import SwitchwayClock

// The page for pointing: the person chooses a place of the screens, step by step, and the daemon's pointer acts there.
extension Session {
  mutating func cellChosen(_ cell: PointCell) {
    guard panel.pointing.places.contains(.cell(cell)) else { return stay() }
    panel.choose(cell, part: glides(in: cell) ? moment.flatMap { line.part(of: page.lit, at: $0) } : nil)
    show(.panel(.point), at: .start, isAsked: true)
  }

  mutating func deedChosen(_ deed: PointDeed) {
    guard panel.pointing.places.contains(.deed(deed)) else { return stay() }
    guard let request = panel.begin(deed) else { return show(.panel(.point), at: .start, isAsked: true) }
    beginWithoutItem(points: true) { .point(attempt: $0, request) }
  }

  /// Handles the result of an action of the pointer: it was performed, or it was not, or the result is unknown. The
  /// page stays, so that one more press repeats the action.
  mutating func pointerFinished(_ outcome: Outcome) {
    switch outcome {
    case .done, .focused:
      panel.pointerFinished()
      if let window = latestWindow { windowChanged(window.id) }
    case .typingRefused(let message, let reason):
      acting.report(.pointingRefused(message, reason: reason))
      acting.reject(at: now)
    case .failed: acting.reject(at: now)
    }
    show(page.content, at: .lit, isAsked: true)
  }

  /// The part of the screens that is highlighted: the highlighted cell, or the area that is chosen so far.
  var pointedArea: Rect? {
    guard page.content == .panel(.point) else { return nil }
    if case .cell(let cell) = page.places[page.lit] { return glides(in: cell) ? panel.pointing.frame : cell.area }
    return panel.pointing.area
  }

  // MARK: The gliding line

  /// Whether the line glides through this cell. It does not if the person moves the highlight; then columns and rows
  /// are chosen instead.
  private func glides(in cell: PointCell) -> Bool {
    panel.grid.isLine && cell.kind != .screen && clock?.style.movesInTime == true
  }

  /// The present position of the line. `nil` if there is none.
  var lineNow: Rect? {
    guard page.content == .panel(.point), case .cell(let cell) = page.places[page.lit], glides(in: cell) else {
      return nil
    }
    return panel.pointing.line(in: cell, at: line.part(of: page.lit, at: now) ?? 0)
  }

  /// The moment for which the position of the line counts, if this command chooses. It is computed in the same way as
  /// the clock finds the item of a choice. Source: docs/design/scanning.md, "Which item was chosen".
  func lineMoment(of command: Command) -> Int64? {
    guard !command.isTouch else { return nil }
    guard clock?.style.releaseChooses == true, let released = command.released else {
      return command.pressed.subtractingReportingOverflow(line.reaction).partialValue
    }
    return released.subtractingReportingOverflow(max(1, line.reaction)).partialValue
  }
}
