import SwitchwayCore
import SwitchwayTime
import SwitchwayYAML

/// Checks that need the whole profile: conflicts between switches, suspicious settings, and switches on keys that type
/// text.
struct ProfileAudit {
  let findings: Findings
  let devices: DevicesReading
  let switches: SwitchesReading
  let keyboard: KeyboardReading?
  let policy: PolicySettings
  let commands: CommandReader

  func audit(hasKeyboard: Bool) {
    auditInputs()
    auditNeighbours()
    auditDevices(hasKeyboard: hasKeyboard)
    auditDesktop()
    auditListening()
    TextKeyAudit(findings: findings).audit(switches, devices.entries, bound: keyboard?.textKeys ?? [])
    auditReach()
  }

  /// Reports an input that two switches have, and an input that one switch has twice.
  private func auditInputs() {
    typealias Owner = (index: Int, node: YAMLNode)
    var owners: [SwitchInput: Owner] = [:]
    // For each device, the switch with the device's input `any`, and the first switch with one of its keys or buttons.
    var anyKey: [Int: Owner] = [:]
    var oneKey: [Int: Owner] = [:]
    for (index, node, input) in switches.inputs {
      // Inputs that differ only in their release level count as the same.
      let key = ProfileAudit.withoutRelease(input)
      let isAny = input.selector == .anyKey
      let other = owners[key] ?? (ProfileAudit.isKey(input) ? (isAny ? oneKey : anyKey)[input.device] : nil)
      let owner = (index, node)
      if let other {
        // Inputs in an extended file count as earlier than inputs in the file itself.
        if YAMLNode.isEarlier(node, other.node) {
          reportShared(other.node, by: other.index, and: index)
        } else {
          reportShared(node, by: index, and: other.index)
        }
      } else {
        owners[key] = owner
      }
      guard ProfileAudit.isKey(input) else { continue }
      if isAny { anyKey[input.device] = anyKey[input.device] ?? owner }
      oneKey[input.device] = oneKey[input.device] ?? owner
    }
  }

  private func reportShared(_ node: YAMLNode, by index: Int, and other: Int) {
    if other == index {
      findings.warning(node, "\(node.words) already presses this switch", help: "remove it")
    } else {
      findings.error(
        node, "two switches on one input: \(node.words) also presses '\(switches.definitions[other].name)'",
        help: "give each switch an input of its own")
    }
  }

  private static func isKey(_ input: SwitchInput) -> Bool {
    switch input.selector {
    case .key, .button, .anyKey: true
    case .axis, .movement: false
    }
  }

  private static func withoutRelease(_ input: SwitchInput) -> SwitchInput {
    switch input.selector {
    case .axis(var axis):
      axis.release = AxisLevel(units: 0)
      return SwitchInput(device: input.device, selector: .axis(axis))
    case .movement(var movement):
      // The same movement in a longer time is not another input: a movement that is quick enough for the shorter time
      // presses both switches.
      (movement.release, movement.within) = (.zero, .zero)
      return SwitchInput(device: input.device, selector: .movement(movement))
    case .key, .button, .anyKey: return input
    }
  }

  /// Warns about switches that wait for a neighbour although they have no neighbour. Only checked if every switch could
  /// be read.
  private func auditNeighbours() {
    guard !findings.hasErrors else { return }
    let waiting = switches.definitions.indices.filter { switches.definitions[$0].steadying.neighbour > .zero }
    for index in waiting {
      let isAlone =
        switch switches.definitions[index].neighbours {
        case .everyone: waiting.count == 1
        // A switch is compared only while its contact is undecided. So the other switch must also make its contacts
        // wait.
        case .only(let others):
          !others.map({ switches.definitions[$0].steadying })
            .contains { $0.neighbour > .zero || $0.holdDuration > .zero }
        }
      guard isAlone, let place = switches.places[index].steady else { continue }
      findings.warning(
        place.value.pair("neighbour")?.value ?? place.value,
        "'neighbour' only delays this switch: there is no other switch to compare it with",
        help: "also set it for another switch, or remove it")
    }
  }

  /// Whether some switch has inputs only on this entry. Then the person may want two identical devices to be two
  /// switches.
  private func isOwn(_ index: Int) -> Bool {
    switches.definitions.contains { one in !one.inputs.isEmpty && one.inputs.allSatisfy { $0.device == index } }
  }

  /// Warns about unused entries, and about entries whose devices all match an earlier entry.
  private func auditDevices(hasKeyboard: Bool) {
    // If the file has errors, a match may lack a part that could not be read.
    guard !findings.hasErrors else { return }
    let used = Set(switches.definitions.flatMap { $0.inputs.map(\.device) })
    let hidden = DevicesReader.hidden(devices.entries)
    var firsts: [DeviceMatch: Int] = [:]
    for (index, entry) in devices.entries.enumerated() {
      let key = devices.keys[index]
      let equal = firsts[entry.match]
      if equal == nil { firsts[entry.match] = index }
      if let first = equal.map({ devices.entries[$0].name }) {
        findings.warning(
          key, "device '\(entry.name)' never gets a device: '\(first)' matches the same devices first",
          help: isOwn(index)
            ? "distinguish the devices in both entries by 'uniq', 'phys' or 'path', which 'switchway devices' shows"
            : "one entry matches several identical devices; remove this one")
      } else if let first = hidden[index].map({ devices.entries[$0].name }) {
        findings.warning(
          key, "device '\(entry.name)' never gets a device: '\(first)' matches all of them first",
          help: "write it before '\(first)', or make that match fewer devices")
      } else if !hasKeyboard, !used.contains(index) {
        findings.warning(
          key, "no switch uses device '\(entry.name)'", help: "use it in an 'input', or remove it")
      }
    }
  }

  /// Warns about keys and movements that also reach the desktop because their device is not grabbed.
  private func auditDesktop() {
    for (_, node, input) in switches.inputs where movesCursor(input) {
      findings.warning(
        node, "\(node.words) also reaches the desktop: its device is not grabbed",
        help:
          "add grab: yes to device '\(devices.entries[input.device].name)'; its other movements still reach the "
          + "desktop",
        code: .reachesDesktop)
    }
    for (_, node, input) in switches.inputs where reachesDesktop(input) && !mayListen(input) {
      findings.warning(
        node, "\(node.words) also reaches the desktop: its device is not grabbed",
        help: grabHelp(devices.entries[input.device]), code: .reachesDesktop)
    }
  }

  /// Whether a press also types on the desktop, as far as the file says. Without `kind` in the match, this is not known
  /// until the device is present.
  private func reachesDesktop(_ input: SwitchInput) -> Bool {
    let entry = devices.entries[input.device]
    let kinds = entry.match.kinds
    switch input.selector {
    case .key(let code):
      if Button.isButton(code) { return false }
    case .anyKey:
      if !kinds.isEmpty, kinds.allSatisfy({ [.joystick, .gamepad, .pointer, .touch].contains($0) }) { return false }
    case .button, .axis, .movement: return false
    }
    switch entry.grab {
    case .yes: return false
    case .no: return true
    case .auto:
      if case .only(let keyboards) = keyboard?.settings.devices, keyboards.contains(input.device) { return false }
      return !kinds.allSatisfy(DeviceKind.onlyForSwitches.union(ProfileAudit.sticks).contains)
    }
  }

  /// Whether a movement that is a switch also moves the cursor, or scrolls. A device that moves is a pointer, unless
  /// the file says otherwise, and Switchway grabs a pointer only if the file asks for it.
  private func movesCursor(_ input: SwitchInput) -> Bool {
    guard case .movement = input.selector else { return false }
    let entry = devices.entries[input.device]
    switch entry.grab {
    case .yes: return false
    case .no: return true
    case .auto: return !entry.match.kinds.contains(where: DeviceKind.onlyForSwitches.contains)
    }
  }

  /// Reports switches on keys that type text if their device is not grabbed. It must be grabbed, so that the person
  /// notices that these keys no longer type.
  private func auditListening() {
    for (_, node, input) in switches.inputs where mayListen(input) {
      let isOne = if case .key = input.selector { true } else { false }
      findings.error(
        node, "\(node.words) \(isOne ? "types" : "may be a key that types") text, so its device must be grabbed",
        help: grabHelp(devices.entries[input.device]))
    }
  }

  /// The advice to grab a device, which also says what then happens to keys that no switch uses.
  private func grabHelp(_ entry: DeviceEntry) -> String {
    let kinds = entry.match.kinds
    let typing = Profile.kindsThatPass
    let others =
      if kinds.isEmpty || !kinds.allSatisfy({ !typing.contains($0) }) && !kinds.allSatisfy(typing.contains) {
        "on a keyboard, the keys that no switch uses still type; on a switch box or pedal, they do nothing"
      } else if kinds.allSatisfy(typing.contains) {
        "its other keys still type"
      } else {
        "its other keys then do nothing"
      }
    return "add grab: yes to device '\(entry.name)'; \(others)"
  }

  /// The kinds of devices that `grab: auto` grabs if keys of a keyboard on them press switches.
  private static let sticks: Set<DeviceKind> = [.joystick, .gamepad]

  /// Whether `input` is, or may be, a key that types text on a device that is not grabbed. For a device of unknown
  /// kind, `auto` is decided when the device is present.
  private func mayListen(_ input: SwitchInput) -> Bool {
    let entry = devices.entries[input.device]
    let kinds = entry.match.kinds
    switch entry.grab {
    case .yes: return false
    // A box for switches is grabbed. A joystick among the kinds is not read if one of its keys types text and presses a
    // switch.
    case .auto where kinds.allSatisfy(DeviceKind.onlyForSwitches.contains): return false
    case .auto
    where kinds.contains(where: DeviceKind.onlyForSwitches.contains)
      && kinds.allSatisfy(DeviceKind.onlyForSwitches.union(ProfileAudit.sticks).contains):
      return false
    case .auto, .no: break
    }
    return switch input.selector {
    case .key(let code): ChordKey.position(code).typesText
    case .anyKey, .button: kinds.contains(.keyboard)
    case .axis, .movement: false
    }
  }

  /// Warns about commands that ask a question if no command can answer it, and about bindings of gesture mode if no
  /// command enters this mode.
  private func auditReach() {
    guard !findings.commandsAreUncertain else { return }
    auditQuestions()
    if let gestures = keyboard?.unreached {
      findings.warning(
        gestures, "nothing is bound to 'gesture-mode', so these are never used",
        help: "bind it, for example tab+g: gesture-mode")
    }
  }

  /// Warns about commands that ask a question if nothing is bound to `confirm`.
  private func auditQuestions() {
    guard !commands.gives(["confirm"]) else { return }
    let asked: Set<CommandSelector>? =
      if case .only(let selectors) = policy.confirmation { Set(selectors) } else { nil }
    func asks(_ command: ScanCommand) -> Bool {
      guard let asked else { return policy.confirmation.asks(command) }
      return asked.contains(CommandSelector(name: command.name))
        || asked.contains(CommandSelector(name: command.name, arguments: command.arguments))
    }
    for (node, command) in commands.bound where asks(command) {
      findings.warning(
        node, "'\(command.text)' asks for confirmation, and nothing is bound to 'confirm'",
        help: "also bind 'confirm', for example to tab+y, and 'reject'")
    }
  }
}
