import SwitchwayTime

/// Keys that are typed one after the other without a keyboard: a text, the keys of a bridge, or the `key(…)` of a
/// switch.
///
/// The modifiers that the person holds are released once for a run, and pressed again after it. One character is
/// 20 ms; the gap is 40 ms; `c` is a tap of Ctrl, after which Alt and Super open nothing when they are released:
///
///     Super, held    v--------------------^
///     typed          v----c^-tab-tab-vc---^
///                                    |         a gap after the last key
///
/// A run's modifiers are also pressed again before a key that the person presses, so that this key gets them. The next
/// key of the run releases them again.
struct TypedRun: Sendable {
  /// A chord that is down until a given time.
  struct Held: Sendable {
    var chord: TypedChord
    /// The modifiers that were pressed for it.
    var modifiers: [UInt16]
    var until: Instant
    /// The chords that follow it at once, such as the letter after a dead key. Each of them is held equally long.
    var rest: ArraySlice<TypedChord>
    var length: Microseconds
  }

  /// The modifiers that were released for the run and that the person still holds, in the order in which they are
  /// pressed again.
  var lifted: [UInt16] = []
  /// Caps Lock was on, and was turned off for this run.
  var hasUnlockedCaps = false
  var held: [Held] = []
  /// The time when the run ends if no other key follows; `.max` while a chord is held for as long as a switch.
  var end = Instant(.min)

  /// The time when keys must be restored. `nil` if none must be.
  var deadline: Instant? {
    end == Instant(.max) || (lifted.isEmpty && !hasUnlockedCaps) ? nil : end
  }
}

extension KeyLayer {
  /// Types chords of a run, one after the other.
  ///
  /// - Parameters:
  ///   - length: how long each is held; with 0 it goes down and up at once.
  ///   - end: when the run ends if nothing follows.
  mutating func typeInRun(
    _ chords: ArraySlice<TypedChord>, for length: Microseconds, until end: Instant, at time: Instant
  ) {
    run.end = max(run.end, end)
    if length > .zero { return press(chords, for: length, at: time) }
    for chord in chords {
      beginRun(with: chord, at: time)
      strike(chord, at: time)
    }
  }

  /// Presses the first of `chords`, and the others when it is released.
  private mutating func press(_ chords: ArraySlice<TypedChord>, for length: Microseconds, at time: Instant) {
    guard let chord = chords.first else { return }
    beginRun(with: chord, at: time)
    let modifiers = pressModifiers(of: chord, at: time)
    // A key that is already down is released first, so that programs notice the press.
    type(chord.code, down: false, at: time)
    hold(chord.code, at: time)
    run.held.append(
      TypedRun.Held(
        chord: chord, modifiers: modifiers, until: time + length, rest: chords.dropFirst(), length: length))
  }

  /// Releases a chord whose time is over.
  mutating func release(_ held: TypedRun.Held, at time: Instant) {
    letGo(held.chord.code, at: time)
    for code in held.modifiers.reversed() where holders[Int(code)] == 0 {
      type(code, down: false, at: time)
    }
    press(held.rest, for: held.length, at: time)
  }

  /// Releases the chords that are held for a time, and forgets the chords that would follow them.
  mutating func releaseTimed(at time: Instant) {
    let held = run.held
    run.held.removeAll()
    for var one in held {
      one.rest = []
      release(one, at: time)
    }
  }

  /// Holds a chord of a run for as long as a switch is held, or releases it again.
  mutating func holdInRun(_ chord: TypedChord, _ isDown: Bool, until end: Instant, at time: Instant) {
    if isDown {
      beginRun(with: chord, at: time)
      hold(chord, at: time)
    } else {
      letGo(of: chord, at: time)
    }
    run.end = end
  }

  /// Releases the modifiers that are not part of the chord. For a text, turns Caps Lock off.
  ///
  /// Inverting Shift would not be enough: the layout decides on which keys Caps Lock acts, and how. On a French
  /// keyboard the key of é types É with Caps Lock and 2 with Shift, so only turning Caps Lock off gives é.
  private mutating func beginRun(with chord: TypedChord, at time: Instant) {
    let others = typedModifiers.subtracting(chord.kinds)
    if !others.isDisjoint(with: ModifierKeys.super.union(.alt)) { mask(at: time) }
    for code in lift(except: chord.kinds, at: time)
    where holders[Int(code)] > 0 && !run.lifted.contains(code) {
      run.lifted.append(code)
    }
    if chord.isText, isCapsLocked {
      run.hasUnlockedCaps = true
      tapCapsLock(at: time)
    }
  }

  /// Turns Caps Lock on again.
  mutating func relockCaps(at time: Instant) {
    guard run.hasUnlockedCaps else { return }
    run.hasUnlockedCaps = false
    if !isCapsLocked { tapCapsLock(at: time) }
  }

  /// The desktop reports the new state later, or not at all if the state changes back at once.
  private mutating func tapCapsLock(at time: Instant) {
    tap(KeyCode.capsLock, at: time)
    isCapsLocked.toggle()
  }

  /// Restores the keys that the run has released, because it is over or the person presses a key.
  mutating func endRun(at time: Instant) {
    relockCaps(at: time)
    guard !run.lifted.isEmpty else { return }
    let before = typedModifiers
    restore(run.lifted, at: time)
    run.lifted.removeAll(keepingCapacity: true)
    let pressed = typedModifiers.subtracting(before)
    if !pressed.isDisjoint(with: ModifierKeys.super.union(.alt)) { mask(at: time) }
  }
}
