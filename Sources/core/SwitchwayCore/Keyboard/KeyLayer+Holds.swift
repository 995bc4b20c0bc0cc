import SwitchwayTime

// Hold bindings: bindings that act when a chord is held for some time.
extension KeyLayer {
  /// Decides about withheld keys (keys with a hold binding that is not due yet) before another key goes down:
  ///
  /// - An ordinary key passes to the desktop now if its release would type it. Otherwise it stays withheld, and its
  ///   hold binding can still act.
  /// - A modifier passes to the desktop, unless it makes a bound chord with the new key or the desktop gets no keys.
  /// - The hold binding of Tab is cancelled.
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

  /// Presses, on the virtual keyboard, the modifiers whose hold binding has been performed: they are still held, and a
  /// key follows that passes to the desktop. Sticky modifiers are not pressed here: `pass` presses them together with
  /// the key.
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

  /// Releases, on the virtual keyboard, a modifier whose hold binding has been performed.
  mutating func releaseLate(_ code: UInt16, at time: Instant) {
    guard let index = late.firstIndex(of: code) else { return }
    late.remove(at: index)
    letGo(code, at: time)
  }

  /// Whether a hold binding has an effect now. A modifier's hold binding has none while no front end has claimed its
  /// command and no keys are typed in place of the command (`alone`). The modifier is then an ordinary key.
  func runs(_ action: Int, heldBy code: UInt16) -> Bool {
    guard code != map.tab, ModifierKeys.of(code) != nil else { return true }
    return claimed[action] || map.actions[action].isOwn || map.actions[action].alone != nil
  }

  /// Handles the release of a key before its hold binding is due: performs the ordinary binding of the chord, or types
  /// the key if there is none.
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
