import SwitchwayTime

// Chords that are held.
extension KeyLayer {
  /// Decides about withheld keys before another key goes down. A key that would be typed is typed now, unless the new
  /// key makes a bound chord with it. A key that is consumed in any case can still become a hold.
  mutating func settleHoldings(before code: UInt16, at time: Instant) {
    var index = 0
    while index < holdings.count {
      let holding = holdings[index]
      guard let passes = settles(holding, before: code) else {
        index += 1
        continue
      }
      holdings.remove(at: index)
      if holding.code == map.tab || keys[Int(holding.code)].owner == .desktop { continue }
      if passes { pass(holding.code, at: time) } else { keys[Int(holding.code)].owner = .consumed }
    }
  }

  /// Whether a withheld key passes to the desktop (true) or is consumed (false) when `code` goes down, or `nil` if it
  /// stays withheld.
  private func settles(_ holding: Holding, before code: UInt16) -> Bool? {
    if holding.code == map.tab { return false }
    let isLayers = isGesturing || holding.hold.trigger.kinds.contains(.tab) || sticks
    if ModifierKeys.of(holding.code) != nil {
      if isLayers { return false }
      return action(of: code, with: down) == nil
    }
    return isLayers || action(of: holding.code, with: holding.hold.trigger.kinds) != nil ? nil : true
  }

  /// Whether a key with a hold binding reaches the desktop at its press: modifiers do, except Super, because a tap of
  /// Super opens a menu there.
  func passesBeforeHold(_ code: UInt16) -> Bool {
    guard let modifier = ModifierKeys.of(code), !ModifierKeys.super.contains(modifier) else { return false }
    return !sticks && !isCaptured && action(of: code) == nil
  }

  /// Performs a hold binding whose time has come.
  mutating func fire(_ holding: Holding, at time: Instant) {
    let (code, action) = (holding.code, holding.hold.action)
    if code == map.tab { tab = .used(matches: true) }
    if keys[Int(code)].owner == .desktop {
      late.append(code)
    } else if code != map.tab, let modifier = ModifierKeys.of(code) {
      spent.insert(modifier)
    }
    keys[Int(code)].owner = .consumed
    if sticks { stickiness.dropped(code, tab: map.tab) }
    mask(at: time)
    if publishes(action, of: code), map.actions[action].command.hasPhases {
      keys[Int(code)].owner = .phase(action, .hold)
      publish(action, of: code, .hold, .begin, at: time)
    } else {
      publishOrType(action, of: code, .hold, at: time)
    }
  }

  /// Presses the modifiers whose hold has been performed, because a key that passes follows while they are held. Sticky
  /// modifiers go down together with the key.
  mutating func pressSpent(at time: Instant) {
    guard !spent.isEmpty else { return }
    if !sticks {
      for key in ModifierKeys.keys where spent.contains(key.modifier) {
        hold(key.code, at: time)
        late.append(key.code)
      }
    }
    spent = []
  }

  /// Releases a modifier whose hold has been performed.
  mutating func releaseLate(_ code: UInt16, at time: Instant) {
    guard let index = late.firstIndex(of: code) else { return }
    late.remove(at: index)
    letGo(code, at: time)
  }

  /// Whether a hold binding has an effect now. The hold of a modifier has none while nobody has claimed its command and
  /// the command has no keys in `alone`; the modifier is then an ordinary key.
  func runs(_ action: Int, heldBy code: UInt16) -> Bool {
    guard code != map.tab, ModifierKeys.of(code) != nil else { return true }
    return claimed[action] || map.actions[action].isOwn || map.actions[action].alone != nil
  }

  /// Handles a release before the hold's time: performs the binding of the same chord, or types the key.
  mutating func releaseHeld(_ code: UInt16, at time: Instant, released: Instant) {
    guard let index = holdings.firstIndex(where: { $0.code == code }) else { return }
    let trigger = holdings.remove(at: index).hold.trigger
    let isLayers = isGesturing || trigger.kinds.contains(.tab)
    if let action = action(of: code, with: trigger.kinds) {
      mask(at: time)
      publishOrType(action, of: code, .chord, at: time, released: released)
    } else if !isLayers, !(sticks && ModifierKeys.of(code) != nil) {
      endRun(at: time)
      tap(code, at: time)
    }
  }
}
