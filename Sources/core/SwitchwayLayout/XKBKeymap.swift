import CLibxkbcommon
import SwitchwayText

/// Asks libxkbcommon for a layout's characters: for each key, alone and with modifiers.
enum XKBKeymap {
  enum Outcome {
    case read(LayoutKeys)
    /// The layout or variant does not exist or has an error.
    case unknown
    /// libxkbcommon finds no layout descriptions.
    case noData
  }

  /// XKB's key numbers are evdev's key codes plus 8, because X11 reserves the first 8 numbers (xkeyboard-config,
  /// keycodes/evdev).
  private static let offset: UInt32 = 8

  static func keys(of layout: LayoutName) -> Outcome {
    // Only the arguments name the layout, not the environment. Messages are dropped, because they would go to stderr.
    let flags = XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue | XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue
    guard let context = unsafe xkb_context_new(xkb_context_flags(flags)) else { return .noData }
    defer { unsafe xkb_context_unref(context) }
    unsafe xkb_context_set_log_fn(context) { _, _, _, _ in }
    guard unsafe xkb_context_include_path_append_default(context) != 0 else { return .noData }
    guard let keymap = unsafe compile(layout, context) else {
      // If even `us` is missing, no descriptions are installed.
      guard let usual = LayoutName("us"), let known = unsafe compile(usual, context) else { return .noData }
      unsafe xkb_keymap_unref(known)
      return .unknown
    }
    defer { unsafe xkb_keymap_unref(keymap) }
    return .read(unsafe keys(in: keymap))
  }

  private static func compile(_ layout: LayoutName, _ context: OpaquePointer) -> OpaquePointer? {
    unsafe "evdev".withCString { rules in
      unsafe "pc105".withCString { model in
        unsafe layout.layout.withCString { name in
          unsafe layout.variant.withCString { variant in
            unsafe "".withCString { options in
              var names = unsafe xkb_rule_names(
                rules: rules, model: model, layout: name, variant: variant, options: options)
              return unsafe xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
            }
          }
        }
      }
    }
  }

  /// Keys and modifiers in the order in which a character is searched. First the keys of every keyboard, alone and then
  /// with Shift. Then the key beside left Shift, which many keyboards lack and whose signs often exist elsewhere. Then
  /// the same keys with AltGr. The number pad and rarer keys come last.
  private static let places: [LayoutKeys.Key] = {
    let ranges: [ClosedRange<UInt16>] = [2...13, 16...27, 30...41, 43...53, 57...57, 89...89, 124...124]
    let common = ranges.flatMap { Array($0) }
    let beside: [UInt16] = [86]  // KEY_102ND
    let rest = (1...UInt16(247)).filter { !common.contains($0) && !beside.contains($0) }
    func held(_ codes: [UInt16], altGr: Bool) -> [LayoutKeys.Key] {
      [false, true].flatMap { shift in
        codes.map { LayoutKeys.Key(code: $0, needsShift: shift, needsAltGr: altGr) }
      }
    }
    return [false, true].flatMap { held(common, altGr: $0) + held(beside, altGr: $0) }
      + [false, true].flatMap { held(rest, altGr: $0) }
  }()

  private static func keys(in keymap: OpaquePointer) -> LayoutKeys {
    var found: [Character: LayoutKeys.Key] = [:]
    var typed: [Character: LayoutKeys.Key] = [:]
    var dead: [UInt32: LayoutKeys.Key] = [:]
    func note<Name>(_ name: Name, _ place: LayoutKeys.Key, _ rank: Int, in known: inout [Name: LayoutKeys.Key]) {
      if let other = known[name], ranks[other, default: rank] < rank { return }
      known[name] = place
    }
    for (shift, altGr) in [(false, false), (true, false), (false, true), (true, true)] {
      guard let state = unsafe xkb_state_new(keymap) else { continue }
      defer { unsafe xkb_state_unref(state) }
      // Holds KEY_LEFTSHIFT or KEY_RIGHTALT down, or both. The layout decides what they do.
      if shift { unsafe xkb_state_update_key(state, 42 + offset, XKB_KEY_DOWN) }
      if altGr { unsafe xkb_state_update_key(state, 100 + offset, XKB_KEY_DOWN) }
      for (rank, place) in places.enumerated() where place.needsShift == shift && place.needsAltGr == altGr {
        let symbol = unsafe xkb_state_key_get_one_sym(state, UInt32(place.code) + offset)
        if let character = character(of: symbol) { note(character, place, rank, in: &found) }
        if let character = typedCharacter(of: symbol) { note(character, place, rank, in: &typed) }
        if DeadKeys.all[symbol] != nil { note(symbol, place, rank, in: &dead) }
      }
    }
    return LayoutKeys(found, texts: DeadKeys.texts(typed, dead))
  }

  private static let ranks = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })

  /// The printed character of a symbol: letters in lower case; for a dead key the accent.
  private static func character(of symbol: UInt32) -> Character? {
    let value = DeadKeys.all[symbol]?.printed?.value ?? xkb_keysym_to_utf32(symbol)
    guard let scalar = Unicode.Scalar(value), scalar == " " || isPrinted(scalar) else { return nil }
    let lower = String(scalar).lowercased()
    return lower.count == 1 ? lower.first : Character(scalar)
  }

  /// The character that a symbol types. Special blanks and joiners of a layout are included.
  private static func typedCharacter(of symbol: UInt32) -> Character? {
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)) else { return nil }
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return nil
    default: return Character(scalar)
    }
  }

  private static func isPrinted(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      false
    default: true
    }
  }
}
