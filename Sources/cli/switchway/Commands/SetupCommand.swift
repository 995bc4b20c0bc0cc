import ArgumentParser
import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain

/// `switchway setup`: makes a whole first profile from answers and presses.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up switches: answer questions, press, try it, keep it.",
    discussion: """
      Press each switch you want to use, then wait: setup says what it found, and proposes what each switch does. \
      Answer a question with a number and Enter. Enter alone accepts the proposal, 'b' goes back, 'q' cancels \
      without changes. As soon as setup knows one switch, it also highlights the choices one after the other, and a \
      press chooses. You then try the result; nothing is saved until you keep it. Run setup again at any time.
      With --json, each question is a line of JSON, and each line of standard input is an object with answers, such \
      as {"plan":"auto"}.
      """)

  /// The message if the person cancels.
  static let cancelled: Phrase = "setup cancelled; nothing was changed"

  @Flag(help: "Print plain lines and never move the cursor, for screen readers and braille displays.")
  var plain = false

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption
  @OptionGroup var output: JSONOption

  func run() throws {
    let voice: any SetupVoice = output.json ? JSONVoice() : TerminalVoice(isPlain: plain, language: language)
    guard output.json || isatty(STDIN_FILENO) == 1 else {
      throw CommandFailure(
        .usage, said("setup: no terminal to ask questions on"), help: said("run it in a terminal, or use --json"))
    }
    let room = try SetupRoom(try dialogue())
    try room.dialogue.pauseTyping()
    if voice.isLive { room.takeArrows() }
    let file = try SetupFile(profile.config)
    do {
      try carry(room, voice, file)
    } catch {
      file.undo(&room.dialogue)
      room.endArrows()
      switch error {
      case SetupEnd.left: throw CommandFailure(.failed, said(Self.cancelled))
      case SetupEnd.signal(let signal):
        Terminal.complain("\n" + said(Self.cancelled))
        Interrupts.end(by: signal)
      default: throw error
      }
    }
  }

  /// The language of the messages: with `--json` English, because a program reads them; otherwise the person's
  /// language.
  private var language: MessageLanguage {
    output.json ? .english : .chosen(environment: ProcessContext.current().environment)
  }

  private func said(_ phrase: Phrase) -> String { language.text(of: phrase, isASCIIOnly: Terminal.isASCIIOnly) }

  private func dialogue() throws(CommandFailure) -> DaemonDialogue {
    do throws(CommandFailure) {
      return try DaemonDialogue(socket: daemon.socket)
    } catch {
      guard error.isAbsence, daemon.socket == nil else { throw error }
      guard geteuid() == 0, let caller = try? Doctor.person(), caller.uid != 0 else {
        throw SetupCommand.absence(for: SystemRecords.placeholder, said)
      }
      throw CommandFailure.served == nil
        ? SetupCommand.absence(for: caller.name, said) : SetupCommand.needsNoRoot(caller.name, said)
    }
  }

  /// Returns the failure to report if no daemon runs for the person called `name`.
  ///
  /// - Parameter said: returns a phrase in the person's language.
  static func absence(for name: String, _ said: (Phrase) -> String = \.english) -> CommandFailure {
    CommandFailure(
      .noDaemon, said("Switchway is not running, so no press can be read"),
      help: said("sudo switchway install-service \(name)\nThen: switchway setup"))
  }

  /// Returns the failure to report if root runs setup, but Switchway runs for the person who called sudo.
  static func needsNoRoot(_ name: String, _ said: (Phrase) -> String = \.english) -> CommandFailure {
    CommandFailure(
      .usage, said("Switchway runs for \(name); setup for root does not change the switches of \(name)"),
      help: said("run it without sudo: switchway setup"))
  }

  private func carry(_ room: SetupRoom, _ voice: any SetupVoice, _ file: SetupFile) throws {
    for text in PressingWords.texts(of: room.dialogue.state.modes) { try voice.tell(text) }
    let clients = room.dialogue.state.consumers
    if clients.contains(where: { $0.client.hasPrefix(SetupConversation.clientName) }) {
      throw CommandFailure(
        .failed, said("another 'switchway setup' is running a trial"), help: said("finish or cancel that one first"))
    }
    if try file.endFormerTrial(&room.dialogue) {
      try voice.tell("An earlier trial was interrupted. Its settings are no longer active.")
    }
    let former = try former(file, voice)
    let conversation = SetupConversation(
      room, voice, former: former, desktop: desktop(former), isInForce: try file.isInForce(&room.dialogue))
    let text = try conversation.askAll(file)
    guard let kept = try SetupTrial(conversation, file).run(text) else { throw SetupEnd.left }
    let before = try file.keep(kept, &room.dialogue)
    if let before { try voice.tell(FormerFile.words(before, of: file.file.path)) }
    let stop = file.file.load().profile.flatMap(StopWords.text)
    try voice.finish(path: file.file.path, profile: file.file.profileName, option: file.option, stop: stop)
    // `tellRest` is about the service, and a daemon that was named with `--socket` is not the service.
    if daemon.socket == nil { try conversation.tellRest(file) }
  }

  /// Returns how the desktop in which setup runs affects typed keys.
  private func desktop(_ former: FormerSetup?) -> DesktopAdvice? {
    let environment = ProcessContext.current().environment
    // The service does not have the environment variables of the session. A daemon that was named with `--socket` may
    // have them.
    return DesktopAdvice.read(
      layout: former?.profile.keyboard?.layout, environment: environment,
      daemon: daemon.socket == nil ? [:] : environment, owner: geteuid())
  }

  /// Returns the answers that the person's file gives to setup's questions, or `nil` if there are none. If the file
  /// cannot be used, prints a note about it.
  private func former(_ file: SetupFile, _ voice: any SetupVoice) throws -> FormerSetup? {
    do {
      return try file.former()
    } catch let refusal as SetupRefusal {
      try voice.tell(
        "\(Terminal.printable(file.file.path)) cannot be used as a starting point: \(refusal.message). Setup asks "
          + "every question and writes a new file. The old one is kept beside it.")
      return nil
    }
  }
}
