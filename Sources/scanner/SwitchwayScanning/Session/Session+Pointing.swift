import SwitchwayClock

// The page that points: a place of the screens, step by step, and what the daemon's pointer does there.
extension Session {
  /// Where the page that points is: after scrolling where there is a page for that, and else in the bar.
  var pointPlaces: [Place] { canPoint && !pointing.screens.isEmpty ? [.page(.point)] : [] }

  /// The screens have come, or changed: the way to a point begins again.
  mutating func take(screens: [Rect]) {
    let new = Pointing(grid, screens: screens)
    if new.screens != pointing.screens { pointing = new }
  }

  mutating func choose(_ cell: PointCell) {
    guard pointing.places.contains(.cell(cell)) else { return stay() }
    pointing.choose(cell, part: glides(in: cell) ? moment.flatMap { line.part(of: page.lit, at: $0) } : nil)
    show(.panel(.point), at: .start, isAsked: true)
  }

  mutating func choose(_ deed: PointDeed) {
    guard pointing.places.contains(.deed(deed)) else { return stay() }
    guard let request = pointing.begin(deed) else { return show(.panel(.point), at: .start, isAsked: true) }
    beginWithoutItem { .point(attempt: $0, request) }
    work?.points = true
  }

  /// The pointer did it; or not, or nobody knows. The page stays: one more press does it again.
  mutating func finishPointing(_ outcome: Outcome) {
    work = nil
    switch outcome {
    case .done, .focused:
      pointing.finish()
      if let window = latestWindow { takeChange(of: window.id) }
    case .typingRefused(let message, let reason):
      notice = .pointingRefused(message, reason: reason)
      showRejection()
    case .failed: showRejection()
    }
    show(page.content, at: .lit, isAsked: true)
  }

  /// What of the screens is lit: a cell, or the place that is chosen.
  var pointedArea: Rect? {
    guard page.content == .panel(.point) else { return nil }
    if case .cell(let cell) = page.places[page.lit] { return glides(in: cell) ? pointing.frame : cell.area }
    return pointing.area
  }

  // MARK: The gliding line

  /// Whether the line glides through this cell. Where the person moves the highlight, columns and rows are chosen.
  private func glides(in cell: PointCell) -> Bool {
    grid.isLine && cell.kind != .screen && clock?.style.movesInTime == true
  }

  /// Where the line is now. `nil`: there is none.
  var lineNow: Rect? {
    guard page.content == .panel(.point), case .cell(let cell) = page.places[page.lit], glides(in: cell) else {
      return nil
    }
    return pointing.line(in: cell, at: line.part(of: page.lit, at: now) ?? 0)
  }

  /// As the clock looks up the item of a choice. Source: docs/design/scanning.md, "Which item was chosen".
  func lineMoment(of command: Command) -> Int64? {
    guard !command.isTouch else { return nil }
    guard clock?.style.releaseChooses == true, let released = command.released else {
      return command.pressed.subtractingReportingOverflow(line.reaction).partialValue
    }
    return released.subtractingReportingOverflow(max(1, line.reaction)).partialValue
  }
}
