import ArgumentParser
import SwitchwayConfig
import SwitchwayCore
import SwitchwayDaemon
import SwitchwayJSON
import SwitchwayProtocol

/// `switchway learn [NAME]`: press a switch; its device, its input and its steadying become an entry of the profile.
struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Press a switch: finds its device, its input and its steadying, and writes the entry.",
    discussion: """
      While it runs, presses make no commands. A key of a keyboard is found by its third press in a row. The entry goes \
      into the profile in force, or into --config FILE; nothing else in the file changes. 'switchway calibrate' finds \
      finer steadying.
      """)

  @Argument(
    help: "The switch's name; one that an extended profile has takes this input.",
    completion: Completions.switches
  )
  var name: String?

  @Option(help: ArgumentHelp("What a tap does; otherwise 'select', then 'next'.", valueName: "command"))
  var tap: String?

  @Option(help: "How many presses to look at (1 to 20).")
  var presses = 3

  @Flag(help: "Print the entry, and write nothing.")
  var print = false

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption

  /// A person who presses no more is done, µs. Chosen.
  private static let silence: Int64 = 1_500_000
  /// One who presses nothing at all has changed their mind, µs. Chosen: time to reach a switch, and to plug one in.
  private static let patience: Int64 = 120_000_000

  func validate() throws {
    if let name, !CommandVocabulary.isName(name) {
      throw ValidationError(
        "learn: '\(Terminal.printable(name))' cannot be a switch's name (1 to 64 of the characters A-Z a-z 0-9 - _)")
    }
    guard (1...20).contains(presses) else { throw ValidationError("learn: --presses: expected 1 to 20") }
    guard let tap else { return }
    do throws(CommandError) { _ = try CommandVocabulary.parse(tap) } catch {
      throw ValidationError("learn: --tap: \(error.message)\n\(error.help)")
    }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    let target = try LearnTarget(file: profile.config, dialogue: &dialogue)
    _ = try dialogue.demand("learn", json: false) { $0.put(#","on":true"#) }
    let pressed = try listen(dialogue)
    guard let source = pressed.source else {
      throw CommandFailure(.failed, "nothing was pressed\nhelp: 'switchway devices' shows what is plugged in")
    }
    // What is open now is known by its entry, what came meanwhile, too.
    let state = try dialogue.demand("get", json: false) { $0.put(#","what":"state""#) }
    _ = try dialogue.demand("learn", json: false) { $0.put(#","on":false"#) }
    let holder = (state.value["result"]?["devices"]?.arrayValue ?? []).first {
      $0["name"]?.stringValue == source.device.name && $0["id"]?.stringValue == source.device.id
        && $0["kind"]?.stringValue == source.device.kind
    }
    let words = "\(Terminal.printable(source.device.name)), \(source.input), pressed \(pressed.count) "
    Terminal.complain(words + (pressed.count == 1 ? "time" : "times"))
    let change = try target.change(
      presses: pressed, source: source, entry: holder?["device"]?.stringValue, name: name, tap: tap)
    try StandardOutput.write(change.entry.text)
    if print { return }
    try StandardOutput.write(try target.write(change))
    if target.isInForce { _ = try dialogue.demand("reload", json: false) }
  }

  /// Listens until there were enough presses and then silence, or the recording that is played has ended.
  private func listen(_ dialogue: DaemonDialogue) throws(CommandFailure) -> LearnedPresses {
    var pressed = LearnedPresses()
    Terminal.complain(
      "press the switch, \(presses == 1 ? "once" : "\(presses) times, as you are used to, with a pause after each")")
    while true {
      let isEnough = pressed.count >= presses && !pressed.isDown
      let line = try dialogue.event(within: isEnough ? Self.silence : Self.patience)
      guard let line, line.type != "bye" else { return pressed }
      if line.type == "learn", pressed.take(line.value), pressed.isDown, presses > 1 {
        Terminal.complain("press \(pressed.count)")
      }
    }
  }
}
