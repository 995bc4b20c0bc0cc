import ArgumentParser
import Glibc
import Switchway
import SwitchwayConfig
import SwitchwayCore
import SwitchwayProtocol
import SwitchwayText

/// `switchway learn [NAME]`: finds the device, the input and the filter settings (steadying) of a switch that is
/// pressed, and writes the switch's entry.
struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Add a switch to your profile: press it, and its entry is written.",
    discussion: """
      Finds the device, the input and a press filter. While it listens, switches make no commands, and it hears every \
      keyboard and switch of this computer. A key that types is shown only at its third press in a row. The entry is \
      written into the current profile, or into --config FILE; nothing else in the file changes. 'switchway \
      calibrate' measures the filter more precisely.
      """)

  @Argument(
    help: "The name of the switch. If the profile has it, the switch gets this input.", completion: Completions.switches
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The command of a tap. Default: as it is now; for a new switch 'select' or 'next'.", valueName: "command"))
  var tap: String?

  @Option(help: "The number of presses to evaluate (1 to 20).")
  var presses = 3

  @Flag(help: "Print the entry instead of writing it.")
  var print = false

  @OptionGroup var profile: ConfigOption
  @OptionGroup var daemon: SocketOption

  /// After enough presses, the command stops listening when nothing was pressed for this time, in microseconds.
  /// Arbitrary.
  private static let silence: Int64 = 1_500_000
  /// Before enough presses, the command stops listening when nothing was pressed for this time, in microseconds. It is
  /// long, because the person needs time to reach a switch, or to plug one in.
  private static let patience: Int64 = 120_000_000

  /// If nothing arrives for this time, in microseconds, the command says once what can be wrong. The time is the same
  /// as in `switchway setup`.
  private static let patienceBeforeHint: Int64 = 30_000_000

  /// The time until this hint if events arrived that were not presses, in microseconds. Arbitrary.
  private static let patienceWithSights: Int64 = 10_000_000

  func validate() throws {
    if let name, !CommandVocabulary.isName(name) {
      throw ValidationError(
        "learn: '\(Terminal.printable(name))' cannot be a switch's name (1 to 64 of the characters A-Z a-z 0-9 - _)")
    }
    guard (1...20).contains(presses) else { throw ValidationError("learn: --presses: expected 1 to 20") }
    guard let tap else { return }
    do throws(CommandError) { _ = try CommandVocabulary.parse(tap) } catch {
      throw ValidationError("learn: --tap: \(error.message)\nhelp: \(error.help)")
    }
  }

  func run() throws {
    var dialogue = try DaemonDialogue(socket: daemon.socket)
    try dialogue.pauseTyping()
    let target = try LearnTarget(file: profile.config, isShownOnly: print, dialogue: &dialogue)
    var plan = try plan(target, dialogue)
    if !target.canInsert, !print {
      Terminal.complain("\(SectionInsertion.otherForm): the entry is printed, so that you can add it yourself")
    }
    try dialogue.demand(.learn(Wire.Request.Learning(true, seen: true)))
    let presses = try listen(&dialogue, target)
    // Discards the keys that the switch has typed, so that the shell does not read them.
    tcflush(STDIN_FILENO, TCIFLUSH)
    guard let source = presses.source else {
      throw CommandFailure(.failed, "nothing was pressed", help: "'switchway devices' shows what is plugged in")
    }
    try dialogue.demand(.learn(Wire.Request.Learning(false)))
    let words = "\(Terminal.printable(source.device.name)), \(source.input), pressed \(presses.count) "
    Terminal.complain(words + (presses.count == 1 ? "time" : "times"))
    let machine = (try? MachineDevices.all()) ?? []
    let found = machine.firstIndex { source.device.is($0) }
    var pressed = LearnTarget.Pressed(
      presses: presses, source: source, device: found.map { machine[$0] } ?? source.device.description,
      twins: found.map { Twins.devices(like: $0, in: machine, DeviceGroups.of(machine)) } ?? [])
    if let holder = target.holder(of: pressed), holder.name != plan.name, target.twin(of: pressed, plan) == nil {
      plan = try other(than: plan, holder, source)
    }
    pressed.mayTakePower = try takesPower(pressed)
    let change = try target.change(pressed, plan)
    try StandardOutput.write(change.entry.text)
    if let words = change.mark?.words(Terminal.printable(source.device.name)) {
      try StandardOutput.write("# \(words.english)\n")
    } else if change.mark == nil, let found, let words = Learn.twins(of: found, among: machine) {
      try StandardOutput.write("# \(words)\n")
    }
    if Learn.takesLastClick(source, among: machine) {
      Terminal.complain("\(MouseWords.noClick(source.device.name))\nhelp: \(MouseWords.noClickMend)")
    }
    if let words = target.clockWords(plan) { Terminal.complain(words) }
    if print { return }
    try StandardOutput.write(try target.write(change.text))
    if target.isInForce { try dialogue.demand(.reload) }
  }

  /// Returns what to do with the pressed switch, as the options say or as the person answers on a terminal.
  private func plan(_ target: LearnTarget, _ dialogue: DaemonDialogue) throws(CommandFailure) -> LearnPlan {
    let known = target.known(present: Set(dialogue.state.devices.compactMap(\.entry)))
    var ask: LearnPlan.Question?
    if isatty(STDIN_FILENO) == 1 { ask = LearnPlan.askOnTerminal }
    return try LearnPlan.make(name: name, tap: tap, known: known, ask: ask)
  }

  /// Handles an input that already presses a switch with another name. A second switch with this input would make two
  /// commands from one press. If the person gave no name, asks on a terminal whether to change the existing switch. In
  /// all other cases throws.
  private func other(
    than plan: LearnPlan, _ holder: (name: String, input: String), _ source: LearnedPresses.Source
  ) throws(CommandFailure) -> LearnPlan {
    let words =
      "\(source.input) of \(Terminal.printable(source.device.name)) is already the switch '\(holder.name)' "
      + "(\(holder.input))"
    if isatty(STDIN_FILENO) == 1, name == nil {
      Terminal.complain(words)
      Terminal.complain("Update '\(holder.name)' with these presses? y and Enter: yes; Enter alone: no")
      if Terminal.readsYes() { return LearnPlan(name: holder.name, tap: tap) }
    }
    throw CommandFailure(
      .failed,
      words + "; nothing was written",
      help: "'switchway learn \(holder.name)' measures its press filter again, and with "
        + "--tap COMMAND changes what it does; 'switchway explain \(holder.name)' shows it")
  }

  /// Whether the person wants the device to be grabbed although it has a key for power or sleep. Throws if that key
  /// itself is the switch, and the person refuses or cannot be asked.
  private func takesPower(_ pressed: LearnTarget.Pressed) throws(CommandFailure) -> Bool {
    guard pressed.takesPower else { return false }
    let words = DesktopKeys.question(pressed.source)
    if isatty(STDIN_FILENO) == 1 {
      Terminal.complain("\(words.english)\nGrab it? y and Enter: yes; Enter alone: no")
      if Terminal.readsYes() { return true }
    } else {
      Terminal.complain(words.english)
    }
    if let code = EventNames.key(pressed.source.input), DesktopKeys.isPower(code) {
      throw CommandFailure(.failed, "nothing was written", help: "use another key, or another switch")
    }
    Terminal.complain("the device is not grabbed; to grab it, add 'grab: yes' to its entry")
    return false
  }

  /// Whether the device of the pressed button is the only one of `devices` that can click.
  static func takesLastClick(_ source: LearnedPresses.Source, among devices: [DeviceDescription]) -> Bool {
    source.input == "btn_left" && source.device.kind == DeviceKind.pointer.rawValue
      && !devices.contains { $0.clicks && !source.device.is($0) }
  }

  /// Returns a sentence if several equal devices match the entry, or `nil` if there is only one.
  static func twins(of index: Int, among devices: [DeviceDescription]) -> String? {
    let count = Twins.others(like: index, in: devices, DeviceGroups.of(devices))
    guard count > 0 else { return nil }
    let name = PrintableName.of(devices[index].name)
    return "\(count + 1) devices are '\(name)' (\(devices[index].id)): one entry matches them all, so each presses "
      + "this switch"
  }

  /// Listens until there are enough presses and then silence, or until nobody presses for `patience`. It also ends when
  /// the daemon ends. A daemon that plays a recording ends with the recording.
  private func listen(
    _ dialogue: inout DaemonDialogue, _ target: LearnTarget
  ) throws(CommandFailure) -> LearnedPresses {
    var heard = HeardInputs()
    var sights: [LearnedSight] = []
    var count = 0
    var isHinted = false
    Terminal.complain(
      "press the switch \(presses == 1 ? "once" : "\(presses) times in your usual way, pausing after each press")")
    var named: Set<String> = []
    let machine = (try? MachineDevices.all()) ?? []
    // Returns the presses of the input that was pressed most often.
    func pressed() -> LearnedPresses { heard.wanted.max { $0.count < $1.count } ?? LearnedPresses() }
    while true {
      let isEnough = pressed().count >= presses && !heard.isDown
      let isSilent = sights.isEmpty && isHinted
      let beforeHint = sights.isEmpty ? Self.patienceBeforeHint : Self.patienceWithSights
      let wait = isEnough ? Self.silence : count > 0 || isSilent ? Self.patience : beforeHint
      let line = try dialogue.event(within: wait)
      guard let line, line.type != "bye" else {
        let isDone = isEnough || count > 0 || isSilent || line != nil
        guard isDone else {
          let troubles = DeviceTrouble.ofSilence(try dialogue.freshState(), target.profileBefore)
          for words in PressingWords.silence(sights, troubles.map(\.text)) {
            Terminal.complain(words.english)
          }
          sights = []
          isHinted = true
          continue
        }
        return pressed()
      }
      if let words = LearnedPresses.Source(Wire.Learn(line.value)).flatMap({
        MouseWords.obstacle($0.device, among: machine)
      }) {
        if named.insert(words.english).inserted { Terminal.complain(words.english) }
        continue
      }
      if let sight = LearnedSight(line.value), !sights.contains(sight) { sights.append(sight) }
      guard let edge = LearnedEdge(line.value), heard.take(edge) != nil else { continue }
      let now = pressed().count
      if now > count, presses > 1 { Terminal.complain("press \(now)") }
      count = max(count, now)
    }
  }
}
