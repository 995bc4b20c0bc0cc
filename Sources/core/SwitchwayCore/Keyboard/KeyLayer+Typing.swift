import SwitchwayTime

// Types on the virtual keyboard.
extension KeyLayer {
  /// Whether the action's command is published when this key is pressed; otherwise its keys in `alone` are typed.
  func publishes(_ action: Int, of code: UInt16) -> Bool {
    keys[Int(code)].claimed[action] || map.actions[action].isOwn || map.actions[action].alone == nil
  }

  /// Publishes the command of an action, or types its keys in `alone`.
  mutating func publishOrType(
    _ action: Int, of code: UInt16, _ gesture: KeyGesture, count: Int = 1, at time: Instant, released: Instant? = nil
  ) {
    if publishes(action, of: code) {
      publish(action, of: code, gesture, count: count, at: time, released: released)
    } else {
      typeAlone(action, at: time)
    }
  }

  /// Performs the action of a completed chord.
  mutating func act(_ action: Int, of code: UInt16, at time: Instant) {
    if publishes(action, of: code) {
      mask(at: time)
      if isGesturing, map.actions[action].command.hasPhases, map.actions[action].command.name != "help" {
        keys[Int(code)].owner = .phase(action, .chord)
        publish(action, of: code, .chord, .begin, at: time)
      } else {
        keys[Int(code)].owner = .consumed
        publish(action, of: code, .chord, at: time)
      }
    } else if let alone = map.actions[action].alone, alone.code == code, alone.kinds == desktopModifiers.bothSides,
      !down.contains(.tab) || code == map.tab
    {
      // The pressed chord is the same as the chord to type, so the key passes: press, repeat and release.
      pass(code, at: time)
    } else {
      mask(at: time)
      keys[Int(code)].owner = .consumed
      typeAlone(action, at: time)
    }
  }

  private var desktopModifiers: ModifierKeys { sticks ? lendable : typedModifiers }

  /// The modifiers that go down together with a key while modifiers are sticky. Modifiers whose hold binding was
  /// performed are not among them.
  private var lendable: ModifierKeys { down.subtracting(spent).subtracting(.tab) }

  var typedModifiers: ModifierKeys {
    var all: ModifierKeys = []
    for key in ModifierKeys.keys where typed.contains(key.code) { all.insert(key.modifier) }
    return all
  }

  mutating func pass(_ code: UInt16, at time: Instant) {
    keys[Int(code)].owner = .desktop
    // The layout decides whether this key turns Caps Lock on; the desktop will report the new state.
    if code == KeyCode.capsLock { isCapsLocked = false }
    pressSpent(at: time)
    if sticks {
      let lendable = lendable
      for kind in ModifierKeys.kinds where !lendable.isDisjoint(with: kind) {
        guard typedModifiers.isDisjoint(with: kind) else { continue }
        for key in ModifierKeys.keys where kind.contains(key.modifier) && lendable.contains(key.modifier) {
          type(key.code, down: true, at: time)
          temporaryModifiers.append(key.code)
        }
      }
      temporaryModifiersKey = code
    }
    hold(code, at: time)
  }

  mutating func releaseTemporaryModifiers(at time: Instant) {
    for code in temporaryModifiers.reversed() where holders[Int(code)] == 0 {
      type(code, down: false, at: time)
    }
    temporaryModifiers.removeAll(keepingCapacity: true)
    temporaryModifiersKey = nil
  }

  /// Presses a key on the virtual keyboard. The key stays down until `letGo` was called as often as `hold`.
  mutating func hold(_ code: UInt16, at time: Instant) {
    holders[Int(code)] &+= 1
    type(code, down: true, at: time)
  }

  mutating func letGo(_ code: UInt16, at time: Instant) {
    if holders[Int(code)] > 0 { holders[Int(code)] -= 1 }
    if holders[Int(code)] == 0 {
      type(code, down: false, at: time)
      run.lifted.removeAll { $0 == code }
    }
    if temporaryModifiersKey == code { releaseTemporaryModifiers(at: time) }
  }

  mutating func tap(_ code: UInt16, at time: Instant) {
    // A key that is already down is released first, so that programs notice the press.
    type(code, down: false, at: time)
    type(code, down: true, at: time)
    type(code, down: false, at: time)
  }

  /// Types an edge on the virtual keyboard, unless the key is already in that state.
  mutating func type(_ code: UInt16, down: Bool, at time: Instant) {
    guard typed.contains(code) != down else { return }
    if down { typed.insert(code) } else { typed.remove(code) }
    outputs.append(.key(code, down: down, at: time))
  }

  /// Taps Ctrl if Alt or Super is down on the desktop, because the key that follows them does not reach the desktop.
  /// Without a key between their press and their release, Alt or Super would open a menu.
  mutating func mask(at time: Instant) {
    let all = typedModifiers
    guard !all.isDisjoint(with: ModifierKeys.super.union(.alt)), all.isDisjoint(with: .ctrl) else { return }
    tap(KeyCode.leftCtrl, at: time)
  }

  /// Handles a switch's key that goes down while modifiers are down, or a modifier that goes down while a switch's key
  /// is down: macro pads wrap their keys in modifiers. Without another key between the press and the release of Alt or
  /// Super, each press of the switch would open a menu on the desktop.
  mutating func switchPressed(at time: Instant) {
    for holding in holdings where holding.code != map.tab && ModifierKeys.of(holding.code) != nil && !sticks {
      if keys[Int(holding.code)].owner == .withheld { keys[Int(holding.code)].owner = .consumed }
      holdings.removeAll { $0.code == holding.code }
    }
    mask(at: time)
  }

  mutating func typeAlone(_ action: Int, at time: Instant) {
    if let chord = map.actions[action].alone { type(chord, at: time) }
  }

  /// Types a chord. Modifiers that are down but not part of it are released, and pressed again afterwards if the person
  /// still holds them.
  mutating func type(_ chord: TypedChord, at time: Instant) {
    let lifted = lift(except: chord.kinds, at: time)
    strike(chord, at: time)
    restore(lifted, at: time)
  }

  /// Types a chord. Presses the modifiers of the chord that are not down yet, and releases them afterwards. Other
  /// modifiers stay as they are.
  mutating func strike(_ chord: TypedChord, at time: Instant) {
    let pressed = pressModifiers(of: chord, at: time)
    tap(chord.code, at: time)
    for code in pressed.reversed() { type(code, down: false, at: time) }
  }

  /// Holds a chord down until `letGo(of:)`.
  mutating func hold(_ chord: TypedChord, at time: Instant) {
    for code in chord.modifiers { hold(code, at: time) }
    hold(chord.code, at: time)
  }

  mutating func letGo(of chord: TypedChord, at time: Instant) {
    letGo(chord.code, at: time)
    for code in chord.modifiers.reversed() { letGo(code, at: time) }
  }

  mutating func lift(except kinds: ModifierKeys, at time: Instant) -> [UInt16] {
    guard !typed.isEmpty else { return [] }
    var lifted: [UInt16] = []
    for key in ModifierKeys.keys where typed.contains(key.code) && !kinds.contains(key.modifier) {
      type(key.code, down: false, at: time)
      lifted.append(key.code)
    }
    return lifted
  }

  mutating func pressModifiers(of chord: TypedChord, at time: Instant) -> [UInt16] {
    var pressed: [UInt16] = []
    for code in chord.modifiers {
      guard let kind = ModifierKeys.of(code)?.bothSides, typedModifiers.isDisjoint(with: kind) else { continue }
      type(code, down: true, at: time)
      pressed.append(code)
    }
    return pressed
  }

  mutating func restore(_ lifted: [UInt16], at time: Instant) {
    for code in lifted where holders[Int(code)] > 0 { type(code, down: true, at: time) }
  }
}
