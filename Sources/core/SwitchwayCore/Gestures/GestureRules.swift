import SwitchwayTime

/// The parts of a switch's `GestureBindings` that decide which gesture its presses make. The gestures' commands do not
/// decide this.
struct GestureRules: Hashable, Sendable {
  var hasTap: Bool
  var hasPress: Bool
  /// Whether `tap` is `select`, and there is no other gesture. Then a press can move the scanning clock while it is
  /// held.
  var isSelectAlone: Bool
  var holdAfter: Microseconds?
  var doubleWithin: Microseconds?
  var tripleWithin: Microseconds?
  var repeatAfter: Microseconds?
  var repeatEvery: Microseconds?

  init(_ bindings: GestureBindings) {
    hasTap = bindings[.tap] != nil
    hasPress = bindings[.press] != nil
    holdAfter = bindings[.hold]?.after
    doubleWithin = bindings[.double]?.within
    tripleWithin = bindings[.triple]?.within
    repeatAfter = bindings[.repeated]?.after
    repeatEvery = bindings[.repeated]?.every
    isSelectAlone =
      bindings[.tap]?.command?.name == "select"
      && Gesture.allCases.allSatisfy { $0 == .tap || bindings[$0] == nil }
  }

  /// The time for which a released press waits for a second press. `nil` if it does not wait.
  var secondWithin: Microseconds? {
    guard let double = doubleWithin, let triple = tripleWithin else { return doubleWithin ?? tripleWithin }
    return max(double, triple)
  }

  /// Whether there is `hold` without `double` and `triple`. Then, if there is no tap either, a press that is not held
  /// long enough for the hold is reported as too short.
  var isHoldAlone: Bool { holdAfter != nil && secondWithin == nil }

  /// Whether a switch with these rules makes any gesture without other switches.
  var hasAny: Bool { hasTap || hasPress || holdAfter != nil || secondWithin != nil }
}
