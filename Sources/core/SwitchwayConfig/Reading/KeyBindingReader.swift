import SwitchwayCore
import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// A bound chord, with its positions.
struct BoundChord {
  var key: YAMLNode
  /// The position of its command.
  var value: YAMLNode
  var chord: KeyChord
  var command: ScanCommand
}

// Reads the bindings of the section `keyboard`.
extension KeyboardReader {
  func bindings(
    _ fields: [YAMLNode.Pair], of settings: KeyboardSettings, reader: KeyChordReader, steady: SteadyReading
  ) -> KeyboardReading {
    var settings = settings
    var all: [BoundChord] = []
    let isSwitched = commands.gives(["gesture-mode"])
    var entersGestures = commands.entersGestures()
    var acting: [String: Bool] = [:]
    for pair in fields {
      let count = commands.bound.count
      defer {
        acting[pair.name] = commands.acts(since: count)
        // A chord of gesture mode cannot enter gesture mode.
        if pair.name != "gesture-bindings", commands.entersGestures(since: count) { entersGestures = true }
      }
      switch pair.name {
      case "bindings": settings.bindings = bindings(pair, reader: reader, into: &all)
      case "gesture-bindings": settings.gestureBindings = bindings(pair, reader: reader, into: &all)
      case "hold-bindings":
        for (bound, after) in holdBindings(pair, reader: reader, steady: steady) {
          all.append(bound)
          guard let after else { continue }
          settings.holdBindings.append(.init(chord: bound.chord, after: after, command: bound.command))
        }
      default: break
      }
    }
    // Keys act only if there is a keyboard. Chords of gesture mode have an effect only if a command enters that mode.
    let keysAct =
      acting["bindings"] == true || acting["hold-bindings"] == true
      || (acting["gesture-bindings"] == true && entersGestures)
    all.sort { YAMLNode.isEarlier($0.key, $1.key) }
    let textKeys = textKeys(all, reader: reader, layout: settings.layout == "us" ? .us : nil)
    auditGestureExit(settings, all, isSwitched: isSwitched)
    auditPassThrough(all)
    auditSwitchKeys(all, settings.devices)
    if let panic = settings.panic, let pair = fields.first(where: { $0.name == "panic" }) {
      auditPanic(all, panic, pair.value)
    }
    return KeyboardReading(
      settings: settings, acts: keysAct && mayHaveKeyboard(settings),
      unreached: entersGestures || settings.gestureBindings.isEmpty
        ? nil : fields.first { $0.name == "gesture-bindings" }?.key,
      textKeys: textKeys)
  }

  private func bindings(
    _ section: YAMLNode.Pair, reader: KeyChordReader, into all: inout [BoundChord]
  ) -> [KeyboardSettings.Binding] {
    guard let pairs = findings.entries(section, example: "\(section.name): {tab+z: actions}") else {
      findings.commandsAreUncertain = true
      return []
    }
    var seen: [Set<ChordKey>: YAMLNode] = [:]
    return pairs.compactMap { pair in
      let chord = chord(pair.key, reader: reader, seen: &seen)
      guard let command = commands.written(pair.value), command.name != "nothing", let chord else { return nil }
      all.append(BoundChord(key: pair.key, value: pair.value, chord: chord, command: command))
      return KeyboardSettings.Binding(chord: chord, command: command)
    }
  }

  /// Reads hold bindings. A binding is returned even if its time is refused, because other rules still apply to it.
  private func holdBindings(
    _ section: YAMLNode.Pair, reader: KeyChordReader, steady: SteadyReading
  ) -> [(BoundChord, after: Microseconds?)] {
    let example = "super: {after: 800ms, do: help(shortcuts)}"
    guard let pairs = findings.entries(section, example: "\(section.name): {\(example)}") else {
      findings.commandsAreUncertain = true
      return []
    }
    var seen: [Set<ChordKey>: YAMLNode] = [:]
    return pairs.compactMap { pair in
      let chord = chord(pair.key, reader: reader, seen: &seen)
      if pair.value.text == "nothing" { return nil }
      guard let fields = findings.gestureFields(pair, ["after", "do"], example: example) else { return nil }
      let after = fields.first { $0.name == "after" }.flatMap {
        findings.holdTime($0, steady: steady, key: "'after'", of: "the keyboard", what: "the hold")
      }
      guard let action = fields.first(where: { $0.name == "do" }), let command = commands.written(action.value),
        command.name != "nothing", let chord
      else { return nil }
      return (BoundChord(key: pair.key, value: action.value, chord: chord, command: command), after)
    }
  }

  /// Reads the chord in `node`. A chord can be bound only once; a repeated one is reported.
  private func chord(
    _ node: YAMLNode, reader: KeyChordReader, seen: inout [Set<ChordKey>: YAMLNode]
  ) -> KeyChord? {
    let text = node.text ?? ""
    guard let keys = findings.read(node, try reader.keys(text)) else { return nil }
    if Set(keys.map(reader.physical)) == KeyChord.panic {
      findings.error(
        node, "\(node.words) is always the emergency release, so it cannot be bound",
        help: "bind another chord, for example tab+z")
      return nil
    }
    guard let chord = findings.read(node, try reader.chord(text)) else { return nil }
    if let other = seen[chord.keys] {
      findings.error(
        node, "repeated chord: \(node.words) has the keys of \(other.words)",
        help: "it is already on line \(other.mark.line); remove one of them")
      return nil
    }
    seen[chord.keys] = node
    return chord
  }

  /// The bound keys that type text, which `TextKeyAudit` counts. They cannot be bound to a front end's own commands.
  ///
  /// - Parameter layout: the person's layout, if it is known. Two names of the same key on this layout count once. If
  ///   `nil`, each name counts.
  private func textKeys(_ all: [BoundChord], reader: KeyChordReader, layout: LayoutKeys?) -> [TextKeyUse] {
    let places = layout.map { SameKeys(modifier: KeyboardSettings.standardModifier, layout: $0) }
    return all.compactMap { bound in
      let key = reader.physical(bound.chord.trigger)
      guard bound.chord.isPlain, key.typesText else { return nil }
      let help =
        bound.chord.trigger == .tab
        ? "use a key that types nothing as 'modifier', such as capslock"
        : "add Tab, Ctrl, Alt, AltGr, Super or Fn to the chord, for example tab+\(bound.chord.text)"
      if bound.command.group == .own {
        findings.error(
          bound.value, "\(bound.key.words) types text, so it cannot give a scanning program's own command", help: help)
      }
      return TextKeyUse(node: bound.key, key: .key(places?.place(of: key) ?? key), help: help)
    }
  }

  /// Warns about chords with Tab that should leave pass-through: in pass-through, Tab is an ordinary key.
  private func auditPassThrough(_ all: [BoundChord]) {
    for bound in all where bound.command.name == "pass-through" && bound.command.arguments != ["once"] {
      guard bound.chord.keys.contains(.tab) else { continue }
      findings.warning(
        bound.key, "\(bound.key.words) only enters pass-through, where Tab is an ordinary key",
        help: "bind a chord without Tab to leave it, such as ctrl+alt+super+p")
    }
  }

  /// Warns about keys that are inputs of switches on every keyboard, and therefore never act as keys.
  private func auditSwitchKeys(_ all: [BoundChord], _ keyboards: KeyboardSettings.Devices) {
    guard case .only(let entries) = keyboards, !entries.isEmpty else { return }
    let inputs = Set(switches.flatMap(\.inputs))
    for bound in all {
      guard case .position(let code) = bound.chord.trigger else { continue }
      let isTaken = entries.allSatisfy { entry in
        [.key(code), .anyKey].contains { inputs.contains(SwitchInput(device: entry, selector: $0)) }
      }
      guard isTaken else { continue }
      findings.warning(
        bound.key, "\(bound.key.words) is never pressed as a key: it is an input of a switch",
        help: "bind another key, or remove it from the switch")
    }
  }

  private func auditPanic(_ all: [BoundChord], _ panic: Set<ChordKey>, _ place: YAMLNode) {
    for bound in all where bound.chord.keys == panic {
      if YAMLNode.isEarlier(bound.key, place) {
        findings.error(
          place, "\(bound.key.words) is bound, so it cannot be the emergency release",
          help: "write another chord, or unbind this one")
      } else {
        findings.error(
          bound.key, "\(bound.key.words) is the emergency release, so it cannot be bound",
          help: "bind another chord, or remove 'panic'"
        )
      }
    }
  }
}
