import Glibc

/// A program of the system that plays a sound or speaks.
struct CueProgram: Equatable {
  let name: String
  let path: String
  /// The output that the program uses, by its name on the sound server. `nil` means the output that the system chooses.
  var output: String?

  /// The file descriptor from which the program reads the sound.
  static let soundDescriptor: Int32 = 3

  /// The programs that play sounds, the best first. `paplay` also works with PipeWire, and fails at once if there is no
  /// sound server. `pw-play` waits for ever if PipeWire runs but does not play sounds, for example because PulseAudio
  /// does.
  private static let players = ["paplay", "pw-play"]
  private static let speakers = ["spd-say"]

  /// The packages that can be installed, in the words of a help line.
  private static let soundAdvice =
    "sudo apt install pulseaudio-utils, or sudo apt install pipewire-bin, for sounds"
  private static let speechAdvice = "sudo apt install speech-dispatcher, for words"

  /// The program's name for messages, with the output that was chosen for it.
  var title: String { output.map { "\(name) on '\(Terminal.printable($0))'" } ?? name }

  var speaks: Bool { Self.speakers.contains(name) }

  func arguments(for cue: Cue, words: String) -> [String] {
    let sound = "/proc/self/fd/\(Self.soundDescriptor)"
    // The options for the latency ask the program for a small delay.
    return switch name {
    case "paplay":
      ["--client-name=Switchway", "--stream-name=\(cue.row.word)", "--latency-msec=30"]
        + (output.map { ["--device=\($0)"] } ?? []) + [sound]
    case "pw-play": ["--latency=30ms"] + (output.map { ["--target=\($0)"] } ?? []) + [sound]
    // A text with the priority `notification` is dropped while another program speaks, and never interrupts that
    // program.
    default:
      ["--wait", "--application-name=switchway", "--priority=\(cue == .attention ? "important" : "notification")"]
        + ["--", words]
    }
  }

  /// Returns the installed programs for each cue, in the order in which they are tried. Also returns advice if no
  /// program of the wanted kind is installed.
  ///
  /// - Parameters:
  ///   - speaks: whether cues are spoken. The alarm is always a sound if any program can play one.
  ///   - path: the value of `PATH`.
  ///   - output: the output for presses and rejections; `nil` means the system's own output.
  ///   - alarmOutput: the output for the alarm. If the alarm cannot be played there, the system's own output plays it.
  static func installed(
    speaks: Bool, path: String, output: String? = nil, alarmOutput: String? = nil
  ) -> (programs: [Cue: [CueProgram]], advice: String?) {
    func find(_ names: [String]) -> [CueProgram] {
      names.compactMap { name in
        let paths = path.split(separator: ":").map { "\($0)/\(name)" }
        return paths.first { path in unsafe access(path, X_OK) == 0 }.map { CueProgram(name: name, path: $0) }
      }
    }
    let (players, speakers) = (find(players), find(speakers))
    let wanted = speaks ? speakers : players
    let others = speaks ? players : speakers
    func on(_ output: String, _ programs: [CueProgram]) -> [CueProgram] {
      programs.map { $0.speaks ? $0 : CueProgram(name: $0.name, path: $0.path, output: output) }
    }
    var usual = wanted.isEmpty ? others : wanted
    if let output { usual = on(output, usual) }
    let alarm = (alarmOutput.map { on($0, players) } ?? []) + players + speakers
    let programs: [Cue: [CueProgram]] = [.accepted: usual, .rejected: usual, .attention: alarm]
    guard wanted.isEmpty else { return (programs, nil) }
    let (action, names, advice) =
      speaks
      ? ("speaks", Self.speakers, Self.speechAdvice)
      : ("plays sounds", Self.players, Self.soundAdvice)
    let missing = "no program that \(action) is installed (\(names.joined(separator: ", ")))"
    guard others.isEmpty else {
      return (programs, "\(missing): \(speaks ? "sounds are played" : "words are spoken") instead\nhelp: \(advice)")
    }
    let all = Self.players + Self.speakers
    return (
      [:],
      "no program that plays sounds or speaks is installed (\(all.joined(separator: ", ")))\n"
        + "help: \(soundAdvice)\nhelp: \(speechAdvice)"
    )
  }

  /// Starts the program in a process group of its own, so that Ctrl-C does not end it, and its helpers can be killed
  /// with it.
  ///
  /// - Parameter showsErrors: whether the program's messages go to standard error. Otherwise they are discarded.
  /// - Returns: the process ID, or the negative `errno` if the program cannot be started.
  func start(_ arguments: [String], sound: Int32, showsErrors: Bool) -> pid_t {
    var streams: [(Int32, Int32?)] = [(STDIN_FILENO, nil), (STDOUT_FILENO, nil)]
    if !showsErrors { streams.append((STDERR_FILENO, nil)) }
    if !speaks { streams.append((Self.soundDescriptor, sound)) }
    return ChildProcess.start(path, arguments, streams: streams, isApart: true)
  }
}
