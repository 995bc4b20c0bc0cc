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

  /// Keys that type text are switches only where the person sees that they type no longer.
  mutating func auditListening() {
    for (index, definition) in switches.enumerated() {
      for (place, input) in definition.inputs.enumerated() where mayListen(input) {
        let node = places[index].inputs[place]
        let isOne = if case .key = input.selector { true } else { false }
        findings.error(
          node,
          "\(node.words) \(isOne ? "types" : "may be a key that types") text, so its device must be grabbed",
          help: grabHelp(devices[input.device]))
      }
    }
  }

  /// How to have a device grabbed, and what becomes of the keys that no switch uses.
  func grabHelp(_ entry: DeviceEntry) -> String {
    let kinds = entry.match.kinds
    let typing = Profile.kindsThatPass
    let others =
      if kinds.isEmpty || !kinds.allSatisfy({ !typing.contains($0) }) && !kinds.allSatisfy(typing.contains) {
        "a keyboard's other keys still type, those of a switch box or pedal do nothing"
      } else if kinds.allSatisfy(typing.contains) {
        "its other keys still type"
      } else {
        "its other keys then do nothing"
      }
    return "add grab: yes to device '\(entry.name)'; \(others)"
  }

  /// Whether `input` is a key that types text, or may be one of a keyboard, of a device that is not grabbed. What `auto`
  /// does with a device of unknown kind is seen when it is there.
  func mayListen(_ input: SwitchInput) -> Bool {
    let entry = devices[input.device]
    let kinds = entry.match.kinds
    switch entry.grab {
    case .yes: return false
    case .auto where kinds.allSatisfy({ $0 == .switchInterface || $0 == .pedal }): return false
    case .auto, .no: break
    }
    return switch input.selector {
    case .key(let code): ChordKey.position(code).typesText
    case .anyKey, .button: kinds.contains(.keyboard)
    case .axis: false
    }
  }
}
