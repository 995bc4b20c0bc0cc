// What is not a key's edge: claims, contexts, modes, and what commands type.
extension KeyboardPipeline {
  /// Which commands front ends have claimed, from the next press on.
  public mutating func setClaims(_ isClaimed: (String) -> Bool) {
    for action in map.actions.indices { layer.claimed[action] = isClaimed(map.actions[action].command.name) }
  }

  /// The person writes: arrows, Space, Enter and Backspace are typed, chords with Tab are commands still.
  public mutating func setInText(_ isInText: Bool) { layer.isInText = isInText }

  /// Only these commands are recognised, and all other keys pass; nil: all commands are.
  public mutating func recognise(_ counts: ((ScanCommand) -> Bool)?) {
    layer.recognised = counts.map { counts in map.actions.map { counts($0.command) } }
  }

  /// Keys pass whatever they are bound to.
  public var isPassingThrough: Bool { layer.passThrough != .off }

  /// Lets keys pass: `on`, `off`, `once` (until every key is up again after at least one press), or else it is turned.
  public mutating func setPassThrough(_ word: String?, at time: Instant, into outputs: inout [Output]) {
    advance(to: time, into: &outputs)
    layer.passThrough =
      switch word {
      case "on": .on
      case "off": .off
      case "once": .once(isUsed: false)
      default: isPassingThrough ? .off : .on
      }
    layer.unseen = Stickiness()
    if isPassingThrough { layer.stickiness.clear(at: now, into: &decided) }
    collect(into: &outputs)
  }

  /// Keys are gestures: everything but what is bound for that is swallowed.
  public var isGesturing: Bool { layer.inGestureMode }

  /// Keys are gestures from now on, or keys again; what is down keeps its owner.
  public mutating func setGesturing(_ isGesturing: Bool) { layer.inGestureMode = isGesturing }

  /// Tells when this press is over, if it is not.
  public mutating func watch(_ press: KeyPressID) {
    if layer.keys[Int(press.code)].owner != .nobody { layer.watched = press.code }
  }

  // MARK: Typing

  /// Types what `key(…)` writes. Nothing where the layout does not have it.
  public mutating func type(_ text: String, at time: Instant, into outputs: inout [Output]) {
    guard !hasPanicked, let chord = chords[text] else { return }
    advance(to: time, into: &outputs)
    layer.type(chord, at: now, into: &decided)
    collect(into: &outputs)
  }

  /// Holds what `key(…)` writes down, or lets go of it.
  public mutating func hold(_ text: String, _ isDown: Bool, at time: Instant, into outputs: inout [Output]) {
    guard !hasPanicked, let chord = chords[text] else { return }
    advance(to: time, into: &outputs)
    if isDown {
      layer.hold(chord, at: now, into: &decided)
    } else {
      layer.letGo(of: chord, at: now, into: &decided)
    }
    collect(into: &outputs)
  }

  /// Types the "alone" keys of a command that was published, because it did not apply. Whether it has any.
  public mutating func typeAlone(_ key: Command.Key, at time: Instant, into outputs: inout [Output]) -> Bool {
    guard !hasPanicked, map.actions.indices.contains(key.action), map.actions[key.action].alone != nil,
      !map.actions[key.action].isOwn
    else { return false }
    advance(to: time, into: &outputs)
    layer.typeAlone(key.action, at: now, into: &decided)
    collect(into: &outputs)
    return true
  }

  // MARK: Panic

  /// Takes over what is not of a profile: whether keys pass, whether the person writes, a panic.
  public mutating func inherit(_ old: KeyboardPipeline) {
    layer.passThrough = old.layer.passThrough
    layer.isInText = old.layer.isInText
    hasPanicked = old.hasPanicked
    now = old.now
  }

  /// Ends a panic. False while a key is down.
  public mutating func resume() -> Bool {
    guard nodes.allSatisfy({ $0.down.isEmpty }) else { return false }
    hasPanicked = false
    for place in nodes.indices { nodes[place].foreign = KeySet() }
    return true
  }
}
