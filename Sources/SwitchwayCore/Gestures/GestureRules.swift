/// What of a switch's `GestureBindings` decides; the commands themselves do not.
struct GestureRules: Hashable, Sendable {
  var hasTap: Bool
  var hasPress: Bool
  var holdAfter: Microseconds?
  var doubleWithin: Microseconds?
  var tripleWithin: Microseconds?
  var repeatAfter: Microseconds?
  var repeatEvery: Microseconds?
  /// The hold is there so that a long press is no tap, and does nothing else.
  var holdDoesNothing: Bool
  var doubleDoesNothing: Bool
  var tripleDoesNothing: Bool

  init(_ bindings: GestureBindings) {
    func doesNothing(_ gesture: Gesture) -> Bool { bindings[gesture]?.command?.doesNothing ?? false }
    hasTap = bindings[.tap] != nil
    hasPress = bindings[.press] != nil
    holdAfter = bindings[.hold]?.after
    doubleWithin = bindings[.double]?.within
    tripleWithin = bindings[.triple]?.within
    repeatAfter = bindings[.repeated]?.after
    repeatEvery = bindings[.repeated]?.every
    holdDoesNothing = doesNothing(.hold)
    doubleDoesNothing = doesNothing(.double)
    tripleDoesNothing = doesNothing(.triple)
  }

  /// How long after its release a press waits for a second one; nil: not at all.
  var secondWithin: Microseconds? {
    guard let double = doubleWithin, let triple = tripleWithin else { return doubleWithin ?? tripleWithin }
    return max(double, triple)
  }

  /// Nothing but `hold`: a press that is not held long enough is too short for it.
  var isHoldAlone: Bool { holdAfter != nil && secondWithin == nil }

  /// Whether a press alone can come to anything.
  var hasAny: Bool { hasTap || hasPress || holdAfter != nil || secondWithin != nil }
}
