import SwitchwayTime

/// A run of keys that Switchway types without a key press of the person, one after the other: a text, the keys of a
/// bridge, or the `key(…)` of a switch.
///
/// The modifiers that the person holds are released once for a run, and pressed again after it. One character is 20 ms;
/// the gap is 40 ms; `c` is a tap of Ctrl, so that releasing Super opens no menu:
///
///     Super, held    v--------------------^
///     typed          v----c^-tab-tab-vc---^
///                                    |         a gap after the last key
///
/// If the person presses a key during the run, the released modifiers are pressed again first, so that this key gets
/// them. The next key of the run releases them again.
struct TypedRun: Sendable {
  /// A chord that is down until a given time.
  struct Held: Sendable {
    var chord: TypedChord
    /// The modifiers that were pressed for the chord.
    var modifiers: [UInt16]
    var until: Instant
    /// The chords that follow this one at once, such as the letter after a dead key. Each is held for `length`.
    var rest: ArraySlice<TypedChord>
    var length: Microseconds
  }

  /// The modifiers that were released for the run and that the person still holds, in the order in which they are
  /// pressed again.
  var lifted: [UInt16] = []
  /// Whether Caps Lock was on and was turned off for this run.
  var hasUnlockedCaps = false
  var held: [Held] = []
  /// The time when the run ends if no other key follows; `.max` while a chord is held because a switch is held.
  var end = Instant(.min)

  /// The time when the released modifiers and Caps Lock must be restored. `nil` if there is nothing to restore, or
  /// while a switch holds a chord.
  var deadline: Instant? {
    end == Instant(.max) || (lifted.isEmpty && !hasUnlockedCaps) ? nil : end
  }
}

extension KeyLayer {
  /// Types chords of a run, one after the other.
  ///
  /// - Parameters:
  ///   - length: how long each chord is held; with 0, it is pressed and released at once.
  ///   - end: the time when the run ends if no other key follows.
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

  /// Presses the first of `chords`. The others are pressed one by one, each when the chord before it is released.
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

  /// Releases a chord whose time is over, and presses the chord that follows it.
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

  /// Presses a chord because a switch went down (`isDown`), or releases the chord because the switch was released.
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
  /// Inverting Shift instead of turning Caps Lock off would not be enough: the layout decides on which keys Caps Lock
  /// acts, and how. On a French keyboard the key of é types É with Caps Lock and 2 with Shift, so only turning Caps
  /// Lock off gives é.
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

  /// Taps Caps Lock, and changes `isCapsLocked` at once: the desktop reports the new state later, or not at all if the
  /// state changes back soon.
  private mutating func tapCapsLock(at time: Instant) {
    tap(KeyCode.capsLock, at: time)
    isCapsLocked.toggle()
  }

  /// Restores the modifiers and Caps Lock that the run has changed, because the run is over or the person presses a
  /// key.
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
