// Chords that are held.
extension KeyLayer {
  /// Another key goes down while chords may yet be held. What would be typed is not held then: it is typed first,
  /// unless the new key makes a bound chord with it. What is consumed in any case can still be held.
  mutating func settleHoldings(before code: UInt16, at time: Instant, into outputs: inout [Output]) {
    var place = 0
    while place < holdings.count {
      let holding = holdings[place]
      guard let passes = settles(holding, before: code) else {
        place += 1
        continue
      }
      holdings.remove(at: place)
      if holding.code == map.tab { continue }
      if passes { pass(holding.code, at: time, into: &outputs) } else { keys[Int(holding.code)].owner = .consumed }
    }
  }

  /// Whether a key that is withheld is decided by the press of `code`, and if so whether it is the desktop's; nil: it
  /// goes on being withheld.
  private func settles(_ holding: Holding, before code: UInt16) -> Bool? {
    if holding.code == map.tab { return false }
    let isLayers = isGesturing || holding.hold.trigger.kinds.contains(.tab) || sticks
    if ModifierKeys.of(holding.code) != nil {
      if isLayers { return false }
      return action(of: code, with: down) == nil
    }
    return isLayers || action(of: holding.code, with: holding.hold.trigger.kinds) != nil ? nil : true
  }

  /// It has been held for as long as its binding asks.
  mutating func fire(_ holding: Holding, into outputs: inout [Output]) {
    let (code, action, time) = (holding.code, holding.hold.action, holding.due)
    if code == map.tab { tab = .used(matches: true) }
    keys[Int(code)].owner = .consumed
    if code != map.tab, let modifier = ModifierKeys.of(code) { spent.insert(modifier) }
    if sticks { stickiness.dropped(code, tab: map.tab) }
    mask(at: time, into: &outputs)
    if !publishes(action, of: code) {
      typeAlone(action, at: time, into: &outputs)
    } else if map.actions[action].command.hasPhases {
      keys[Int(code)].owner = .phase(action, .hold)
      outputs.append(.act(press(code, action, .hold, .begin, at: time)))
    } else {
      outputs.append(.act(press(code, action, .hold, .once, at: time)))
    }
  }

  /// Up before it was held long enough: the binding of the same chord, or the key as it is.
  mutating func releaseHeld(_ code: UInt16, at time: Instant, released: Instant, into outputs: inout [Output]) {
    guard let place = holdings.firstIndex(where: { $0.code == code }) else { return }
    let trigger = holdings.remove(at: place).hold.trigger
    let isLayers = isGesturing || trigger.kinds.contains(.tab)
    if let action = action(of: code, with: trigger.kinds) {
      mask(at: time, into: &outputs)
      if publishes(action, of: code) {
        outputs.append(.act(press(code, action, .chord, .once, at: time, released: released)))
      } else {
        typeAlone(action, at: time, into: &outputs)
      }
    } else if !isLayers, !(sticks && ModifierKeys.of(code) != nil) {
      tap(code, at: time, into: &outputs)
    }
  }
}
