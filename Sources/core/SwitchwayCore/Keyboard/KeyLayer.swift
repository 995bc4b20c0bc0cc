import SwitchwayTime

/// Full Keyboard Access: decides for each key that goes down whether it goes to the desktop or to a binding. The
/// decision applies until the key is released.
///
/// One character is 50 ms; `v` down, `^` up; the upper rows show keys, the last row shows commands:
///
///     Tab   v---^           v------^          v----------^
///     Z                       v--^              v----------^
///           ....next        ..actions         ..actions            (Tab may be released first)
///
/// It is a pure value: edges and time go in, in order; keys to type and commands are appended to `outputs`. A key that
/// is pressed on two keyboards counts as one key: only its first press and last release arrive here. Every key that
/// goes down on the virtual keyboard is released, whatever happens.
///
/// Source: docs/design/keyboard.md, "How the Tab key behaves" and "Modifiers".
struct KeyLayer: Sendable {
  /// The receiver of a key that is down.
  enum Owner: Hashable, Sendable {
    case nobody
    /// The key was passed to the virtual keyboard.
    case desktop
    /// A binding used the key, or the key was swallowed. The key's release has no effect.
    case consumed
    /// The key has begun a command with phases, of the action at this index. The key's release ends the command.
    case phase(Int, KeyGesture)
    /// Not decided yet, because the key is the modifier Tab or has a hold binding.
    case withheld
  }

  struct Key: Sendable {
    var owner = Owner.nobody
    /// The time of the key's first physical edge.
    var pressed = Instant(0)
    /// The start of the accepted contact. The deadlines of a held key count from this time.
    var start = Instant(0)
    /// The time when the press was accepted, or when its contact last closed again. `nil` while the contact is open for
    /// less than `debounce`; no deadline of the key is due then.
    var closed: Instant? = Instant(0)
    /// Index in `Profile.devices`.
    var device = 0
    var isUncertain = false
    /// For each action, whether a front end had claimed its command when the key went down.
    var claimed: [Bool] = []
  }

  enum Tab: Hashable, Sendable {
    /// Tab is up, or down as an ordinary key.
    case up
    /// Tab is down, and no other key was pressed since. `next`: when Tab repeats; `count`: how often Tab has repeated.
    case alone(next: Instant?, count: Int)
    /// Tab is down, and another key was pressed or Tab acted at its press. Releasing Tab does nothing. `matches`:
    /// whether keys that go down may make chords with Tab.
    case used(matches: Bool)
  }

  /// A key that is down, and its hold binding, which is performed at `due` if the key is then still down.
  struct Holding: Hashable, Sendable {
    var code: UInt16
    var hold: KeyMap.Binding
    var due: Instant
  }

  enum PassThrough: Hashable, Sendable {
    case off, on
    /// Pass-through lasts until every key is up again after at least one press.
    case once(isUsed: Bool)
  }

  let map: KeyMap
  /// For each device, the offset that is added to the times of its keys.
  private let offsets: [Microseconds]
  var keys: [Key]
  /// The modifiers that are down, whether they pass to the desktop or not.
  var modifiers: ModifierKeys = []
  /// The modifiers that completed a hold binding. They do not modify typed keys.
  var spent: ModifierKeys = []
  var downCount = 0
  /// The keys that are down on the virtual keyboard.
  var typed = KeySet()
  /// For each key, how many physical keys and held chords hold it down on the virtual keyboard.
  var holders: [UInt16]
  var tab = Tab.up
  /// The modifier keys that were kept from the desktop since Tab went down and are still down, in the order of their
  /// presses. `giveBack` types them with an unbound chord.
  var captured: [UInt16] = []
  var holdings: [Holding] = []
  var claimed: [Bool]
  /// For each action, whether it is recognised now, or `nil` if all actions are. Keys of other actions pass.
  var recognised: [Bool]?
  /// Whether the person is writing. Arrows, Space, Enter and Backspace are then typed, except in chords with Tab.
  var isInText = false
  var inGestureMode = false
  /// Whether keys make gestures now. They make none while only some commands are recognised, because all other keys
  /// then pass.
  var isGesturing: Bool { inGestureMode && recognised == nil }
  var passThrough = PassThrough.off
  var stickiness = Stickiness()
  /// Sticky modifiers that are pressed on the virtual keyboard only for the key `temporaryModifiersKey`, in order.
  var temporaryModifiers: [UInt16] = []
  var temporaryModifiersKey: UInt16?
  /// Modifiers whose hold binding has been performed and that are down on the virtual keyboard. They passed at their
  /// own press, or `pressSpent` pressed them later.
  var late: [UInt16] = []
  /// The keys that Switchway types without a key press of the person.
  var run = TypedRun()
  /// Whether the desktop's Caps Lock is on, as far as Switchway knows.
  var isCapsLocked = false
  /// The key whose release is reported as `.released`, or `nil`.
  var watched: UInt16?
  /// The results that the owner has not performed yet, in order.
  var outputs: [KeyboardOutput] = []

  init(map: KeyMap, offsets: [Microseconds]) {
    self.map = map
    self.offsets = offsets
    keys = Array(repeating: Key(), count: EventLimit.keyCodes)
    holders = Array(repeating: 0, count: EventLimit.keyCodes)
    claimed = Array(repeating: false, count: map.actions.count)
    captured.reserveCapacity(16)
    holdings.reserveCapacity(4)
    temporaryModifiers.reserveCapacity(8)
  }

  /// The time of the next decision, if no key event comes before it.
  var nextDeadline: Instant? {
    @inline(__always) mutating get {
      var next: Instant?
      for holding in holdings { next = Instant.earliest(next, time(of: holding.due, holding.code)) }
      if case .alone(let due?, _) = tab { next = Instant.earliest(next, time(of: due, map.tab)) }
      for held in run.held { next = Instant.earliest(next, held.until) }
      return next
    }
  }

  /// The time when a deadline of a held key is handled: `due`, or the time when the key's contact last closed, if that
  /// is later. `nil` while the contact is open.
  private func time(of due: Instant, _ code: UInt16) -> Instant? { keys[Int(code)].closed.map { max(due, $0) } }

  /// The modifiers that count as down in chords: held ones, sticky ones and Tab.
  var down: ModifierKeys {
    var all = stickiness.isSilent ? modifiers : modifiers.union(stickiness.stuck)
    if tab != .up { all.insert(.tab) }
    return all
  }

  /// Whether modifiers are sticky now.
  var sticks: Bool { map.isSticky && passThrough == .off }

  mutating func advance(to time: Instant) {
    while let due = nextDeadline, due <= time {
      if let index = run.held.firstIndex(where: { $0.until == due }) {
        release(run.held.remove(at: index), at: due)
      } else if let index = holdings.firstIndex(where: { self.time(of: $0.due, $0.code) == due }) {
        fire(holdings.remove(at: index), at: due)
      } else {
        repeatTab(at: due)
      }
    }
  }

  /// Handles a key that went down at `time`. Does nothing if it is already down.
  ///
  /// - Parameters:
  ///   - pressed: the time of its first physical edge, which is before `time` if keys are steadied.
  ///   - start: the start of its contact.
  ///   - device: index in `Profile.devices`.
  ///   - isUncertain: whether the edge was found by reading the keyboard's state, not from an event.
  mutating func press(
    _ code: UInt16, at time: Instant, pressed: Instant, start: Instant, device: Int, isUncertain: Bool = false
  ) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner == .nobody else { return }
    advance(to: time)
    endRun(at: time)
    downCount += 1
    keys[index] = Key(
      owner: .consumed, pressed: pressed, start: start, closed: time, device: device, isUncertain: isUncertain,
      claimed: claimed)
    if case .once = passThrough { passThrough = .once(isUsed: true) }
    decide(code, at: time)
    // A modifier does not count as a modifier of its own press.
    if code != map.tab, let modifier = ModifierKeys.of(code) { modifiers.insert(modifier) }
  }

  /// Handles a key that was released at `time`. Does nothing if it is already up.
  ///
  /// - Parameter released: the time of the first physical edge of the release; `nil` means `time`.
  mutating func release(_ code: UInt16, at time: Instant, released: Instant? = nil) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner != .nobody else { return }
    advance(to: time)
    forgetModifier(code)
    let key = keys[index]
    keys[index].owner = .nobody
    if watched == code {
      watched = nil
      outputs.append(.released(KeyPressID(code: code), at: (released ?? time) + offset(of: keys[index])))
    }
    releaseLate(code, at: time)
    switch key.owner {
    case .nobody, .consumed: break
    case .desktop: letGo(code, at: time)
    case .phase(let action, let gesture):
      publish(action, of: code, gesture, .end, at: time, released: released ?? time)
    case .withheld:
      let up = released ?? time
      if code == map.tab {
        releaseTab(at: time, released: up)
      } else {
        releaseHeld(code, at: time, released: up)
      }
    }
    if code == map.tab { tab = .up }
    if map.isSticky { stickiness.released(code, tab: map.tab, at: time, into: &outputs) }
    forget(code, at: time)
  }

  /// Handles a key whose keyboard is gone. The key is released and makes no command, except the end of a phase.
  mutating func drop(_ code: UInt16, at time: Instant) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner != .nobody else { return }
    forgetModifier(code)
    if code == map.tab { tab = .up }
    let owner = keys[index].owner
    keys[index].owner = .nobody
    stickiness.dropped(code, tab: map.tab)
    releaseLate(code, at: time)
    if owner == .desktop { letGo(code, at: time) }
    if case .phase(let action, let gesture) = owner {
      publish(action, of: code, gesture, .end, at: time, released: time)
    }
    forget(code, at: time)
  }

  private mutating func forgetModifier(_ code: UInt16) {
    guard code != map.tab, let modifier = ModifierKeys.of(code) else { return }
    modifiers.remove(modifier)
    spent.remove(modifier)
  }

  private mutating func forget(_ code: UInt16, at time: Instant) {
    downCount -= 1
    captured.removeAll { $0 == code }
    holdings.removeAll { $0.code == code }
    if downCount == 0, passThrough == .once(isUsed: true) {
      passThrough = .off
      stickiness = Stickiness()
      outputs.append(.passedThrough(at: time))
    }
  }

  /// Releases everything, as when all keyboards have gone: first the keys of the virtual keyboard are released, then
  /// the phases end.
  ///
  /// - Parameter delivers: whether withheld keys are typed first, because the person still holds them.
  mutating func reset(at time: Instant, delivers: Bool) {
    if delivers {
      for code in withheldInOrder { tap(code, at: time) }
    }
    relockCaps(at: time)
    run = TypedRun()
    for code in typed.codes { type(code, down: false, at: time) }
    for code in keys.indices {
      if case .phase(let action, let gesture) = keys[code].owner {
        publish(action, of: UInt16(code), gesture, .end, at: time, released: time)
      }
      keys[code].owner = .nobody
      holders[code] = 0
    }
    downCount = 0
    modifiers = []
    spent = []
    late.removeAll(keepingCapacity: true)
    tab = .up
    captured.removeAll(keepingCapacity: true)
    holdings.removeAll(keepingCapacity: true)
    temporaryModifiers.removeAll(keepingCapacity: true)
    temporaryModifiersKey = nil
    stickiness.forgetTaps()
  }

  private var withheldInOrder: [UInt16] {
    let codes = keys.indices.filter { keys[$0].owner == .withheld }.map { UInt16($0) }
    let given = codes.filter { code in
      guard code == map.tab else { return true }
      if case .alone(_, let count) = tab { return count == 0 } else { return false }
    }
    return given.sorted { (keys[Int($0)].pressed, $0) < (keys[Int($1)].pressed, $1) }
  }

  /// Publishes the command of an action, which the key `code` made.
  ///
  /// - Parameters:
  ///   - count: 1 for the first command, then 2, 3 … for repeats.
  ///   - released: `nil` while the key is down.
  mutating func publish(
    _ action: Int, of code: UInt16, _ gesture: KeyGesture, _ phase: CommandPhase = .once, count: Int = 1,
    at time: Instant, released: Instant? = nil
  ) {
    let key = keys[Int(code)]
    let offset = offset(of: key)
    let source = Command.Key(
      press: KeyPressID(code: code), device: key.device, gesture: gesture, isClaimed: key.claimed[action],
      action: action)
    outputs.append(
      .command(
        Command(
          map.actions[action].command, by: .key(source), phase: phase, count: count, edge: key.pressed,
          pressed: key.pressed + offset, released: released.map { $0 + offset }, accepted: time,
          isUncertain: key.isUncertain)))
  }

  private func offset(of key: Key) -> Microseconds {
    offsets.indices.contains(key.device) ? offsets[key.device] : .zero
  }
}
