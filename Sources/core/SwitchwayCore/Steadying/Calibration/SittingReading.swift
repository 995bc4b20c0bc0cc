import SwitchwayTime

/// The result of a session, and whether it can be used.
struct SittingReading {
  /// A contact this long is not a press: the switch is jammed, or an object leans on it. This is the default of
  /// `stuck-after`.
  static let jam = Microseconds.seconds(10)

  private let session: CalibrationSession
  /// Contacts of each switch with bounce removed, including jammed ones.
  private let contacts: [[ClosedSpan]]
  /// One for each switch.
  let findings: [CalibrationFindings]

  init(_ sitting: Calibration.Sitting) {
    session = sitting.session
    let begin = min(session.restStart, session.prompts.first?.time ?? session.restStart)
    let end = session.end
    contacts = sitting.subjects.map { subject in
      ClosedSpan.tidy(sitting.session.withoutHolds(subject.contacts), from: begin, to: end)
    }
    // A jammed contact counts neither as a press nor as an unwanted contact. The prompts during such a contact count
    // as not answered.
    var findings = PromptReading.read(
      session, contacts.map { spans in spans.filter { $0.length < SittingReading.jam } })
    let watched = WatchedTime(length: end - begin, prompts: session.prompts.count)
    for index in findings.indices { findings[index].watched = watched }
    self.findings = findings
  }

  func isJammed(_ index: Int) -> Bool { jammed(index) > .zero }

  private func jammed(_ index: Int) -> Microseconds {
    contacts[index].map(\.length).filter { $0 >= SittingReading.jam }.reduce(.zero, +)
  }

  /// The reason why there can be no proposal for the switch, or `nil` if there can be one.
  func refusal(of index: Int) -> Calibration.Refusal? {
    let found = findings[index]
    guard found.prompts > 0 else { return .notPrompted }
    let isScarce = found.answered < 3 || 2 * found.answered < found.prompts
    if isScarce, jammed(index) > .zero { return .stuck(for: jammed(index)) }
    for other in findings.indices where other != index && isOther(other, pressedFor: index) {
      return isOther(index, pressedFor: other) ? .swapped(with: other) : .otherPressed(other)
    }
    if found.answered == 0 { return .noPresses }
    return isScarce ? .tooFewPresses(answered: found.answered, of: found.prompts) : nil
  }

  /// Whether `other` had a longer contact than `index` at two thirds of the prompts for `index`, and at three of them
  /// or more.
  private func isOther(_ other: Int, pressedFor index: Int) -> Bool {
    var prompts = 0
    var wrong = 0
    for prompt in session.prompts.indices where session.prompts[prompt].switchIndex == index {
      prompts += 1
      let window = session.window(of: prompt)
      if longest(other, in: window) > longest(index, in: window) { wrong += 1 }
    }
    return wrong >= 3 && 3 * wrong >= 2 * prompts
  }

  private func longest(_ index: Int, in window: Range<Instant>) -> Microseconds {
    contacts[index].filter { window.contains($0.start) && $0.length < SittingReading.jam }.map(\.length).max()
      ?? .zero
  }
}

extension Calibration.Sureness {
  /// The degree to which a proposal from these findings can be trusted.
  init(_ found: CalibrationFindings, isJammed: Bool) {
    let widths = found.widths
    let noise = found.noiseLengths
    let overlap = noise.count < 2 ? 0 : noise.count { $0 >= (widths.first ?? .zero) }
    let isMuch = Int64(overlap) * found.watched.share * 5 > Int64(widths.count) * WatchedTime.whole
    if found.answered < 5 || 4 * found.answered < 3 * found.prompts || isJammed || isMuch {
      self = .low
    } else if found.answered < 8 || 10 * found.answered < 9 * found.prompts || overlap > 0 || found.late > 0 {
      self = .medium
    } else {
      self = .high
    }
  }
}
