import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDevices
import SwitchwayProtocol

/// `switchway calibrate --recording REC --session SESSION.json`: proposes steadying from recorded presses.
struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Proposes the steadying of each switch from recorded presses.",
    discussion: """
      Prints what to paste into a key-remap file, and writes nothing.

      Let the rest last for two minutes: much of what a hand does by itself does not show in less. A hand that is \
      fresh does not show what it does when it is tired, either: give both, each with the recording and the \
      session, and they count together.
      """)

  @Argument(help: "Only this switch.", completion: Completions.switches)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A recording of the presses (evemu's text). Several are several devices; with several sessions first those of "
        + "the first.", valueName: "file"),
    completion: .file())
  var recording: [String] = []

  @Option(
    help: ArgumentHelp("What was asked for, and when. May be given several times.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var session: [String] = []

  @OptionGroup var profile: ConfigOption
  @OptionGroup var output: JSONOption

  /// A switch, its proposal, and what the proposal would have changed in the recordings.
  private struct Result {
    let name: String
    let outcome: Calibration.Outcome
    var change = ""
  }

  func validate() throws {
    guard !recording.isEmpty, !session.isEmpty else {
      throw ValidationError(
        "calibrate: this version has no guided calibration yet; give --recording FILE and --session FILE")
    }
    guard recording.count.isMultiple(of: session.count) else {
      throw ValidationError(
        "calibrate: \(session.count) sessions and \(recording.count) recording\(recording.count == 1 ? "" : "s"); "
          + "give each session as many recordings as there are devices")
    }
  }

  func run() throws {
    let result = ProfileInForce.load(file: self.profile.config).result
    guard let profile = result.profile else {
      let text = result.text.hasSuffix("\n") ? String(result.text.dropLast()) : result.text
      throw CommandFailure(ProfileInForce.status(of: result), text)
    }
    let names = profile.switches.map(\.name)
    if let name, !names.contains(name) {
      let near = NearestName.suggestion(for: name, among: names)
      throw CommandFailure(
        .usage,
        "calibrate: the key-remap file has no switch '\(Terminal.printable(name))'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    let sessions = try session.map { try SessionFile.read($0, switches: names) }
    let devices = recording.count / session.count
    let contacts = try session.indices.map { place in
      let own = recording[place * devices..<(place + 1) * devices]
      return RecordedContacts(try RecordingArguments.read(Array(own)), profile: profile)
    }
    let outcomes = try propose(sessions, contacts, profile)
    for place in session.indices { try compare(sessions[place], contacts[place], of: session[place]) }
    var results: [Result] = []
    for (index, outcome) in outcomes.enumerated() {
      guard name.map({ $0 == names[index] }) ?? !outcome.isNotPrompted else { continue }
      results.append(Result(name: names[index], outcome: outcome))
    }
    let changes = changes(outcomes, contacts, profile)
    for index in results.indices { results[index].change = changes[results[index].name] ?? "" }
    try StandardOutput.write(output.json ? json(results) : yaml(results, sessions))
    try complain(results, names)
  }

  private func propose(
    _ sessions: [CalibrationSession], _ contacts: [RecordedContacts], _ profile: Profile
  ) throws(CommandFailure) -> [Calibration.Outcome] {
    for (place, session) in sessions.enumerated() {
      guard let fault = session.fault(switches: profile.switches.count) else { continue }
      let words = CalibrationWords.text(fault)
      throw CommandFailure(
        .failed,
        Terminal.printable("\(self.session[place]): error: \(words.message)\n  help: \(words.help)", keepsLines: true))
    }
    let sittings = zip(sessions, contacts).map { session, contacts in
      Calibration.Sitting(
        session.within(contacts.extent),
        profile.switches.indices.map {
          Calibration.Subject(
            contacts: contacts.spans[$0], isAxis: profile.switches[$0].inputs.contains(where: \.isAxis))
        })
    }
    // Faults were reported above, with the file's name.
    return (try? Calibration.propose(sittings)) ?? []
  }

  /// The beginning of a message about the session file at `path`. Empty if there is only one session.
  private func place(_ path: String) -> String { session.count > 1 ? Terminal.printable("\(path): ") : "" }

  /// Throws if the session belongs to another recording: most of its prompts lie outside this one. Warns if fewer do.
  private func compare(
    _ session: CalibrationSession, _ contacts: RecordedContacts, of path: String
  ) throws(CommandFailure) {
    let help = "give the session that was made with the recording"
    guard let extent = contacts.extent else {
      throw CommandFailure(.failed, "\(place(path))error: nothing happens in the recording\n  help: \(help)")
    }
    let outside = session.promptsOutside(extent.first...extent.last)
    guard outside > 0 else { return }
    let message = "\(outside) of \(session.prompts.count) prompts lie outside the recording"
    guard 2 * outside <= session.prompts.count else {
      throw CommandFailure(.failed, "\(place(path))error: \(message)\n  help: \(help)")
    }
    Terminal.complain("\(place(path))warning: \(message)")
  }

  /// What the proposals change, by the name of the switch: how many presses and other contacts are accepted.
  private func changes(
    _ outcomes: [Calibration.Outcome], _ contacts: [RecordedContacts], _ profile: Profile
  ) -> [String: String] {
    let now = profile.switches.map(\.steadying)
    let proposed = zip(outcomes, now).map { outcome, now in
      if case .proposed(let proposal) = outcome { proposal.steadying } else { now }
    }
    let before = contacts.map { SteadyingRun(contacts: $0.spans, steadying: now) }
    let after = contacts.map { SteadyingRun(contacts: $0.spans, steadying: proposed) }
    func answers(_ runs: [SteadyingRun], to onsets: [[Instant]], of index: Int) -> (presses: Int, others: Int) {
      zip(runs, onsets).map { $0.answers(to: $1, of: index) }
        .reduce((presses: 0, others: 0)) { ($0.presses + $1.presses, $0.others + $1.others) }
    }
    var words: [String: String] = [:]
    for (index, outcome) in outcomes.enumerated() {
      guard case .proposed(let proposal) = outcome else { continue }
      words[profile.switches[index].name] = CalibrationWords.change(
        of: proposal.onsets.map(\.count).reduce(0, +), before: answers(before, to: proposal.onsets, of: index),
        after: answers(after, to: proposal.onsets, of: index))
    }
    return words
  }

  private func yaml(_ results: [Result], _ sessions: [CalibrationSession]) -> String {
    var text = ""
    for result in results {
      guard case .proposed(let proposal) = result.outcome else { continue }
      if text.isEmpty { text = (CalibrationWords.rest(of: sessions).map { "# \($0)\n" } ?? "") + "switches:\n" }
      text += "  \(result.name):\n"
      let lines = CalibrationWords.figures(proposal.figures) + [result.change, "sure: \(proposal.sureness.rawValue)"]
      for line in lines { text += "    # \(line)\n" }
      let mapping = CalibrationWords.mapping(proposal.steadying).map { "\($0.name): \($0.value)" }
      text += "    steady: {\(mapping.joined(separator: ", "))}\n"
    }
    return text
  }

  private func json(_ results: [Result]) -> String {
    var line = LineBuffer()
    line.put(#"{"switches": {"#)
    var isFirst = true
    for result in results {
      guard case .proposed(let proposal) = result.outcome else { continue }
      if !isFirst { line.put(", ") }
      isFirst = false
      line.put(EscapedText(result.name))
      line.put(#": {"steady": {"#)
      for (place, row) in CalibrationWords.mapping(proposal.steadying).enumerated() {
        if place > 0 { line.put(", ") }
        line.put(EscapedText(row.name))
        line.put(": ")
        line.put(EscapedText(row.value))
      }
      line.put(#"}, "sure": "#)
      line.put(EscapedText(proposal.sureness.rawValue))
      line.put("}")
    }
    line.put("}}")
    return line.text + "\n"
  }

  /// Throws an error that names the switches without a proposal, and the reasons.
  private func complain(_ results: [Result], _ names: [String]) throws(CommandFailure) {
    var lines: [String] = []
    for result in results {
      guard case .refused(let refusal, let sitting) = result.outcome else { continue }
      lines.append(
        "\(place(session[sitting]))error: \(result.name): \(CalibrationWords.text(refusal, switches: names))")
    }
    if !lines.isEmpty { throw CommandFailure(.failed, lines.joined(separator: "\n")) }
  }
}

extension CalibrationSession {
  /// This session, cut at the end of the recording, after which no switch is observed. The last prompt keeps up to
  /// 3 s.
  fileprivate func within(_ extent: (first: Instant, last: Instant)?) -> CalibrationSession {
    guard let extent, let last = prompts.last else { return self }
    var session = self
    session.end = min(end, max(extent.last, last.time + .seconds(3)))
    return session
  }
}

extension Calibration.Outcome {
  fileprivate var isNotPrompted: Bool {
    if case .refused(.notPrompted, _) = self { true } else { false }
  }
}
