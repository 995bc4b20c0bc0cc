import SwitchwayText
import SwitchwayTime

/// A chord to recognise, as the kernel's key codes.
struct KeyTrigger: Hashable, Sendable {
  /// The modifiers that must be down, each with its left and its right key. No other modifier may be down.
  var kinds: ModifierKeys
  /// The modifier keys that must be down because the chord names their side.
  var sides: ModifierKeys
  var code: UInt16

  func matches(_ down: ModifierKeys) -> Bool { down.bothSides == kinds && sides.isSubset(of: down) }
}

struct TypedChord: Hashable, Sendable {
  /// The modifier keys, in the order in which they go down.
  var modifiers: [UInt16]
  var code: UInt16
  /// Whether the chord types a character, which Caps Lock may change.
  var isText = false

  var kinds: ModifierKeys {
    modifiers.reduce(into: ModifierKeys()) { $0.formUnion(ModifierKeys.of($1) ?? []) }.bothSides
  }
}

struct KeyAction: Equatable, Sendable {
  var command: ScanCommand
  /// The keys to type while no front end has claimed the command, or `nil` if there are none and the command is
  /// published.
  var alone: TypedChord?

  /// Whether claims of front ends have no effect on the command, because the daemon performs it or it types keys.
  var isOwn: Bool { command.group == .daemon || command.group == .safety || command.group == .key }
}

/// The bindings of keyboards, as codes; they are made once for a profile and a layout.
struct KeyMap: Sendable {
  /// A chord and its action.
  struct Binding: Hashable, Sendable {
    var trigger: KeyTrigger
    var action: Int
    /// For a binding in `holds`, how long the chord must be held. Not used in the other lists.
    var after = Microseconds.zero
  }

  /// The code of the key that acts as the modifier Tab.
  var tab: UInt16 = KeyCode.tab
  /// The actions, in the order of the file: bindings, gesture bindings, hold bindings; then `leavesPassThrough`,
  /// `leavesGestures`.
  var actions: [KeyAction] = []
  var bindings: [Binding] = []
  var gestureBindings: [Binding] = []
  var holds: [Binding] = []
  /// Whether an unbound chord with Tab is typed as it was pressed.
  var givesBack = false
  var repeatsTab = false
  var isSticky = false
  /// Indices in `actions`: the actions of two chords that work without a binding in the profile.
  var leavesPassThrough = 0
  var leavesGestures = 0

  /// An empty map, for a profile without a section for keyboards. No key is the modifier Tab.
  init() {
    tab = KeyCode.none
    putBuiltIn()
  }

  /// Compiles the bindings of `settings`. The keys for unclaimed commands come from `policy.alone` and from the shipped
  /// table.
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
        return compiler.triggers(binding.chord).map { Binding(trigger: $0, action: action, after: binding.after) }
      }
    }
    bindings = compile(settings.bindings)
    gestureBindings = compile(settings.gestureBindings)
    holds = compile(settings.holdBindings)
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

  /// Returns the binding for this key with exactly these modifiers, if `counts` accepts its action. A chord that names
  /// the side of a modifier is preferred to one that does not.
  static func find(
    _ code: UInt16, _ down: ModifierKeys, in bindings: [Binding], where counts: (Int) -> Bool
  ) -> Binding? {
    var found: Binding?
    for binding in bindings
    where binding.trigger.code == code && binding.trigger.matches(down) && counts(binding.action) {
      if !binding.trigger.sides.isEmpty { return binding }
      found = found ?? binding
    }
    return found
  }
}

/// Converts chords of a profile into codes, for one layout.
struct KeyChordCompiler: Sendable {
  /// The code of the key that acts as the modifier Tab.
  let tab: UInt16
  private let layout: LayoutKeys

  init(modifier: ChordKey, layout: LayoutKeys) {
    self.layout = layout
    tab = KeyChordCompiler.codes(of: modifier, layout: layout, tab: KeyCode.tab).first ?? KeyCode.tab
  }

  /// The triggers of a chord, one for each code that its last key can have. Empty if the layout does not have this key.
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

  /// Returns the chord to type, with left modifiers unless the profile names a right one. `nil` if the layout does not
  /// have the chord's last key.
  func typed(_ chord: KeyChord) -> TypedChord? {
    guard let code = codes(of: chord.trigger).first else { return nil }
    var modifiers: [UInt16] = []
    for key in chord.modifiersInOrder {
      if let code = codes(of: key).first { modifiers.append(code) }
    }
    if case .printed(let character) = chord.trigger, let key = layout.key(of: character) {
      // Adds Shift or AltGr if this layout needs it for the character.
      let kinds = TypedChord(modifiers: modifiers, code: code).kinds
      if key.needsShift, kinds.isDisjoint(with: .shift) { modifiers.append(KeyCode.leftShift) }
      if key.needsAltGr, !kinds.contains(.altgr) { modifiers.append(KeyCode.rightAlt) }
    }
    var typed = TypedChord(modifiers: modifiers, code: code)
    if case .printed = chord.trigger {
      typed.isText = typed.kinds.isSubset(of: ModifierKeys.shift.union(.altgr))
    }
    return typed
  }

  func codes(of key: ChordKey) -> [UInt16] { KeyChordCompiler.codes(of: key, layout: layout, tab: tab) }

  private static func codes(of key: ChordKey, layout: LayoutKeys, tab: UInt16) -> [UInt16] {
    switch key {
    case .tab: [tab]
    case .modifier: ModifierKeys.keys.filter { modifiers(key).contains($0.modifier) }.map(\.code)
    case .printed(let character): layout.key(of: character).map { [$0.code] } ?? []
    case .position(let code): [code]
    }
  }

  /// The modifier keys that a key of a chord can mean; empty if the key is not a modifier.
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
  /// The modifiers in the order in which the chord's text names them.
  var modifiersInOrder: [ChordKey] {
    func rank(_ key: ChordKey) -> Int {
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
    return modifiers.sorted { (rank($0), "\($0)") < (rank($1), "\($1)") }
  }
}
