/// Full Keyboard Access: decides of each key that goes down whose it is, the desktop's or a binding's, and keeps to it
/// until the key is up.
///
/// One character is 50 ms; `v` down, `^` up; above what is pressed, below what becomes of it:
///
///     Tab   v---^           v------^          v----------^
///     Z                       v--^              v----------^
///           ....next        ..actions         ..actions            (Tab may be up first)
///
/// Pure: edges and time come in, in order; what is to be typed, and which action was asked for, is appended to
/// `outputs`. The same key on two keyboards is one: only its first edge down and its last edge up come here. What goes
/// down on the virtual keyboard comes up again, on every path.
///
/// Source: the design's text on keys, "How the Tab key behaves", and its fine points, "Keyboard".
struct KeyLayer: Sendable {
  /// What is to be done, in order.
  enum Output: Hashable, Sendable {
    /// On the virtual keyboard.
    case key(UInt16, down: Bool, at: Instant)
    /// An action: published, or acted on by the daemon.
    case act(KeyPress)
    /// A modifier's state, where modifiers stick.
    case sticky(KeyModifierName, StickyState, at: Instant)
    /// Keys pass for once, and are all up again.
    case passedThrough(at: Instant)
    /// The key that is watched came up; its first physical edge.
    case released(UInt16, at: Instant)
  }

  /// Whose a key is that is down.
  enum Owner: Hashable, Sendable {
    case nobody
    /// It went on to the virtual keyboard.
    case desktop
    /// A binding's, or swallowed: its release goes nowhere.
    case consumed
    /// A phase of this action is begun: its release ends it.
    case phase(Int, KeyGesture)
    /// Not decided yet: the Tab of the layer, or a key that may be held.
    case withheld
  }

  /// A key that is down, or was.
  struct Key: Sendable {
    var owner = Owner.nobody
    /// Its first physical edge.
    var pressed = Instant(0)
    /// Index in `Profile.devices`.
    var device = 0
    var isUncertain = false
    /// For each action whether a front end had claimed its command when the key went down.
    var claimed: [Bool] = []
  }

  /// The modifier Tab, while it is down.
  enum Tab: Hashable, Sendable {
    /// Up, or down as an ordinary key.
    case up
    /// Down, nothing between. `next`: when it repeats; `count`: how often it has.
    case alone(next: Instant?, count: Int)
    /// Down, and something came between, or it acted at its press: its release does nothing. `matches`: keys that go
    /// down may be chords with it.
    case used(matches: Bool)
  }

  /// A chord that may yet be held.
  struct Holding: Hashable, Sendable {
    var code: UInt16
    var hold: KeyMap.Hold
    var due: Instant
  }

  /// Whether keys pass whatever they are bound to.
  enum PassThrough: Hashable, Sendable {
    case off, on
    /// Until every key is up again after at least one press.
    case once(isUsed: Bool)
  }

  let map: KeyMap
  var keys: [Key]
  /// Modifiers that are down, whoever has them.
  var modifiers: ModifierKeys = []
  /// Of those, what was held for as long as a binding asks: it is no part of what is typed.
  var spent: ModifierKeys = []
  /// How many keys are down.
  var downCount = 0
  /// What is down on the virtual keyboard.
  var typed = KeySet()
  /// For each key how many hold it down there: a physical one, a chord that is held.
  var holders: [UInt16]
  var tab = Tab.up
  /// What has been captured since Tab went down, in order, and is down: given back with an unbound chord.
  var captured: [UInt16] = []
  var holdings: [Holding] = []
  /// For each action whether a front end has claimed its command.
  var claimed: [Bool]
  /// For each action whether it is recognised now; nil: all are. Of what is not, all keys pass.
  var recognised: [Bool]?
  /// The person writes: arrows, Space, Enter and Backspace are typed.
  var isInText = false
  var inGestureMode = false
  /// Keys are gestures now: not while only a few commands are recognised, since all other keys pass then.
  var isGesturing: Bool { inGestureMode && recognised == nil }
  var passThrough = PassThrough.off
  var stickiness = Stickiness()
  /// The same while keys pass, for the chord that leaves: nobody is told of it, and nothing is typed by it.
  var unseen = Stickiness()
  /// Codes that change modifiers for the sticky key `lentTo` only, in the order in which they went down.
  var lent: [UInt16] = []
  var lentTo: UInt16?
  /// A key whose release is to be told.
  var watched: UInt16?

  init(map: KeyMap) {
    self.map = map
    keys = Array(repeating: Key(), count: EventLimit.keyCodes)
    holders = Array(repeating: 0, count: EventLimit.keyCodes)
    claimed = Array(repeating: false, count: map.actions.count)
    captured.reserveCapacity(16)
    holdings.reserveCapacity(4)
    lent.reserveCapacity(8)
  }

  /// When something is decided if no key moves before.
  var nextDeadline: Instant? {
    var next: Instant?
    for holding in holdings { next = next.map { min($0, holding.due) } ?? holding.due }
    if case .alone(let due?, _) = tab { next = next.map { min($0, due) } ?? due }
    return next
  }

  /// Modifiers as they count in a chord.
  var down: ModifierKeys {
    var all = modifiers.union(stickiness.stuck)
    if tab != .up { all.insert(.tab) }
    return all
  }

  /// Whether modifiers stick now.
  var sticks: Bool { map.isSticky && passThrough == .off }

  /// Whether keys pass, and whoever has but one finger must be able to end that.
  var sticksUnseen: Bool { map.isSticky && passThrough != .off }

  /// Handles what is due at or before `time`.
  mutating func advance(to time: Instant, into outputs: inout [Output]) {
    while let due = nextDeadline, due <= time {
      if let place = holdings.firstIndex(where: { $0.due == due }) {
        fire(holdings.remove(at: place), into: &outputs)
      } else {
        repeatTab(at: due, into: &outputs)
      }
    }
  }

  /// A key went down at `time`. One that is down already is left as it is.
  ///
  /// - Parameters:
  ///   - pressed: its first physical edge: before `time` where keys are steadied.
  ///   - device: index in `Profile.devices`.
  ///   - isUncertain: the edge was found by reading state.
  mutating func press(
    _ code: UInt16, at time: Instant, pressed: Instant, device: Int, isUncertain: Bool = false,
    into outputs: inout [Output]
  ) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner == .nobody else { return }
    advance(to: time, into: &outputs)
    downCount += 1
    keys[index] = Key(
      owner: .consumed, pressed: pressed, device: device, isUncertain: isUncertain, claimed: claimed)
    if case .once = passThrough { passThrough = .once(isUsed: true) }
    decide(code, at: time, into: &outputs)
    // After it has been decided by what was down before it.
    if code != map.tab, let modifier = ModifierKeys.of(code) { modifiers.insert(modifier) }
  }

  /// A key came up at `time`. One that is up already is left as it is.
  ///
  /// - Parameter released: its first physical edge; nil: `time`.
  mutating func release(
    _ code: UInt16, at time: Instant, released: Instant? = nil, into outputs: inout [Output]
  ) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner != .nobody else { return }
    advance(to: time, into: &outputs)
    forgetModifier(code)
    let key = keys[index]
    keys[index].owner = .nobody
    if watched == code {
      watched = nil
      outputs.append(.released(code, at: released ?? time))
    }
    switch key.owner {
    case .nobody, .consumed: break
    case .desktop: letGo(code, at: time, into: &outputs)
    case .phase(let action, let gesture):
      outputs.append(.act(press(code, action, gesture, .end, at: time, released: released ?? time)))
    case .withheld:
      let up = released ?? time
      if code == map.tab {
        releaseTab(at: time, released: up, into: &outputs)
      } else {
        releaseHeld(code, at: time, released: up, into: &outputs)
      }
    }
    if code == map.tab { tab = .up }
    if sticks { stickiness.released(code, tab: map.tab, at: time, into: &outputs) }
    if sticksUnseen { unseen.released(code, at: time) }
    forget(code, at: time, into: &outputs)
  }

  /// A key is gone, with its keyboard: up, and nothing comes of it but the end of what it had begun.
  mutating func drop(_ code: UInt16, at time: Instant, into outputs: inout [Output]) {
    let index = Int(code)
    guard index < keys.count, keys[index].owner != .nobody else { return }
    forgetModifier(code)
    if code == map.tab { tab = .up }
    let owner = keys[index].owner
    keys[index].owner = .nobody
    holdings.removeAll { $0.code == code }
    stickiness.dropped(code, tab: map.tab)
    if owner == .desktop { letGo(code, at: time, into: &outputs) }
    if case .phase(let action, let gesture) = owner {
      outputs.append(.act(press(code, action, gesture, .end, at: time, released: time)))
    }
    forget(code, at: time, into: &outputs)
  }

  private mutating func forgetModifier(_ code: UInt16) {
    guard code != map.tab, let modifier = ModifierKeys.of(code) else { return }
    modifiers.remove(modifier)
    spent.remove(modifier)
  }

  private mutating func forget(_ code: UInt16, at time: Instant, into outputs: inout [Output]) {
    downCount -= 1
    captured.removeAll { $0 == code }
    if downCount == 0, passThrough == .once(isUsed: true) {
      passThrough = .off
      outputs.append(.passedThrough(at: time))
    }
  }

  /// Everything goes up, as when all keyboards are gone: first what is down on the virtual keyboard, then what had
  /// begun ends. `delivers`: what was withheld is typed before, for keys that stay down under the person's fingers.
  mutating func reset(at time: Instant, delivers: Bool, into outputs: inout [Output]) {
    if delivers {
      for code in withheldInOrder { tap(code, at: time, into: &outputs) }
    }
    for code in typed.codes { type(code, down: false, at: time, into: &outputs) }
    for code in keys.indices {
      if case .phase(let action, let gesture) = keys[code].owner {
        outputs.append(.act(press(UInt16(code), action, gesture, .end, at: time, released: time)))
      }
      keys[code].owner = .nobody
      holders[code] = 0
    }
    downCount = 0
    modifiers = []
    spent = []
    tab = .up
    captured.removeAll(keepingCapacity: true)
    holdings.removeAll(keepingCapacity: true)
    lent.removeAll(keepingCapacity: true)
    lentTo = nil
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

  /// What an action is told with, of the key that gave it.
  func press(
    _ code: UInt16, _ action: Int, _ gesture: KeyGesture, _ phase: CommandPhase, count: Int = 1, at time: Instant,
    released: Instant? = nil
  ) -> KeyPress {
    let key = keys[Int(code)]
    return KeyPress(
      action: action, code: code, device: key.device, gesture: gesture, phase: phase, count: count,
      pressed: key.pressed, released: released, accepted: time, isUncertain: key.isUncertain,
      isClaimed: key.claimed[action])
  }
}
