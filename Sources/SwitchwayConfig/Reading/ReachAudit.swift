import SwitchwayCore

// What can be said of commands only when all that is bound is known, and of keys that type text as switches.
extension ProfileReader {
  /// Commands that ask where nothing answers; gesture mode that nothing enters.
  mutating func auditReach() {
    guard !findings.commandsAreUncertain else { return }
    auditQuestions()
    if let place = gesturePlace, !bound.contains(where: { $0.command.name == "gesture-mode" }) {
      findings.warning(
        place, "nothing gives 'gesture-mode', so these are never reached",
        help: "bind it, for example tab+g: gesture-mode")
    }
  }

  /// Keeps the chord of `key(…)`, or says what is wrong with it; nil for any other command.
  mutating func typingFault(_ command: ScanCommand) -> ChordFault? {
    guard command.group == .key, let text = command.arguments.first else { return nil }
    do {
      typedChords[text] = try KeyChordReader(use: .typed).chord(text)
      return nil
    } catch {
      return error
    }
  }

  /// Keys of a keyboard that type text are switches only where the person sees that they type no longer.
  mutating func auditListening() {
    for (index, definition) in switches.enumerated() {
      for (place, input) in definition.inputs.enumerated() where mayListen(input) {
        let node = places[index].inputs[place]
        let name = devices[input.device].name
        let isOne = if case .key = input.selector { true } else { false }
        findings.error(
          node,
          "\(node.words) \(isOne ? "types" : "may be a key that types") text, so its device must be grabbed",
          help: "add grab: yes to device '\(name)'; its other keys then do nothing")
      }
    }
  }

  /// Whether `input` can be a key that types text, of a keyboard that is not grabbed.
  func mayListen(_ input: SwitchInput) -> Bool {
    let entry = devices[input.device]
    guard entry.grab != .yes, entry.match.kinds.contains(.keyboard) else { return false }
    return switch input.selector {
    case .key(let code): ChordKey.position(code).typesText
    case .anyKey, .button: true
    case .axis: false
    }
  }
}
