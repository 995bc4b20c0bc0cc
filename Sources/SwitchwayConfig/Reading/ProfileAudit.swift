import SwitchwayCore

// What can be said only when all has been read: conflicts between switches, and what is doubtful.
extension ProfileReader {
  mutating func audit(keyboard hasKeyboard: Bool) {
    auditInputs()
    auditNeighbours()
    auditDevices(hasKeyboard: hasKeyboard)
    auditDesktop()
    auditListening()
  }

  /// Two switches on one input; an input twice in one switch.
  private mutating func auditInputs() {
    var owners: [SwitchInput: Int] = [:]
    // For each device, the switch that has `any` of it, and the first that has a key or button of it.
    var anyKey: [Int: Int] = [:]
    var oneKey: [Int: Int] = [:]
    for (index, definition) in switches.enumerated() {
      for (place, input) in definition.inputs.enumerated() {
        let node = places[index].inputs[place]
        // Release levels do not make two inputs of one.
        let key = ProfileReader.withoutRelease(input)
        let isAny = input.selector == .anyKey
        let other = owners[key] ?? (ProfileReader.isKey(input) ? (isAny ? oneKey : anyKey)[input.device] : nil)
        if let other {
          reportShared(node, by: index, and: other)
        } else {
          owners[key] = index
        }
        guard ProfileReader.isKey(input) else { continue }
        if isAny { anyKey[input.device] = anyKey[input.device] ?? index }
        oneKey[input.device] = oneKey[input.device] ?? index
      }
    }
  }

  private mutating func reportShared(_ node: YAMLNode, by index: Int, and other: Int) {
    if other == index {
      findings.warning(node, "\(node.words) presses this switch already", help: "take it out")
    } else {
      findings.error(
        node, "two switches on one input: \(node.words) presses '\(switches[other].name)', too",
        help: "give each switch an input of its own")
    }
  }

  private static func isKey(_ input: SwitchInput) -> Bool {
    if case .axis = input.selector { false } else { true }
  }

  private static func withoutRelease(_ input: SwitchInput) -> SwitchInput {
    guard case .axis(var axis) = input.selector else { return input }
    axis.release = AxisLevel(units: 0)
    return SwitchInput(device: input.device, selector: .axis(axis))
  }

  /// Entries that nothing uses, and those that an earlier one leaves nothing.
  private mutating func auditDevices(hasKeyboard: Bool) {
    let used = Set(switches.flatMap { $0.inputs.map(\.device) })
    let hidden = findings.hasErrors ? [:] : ProfileReader.hidden(devices)
    var firsts: [DeviceMatch: Int] = [:]
    for (index, entry) in devices.enumerated() {
      let equal = firsts[entry.match]
      if equal == nil { firsts[entry.match] = index }
      if let first = equal {
        findings.warning(
          deviceKeys[index],
          "device '\(entry.name)' never gets a device: '\(devices[first].name)' matches the same first",
          help: "one entry takes several equal devices: take this one out")
      } else if let first = hidden[index] {
        findings.warning(
          deviceKeys[index],
          "device '\(entry.name)' never gets a device: '\(devices[first].name)' takes all that it matches first",
          help: "write it before '\(devices[first].name)', or let that match less")
      } else if !hasKeyboard, !used.contains(index), !findings.hasErrors {
        findings.warning(
          deviceKeys[index], "device '\(entry.name)' is used by no switch", help: "use it in an 'input', or take it out"
        )
      }
    }
  }

  /// Keys of devices that are not taken from the desktop type there, too.
  private mutating func auditDesktop() {
    for (index, definition) in switches.enumerated() {
      for (place, input) in definition.inputs.enumerated() where reachesDesktop(input) && !mayListen(input) {
        let node = places[index].inputs[place]
        findings.warning(
          node, "\(node.words) reaches the desktop, too: its device is not grabbed",
          help: grabHelp(devices[input.device]))
      }
    }
  }

  /// Whether a press types on the desktop as well, as far as the file says: what a match without `kind` finds is not
  /// known before it is there.
  private func reachesDesktop(_ input: SwitchInput) -> Bool {
    let entry = devices[input.device]
    let kinds = entry.match.kinds
    switch input.selector {
    case .key(let code):
      if ProfileReader.buttons.contains(where: { $0.contains(code) }) { return false }
    case .anyKey:
      if !kinds.isEmpty, kinds.allSatisfy({ [.joystick, .gamepad, .pointer, .touch].contains($0) }) { return false }
    case .button, .axis: return false
    }
    switch entry.grab {
    case .yes: return false
    case .no: return true
    case .auto: return kinds.contains { $0 != .switchInterface && $0 != .pedal }
    }
  }

  /// `BTN_*` (linux/input-event-codes.h): a desktop types nothing for them.
  static let buttons: [ClosedRange<UInt16>] = [0x100...0x15F, 0x220...0x223, 0x2C0...0x2E7]
}
