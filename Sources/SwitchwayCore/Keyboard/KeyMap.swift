/// A chord by codes, as it is recognised.
struct KeyTrigger: Hashable, Sendable {
  /// Each modifier that must be down, with both its sides; no other may be.
  var kinds: ModifierKeys
  /// Of those, keys of a named side that must be down.
  var sides: ModifierKeys
  var code: UInt16

  /// Whether exactly these modifiers are down.
  func matches(_ down: ModifierKeys) -> Bool { down.bothSides == kinds && sides.isSubset(of: down) }
}

/// A chord that is typed.
struct TypedChord: Hashable, Sendable {
  /// In the order in which they go down.
  var modifiers: [UInt16]
  var code: UInt16

  /// Its modifiers, with both sides of each.
  var kinds: ModifierKeys {
    modifiers.reduce(into: ModifierKeys()) { $0.formUnion(ModifierKeys.of($1) ?? []) }.bothSides
  }
}

/// What a chord of keys gives.
struct KeyAction: Equatable, Sendable {
  var command: ScanCommand
  /// What is typed while no front end has claimed the command; nil: nothing, it is published.
  var alone: TypedChord?

  /// Claims do not matter: the daemon acts on it, or it types.
  var isOwn: Bool { command.group == .daemon || command.group == .safety || command.group == .key }
}

/// The bindings of keyboards, by codes: made once for a profile and a layout.
struct KeyMap: Sendable {
  /// A chord and its action.
  struct Binding: Hashable, Sendable {
    var trigger: KeyTrigger
    /// Index in `actions`.
    var action: Int
  }

  /// A chord that is held.
  struct Hold: Hashable, Sendable {
    var trigger: KeyTrigger
    var after: Microseconds
    var action: Int
  }

  /// The key that is the modifier Tab.
  var tab: UInt16 = KeyCode.tab
  /// In the order of the file: bindings, gesture bindings, hold bindings; then `leavesPassThrough`, `leavesGestures`.
  var actions: [KeyAction] = []
  var bindings: [Binding] = []
  var gestureBindings: [Binding] = []
  var holds: [Hold] = []
  /// An unbound chord with Tab is given back as typed.
  var givesBack = false
  var repeatsTab = false
  var isSticky = false
  /// The actions of chords that no key-remap file has to bind.
  var leavesPassThrough = 0
  var leavesGestures = 0

  /// A map of nothing: what runs where a profile has no section for keyboards. No key is the modifier Tab.
  init() {
    tab = KeyCode.none
    putBuiltIn()
  }

  /// The bindings of `settings`, with the keys that `policy` and the shipped table type alone.
  init(_ settings: KeyboardSettings, policy: PolicySettings, typed: [String: KeyChord], layout: LayoutKeys) {
    let compiler = KeyChordCompiler(modifier: settings.modifier, layout: layout)
    let alone = AloneTable(policy: policy, compiler: compiler)
    tab = compiler.tab
    givesBack = settings.unboundChord == .pass
    repeatsTab = settings.repeatsTab
    isSticky = settings.isSticky
    func action(_ command: ScanCommand) -> Int {
      let keys = command.group == .key ? command.arguments.first.flatMap { typed[$0] }.flatMap(compiler.typed) : nil
      actions.append(KeyAction(command: command, alone: keys ?? alone[command]))
      return actions.count - 1
    }
    func compile(_ bindings: [KeyboardSettings.Binding]) -> [Binding] {
      bindings.flatMap { binding in
        let action = action(binding.command)
        return compiler.triggers(binding.chord).map { Binding(trigger: $0, action: action) }
      }
    }
    bindings = compile(settings.bindings)
    gestureBindings = compile(settings.gestureBindings)
    holds = settings.holdBindings.flatMap { binding in
      let action = action(binding.command)
      return compiler.triggers(binding.chord).map { Hold(trigger: $0, after: binding.after, action: action) }
    }
    putBuiltIn()
  }

  private mutating func putBuiltIn() {
    func put(_ name: String) -> Int {
      let group: CommandGroup = name == "pass-through" ? .daemon : .gesture
      actions.append(KeyAction(command: ScanCommand(name: name, arguments: ["off"], group: group)))
      return actions.count - 1
    }
    leavesPassThrough = put("pass-through")
    leavesGestures = put("gesture-mode")
  }

  /// What exactly these modifiers and this key are bound to, of the actions that `counts`. A chord that names a side
  /// comes before one that does not.
  static func find(
    _ code: UInt16, _ down: ModifierKeys, in bindings: [Binding], where counts: (Int) -> Bool
  ) -> Int? {
    var found: Int?
    for binding in bindings
    where binding.trigger.code == code && binding.trigger.matches(down) && counts(binding.action) {
      if !binding.trigger.sides.isEmpty { return binding.action }
      found = found ?? binding.action
    }
    return found
  }

  /// What is bound to exactly this chord when it is held, likewise.
  func hold(of code: UInt16, with down: ModifierKeys, where counts: (Int) -> Bool) -> Hold? {
    var found: Hold?
    for hold in holds where hold.trigger.code == code && hold.trigger.matches(down) && counts(hold.action) {
      if !hold.trigger.sides.isEmpty { return hold }
      found = found ?? hold
    }
    return found
  }
}

/// Turns chords as a key-remap file writes them into codes, for one layout.
struct KeyChordCompiler: Sendable {
  /// The key that is the modifier Tab.
  let tab: UInt16
  private let layout: LayoutKeys

  init(modifier: ChordKey, layout: LayoutKeys) {
    self.layout = layout
    tab = KeyChordCompiler.codes(of: modifier, layout: layout, tab: KeyCode.tab).first ?? KeyCode.tab
  }

  /// As it is recognised: one for each key that its last key can be. None where the layout does not have it.
  func triggers(_ chord: KeyChord) -> [KeyTrigger] {
    var kinds: ModifierKeys = []
    var sides: ModifierKeys = []
    for key in chord.modifiers {
      let keys = KeyChordCompiler.modifiers(key)
      kinds.formUnion(keys.bothSides)
      if keys != keys.bothSides { sides.formUnion(keys) }
    }
    return codes(of: chord.trigger).map { KeyTrigger(kinds: kinds, sides: sides, code: $0) }
  }

  /// As it is typed: with left modifiers, but where it names a right one. nil where the layout does not have its key.
  func typed(_ chord: KeyChord) -> TypedChord? {
    guard let code = codes(of: chord.trigger).first else { return nil }
    var modifiers: [UInt16] = []
    for key in chord.modifiersInOrder {
      if let code = codes(of: key).first { modifiers.append(code) }
    }
    if case .printed(let character) = chord.trigger, let key = layout.key(of: character) {
      // The sign is another level of its key.
      let kinds = TypedChord(modifiers: modifiers, code: code).kinds
      if key.needsShift, kinds.isDisjoint(with: .shift) { modifiers.append(KeyCode.leftShift) }
      if key.needsAltGr, !kinds.contains(.altgr) { modifiers.append(KeyCode.rightAlt) }
    }
    return TypedChord(modifiers: modifiers, code: code)
  }

  /// The keys that `key` can be.
  func codes(of key: ChordKey) -> [UInt16] { KeyChordCompiler.codes(of: key, layout: layout, tab: tab) }

  private static func codes(of key: ChordKey, layout: LayoutKeys, tab: UInt16) -> [UInt16] {
    switch key {
    case .tab: [tab]
    case .modifier: ModifierKeys.keys.filter { modifiers(key).contains($0.modifier) }.map(\.code)
    case .printed(let character): layout.key(of: character).map { [$0.code] } ?? []
    case .position(let code): [code]
    }
  }

  /// The keys that a modifier of a chord can be; empty for a key that is none.
  private static func modifiers(_ key: ChordKey) -> ModifierKeys {
    switch key {
    case .tab: .tab
    case .modifier(.shift, let side): side.map { $0 == .left ? .leftShift : .rightShift } ?? .shift
    case .modifier(.ctrl, let side): side.map { $0 == .left ? .leftCtrl : .rightCtrl } ?? .ctrl
    case .modifier(.super, let side): side.map { $0 == .left ? .leftSuper : .rightSuper } ?? .super
    case .modifier(.alt, _): .alt
    case .modifier(.altgr, _): .altgr
    case .modifier(.fn, _): .fn
    case .printed, .position: []
    }
  }
}

extension KeyChord {
  /// Its modifiers in the order in which they are written; sides count as written, too.
  var modifiersInOrder: [ChordKey] {
    func place(_ key: ChordKey) -> Int {
      let word =
        switch key {
        case .tab: "tab"
        case .modifier(let modifier, _): modifier.rawValue
        case .printed, .position: ""
        }
      let words = text.lowercased().split(separator: "+")
      let exact = words.firstIndex { $0 == word }
      return exact ?? words.firstIndex { !word.isEmpty && $0.hasSuffix(word) } ?? words.count
    }
    return modifiers.sorted { (place($0), "\($0)") < (place($1), "\($1)") }
  }
}
