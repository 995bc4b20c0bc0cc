import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// Reads recorded sessions: what they propose for the switches of a profile, and what the proposals would change.
struct CalibrationReading {
  /// A session, and what the devices sent during it.
  struct Sitting {
    /// The name of the session in messages.
    let name: String
    let session: CalibrationSession
    /// The recordings, one per device.
    let recordings: [Recording]
    /// The contacts of the switches, measured with the proposed levels of axes. Contacts are left out if the person was
    /// asked to hold the switch.
    let contacts: RecordedContacts
    /// For each switch, how long it was held at each prompt that asked for a hold.
    let holds: [[Microseconds]]

    init(name: String, session: CalibrationSession, recordings: [Recording], profile: Profile) {
      (self.name, self.session, self.recordings) = (name, session, recordings)
      let all = RecordedContacts(recordings, profile: profile)
      holds = all.spans.enumerated().map { session.holdLengths(of: $0, $1) }
      contacts = all.mapped { session.withoutHolds($0) }
    }

    /// Returns how far the axes were pushed at the prompts.
    fileprivate func pushes(_ profile: Profile) -> [AxisPushes] {
      recordings.flatMap { recording in
        guard let entry = profile.entry(for: recording.description) else { return [AxisPushes]() }
        var events: [InputEvent] = []
        for case .frame(let frame, _) in recording.items { events += frame }
        return AxisPushes.read(session, profile, recording.description, entry: entry, events)
      }
    }
  }

  /// A switch, its proposal, and what the proposal would have changed in the recordings.
  struct Result {
    let index: Int
    let name: String
    let outcome: Calibration.Outcome
    let change: Change?
    /// Better levels for the axes of the switch. `nil` if the present levels fit, or if the switch has no axis.
    let levels: LevelProposal?
  }

  /// How many of the requested presses count, and how many other contacts do: with the present settings (`before`) and
  /// with the proposal (`after`). `presses` is the number of all requested presses.
  struct Change {
    let presses: Int
    let before: (presses: Int, others: Int)
    let after: (presses: Int, others: Int)

    var isGain: Bool { before != after }
  }

  let profile: Profile
  let sittings: [Sitting]
  /// One result per switch that a prompt asked for.
  private(set) var results: [Result] = []

  /// Reads the sittings.
  ///
  /// - Parameter only: the name of the only switch to report. `nil` means each switch that a prompt asked for.
  init(_ sittings: [Sitting], profile: Profile, only name: String? = nil) throws(CommandFailure) {
    self.profile = profile
    let levels = LevelProposal.all(sittings.flatMap { $0.pushes(profile) }, profile)
      .filter { one in name.map { $0 == profile.switches[one.switchIndex].name } ?? true }
    var measured = profile
    for one in levels { measured.switches[one.switchIndex].inputs = one.inputs }
    self.sittings = sittings.map { sitting in
      levels.isEmpty
        ? sitting
        : Sitting(name: sitting.name, session: sitting.session, recordings: sitting.recordings, profile: measured)
    }
    let outcomes = try propose()
    for sitting in sittings { try compare(sitting) }
    let now = profile.switches.map(\.steadying)
    let before = sittings.map { run(of: $0, now) }
    let after = self.sittings.map { run(of: $0, zip(outcomes, now).map { $0.proposal?.steadying ?? $1 }) }
    for (index, outcome) in outcomes.enumerated() {
      let own = profile.switches[index].name
      guard name.map({ $0 == own }) ?? !outcome.isNotPrompted else { continue }
      let change = outcome.proposal.map { proposal in
        Change(
          presses: proposal.onsets.map(\.count).reduce(0, +),
          before: CalibrationReading.answers(before, to: proposal.onsets, of: index),
          after: CalibrationReading.answers(after, to: proposal.onsets, of: index))
      }
      results.append(
        Result(
          index: index, name: own, outcome: outcome, change: change,
          levels: levels.first { $0.switchIndex == index }))
    }
  }

  private func propose() throws(CommandFailure) -> [Calibration.Outcome] {
    for sitting in sittings {
      guard let fault = sitting.session.fault(switches: profile.switches.count) else { continue }
      let words = CalibrationWords.text(fault)
      throw CommandFailure(
        .failed,
        Terminal.printable("\(sitting.name): error: \(words.message)\n  help: \(words.help)", keepsLines: true))
    }
    let read = sittings.map { sitting in
      Calibration.Sitting(
        sitting.session.within(sitting.contacts.extent),
        profile.switches.indices.map {
          Calibration.Subject(
            contacts: sitting.contacts.spans[$0], isAxis: profile.switches[$0].inputs.contains(where: \.isAxis))
        })
    }
    // Faults in sessions were reported above, with the names of the sessions.
    return (try? Calibration.propose(read)) ?? []
  }

  /// Returns the beginning of a message about a sitting: its name, or nothing if there is only one sitting.
  private func prefix(_ sitting: Sitting) -> String {
    sittings.count > 1 ? Terminal.printable("\(sitting.name): ") : ""
  }

  /// Throws if more than half of the session's prompts lie outside the recording, because then the session belongs to
  /// another recording. Warns if fewer prompts lie outside.
  private func compare(_ sitting: Sitting) throws(CommandFailure) {
    let help = "give the session that was made with the recording"
    guard let extent = sitting.contacts.extent else {
      throw CommandFailure(.failed, "\(prefix(sitting))error: the recording has no events\n  help: \(help)")
    }
    let outside = sitting.session.promptsOutside(extent.first...extent.last)
    guard outside > 0 else { return }
    let message = "\(outside) of \(sitting.session.prompts.count) prompts lie outside the recording"
    guard 2 * outside <= sitting.session.prompts.count else {
      throw CommandFailure(.failed, "\(prefix(sitting))error: \(message)\n  help: \(help)")
    }
    Terminal.complain("\(prefix(sitting))warning: \(message)")
  }

  private static func answers(
    _ runs: [SteadyingRun], to onsets: [[Instant]], of index: Int
  ) -> (presses: Int, others: Int) {
    zip(runs, onsets).map { $0.answers(to: $1, of: index) }
      .reduce((presses: 0, others: 0)) { ($0.presses + $1.presses, $0.others + $1.others) }
  }

  /// Filters the contacts of a sitting with these parameters.
  func run(of sitting: Sitting, _ steadying: [SteadyingParameters]) -> SteadyingRun {
    SteadyingRun(contacts: sitting.contacts.spans, steadying: steadying, switches: profile.switches)
  }

  // MARK: Texts

  /// The lines to put into a profile, with the observations as comments.
  var yaml: String {
    var text = ""
    for result in results {
      guard let proposal = result.outcome.proposal else { continue }
      if text.isEmpty {
        text = (CalibrationWords.rest(of: sittings.map(\.session)).map { "# \($0)\n" } ?? "") + "switches:\n"
      }
      text += "  \(result.name):\n"
      let change = result.change.map { [CalibrationWords.change($0)] } ?? []
      let notes = (result.levels.map { [CalibrationWords.levels($0)] } ?? []) + (hold(of: result).map { [$0] } ?? [])
      for line in CalibrationWords.figures(proposal.figures) + notes + change
        + ["sure: \(proposal.sureness.rawValue)"]
      {
        text += "    # \(line)\n"
      }
      for (field, value) in written(to: result)?.fields(in: profile) ?? [] { text += "    \(field): \(value)\n" }
    }
    return text
  }

  /// The settings to write into the entry of a switch, or `nil` if there is no proposal.
  func written(to result: Result) -> SwitchChange? {
    result.outcome.proposal.map { SwitchChange(name: result.name, steadying: $0.steadying, levels: result.levels) }
  }

  /// The problem with the `hold` of a switch, or `nil` if there is none.
  func hold(of result: Result) -> String? {
    // Only the newest session with holds is used, because the profile may have asked for shorter holds in an earlier
    // one.
    let holds = sittings.last { !$0.holds[result.index].isEmpty }?.holds[result.index] ?? []
    return result.outcome.proposal.flatMap { proposal in
      HoldFinding(
        profile.switches[result.index].gestures, presses: proposal.figures.pressLengths, holds: holds,
        sendsPulses: proposal.figures.sendsPulses
      ).map(CalibrationWords.hold)
    }
  }

  /// The proposals as JSON. Names and values have no character that must be escaped in JSON.
  var json: String {
    let switches = results.compactMap { result in
      result.outcome.proposal.map { proposal in
        let steady = CalibrationWords.mapping(proposal.steadying).map { "\"\($0.name)\": \"\($0.value)\"" }
        let levels = result.levels.map {
          "\"press\": \"\($0.proposed.press)%\", \"release\": \"\($0.proposed.release)%\", "
        }
        return "\"\(result.name)\": {\"steady\": {\(steady.joined(separator: ", "))}, \(levels ?? "")"
          + "\"sure\": \"\(proposal.sureness.rawValue)\"}"
      }
    }
    return "{\"switches\": {\(switches.joined(separator: ", "))}}\n"
  }

  /// A failure that names the switches without a proposal, with the reasons. `nil` if each switch has a proposal.
  var refusal: CommandFailure? {
    var lines: [String] = []
    for result in results {
      guard case .refused(let refusal, let sitting) = result.outcome else { continue }
      let words = CalibrationWords.text(refusal, switches: profile.switches.map(\.name))
      lines.append("\(prefix(sittings[sitting]))error: \(result.name): \(words)")
    }
    return lines.isEmpty ? nil : CommandFailure(.failed, lines.joined(separator: "\n"))
  }
}

extension CalibrationSession {
  /// Returns this session, cut at the end of the recording, because no switch is observed after that. The last prompt
  /// keeps up to 3 s of its time, even if the recording ends earlier.
  fileprivate func within(_ extent: (first: Instant, last: Instant)?) -> CalibrationSession {
    guard let extent, let last = holds.last?.time ?? prompts.last?.time else { return self }
    var session = self
    session.end = min(end, max(extent.last, last + .seconds(3)))
    session.lastRest = lastRest.flatMap { rest in
      rest.lowerBound < session.end ? rest.lowerBound..<min(rest.upperBound, session.end) : nil
    }
    return session
  }
}

extension Calibration.Outcome {
  fileprivate var isNotPrompted: Bool {
    if case .refused(.notPrompted, _) = self { true } else { false }
  }

  var proposal: Calibration.Proposal? {
    if case .proposed(let proposal) = self { proposal } else { nil }
  }
}
