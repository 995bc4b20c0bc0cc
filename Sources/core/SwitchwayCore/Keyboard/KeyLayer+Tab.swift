import SwitchwayTime

extension KeyLayer {
  /// The time for which Tab is held before it repeats, and the interval of the repeats. Source:
  /// docs/design/keyboard.md, "How the Tab key behaves".
  private static let repeatAfter = Microseconds.milliseconds(500)
  private static let repeatEvery = Microseconds.milliseconds(100)

  /// Withholds Tab, unless modifiers are already down. With modifiers, Tab acts at once or passes to the desktop.
  mutating func pressTab(at time: Instant) {
    let before = down
    guard !before.isEmpty, !before.contains(.tab) else {
      keys[Int(map.tab)].owner = .withheld
      let start = keys[Int(map.tab)].start
      tab = .alone(next: map.repeatsTab && !sticks ? start + Self.repeatAfter : nil, count: 0)
      captured.removeAll(keepingCapacity: true)
      if let hold = KeyMap.find(map.tab, [], in: map.holds, where: { recognised?[$0] ?? !isGesturing }) {
        holdings.append(Holding(code: map.tab, hold: hold, due: start + hold.after))
      }
      if sticks { stickiness.pressed(.tab) }
      return
    }
    if sticks { stickiness.used() }
    // If the chord with Tab is bound, or its only modifiers are Shift and Ctrl, other keys do not reach the desktop
    // while Tab is held.
    let captures = before.bothSides.isSubset(of: ModifierKeys.shift.union(.ctrl))
    if let action = action(of: map.tab, with: before) {
      act(action, of: map.tab, at: time)
      tab = .used(matches: false)
    } else if isGesturing {
      swallow(map.tab, at: time)
      tab = .used(matches: false)
    } else {
      pass(map.tab, at: time)
      tab = captures && !givesBack ? .used(matches: false) : .up
    }
    if sticks { stickiness.endLatches(at: time, into: &outputs) }
  }

  /// Performs the binding of Tab alone, or types Tab if there is none. Does nothing if another key was pressed
  /// meanwhile, if Tab has repeated, or if modifiers are sticky.
  mutating func releaseTab(at time: Instant, released: Instant) {
    guard case .alone(_, let count) = tab, count == 0, !sticks else { return }
    if let action = action(of: map.tab, with: []) {
      publishOrType(action, of: map.tab, .chord, at: time, released: released)
    } else if !isGesturing {
      tap(map.tab, at: time)
    }
  }

  mutating func repeatTab(at time: Instant) {
    guard case .alone(let due?, let count) = tab else { return }
    guard let action = action(of: map.tab, with: []) else {
      tab = .alone(next: nil, count: count)
      return
    }
    let passed = (time - due).value / Self.repeatEvery.value + 1
    tab = .alone(next: due + Microseconds(passed * Self.repeatEvery.value), count: count + 1)
    publishOrType(action, of: map.tab, .repeated, count: count + 1, at: time)
  }

  /// Types an unbound chord as it was pressed, Tab first, even if Tab was part of a bound chord before. Tab is then an
  /// ordinary key until its release. If Tab has already made a command by repeating or by being held, nothing is typed.
  mutating func giveBack(_ code: UInt16, at time: Instant) {
    if keys[Int(map.tab)].owner == .withheld {
      keys[Int(map.tab)].owner = .desktop
      hold(map.tab, at: time)
      // Sticky modifiers are not passed here, because they go down together with the key.
      if !sticks { for modifier in captured { pass(modifier, at: time) } }
    } else if tab == .up, stickiness.stuck.contains(.tab) {
      tap(map.tab, at: time)
    } else {
      return swallow(code, at: time)
    }
    captured.removeAll(keepingCapacity: true)
    tab = .up
    pass(code, at: time)
  }
}
