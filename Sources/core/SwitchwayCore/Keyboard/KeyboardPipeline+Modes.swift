import SwitchwayTime

// Inputs other than key edges: claims, contexts, modes, and keys to type.
extension KeyboardPipeline {
  /// Sets which commands front ends have claimed. The claims apply from the next press on.
  public mutating func setClaims(_ isClaimed: (String) -> Bool) {
    for action in map.actions.indices { layer.claimed[action] = isClaimed(map.actions[action].command.name) }
  }

  /// Sets whether the person is writing. If so, arrows, Space, Enter and Backspace are typed, and chords with Tab still
  /// make commands.
  public mutating func setInText(_ isInText: Bool) { layer.isInText = isInText }

  /// Recognises only the commands that `counts` accepts, and passes all other keys. With `nil`, recognises all
  /// commands.
  public mutating func recognise(_ counts: ((ScanCommand) -> Bool)?) {
    layer.recognised = counts.map { counts in map.actions.map { counts($0.command) } }
  }

  /// Whether all keys pass, whatever they are bound to.
  public var isPassingThrough: Bool { layer.passThrough != .off }

  /// Sets pass-through to `on`, `off` or `once` (until every key is up again after at least one press). Any other word,
  /// or `nil`, toggles it.
  public mutating func setPassThrough(_ word: String?, at time: Instant) {
    advance(to: time)
    layer.passThrough =
      switch word {
      case "on": .on
      case "off": .off
      case "once": .once(isUsed: false)
      default: isPassingThrough ? .off : .on
      }
    guard isPassingThrough || layer.stickiness.isSilent else { return }
    layer.stickiness.clear(at: now, into: &layer.outputs)
    layer.stickiness.isSilent = isPassingThrough
  }

  /// Switches gesture mode on or off. In gesture mode, keys make gestures, and keys without a gesture binding are
  /// swallowed. Keys that are already down keep their owner until they are released.
  public mutating func setGesturing(_ isGesturing: Bool) { layer.inGestureMode = isGesturing }

  /// Requests the output `.released` at the end of this press, if it has not ended yet.
  public mutating func watch(_ press: KeyPressID) {
    if layer.keys[Int(press.code)].owner != .nobody { layer.watched = press.code }
  }

  // MARK: Typing

  // The next two functions do not handle deadlines at `time` first, because the command was decided before them.

  /// Types the chord of a command `key(…)` that a keyboard made. Does nothing if the layout does not have the chord.
  public mutating func type(_ text: String, at time: Instant) {
    guard !hasPanicked, let chord = chords[text] else { return }
    now = max(now, time)
    layer.type(chord, at: now)
  }

  /// Presses or releases the chord of a command `key(…)` that a keyboard made.
  public mutating func hold(_ text: String, _ isDown: Bool, at time: Instant) {
    guard !hasPanicked, let chord = chords[text] else { return }
    now = max(now, time)
    if isDown {
      layer.hold(chord, at: now)
    } else {
      layer.letGo(of: chord, at: now)
    }
  }

  /// Types the keys in `alone` for a command that was published but did not apply. Returns whether there are any such
  /// keys.
  public mutating func typeAlone(_ key: Command.Key, at time: Instant) -> Bool {
    guard !hasPanicked, map.actions.indices.contains(key.action), map.actions[key.action].alone != nil,
      !map.actions[key.action].isOwn
    else { return false }
    advance(to: time)
    layer.typeAlone(key.action, at: now)
    return true
  }

  // MARK: Panic

  /// Takes over from another pipeline the state that does not depend on the profile: pass-through, writing, Caps Lock,
  /// a panic or the held panic chord, and results that are not performed yet.
  public mutating func inherit(_ old: KeyboardPipeline) {
    layer.passThrough = old.layer.passThrough
    layer.stickiness.isSilent = isPassingThrough
    layer.isInText = old.layer.isInText
    layer.isCapsLocked = old.layer.isCapsLocked
    layer.outputs = old.layer.outputs
    hasPanicked = old.hasPanicked
    watch.inherit(old.watch)
    now = old.now
  }

  /// Ends a panic, unless keys are still down. Returns these keys, or nothing if the panic has ended. A key that has
  /// been down for `KeySet.stuckAfter` is not waited for, and its release is ignored.
  public mutating func resume(at time: Instant) -> [UInt16] {
    var held: [UInt16] = []
    for node in nodes where !node.down.isEmpty {
      held += node.down.codes.filter { pressed[Int($0)] + KeySet.stuckAfter > time }
    }
    guard held.isEmpty else { return Set(held).sorted() }
    hasPanicked = false
    for index in nodes.indices { nodes[index].foreign = nodes[index].down }
    return []
  }
}
