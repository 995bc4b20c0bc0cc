import ArgumentParser
import SwitchwayConfig
import SwitchwayCore

/// `switchway calibrate [SWITCH]`: proposes steadying from asked presses, which are made now or were recorded.
struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Proposes the steadying of a switch from presses that it asks for.",
    discussion: """
      It takes about four minutes: a short rest, 20 presses, and a longer rest that can be cut short. Then it shows \
      what it saw, what it proposes and what that changes in the file, and writes it only if you agree.

      The last sessions are kept, and count together: a hand that is fresh does not show what it does when it is \
      tired. With --recording and --session it reads such files, prints what to paste into a key-remap file, and \
      writes nothing.
      """)

  @Argument(help: "The switch; none: all of them, asked for in turn.", completion: Completions.switches)
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

  @Flag(help: "Read the kept sessions, and ask for no presses.")
  var kept = false

  @Flag(help: "Do not count earlier sessions.")
  var alone = false

  @Flag(help: "Remove the kept sessions, and do nothing else.")
  var forget = false

  @Flag(help: "Never ask for two quick presses.")
  var noDouble = false

  @Option(help: ArgumentHelp("How long the last rest is, 0 to 600 s.", valueName: "seconds"))
  var lastRest = 120

  @Flag(help: "Lines instead of a screen, as for a screen reader.")
  var plain = false

  @Flag(help: "Print the proposal, and write nothing.")
  var print = false

  @Flag(name: .shortAndLong, help: "Write the proposal without asking.")
  var yes = false

  @Option(help: ArgumentHelp("Write the plot as a picture, too.", valueName: "file"), completion: .file())
  var svg: String?

  @Option(
    help: ArgumentHelp("Write the session and its recordings into this folder, too.", valueName: "folder"),
    completion: .directory)
  var export: String?

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  private var isRecorded: Bool { !recording.isEmpty || !session.isEmpty }

  func validate() throws {
    if recording.isEmpty != session.isEmpty {
      throw ValidationError(
        "calibrate: \(recording.isEmpty ? "--session" : "--recording") alone says nothing; give --recording FILE and "
          + "--session FILE")
    }
    guard session.isEmpty || recording.count.isMultiple(of: session.count) else {
      throw ValidationError(
        "calibrate: \(session.count) sessions and \(recording.count) recording\(recording.count == 1 ? "" : "s"); "
          + "give each session as many recordings as there are devices")
    }
    if isRecorded, kept || export != nil || yes || forget {
      throw ValidationError("calibrate: --kept, --export, --forget and --yes are for presses that it asks for")
    }
    guard (0...600).contains(lastRest) else { throw ValidationError("calibrate: --last-rest: expected 0 to 600") }
    if kept, name == nil { throw ValidationError("calibrate: --kept: say which switch") }
    if kept, export != nil { throw ValidationError("calibrate: --export is for presses that it asks for, not --kept") }
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
        name: self.session[index], session: session,
        contacts: RecordedContacts(try RecordingArguments.read(Array(own)), profile: profile))
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
      "calibrate: the key-remap file has no switch '\(Terminal.printable(name))'"
        + (near.map { "; did you mean '\($0)'?" } ?? ""))
  }

  /// Writes the plot of the first switch that has one.
  static func write(_ reading: CalibrationReading, svg path: String) throws(CommandFailure) {
    guard let plot = reading.results.lazy.compactMap({ CalibrationPlot($0, of: reading) }).first else { return }
    try plot.report.writePicture(to: path)
  }
}
