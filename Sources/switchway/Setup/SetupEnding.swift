import Glibc
import SwitchwayConfig

// Before the trial the change is shown; after it, what is still to be done.
extension SetupConversation {
  /// Shows the change, and asks. Returns false if the person went back to the last question.
  func agrees(to file: SetupFile) throws -> Bool {
    let text = SetupProfile(setup).text
    let result = try file.check(text)
    try voice.show(change: file.difference(to: text), of: file.file.path)
    let warnings = result.diagnostics.filter { $0.severity == .warning }
    for warning in warnings { try voice.tell("warning: \(Terminal.printable(warning.message))") }
    let prompt = SetupPrompt(
      name: "agree", text: "Put it in force, to try it?",
      choices: [
        SetupChoice(word: "yes", text: "yes, try it"), SetupChoice(word: "no", text: "no, leave all as it was"),
      ],
      proposal: "yes")
    while true {
      var pointer = Pointer.none
      if !setup.known.isEmpty { pointer = .scanner(SetupScanner(choices: 3, at: SetupRoom.now)) }
      switch try choose(prompt, by: &pointer) {
      case .back:
        _ = setup.back()
        return false
      case .word("yes"): return true
      case .word("no"): throw SetupEnd.left
      case .word, .pressed: try voice.tell("That does not fit: expected 'yes' or 'no'.")
      }
    }
  }

  /// What can be made finer, and what this machine still lacks.
  func tellRest() throws {
    let names = setup.switches.indices.map { setup.name(of: $0) }
    if let first = names.first {
      try voice.tell("Finer steadying, from 20 presses: 'switchway calibrate \(first)'.")
    }
    guard let person = SystemRecords.user(numbered: geteuid()) else { return }
    let findings = Checkup.findings(of: MachineFacts.read(person, config: nil, socket: nil))
    for finding in findings where finding.status == .problem || (finding.check == "service" && finding.status != .ok) {
      try voice.tell("Still to do: \(finding.message)\n  \(finding.help ?? "switchway doctor")")
    }
  }
}
