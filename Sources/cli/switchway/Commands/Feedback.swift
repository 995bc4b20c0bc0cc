import ArgumentParser
import Glibc
import SwitchwayProtocol

/// `switchway feedback`: plays a sound that says whether a press counted.
struct Feedback: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play sounds for presses and rejected presses, and an alarm for 'attention'.",
    discussion: """
      Uses paplay or pw-play for sounds, and spd-say for speech. Ctrl-C ends it. To start it at login: systemctl \
      --user enable --now switchway-feedback
      """)

  @Flag(help: "Speak instead of playing sounds: the switch, or why its press was rejected.")
  var say = false

  @Option(
    help: ArgumentHelp("Report only these, separated by commas: presses, rejections, attention.", valueName: "which"),
    completion: .list(Cue.allCases.map(\.row.word)))
  var only: String?

  @Option(help: ArgumentHelp("The volume of the sounds, 1 to 100.", valueName: "percent"))
  var volume = 50

  @Option(help: ArgumentHelp("The length of the alarm, 1 to 600 seconds.", valueName: "seconds"))
  var alarm = 30

  @Option(
    help: ArgumentHelp("The sound output for presses and rejections. Default: the usual output.", valueName: "output"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The sound output for the alarm. If it fails, the usual output plays the alarm.", valueName: "output"))
  var alarmOutput: String?

  @Flag(name: .customLong("try"), help: "Play and name each sound once. Needs no daemon.")
  var tries = false

  @Flag(help: "Wait for the daemon if it is not running.")
  var wait = false

  @OptionGroup var daemon: SocketOption

  func validate() throws {
    guard 1...100 ~= volume else {
      throw ValidationError("feedback: --volume: expected a number from 1 to 100, found \(volume)")
    }
    guard 1...600 ~= alarm else {
      throw ValidationError("feedback: --alarm: expected a number from 1 to 600, found \(alarm)")
    }
    for (option, name) in [("--output", output), ("--alarm-output", alarmOutput)] where name?.isEmpty == true {
      throw ValidationError("feedback: \(option): expected the name of an output; 'pactl list short sinks' lists them")
    }
    _ = try cues()
  }

  private func cues() throws -> Set<Cue> {
    guard let only else { return Set(Cue.allCases) }
    return try Set(
      only.split(separator: ",", omittingEmptySubsequences: false).map { word in
        guard let cue = Cue.allCases.first(where: { $0.row.word == word }) else {
          throw ValidationError(
            "feedback: --only: expected presses, rejections or attention, found '\(Terminal.printable(String(word)))'")
        }
        return cue
      })
  }

  func run() throws {
    let cues = try cues()
    let path = ProcessContext.current().environment["PATH"] ?? "/usr/bin:/bin"
    let (programs, advice) = CueProgram.installed(
      speaks: say, path: path, output: output, alarmOutput: alarmOutput)
    guard !programs.isEmpty else { throw CommandFailure(.failed, advice ?? "") }
    Terminal.complain(advice ?? "")
    // If the parent process ignored SIGCHLD, this process would too, and the end of a program that plays a sound would
    // go unnoticed.
    _ = signal(SIGCHLD, SIG_DFL)
    let interrupts = try Interrupts(SIGCHLD)
    let giver = try CueGiver(programs: programs, alarm: Int64(alarm) * 1_000_000, volume: volume)
    if tries { return try tryAll(cues, programs, giver, interrupts) }
    var loop = FeedbackLoop(
      rules: CueRules(cues), giver: giver, interrupts: interrupts, socket: daemon.socket, waits: wait)
    try loop.run()
  }

  // MARK: Trying

  private func tryAll(
    _ cues: Set<Cue>, _ programs: [Cue: [CueProgram]], _ giver: CueGiver, _ interrupts: Interrupts
  ) throws {
    var isComplete = true
    for cue in Cue.allCases where cues.contains(cue) {
      // The next program is tried only if the one before it fails.
      isComplete =
        try (programs[cue] ?? []).contains { try attempt(cue, by: $0, giver, interrupts) } && isComplete
    }
    if !isComplete {
      throw CommandFailure(.failed, "not every sound could be played", help: "check that a sound server is running")
    }
  }

  private func attempt(_ cue: Cue, by program: CueProgram, _ giver: CueGiver, _ interrupts: Interrupts) throws -> Bool {
    let (row, repeats) = (cue.row, cue == .attention ? ", repeated for \(alarm) s" : "")
    let what = program.speaks ? "'\(row.example)'" : row.sound + repeats
    try StandardOutput.stream("\(row.title): \(what), by \(program.title)\n")
    guard let failure = giver.attempt(cue, words: row.example, by: program, interrupts) else { return true }
    Terminal.complain("\(program.title) \(failure)")
    return false
  }
}
