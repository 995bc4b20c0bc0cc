import Glibc

/// A program of the system that plays a sound or speaks.
struct CueProgram: Equatable {
  let name: String
  let path: String
  /// The sound server's name of the output that it uses. `nil` means the system's own choice.
  var output: String?

  /// The number of the descriptor that has the sound in the program.
  static let soundDescriptor: Int32 = 3

  /// The best first. `paplay` also talks to PipeWire, and fails at once without a server. `pw-play` waits for ever if
  /// PipeWire runs but does not play sounds, as beside PulseAudio.
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
    // The program is asked for a small delay.
    return switch name {
    case "paplay":
      ["--client-name=Switchway", "--stream-name=\(cue.row.word)", "--latency-msec=30"]
        + (output.map { ["--device=\($0)"] } ?? []) + [sound]
    case "pw-play": ["--latency=30ms"] + (output.map { ["--target=\($0)"] } ?? []) + [sound]
    // A notification is dropped while another program speaks, and never interrupts it.
    default:
      ["--wait", "--application-name=switchway", "--priority=\(cue == .attention ? "important" : "notification")"]
        + ["--", words]
    }
  }

  /// The programs that are installed, in the order in which they are tried for a cue.
  ///
  /// - Parameters:
  ///   - speaks: whether the cues are words, and not sounds. An alarm is a sound if any program can play one.
  ///   - path: the value of `PATH`.
  ///   - output: the output for presses and rejections; `nil` means the system's own output.
  ///   - alarmOutput: the same for the alarm. If the alarm cannot be played there, the system's own output plays it.
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

  /// Starts it in its own process group, so that Ctrl-C and a stuck helper of the program do no harm.
  ///
  /// - Parameter showsErrors: whether its messages go to standard error. Otherwise they are discarded.
  /// - Returns: the process, or -errno.
  func start(_ arguments: [String], sound: Int32, showsErrors: Bool) -> pid_t {
    var streams: [(Int32, Int32?)] = [(STDIN_FILENO, nil), (STDOUT_FILENO, nil)]
    if !showsErrors { streams.append((STDERR_FILENO, nil)) }
    if !speaks { streams.append((Self.soundDescriptor, sound)) }
    return ChildProcess.start(path, arguments, streams: streams, isApart: true)
  }
}
