import Glibc
import SwitchwayConfig
import SwitchwayProtocol
import SwitchwayCore
import SwitchwayExplain
import SwitchwayYAML

// Before the trial it is said what the settings mean for other keys; after it, what is still to be done.
extension SetupConversation {
  /// Returns what is to be tried; nil: the person went back to the last question. Only a whole keyboard is asked about:
  /// a person who has only that keyboard needs to know the way back.
  func agreed(on file: SetupFile) throws -> String? {
    guard let text = try made(for: file) else {
      _ = setup.back()
      return nil
    }
    guard let text = try withConsent(text, file) else { return nil }
    let result = try file.check(text)
    guard try isHeard(by: result.profile ?? .empty) else { return nil }
    for (device, mark) in Self.marks(SetupProfile(setup)) {
      if let words = mark.words(Terminal.printable(device)) { try voice.tell(words) }
    }
    if let words = TrialWords.base(setup) { try voice.tell(words) }
    if file.isSame(text) { try voice.tell("\nThese answers change nothing in \(Terminal.printable(file.file.path)).") }
    for name in typingDevices {
      try voice.tell("The other keys of \(name) still type. To silence one, make it a switch that does nothing.")
    }
    for warning in result.diagnostics where warning.severity == .warning {
      try voice.tell("warning: \(Terminal.printable(warning.message))")
    }
    // The layout was asked for where it matters.
    for remark in setup.desktop?.remarks ?? [] where remark.subject != "layout" {
      let message = remark.message.prefix(1).uppercased() + remark.message.dropFirst()
      try voice.tell("\(message): \(remark.help).")
    }
    guard setup.kind == .keyboard, !file.isSame(text) else { return text }
    try voice.tell(TrialWords.way)
    let prompt = SetupPrompt(
      name: "agree", text: "Try it now?",
      choices: [
        SetupChoice(word: "yes", text: "yes, try it"), SetupChoice(word: "no", text: "no, cancel without changes"),
      ],
      proposal: "yes")
    while true {
      var pointer = scanner(for: prompt)
      switch try choose(prompt, by: &pointer) {
      case .back:
        _ = setup.back()
        return nil
      case .word("yes"): return text
      case .word("no"): throw SetupEnd.left
      case .word, .pressed:
        try voice.refuse(SetupRefusal(message: "expected 'yes' or 'no'", listsAnswers: true), prompt)
      }
    }
  }

  /// The names of devices that are distinguished by a mark, each once.
  private static func marks(_ profile: SetupProfile) -> [(String, DeviceMark)] {
    var names: Set<String> = []
    return profile.marks.filter { names.insert($0.device.name).inserted }.map { ($0.device.name, $0.mark) }
  }

  /// Asks before a device with a key for power or sleep is grabbed. Returns the file after the answer; nil: the person
  /// went back.
  private func withConsent(_ text: String, _ file: SetupFile) throws -> String? {
    guard setup.mayGrab, !file.isSame(text) else { return text }
    let machine = (try? MachineDevices.all()) ?? []
    let taking = setup.switches.compactMap(\.source).first { source in
      DesktopKeys.takesPower(source, machine.first { source.device.is($0) } ?? source.device.description)
    }
    guard let taking else { return text }
    let prompt = SetupPrompt(
      name: "power", text: .joined([DesktopKeys.question(taking), "Should Switchway grab the device?"], by: " "),
      choices: [
        SetupChoice(word: SetupChoices.yes, text: "yes, grab it"),
        SetupChoice(word: "no", text: "no, leave it to the desktop"),
        SetupChoice(word: "press", text: "use another switch"),
      ])
    switch try answer(prompt, of: ["yes", "no", "press"]) {
    case "yes": return text
    case "no":
      setup.mayGrab = false
      return try made(for: file)
    default:
      setup.returnToPress()
      return nil
    }
  }

  /// Whether each switch is pressed by its input. If one can never be pressed, setup asks what to do.
  private func isHeard(by profile: Profile) throws -> Bool {
    let machine = (try? MachineDevices.all()) ?? []
    let dead = setup.switches.indices.filter { number in
      guard let source = setup.switches[number].source else { return false }
      let device = machine.first { source.device.is($0) } ?? source.device.description
      guard let holder = profile.holder(of: source, on: device), profile.entryToRead(for: device) != nil else {
        return true
      }
      return profile.switches[holder.index].name != setup.name(of: number)
    }
    guard !dead.isEmpty else { return true }
    let names = Phrase.list(dead.map { "'\(setup.name(of: $0))'" }, "and")
    let prompt = SetupPrompt(
      name: "unheard",
      text: "With this file \(names) can never be pressed: another entry has the device, or it is not grabbed. Two "
        + "identical devices without a serial number must each stay in their own USB port.",
      choices: [
        SetupChoice(word: "press", text: "press the switches again"),
        SetupChoice(word: "keep", text: "try it anyway"),
      ])
    guard try answer(prompt, of: ["press", "keep"]) == "press" else { return true }
    setup.returnToPress()
    return false
  }

  /// Asks until one of these words is the answer.
  private func answer(_ prompt: SetupPrompt, of words: [String]) throws -> String {
    while true {
      var pointer = scanner(for: prompt)
      switch try choose(prompt, by: &pointer) {
      case .word(let word) where words.contains(word): return word
      case .back: return "press"
      case .word, .pressed:
        let list = words.map { "'\($0)'" }.joined(separator: ", ")
        try voice.refuse(SetupRefusal(message: "expected \(list)", listsAnswers: true), prompt)
      }
    }
  }

  /// The keyboards of pressed switches, whose other keys type.
  private var typingDevices: [String] {
    var names: [String] = []
    let pressed = setup.switches.compactMap(\.source).filter { $0.device.kind == DeviceKind.keyboard.rawValue }
    for source in pressed where LearnTarget.needsGrab(source) {
      let name = Terminal.printable(source.device.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The file after these answers. nil: the person's file cannot be changed so, which is said.
  private func made(for file: SetupFile) throws -> String? {
    guard setup.isChange else { return SetupProfile(setup).text }
    do {
      return try file.changed(by: setup)
    } catch let refusal as SetupRefusal {
      try voice.tell(
        .joined([
          "These answers cannot be written into the file: \(refusal.message)",
          "Give other answers, or change the file yourself: 'switchway edit\(file.option)'.",
        ]))
      return nil
    }
  }

  /// Whether `switchway-scan`, which works a desktop item by item, is installed. nil: no desktop runs here.
  static func scanner(_ process: ProcessContext) -> Bool? {
    guard ["WAYLAND_DISPLAY", "DISPLAY"].contains(where: { process.environment[$0]?.isEmpty == false }) else {
      return nil
    }
    let folder = process.executable.lastIndex(of: "/").map { process.executable[...$0] } ?? ""
    return unsafe access(folder + "switchway-scan", X_OK) == 0
  }

  /// What can be made finer, and what this machine still lacks.
  func tellRest(_ file: SetupFile) throws {
    let names = setup.switches.indices.map { setup.name(of: $0) }
    if let first = names.first {
      try voice.tell(
        "To measure with 20 presses which presses should count: 'switchway calibrate\(file.option) \(first)'.")
    }
    if let isThere = Self.scanner(ProcessContext.current()), setup.kind != .keyboard {
      try voice.tell(
        isThere
          ? "To reach the items of a program one by one, without Tab: 'switchway-scan --enable'."
          : "To reach the items of a program one by one, without Tab: install the package 'switchway-scan', then "
            + "'switchway-scan --enable'. To write with it as well, run 'switchway setup\(file.option)' again.")
    }
    guard let person = SystemRecords.user(numbered: geteuid()) else { return }
    let findings = Checkup.findings(of: MachineFacts.read(person, config: file.given, socket: nil))
    for finding in findings where finding.status == .problem || (finding.check == "service" && finding.status != .ok) {
      try voice.tell("Still to do: \(finding.message)\n  \(finding.help ?? "switchway doctor\(file.option)")")
    }
  }
}
