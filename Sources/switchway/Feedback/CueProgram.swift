import Glibc

/// A program of the system that plays a sound or speaks.
struct CueProgram: Equatable {
  let name: String
  let path: String

  /// The descriptor with the sound in the program.
  static let soundDescriptor: Int32 = 3

  /// The best first. `paplay` talks to PipeWire, too, and fails at once without a server. `pw-play` waits for ever
  /// where PipeWire runs but does not play sounds, as beside PulseAudio.
  private static let players = ["paplay", "pw-play"]
  private static let speakers = ["spd-say"]

  /// What can be installed, in the words of a help line.
  private static let soundAdvice =
    "sudo apt install pulseaudio-utils, or sudo apt install pipewire-bin, for sounds"
  private static let speechAdvice = "sudo apt install speech-dispatcher, for words"

  var speaks: Bool { Self.speakers.contains(name) }

  func arguments(for cue: Cue, words: String) -> [String] {
    let sound = "/proc/self/fd/\(Self.soundDescriptor)"
    // It is asked for a small delay.
    return switch name {
    case "paplay": ["--client-name=Switchway", "--stream-name=\(cue.row.word)", "--latency-msec=30", sound]
    case "pw-play": ["--latency=30ms", sound]
    // A notification is dropped while another program speaks, and never interrupts it.
    default:
      ["--wait", "--application-name=switchway", "--priority=\(cue == .attention ? "important" : "notification")"]
        + ["--", words]
    }
  }

  /// The programs that are installed, in the order in which they are tried for a cue.
  ///
  /// - Parameters:
  ///   - speaks: whether words are wanted, and not sounds. An alarm is a sound wherever one can be played.
  ///   - path: the value of `PATH`.
  static func installed(speaks: Bool, path: String) -> (programs: [Cue: [CueProgram]], advice: String?) {
    func find(_ names: [String]) -> [CueProgram] {
      names.compactMap { name in
        let paths = path.split(separator: ":").map { "\($0)/\(name)" }
        return paths.first { path in unsafe access(path, X_OK) == 0 }.map { CueProgram(name: name, path: $0) }
      }
    }
    let (players, speakers) = (find(players), find(speakers))
    let wanted = speaks ? speakers : players
    let others = speaks ? players : speakers
    let usual = wanted.isEmpty ? others : wanted
    let programs: [Cue: [CueProgram]] = [.accepted: usual, .rejected: usual, .attention: players + speakers]
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

  /// Starts it in a process group of its own, so that Ctrl-C and a stuck helper of it do not matter.
  ///
  /// - Parameter showsErrors: whether its messages go to standard error. Otherwise nobody sees them.
  /// - Returns: the process, or -errno.
  func start(_ arguments: [String], sound: Int32, showsErrors: Bool) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if !showsErrors { unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) }
    if !speaks { unsafe posix_spawn_file_actions_adddup2(&actions, sound, Self.soundDescriptor) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    // Signals that this process blocks or ignores must reach the program.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawn(&child, path, &actions, &attributes, words, environ)
    return failure == 0 ? child : -failure
  }
}
