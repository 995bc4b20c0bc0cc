// Types on the virtual keyboard.
extension KeyLayer {
  /// Whether the action's command is published when this key is pressed; otherwise its "alone" keys are typed.
  func publishes(_ action: Int, of code: UInt16) -> Bool {
    keys[Int(code)].claimed[action] || map.actions[action].isOwn || map.actions[action].alone == nil
  }

  /// Performs the action of a completed chord.
  mutating func act(_ action: Int, of code: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    if publishes(action, of: code) {
      mask(at: time, into: &outputs)
      if isGesturing, map.actions[action].command.hasPhases, map.actions[action].command.name != "help" {
        keys[Int(code)].owner = .phase(action, .chord)
        outputs.append(command(code, action, .chord, .begin, at: time))
      } else {
        keys[Int(code)].owner = .consumed
        outputs.append(command(code, action, .chord, .once, at: time))
      }
    } else if let alone = map.actions[action].alone, alone.code == code, alone.kinds == desktopModifiers.bothSides,
      !down.contains(.tab) || code == map.tab
    {
      // The pressed chord is the chord to type, so the key passes: press, repeat and release.
      pass(code, at: time, into: &outputs)
    } else {
      mask(at: time, into: &outputs)
      keys[Int(code)].owner = .consumed
      typeAlone(action, at: time, into: &outputs)
    }
  }

  private var desktopModifiers: ModifierKeys { sticks ? lendable : typedModifiers }

  /// The modifiers that go down with a sticky key, without those that were held for a command.
  private var lendable: ModifierKeys { down.subtracting(spent).subtracting(.tab) }

  var typedModifiers: ModifierKeys {
    var all: ModifierKeys = []
    for key in ModifierKeys.keys where typed.contains(key.code) { all.insert(key.modifier) }
    return all
  }

  mutating func pass(_ code: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    keys[Int(code)].owner = .desktop
    // Whether the key turns it on depends on the layout: the desktop will report it.
    if code == KeyCode.capsLock { isCapsLocked = false }
    pressSpent(at: time, into: &outputs)
    if sticks {
      let lendable = lendable
      for kind in ModifierKeys.kinds where !lendable.isDisjoint(with: kind) {
        guard typedModifiers.isDisjoint(with: kind) else { continue }
        for key in ModifierKeys.keys where kind.contains(key.modifier) && lendable.contains(key.modifier) {
          type(key.code, down: true, at: time, into: &outputs)
          temporaryModifiers.append(key.code)
        }
      }
      temporaryModifiersKey = code
    }
    hold(code, at: time, into: &outputs)
  }

  mutating func releaseTemporaryModifiers(at time: Instant, into outputs: inout [KeyboardOutput]) {
    for code in temporaryModifiers.reversed() where holders[Int(code)] == 0 {
      type(code, down: false, at: time, into: &outputs)
    }
    temporaryModifiers.removeAll(keepingCapacity: true)
    temporaryModifiersKey = nil
  }

  /// Presses a key on the virtual keyboard. It stays down until every holder has released it.
  mutating func hold(_ code: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    holders[Int(code)] &+= 1
    type(code, down: true, at: time, into: &outputs)
  }

  mutating func letGo(_ code: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    if holders[Int(code)] > 0 { holders[Int(code)] -= 1 }
    if holders[Int(code)] == 0 {
      type(code, down: false, at: time, into: &outputs)
      run.lifted.removeAll { $0 == code }
    }
    if temporaryModifiersKey == code { releaseTemporaryModifiers(at: time, into: &outputs) }
  }

  mutating func tap(_ code: UInt16, at time: Instant, into outputs: inout [KeyboardOutput]) {
    // A key that is already down is released first, so that the press is seen.
    type(code, down: false, at: time, into: &outputs)
    type(code, down: true, at: time, into: &outputs)
    type(code, down: false, at: time, into: &outputs)
  }

  /// Types an edge on the virtual keyboard, unless the key is already in that state.
  mutating func type(_ code: UInt16, down: Bool, at time: Instant, into outputs: inout [KeyboardOutput]) {
    guard typed.contains(code) != down else { return }
    if down { typed.insert(code) } else { typed.remove(code) }
    outputs.append(.key(code, down: down, at: time))
  }

  /// Taps Ctrl if Alt or Super is down on the desktop and the next key does not reach it. Otherwise the release of Alt
  /// or Super would open a menu.
  mutating func mask(at time: Instant, into outputs: inout [KeyboardOutput]) {
    let all = typedModifiers
    guard !all.isDisjoint(with: ModifierKeys.super.union(.alt)), all.isDisjoint(with: .ctrl) else { return }
    tap(KeyCode.leftCtrl, at: time, into: &outputs)
  }

  mutating func typeAlone(_ action: Int, at time: Instant, into outputs: inout [KeyboardOutput]) {
    if let chord = map.actions[action].alone { type(chord, at: time, into: &outputs) }
  }

  /// Types a chord. Modifiers that are down but not part of it are released, and pressed again afterwards if still
  /// held.
  mutating func type(_ chord: TypedChord, at time: Instant, into outputs: inout [KeyboardOutput]) {
    let lifted = lift(except: chord.kinds, at: time, into: &outputs)
    strike(chord, at: time, into: &outputs)
    restore(lifted, at: time, into: &outputs)
  }

  /// Types a chord with the modifiers that are down now, and those of its own that are not.
  mutating func strike(_ chord: TypedChord, at time: Instant, into outputs: inout [KeyboardOutput]) {
    let pressed = pressModifiers(of: chord, at: time, into: &outputs)
    tap(chord.code, at: time, into: &outputs)
    for code in pressed.reversed() { type(code, down: false, at: time, into: &outputs) }
  }

  /// Holds a chord down until `letGo(of:)`.
  mutating func hold(_ chord: TypedChord, at time: Instant, into outputs: inout [KeyboardOutput]) {
    for code in chord.modifiers { hold(code, at: time, into: &outputs) }
    hold(chord.code, at: time, into: &outputs)
  }

  mutating func letGo(of chord: TypedChord, at time: Instant, into outputs: inout [KeyboardOutput]) {
    letGo(chord.code, at: time, into: &outputs)
    for code in chord.modifiers.reversed() { letGo(code, at: time, into: &outputs) }
  }

  mutating func lift(
    except kinds: ModifierKeys, at time: Instant, into outputs: inout [KeyboardOutput]
  ) -> [UInt16] {
    guard !typed.isEmpty else { return [] }
    var lifted: [UInt16] = []
    for key in ModifierKeys.keys where typed.contains(key.code) && !kinds.contains(key.modifier) {
      type(key.code, down: false, at: time, into: &outputs)
      lifted.append(key.code)
    }
    return lifted
  }

  mutating func pressModifiers(
    of chord: TypedChord, at time: Instant, into outputs: inout [KeyboardOutput]
  ) -> [UInt16] {
    var pressed: [UInt16] = []
    for code in chord.modifiers {
      guard let kind = ModifierKeys.of(code)?.bothSides, typedModifiers.isDisjoint(with: kind) else { continue }
      type(code, down: true, at: time, into: &outputs)
      pressed.append(code)
    }
    return pressed
  }

  mutating func restore(_ lifted: [UInt16], at time: Instant, into outputs: inout [KeyboardOutput]) {
    for code in lifted where holders[Int(code)] > 0 { type(code, down: true, at: time, into: &outputs) }
  }
}
