import SwitchwayCore
import SwitchwayTime

/// The data of the plot of a calibrated switch: each prompt with its contacts, and which of these contacts the proposal
/// accepts.
struct CalibrationPlot {
  struct Contact: Equatable {
    enum Kind: CaseIterable {
      /// A press that a prompt asked for, accepted.
      case press
      /// A press that a prompt asked for, rejected.
      case missed
      /// A contact that no prompt asked for, rejected.
      case ignored
      /// A contact that no prompt asked for, accepted.
      case extra
    }

    /// The beginning of the contact, in microseconds since the beginning of its row. `to` is the end, in the same unit.
    var from: Int64
    var to: Int64
    var kind: Kind
  }

  /// A prompt or a rest of the newest session.
  struct Row: Equatable {
    let label: String
    /// The length of the row, in microseconds.
    let length: Int64
    var contacts: [Contact] = []

    func count(_ kind: Contact.Kind) -> Int { contacts.count { $0.kind == kind } }
  }

  /// The lengths of contacts, or the gaps between them, and the limit that the proposal sets for them, in microseconds.
  /// `limit` is 0 if the proposal sets none.
  struct Lengths: Equatable {
    let presses: [Int64]
    let others: [Int64]
    let limit: Int64
  }

  let name: String
  let proposal: Calibration.Proposal
  let change: CalibrationReading.Change
  private(set) var prompts: [Row] = []
  private(set) var rests: [Row] = []
  let lengths: Lengths
  let gaps: Lengths

  /// Returns `nil` if there is no proposal.
  init?(_ result: CalibrationReading.Result, of reading: CalibrationReading) {
    guard let proposal = result.outcome.proposal, let change = result.change, let sitting = reading.sittings.last else {
      return nil
    }
    (name, self.proposal, self.change) = (result.name, proposal, change)
    let figures = proposal.figures
    lengths = Lengths(
      presses: figures.pressLengths.map(\.value), others: figures.noiseLengths.map(\.value),
      limit: proposal.steadying.holdDuration.value)
    gaps = Lengths(
      presses: figures.pairGaps.map(\.value), others: figures.afterGaps.map(\.value),
      limit: proposal.steadying.ignoreRepeat.value)
    let all = CalibrationPlot.contacts(of: result.index, proposal, in: reading)
    let session = sitting.session
    for (index, prompt) in session.prompts.enumerated() where prompt.switchIndex == result.index {
      let isLast = index + 1 == session.prompts.count
      let end = isLast ? session.lastRest?.lowerBound ?? session.end : session.prompts[index + 1].time
      prompts.append(
        CalibrationPlot.row("\(index + 1)", all, from: prompt.time, to: min(end, prompt.time + .seconds(3))))
    }
    if session.restEnd > session.restStart {
      rests.append(CalibrationPlot.row("rest", all, from: session.restStart, to: session.restEnd))
    }
    if let rest = session.lastRest {
      rests.append(CalibrationPlot.row("rest", all, from: rest.lowerBound, to: rest.upperBound))
    }
  }

  /// Returns the contacts of a switch in the newest session, each with its kind.
  private static func contacts(
    of index: Int, _ proposal: Calibration.Proposal, in reading: CalibrationReading
  ) -> [(span: ClosedSpan, kind: Contact.Kind)] {
    guard let sitting = reading.sittings.last, let onsets = proposal.onsets.last else { return [] }
    var steadying = reading.profile.switches.map(\.steadying)
    for result in reading.results {
      if let other = result.outcome.proposal { steadying[result.index] = other.steadying }
    }
    let run = reading.run(of: sitting, steadying)
    let accepted = run.commands.filter { $0.switchIndex == index }.map(\.pressed)
    return joined(sitting.contacts.spans[index], within: proposal.steadying.debounce).map { span in
      let reach = span.start...span.end
      let isAsked = onsets.contains { reach.contains($0) }
      let isAccepted = accepted.contains { reach.contains($0) }
      let kind: Contact.Kind =
        switch (isAsked, isAccepted) {
        case (true, true): .press
        case (true, false): .missed
        case (false, true): .extra
        case (false, false): .ignored
        }
      return (span, kind)
    }
  }

  /// Joins contacts to one contact if the switch was open between them for less than `gap`, which is too short to be a
  /// release.
  private static func joined(_ spans: [ClosedSpan], within gap: Microseconds) -> [ClosedSpan] {
    var joined: [ClosedSpan] = []
    for span in spans {
      if let last = joined.last, span.start - last.end < gap {
        joined[joined.count - 1].end = max(last.end, span.end)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  private static func row(
    _ label: String, _ all: [(span: ClosedSpan, kind: Contact.Kind)], from start: Instant, to end: Instant
  ) -> Row {
    let own = all.filter { $0.span.start >= start && $0.span.start < end }
    return Row(
      label: label, length: (end - start).value,
      contacts: own.map { contact in
        Contact(
          from: (contact.span.start - start).value, to: (min(contact.span.end, end) - start).value,
          kind: contact.kind)
      })
  }
}
