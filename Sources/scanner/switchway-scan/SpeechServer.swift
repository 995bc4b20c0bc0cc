import CLinuxInput
import Glibc
import SwitchwayDesktopSettings
import SwitchwayReactor
import SwitchwayScanning
import SwitchwaySpeech
import SwitchwayText
import SwitchwayTime

/// The connection to speech-dispatcher, which speaks the highlighted place. The server is started if it does not run.
/// Nothing waits for it: words that it cannot speak now are replaced by the next ones.
final class SpeechServer {
  /// The reason why speech does not work, for people.
  enum Trouble: Hashable {
    /// No program `speech-dispatcher` is in the folders of PATH.
    case notInstalled
    /// The server does not listen on this socket, although it was started.
    case notThere(String)
    /// The server refused this request of SSIP, for this reason.
    case refused(request: String, answer: String)
    /// It has ended.
    case gone
    /// The program at this socket does not speak SSIP.
    case strange(String)
  }

  /// The time between two attempts to connect to a server that was started, µs, and the number of attempts. Source: the
  /// server listens 1.4 s after its start on a busy computer (docs/design/desktop.md, "Speech").
  private static let pause: Int64 = 200_000
  private static let tries = 25
  /// The time after which a server that has ended is started again at the earliest, µs. Arbitrary: the person notices
  /// only a short silence.
  private static let rest: Int64 = 5_000_000
  /// The change of the rate in one step, of 201 values. Arbitrary.
  private static let rateStep = 10

  private let reactor: Reactor
  private let start: ProgramStart
  private let path: String
  /// The command that starts the server. It is empty if speech-dispatcher is not installed.
  private let command: [String]
  private let user: String
  private var style: SpeechStyle
  private var socket: Int32 = -1
  private var dialogue: SpeechDialogue?
  private var source: DescriptorSource?
  private var timer: TimerSource?
  private var triesLeft = 0
  private var restsUntil: Int64 = 0
  /// The latest words, as long as there is no connection.
  private var waiting: (Utterance, number: Int)?
  /// The number of the latest words.
  private var latest = 0
  private var troubles: Set<Trouble> = []
  /// The voices of the person's language that the server has offered.
  private var voices: [String] = []
  /// Whether the server of this connection was asked for its voices.
  private var hasAskedForVoices = false
  /// The voice that was chosen last, even if it was refused. The next choice is the voice after it.
  private var chosenVoice: String?
  /// The chosen voice, until the server has answered.
  private var triedVoice: String?

  /// It is called when the words with this number have ended, or cannot be spoken.
  var onEnd: (Int) -> Void = { _ in }
  /// It is called once for each problem.
  var onTrouble: (Trouble) -> Void = { _ in }
  /// It is called when the server has listed its voices, with whether there are several of the person's language.
  var onVoices: (Bool) -> Void = { _ in }
  /// It is called when the server has accepted or refused the voice of `takeNextVoice`.
  var onVoice: (_ name: String, _ isTaken: Bool) -> Void = { _, _ in }

  /// It is called after each answer of the server, once the server has answered all settings.
  var onReady: () -> Void = {}

  /// Whether the server has answered all settings, even if it has refused some.
  var isReady: Bool { dialogue?.isReady ?? false }

  /// Whether the server was started, and does not listen yet.
  var isStarting: Bool { triesLeft > 0 }

  init(
    _ reactor: Reactor, _ settings: SpeechSettings, environment: [String: String], language: Language,
    start: ProgramStart
  ) throws {
    (self.reactor, self.start) = (reactor, start)
    let runtime = environment["XDG_RUNTIME_DIR"] ?? ""
    let program = ProgramStart.find("speech-dispatcher", path: environment["PATH"] ?? "")
    if let output = settings.output {
      // A server has one output for all its clients, so another output needs a separate server.
      let path = "\(runtime)/switchway-speech"
      self.path = path
      command =
        program.map {
          [
            "/usr/bin/env", "PULSE_SINK=\(output)", $0, "--run-single", "--log-level", "1", "--communication-method",
            "unix_socket", "--socket-path", path, "--pid-file", "\(path).pid",
          ]
        } ?? []
    } else {
      let address = environment["SPEECHD_ADDRESS"] ?? ""
      let prefix = "unix_socket:"
      path =
        address.hasPrefix(prefix)
        ? String(address.dropFirst(prefix.count)) : "\(runtime)/speech-dispatcher/speechd.sock"
      command = program.map { [$0, "--spawn"] } ?? []
    }
    user = environment["USER"] ?? ""
    style = SpeechStyle(voice: settings.voice, rate: settings.rate, language: language.read.first)
    timer = try reactor.timer(priority: .clients) { [unowned self] in connect() }
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Speaks this instead of everything before it. With `nil`, it is silent.
  func say(_ utterance: Utterance?, number: Int) {
    (waiting, latest) = (utterance.map { ($0, number) }, number)
    if dialogue != nil {
      waiting = nil
      dialogue?.say(utterance, number: number)
      send()
    } else if waiting != nil, triesLeft == 0 {
      open()
    }
  }

  /// Speaks faster or slower from the next words on, as far as the server can.
  func changeRate(isUp: Bool) {
    let rate = min(max((style.rate ?? 0) + (isUp ? Self.rateStep : -Self.rateStep), -100), 100)
    style.rate = rate
    dialogue?.setRate(rate)
    send()
  }

  /// Speaks with the next voice of the person's language from the next words on. If the server refuses it, the former
  /// voice stays.
  func takeNextVoice() {
    guard voices.count > 1 else { return }
    let former = voices.firstIndex(of: chosenVoice ?? style.voice ?? "") ?? -1
    let next = voices[(former + 1) % voices.count]
    (chosenVoice, triedVoice) = (next, next)
    dialogue?.setVoice(next)
    send()
  }

  /// Connects to the server, so that the first words can be spoken at once.
  func open() {
    guard socket < 0, triesLeft == 0 else { return }
    guard Reactor.now.microseconds >= restsUntil else { return fail() }
    if tryToConnect() { return }
    guard !command.isEmpty else {
      report(.notInstalled)
      return fail()
    }
    restsUntil = Reactor.now.microseconds + Self.rest
    triesLeft = Self.tries
    start.start(command) {}
    tryLater()
  }

  private func tryLater() { timer?.set(to: Instant(Reactor.now.microseconds + Self.pause)) }

  private func connect() {
    triesLeft -= 1
    if tryToConnect() { return }
    guard triesLeft == 0 else { return tryLater() }
    report(.notThere(path))
    fail()
  }

  private func tryToConnect() -> Bool {
    let result = unsafe sw_connect_to(path, 1)
    guard result >= 0 else { return false }
    guard
      let watch = try? reactor.watch(
        result, for: Reactor.Ready.readable, priority: .clients, { [unowned self] _ in receive() })
    else {
      close(result)
      return false
    }
    (socket, source, triesLeft) = (result, watch, 0)
    dialogue = SpeechDialogue(user: user, style: style)
    hasAskedForVoices = false
    if let triedVoice { dialogue?.setVoice(triedVoice) }
    if let (utterance, number) = waiting { dialogue?.say(utterance, number: number) }
    waiting = nil
    send()
    return true
  }

  private func receive() {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = unsafe read(socket, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else { return leave(.gone) }
    let events = dialogue?.receive(bytes.prefix(count)) ?? []
    send()
    if isReady { onReady() }
    for event in events {
      switch event {
      case .ended(let number):
        askForVoices()
        onEnd(number)
      case .refused(let request, let answer): report(.refused(request: request, answer: answer))
      case .voice(let name, let isTaken): voiceAnswered(name, isTaken: isTaken)
      case .voices(let names):
        voices = names
        onVoices(names.count > 1)
      case .broken: return leave(.strange(path))
      }
    }
  }

  /// Asks the server for its voices, once per connection. It asks only after the first words, because the answer may
  /// take longer than these words may wait.
  private func askForVoices() {
    guard latest > 0, !hasAskedForVoices else { return }
    hasAskedForVoices = true
    dialogue?.askForVoices()
    send()
  }

  private func voiceAnswered(_ name: String, isTaken: Bool) {
    if isTaken { style.voice = name }
    // Another voice may have been chosen in the meantime.
    guard name == triedVoice else { return }
    triedVoice = nil
    onVoice(name, isTaken)
  }

  /// Sends the bytes of the dialogue. The dialogue sends a request only when the one before was answered, so a socket
  /// that accepts no more bytes means that the server hangs.
  private func send() {
    guard let bytes = dialogue?.takeUnsent(), !bytes.isEmpty else { return }
    let count = unsafe sw_send(socket, bytes, bytes.count)
    if count != bytes.count { leave(.gone) }
  }

  /// The server has gone. The connection is tried again with the next words.
  private func leave(_ trouble: Trouble) {
    guard socket >= 0 else { return }
    source?.cancel()
    close(socket)
    // A voice that ends the server is not tried again.
    (socket, source, dialogue, triedVoice) = (-1, nil, nil, nil)
    report(trouble)
    onEnd(latest)
  }

  private func fail() {
    if let (_, number) = waiting { onEnd(number) }
    waiting = nil
  }

  private func report(_ trouble: Trouble) {
    if troubles.insert(trouble).inserted { onTrouble(trouble) }
  }
}

extension SpeechServer.Trouble {
  /// A message about the problem, and what to do.
  var words: (message: String, help: String) {
    switch self {
    case .notInstalled:
      ("nothing is spoken: speech-dispatcher is not installed", "sudo apt install speech-dispatcher espeak-ng")
    case .notThere(let path):
      (
        "nothing is spoken: speech-dispatcher was started, but does not listen at \(path)",
        "test speech with: spd-say hello"
      )
    case .refused(let request, let answer):
      (
        "speech-dispatcher has refused '\(request)': \(PrintableName.of(answer))",
        "spd-say --list-synthesis-voices names the voices"
      )
    case .gone:
      ("speech-dispatcher has ended; it is started again for the next words", "test speech with: spd-say hello")
    case .strange(let path):
      (
        "nothing is spoken: the program that listens at \(path) does not answer as speech-dispatcher does",
        "find it with: ss -xlp; test speech with: spd-say hello"
      )
    }
  }
}
