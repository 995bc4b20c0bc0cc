import ArgumentParser
import Glibc
import SwitchwayConnection

/// `switchway feedback`: lets the person hear what became of a press.
struct Feedback: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Plays a sound for each press, for each rejection, and an alarm for 'attention'.",
    discussion: """
      It only listens to the daemon. Sounds are played by paplay or pw-play, words are spoken by spd-say. Ctrl-C ends \
      it. To start it with the session: systemctl --user enable --now switchway-feedback
      """)

  @Flag(help: "Say the switch, or why its press was rejected, instead of playing sounds.")
  var say = false

  @Option(
    help: ArgumentHelp("Only some, with commas between: presses, rejections, attention.", valueName: "which"),
    completion: .list(Cue.allCases.map(\.row.word)))
  var only: String?

  @Option(help: ArgumentHelp("How loud the sounds are, 1 to 100.", valueName: "percent"))
  var volume = 50

  @Option(help: ArgumentHelp("How long the alarm lasts, 1 to 600 seconds.", valueName: "seconds"))
  var alarm = 30

  @Option(help: ArgumentHelp("Where presses and rejections are played: an output's name.", valueName: "output"))
  var output: String?

  @Option(help: ArgumentHelp("Where the alarm is played, and if that fails, on the usual output.", valueName: "output"))
  var alarmOutput: String?

  @Flag(name: .customLong("try"), help: "Give each once, and name it. Needs no daemon.")
  var tries = false

  @Flag(help: "Wait for the daemon if none runs.")
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
    // Otherwise the end of a program could go unnoticed.
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
      // Others are tried only if the first fails.
      isComplete =
        try (programs[cue] ?? []).contains { try attempt(cue, by: $0, giver, interrupts) } && isComplete
    }
    if !isComplete { throw CommandFailure(.failed, "not everything could be heard", help: "is there a sound server?") }
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
