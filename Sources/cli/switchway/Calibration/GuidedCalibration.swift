import Glibc
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayDevices
import SwitchwayTime

/// `switchway calibrate` with a person: asks for presses, shows the results, and writes the change if the person
/// agrees.
struct GuidedCalibration {
  let options: Calibrate

  func run() throws(CommandFailure) {
    var dialogue = try DaemonDialogue(socket: options.daemon.socket)
    try dialogue.pauseTyping()
    let (path, isInForce) = try ProfileInForce.fileToChange(options.profile.config, &dialogue)
    // If the result could not be written, this throws before anybody has pressed a switch.
    let profile = try ProfileChange.open(path, isShownOnly: options.print).before
    let asked = try options.name.map { name throws(CommandFailure) in [try Calibrate.index(of: name, in: profile)] }
    let switches = asked ?? Array(profile.switches.indices)
    guard !switches.isEmpty else {
      throw CommandFailure(
        .failed, "the profile has no switch",
        help: profile.keyboard == nil
          ? "'switchway learn' adds one"
          : "keyboards cannot be calibrated; 'switchway setup' asks which presses of keys count")
    }
    var sittings = try earlier(profile)
    if options.kept {
      guard !sittings.isEmpty else {
        throw CommandFailure(
          .failed, "no session of '\(options.name ?? "")' is kept", help: "calibrate it without --kept")
      }
    } else {
      sittings.append(try present(&dialogue, profile, switches))
    }
    let reading = try CalibrationReading(sittings, profile: profile, only: options.name)
    try show(reading)
    guard !reading.results.allSatisfy({ $0.outcome.proposal == nil }) else { throw reading.refusal ?? .readerGone }
    try write(reading, to: path, isInForce: isInForce, &dialogue)
    if let refusal = reading.refusal { throw refusal }
  }

  /// Returns the earlier sessions that are evaluated together with the new one. A session is left out if it cannot be
  /// read, or if it leads to no proposal, for example because it belongs to another profile.
  private func earlier(_ profile: Profile) throws(CommandFailure) -> [CalibrationReading.Sitting] {
    guard let name = options.name, !options.alone, let store = KeptSittings() else { return [] }
    try refuseForeign(store.folder)
    return store.recent(of: name).compactMap { kept in
      guard let sitting = try? store.read(kept, profile: profile),
        let reading = try? CalibrationReading([sitting], profile: profile, only: name),
        reading.results.first?.outcome.proposal != nil
      else { return nil }
      return sitting
    }
  }

  private func present(
    _ dialogue: inout DaemonDialogue, _ profile: Profile, _ switches: [Int]
  ) throws(CommandFailure) -> CalibrationReading.Sitting {
    var plan = CalibrationCourse.Plan(switches: switches)
    plan.lastRest = .seconds(Int64(options.lastRest))
    if options.noDouble { plan = plan.withoutPairs }
    if !options.noHold { plan.addHolds(of: profile) }
    var live = LiveCalibration(profile)
    let view = try CalibrationView(isPlain: options.plain)
    defer { view.close() }
    let made = try live.run(plan, &dialogue, view)
    view.close()
    let names = profile.switches.map(\.name)
    var name = "this session"
    if let store = KeptSittings() {
      do throws(CommandFailure) {
        name = try store.save(made, switches: names)
      } catch {
        Terminal.complain("the session was not kept: \(error.message)")
      }
    }
    if let folder = options.export { try export(made, names, to: folder) }
    var recordings: [Recording] = []
    for recording in made.recordings {
      guard let read = try? Recording(Array(recording.text.utf8), file: recording.name) else { continue }
      recordings.append(read)
    }
    return .init(name: name, session: made.session, recordings: recordings, profile: profile)
  }

  private func export(
    _ made: LiveCalibration.Made, _ names: [String], to folder: String
  ) throws(CommandFailure) {
    try Folder.make(folder)
    try KeptSittings.write(made, switches: names, in: folder)
    let recordings = made.recordings.map { "--recording \(folder)/\($0.name).evemu" }.joined(separator: " ")
    Terminal.complain(
      Terminal.printable(
        "written to \(folder); to read it: switchway calibrate --config FILE \(recordings) "
          + "--session \(folder)/session.json"))
  }

  // MARK: The result

  private func show(_ reading: CalibrationReading) throws(CommandFailure) {
    if let svg = options.svg { try Calibrate.write(reading, svg: svg) }
    if options.output.json { return try StandardOutput.write(reading.json) }
    if reading.sittings.count > 1 {
      let earlier = reading.sittings.count - (options.kept ? 0 : 1)
      try StandardOutput.write(
        "\(earlier) earlier session\(earlier == 1 ? " is" : "s are") included (--alone leaves them out)\n\n")
    }
    var appearance = Appearance(environment: ProcessContext.current().environment)
    if isatty(STDOUT_FILENO) != 1 { appearance.hasColour = false }
    for result in reading.results {
      guard let plot = CalibrationPlot(result, of: reading) else { continue }
      let canvas = plot.canvas(columns: (Terminal.width ?? 81) - 1, appearance: appearance)
      try StandardOutput.write((isatty(STDOUT_FILENO) == 1 ? canvas.colouredText() : canvas.text) + "\n")
      try StandardOutput.write(Terminal.wrapped(plot.sureness, hanging: 0) + "\n")
    }
    if let words = CalibrationWords.rest(of: reading.sittings.map(\.session)) {
      try StandardOutput.write(Terminal.wrapped(words, hanging: 0) + "\n")
    }
    try StandardOutput.write("\n")
  }

  /// Shows the change of the file, and makes it if the person agrees. If the daemon uses the file, it reads the file
  /// again.
  private func write(
    _ reading: CalibrationReading, to path: String, isInForce: Bool, _ dialogue: inout DaemonDialogue
  ) throws(CommandFailure) {
    let wanted = reading.results.compactMap { reading.written(to: $0) }
    if options.print {
      if !options.output.json { try StandardOutput.write(reading.yaml) }
      return
    }
    let change = try SteadyChange(path, wanted, seen: reading.profile)
    let shown = Terminal.printable(change.path)
    if change.isEmpty { return try say("\(shown) already has these settings\n") }
    try say("Changes to \(shown) (+ added, - removed):\n\n\(Terminal.printable(change.difference, keepsLines: true))\n")
    if reading.results.allSatisfy({ $0.change?.isGain != true }) {
      try say("Note: \(CalibrationWords.noGain)\n\n")
    }
    for result in reading.results {
      for words in [result.levels.map { CalibrationWords.levels($0) }, reading.hold(of: result)].compactMap(\.self) {
        try say(Terminal.wrapped("Note: '\(result.name)': \(words).", hanging: 2) + "\n\n")
      }
    }
    for words in loosenings(reading) { try say(Terminal.wrapped(words, hanging: 2) + "\n\n") }
    guard try isAgreed() else {
      return try say("nothing was written; 'switchway calibrate --kept \(wanted[0].name)' shows this proposal again\n")
    }
    try change.write()
    if isInForce { try dialogue.demand(.reload) }
    try say("\(shown) was written\(isInForce ? " and is active now" : "")\n")
  }

  /// Returns a note for each switch whose proposed settings ignore fewer contacts than the present ones.
  private func loosenings(_ reading: CalibrationReading) -> [String] {
    reading.results.compactMap { result in
      guard let proposal = result.outcome.proposal?.steadying else { return nil }
      let before = reading.profile.switches[result.index].steadying
      return CalibrationWords.loosening(from: before, to: proposal).map {
        "Note: this filter ignores fewer contacts than the present one. With '\(result.name)' \($0)."
      }
    }
  }

  /// Prints a text for people. With `--json` it goes to standard error, so that standard output has only JSON.
  private func say(_ text: String) throws(CommandFailure) {
    if options.output.json { return Terminal.complain(text.hasSuffix("\n") ? String(text.dropLast()) : text) }
    try StandardOutput.write(text)
  }

  private func isAgreed() throws(CommandFailure) -> Bool {
    if options.yes { return true }
    guard isatty(STDIN_FILENO) == 1 else {
      Terminal.complain("no terminal to ask on; use --yes to write the change")
      return false
    }
    // Text that the switch or an impatient person typed meanwhile does not count as an answer.
    tcflush(STDIN_FILENO, TCIFLUSH)
    Terminal.ask("Write this change? y and Enter: yes; Enter alone: no ")
    return Terminal.readsYes()
  }
}
