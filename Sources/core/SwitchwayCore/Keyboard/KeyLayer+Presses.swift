import SwitchwayTime

// Decides who gets a key that goes down.
extension KeyLayer {
  mutating func decide(_ code: UInt16, at time: Instant) {
    settleHoldings(before: code, at: time)
    if sticks { releaseTemporaryModifiers(at: time) }
    if code == map.tab, layerIsOn {
      pressTab(at: time)
      return
    }
    let modifier = code == map.tab ? nil : ModifierKeys.of(code)
    if map.isSticky { if let modifier { stickiness.pressed(modifier) } else { stickiness.used() } }
    if passThrough == .off {
      if case .alone(_, let count) = tab {
        // If Tab has repeated, its command was already published or typed. So `giveBack` must not type Tab as well.
        if count > 0 { keys[Int(map.tab)].owner = .consumed }
        tab = .used(matches: true)
      }
    } else if tab != .up {
      // Tab was withheld before pass-through began. Other keys now pass to the desktop without Tab.
      tab = .used(matches: false)
    }
    if passesUnderTab(code) {
      pass(code, at: time)
    } else if tab == .used(matches: false), passThrough == .off {
      swallow(code, at: time)
    } else if let hold = hold(of: code) {
      if passesBeforeHold(code) { pass(code, at: time) } else { keys[Int(code)].owner = .withheld }
      holdings.append(Holding(code: code, hold: hold, due: keys[Int(code)].start + hold.after))
    } else if let action = action(of: code) {
      act(action, of: code, at: time)
    } else if modifier != nil, isCaptured || sticks {
      keys[Int(code)].owner = .consumed
      captured.append(code)
    } else if !isCaptured {
      pass(code, at: time)
    } else if givesBack {
      giveBack(code, at: time)
    } else {
      swallow(code, at: time)
    }
    if map.isSticky, modifier == nil { stickiness.endLatches(at: time, into: &outputs) }
  }

  /// Whether Tab acts as the modifier now, not as an ordinary key.
  private var layerIsOn: Bool {
    guard passThrough == .off else { return false }
    guard let recognised else { return true }
    func usesTab(_ trigger: KeyTrigger) -> Bool { trigger.code == map.tab || trigger.kinds.contains(.tab) }
    if inGestureMode, map.gestureBindings.contains(where: { recognised[$0.action] && usesTab($0.trigger) }) {
      return true
    }
    return map.bindings.contains { recognised[$0.action] && usesTab($0.trigger) }
      || map.holds.contains { recognised[$0.action] && usesTab($0.trigger) }
  }

  /// Whether a key that goes down now is kept from the desktop.
  var isCaptured: Bool { passThrough == .off && (isGesturing || down.contains(.tab)) }

  /// Whether a pointer's button passes to the desktop although Tab is held as the modifier, so that a click stays a
  /// click. If unbound chords are typed (`givesBack`), the button does not pass here: `giveBack` types it after Tab.
  private func passesUnderTab(_ code: UInt16) -> Bool {
    guard KeyCode.pointerButtons.contains(code), passThrough == .off, !isGesturing, down.contains(.tab) else {
      return false
    }
    return tab == .used(matches: false) || !givesBack
  }

  /// Whether an unbound chord with Tab is typed as it was pressed. While only some commands are recognised, it is
  /// always typed, because all other keys then pass.
  var givesBack: Bool { !isGesturing && (map.givesBack || recognised != nil) }

  func action(of code: UInt16) -> Int? { action(of: code, with: down) }

  func action(of code: UInt16, with down: ModifierKeys) -> Int? {
    if passThrough != .off {
      let down = down.union(stickiness.stuck)
      if let own = KeyMap.find(code, down, in: map.bindings, where: isPassThrough) { return own.action }
      return isLeaveChord(code, down) ? map.leavesPassThrough : nil
    }
    if isGesturing {
      if let bound = KeyMap.find(code, down, in: map.gestureBindings, where: { _ in true }) { return bound.action }
      if let bound = KeyMap.find(code, down, in: map.bindings, where: { isPassThrough($0) || leavesGestures($0) }) {
        return bound.action
      }
      return code == KeyCode.escape && down.isEmpty ? map.leavesGestures : nil
    }
    if inGestureMode, let bound = KeyMap.find(code, down, in: map.gestureBindings, where: isRecognised) {
      return bound.action
    }
    if isOfText(code, down) { return nil }
    return KeyMap.find(code, down, in: map.bindings, where: isRecognised)?.action
  }

  /// Whether the person is writing and the key, without Tab, types or moves the cursor in the text.
  private func isOfText(_ code: UInt16, _ down: ModifierKeys) -> Bool {
    isInText && !down.contains(.tab) && KeyCode.ofText.contains(code)
  }

  private func hold(of code: UInt16) -> KeyMap.Binding? {
    let onlyPassThrough = passThrough != .off || isGesturing
    if !onlyPassThrough, isOfText(code, down) { return nil }
    return KeyMap.find(code, down, in: map.holds) { action in
      (onlyPassThrough ? isPassThrough(action) : isRecognised(action)) && runs(action, heldBy: code)
    }
  }

  private func isRecognised(_ action: Int) -> Bool { recognised?[action] ?? true }

  private func isPassThrough(_ action: Int) -> Bool { map.actions[action].command.builtIn == .passThrough }

  private func leavesGestures(_ action: Int) -> Bool { map.actions[action].command.builtIn == .gestureMode }

  /// Whether the chord is Ctrl+Alt+Super+P, which always leaves pass-through.
  private func isLeaveChord(_ code: UInt16, _ down: ModifierKeys) -> Bool {
    code == KeyCode.p && down.bothSides == ModifierKeys([.alt]).union(.ctrl).union(.super)
  }

  /// Keeps the key from the desktop and makes no command.
  mutating func swallow(_ code: UInt16, at time: Instant) {
    mask(at: time)
    keys[Int(code)].owner = .consumed
  }
}
