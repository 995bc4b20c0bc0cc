import SwitchwayCore
import SwitchwayText

/// Says which keys are down, so that a person can find a key that stays down.
///
/// Keys that type text are named only if they have been down for so long that nobody writes with them, and only to the
/// person: never in a log.
public enum HeldKeys {
  /// Says which keys are down: `F7 is down`, `F7 and F8 are down`, `a key that types text is down`.
  ///
  /// - Parameter namesText: whether keys that type text are also named.
  public static func words(_ codes: [UInt16], namesText: Bool) -> String {
    let named = codes.filter { namesText || !ChordKey.position($0).typesText }
    var all = named.map(name)
    if named.count < codes.count {
      all.append(codes.count - named.count == 1 ? "a key that types text" : "keys that type text")
    }
    return Choice.list(all, "and") + (codes.count == 1 ? " is down" : " are down")
  }

  /// The name of a key for people: `F7`, `BTN_TRIGGER`, `0x2ff`.
  static func name(_ code: UInt16) -> String {
    let name = EventNames.shown(type: EventType.key, code)
    return name.hasPrefix("KEY_") ? String(name.dropFirst(4)) : name
  }
}
