import SwitchwayTime

/// The parts of a switch's `GestureBindings` that decide which gesture it is. The commands do not decide that.
struct GestureRules: Hashable, Sendable {
  var hasTap: Bool
  var hasPress: Bool
  /// `tap` is `select`, and there is no other gesture. Therefore a press can move the scanning clock while it is held.
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

  /// The time for which a press waits for a second one after its release. `nil` if it does not wait.
  var secondWithin: Microseconds? {
    guard let double = doubleWithin, let triple = tripleWithin else { return doubleWithin ?? tripleWithin }
    return max(double, triple)
  }

  /// Whether there is `hold` without `double` and `triple`. Then a press that is not a tap and is not held long enough
  /// is too short.
  var isHoldAlone: Bool { holdAfter != nil && secondWithin == nil }

  /// Whether a press alone can make a gesture.
  var hasAny: Bool { hasTap || hasPress || holdAfter != nil || secondWithin != nil }
}
