import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayText

/// `switchway calibrate [SWITCH]`: asks the person for presses, or reads recorded ones, and proposes filter settings
/// (steadying).
struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure a switch with 20 presses, and propose which presses count.",
    discussion: """
      It takes about four minutes: a short rest, 20 presses, three holds if the switch has \
      a 'hold', and a longer rest that you can end early. Then it shows \
      the presses, the proposed filter and the change of the file, and writes the file only if you agree.

      The last sessions are kept and evaluated together, because a tired hand presses differently from a fresh one. \
      With --recording and --session, it reads these files, prints settings to paste into a profile, and writes nothing.
      """)

  @Argument(help: "The name of the switch. Default: all switches in turn.", completion: Completions.switches)
  var name: String?

  @Option(
    help: ArgumentHelp(
      "A recording of the presses (evemu's text). Give one per device; with several sessions, in their order.",
      valueName: "file"),
    completion: .file())
  var recording: [String] = []

  @Option(
    help: ArgumentHelp("The prompts of a session and their times. Can be repeated.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var session: [String] = []

  @Flag(help: "Use only the kept sessions, without new presses.")
  var kept = false

  @Flag(help: "Ignore earlier sessions.")
  var alone = false

  @Flag(help: "Delete the kept sessions, and do nothing else.")
  var forget = false

  @Flag(help: "Leave out the prompts for two quick presses.")
  var noDouble = false

  @Flag(help: "Leave out the prompts to hold the switch down.")
  var noHold = false

  @Option(help: ArgumentHelp("The length of the last rest, 0 to 600 s.", valueName: "seconds"))
  var lastRest = 120

  @Flag(help: "Print plain lines instead of a screen, for screen readers.")
  var plain = false

  @Flag(help: "Print the proposal instead of writing it.")
  var print = false

  @Flag(name: .shortAndLong, help: "Write the proposal without asking.")
  var yes = false

  @Option(help: ArgumentHelp("Also write the plot as a picture.", valueName: "file"), completion: .file())
  var svg: String?

  @Option(
    help: ArgumentHelp("Also write the session and its recordings into this folder.", valueName: "folder"),
    completion: .directory)
  var export: String?

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  private var isRecorded: Bool { !recording.isEmpty || !session.isEmpty }

  func validate() throws {
    if recording.isEmpty != session.isEmpty {
      throw ValidationError(
        "calibrate: \(recording.isEmpty ? "--session" : "--recording") is not enough; give both --recording FILE and "
          + "--session FILE")
    }
    guard session.isEmpty || recording.count.isMultiple(of: session.count) else {
      throw ValidationError(
        "calibrate: \(session.count) sessions and \(recording.count) recording\(recording.count == 1 ? "" : "s"); "
          + "give each session as many recordings as there are devices")
    }
    if isRecorded, kept || export != nil || yes || forget {
      throw ValidationError("calibrate: --kept, --export, --forget and --yes cannot be used with recordings")
    }
    guard (0...600).contains(lastRest) else { throw ValidationError("calibrate: --last-rest: expected 0 to 600") }
    if kept, name == nil { throw ValidationError("calibrate: --kept needs the name of a switch") }
    if kept, export != nil { throw ValidationError("calibrate: --export cannot be used with --kept") }
  }

  func run() throws {
    if isRecorded { return try readRecordings() }
    if forget { return try removeKept() }
    try GuidedCalibration(options: self).run()
  }

  private func removeKept() throws {
    let store = KeptSittings()
    if let store { try refuseForeign(store.folder) }
    let count = store?.forget(name) ?? 0
    try StandardOutput.write(count == 1 ? "1 session removed\n" : "\(count) sessions removed\n")
  }

  // MARK: Recordings

  private func readRecordings() throws {
    let profile = try ProfileInForce.usable(file: self.profile.config).profile
    let names = profile.switches.map(\.name)
    if let name { _ = try Calibrate.index(of: name, in: profile) }
    let sessions = try session.map { try SessionFile.read($0, switches: names) }
    let devices = recording.count / session.count
    let sittings = try sessions.enumerated().map { index, session in
      let own = recording[index * devices..<(index + 1) * devices]
      return CalibrationReading.Sitting(
        name: self.session[index], session: session, recordings: try RecordingArguments.read(Array(own)),
        profile: profile)
    }
    let reading = try CalibrationReading(sittings, profile: profile, only: name)
    try StandardOutput.write(output.json ? reading.json : reading.yaml)
    if let svg { try Calibrate.write(reading, svg: svg) }
    if let refusal = reading.refusal { throw refusal }
  }

  static func index(of name: String, in profile: Profile) throws(CommandFailure) -> Int {
    let names = profile.switches.map(\.name)
    if let index = names.firstIndex(of: name) { return index }
    let near = NearestName.suggestion(for: name, among: names)
    throw CommandFailure(
      .usage,
      "calibrate: the profile has no switch '\(Terminal.printable(name))'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Writes the plot of the first switch that has a plot, as an SVG picture.
  static func write(_ reading: CalibrationReading, svg path: String) throws(CommandFailure) {
    guard let plot = reading.results.lazy.compactMap({ CalibrationPlot($0, of: reading) }).first else { return }
    try plot.report.writePicture(to: path)
  }
}
