import SwitchwayCore

/// The ways of calibrating a person.
public enum CalibrationPlan: CaseIterable, Sendable {
  /// As docs/design/steadying.md describes it: 75 s, before the day's use.
  case once
  /// The same, with two minutes of rest.
  case rested
  /// Two sessions of 75 s, one before the day's use and one after it.
  case twice
  /// As `twice`, each with two minutes of rest.
  case restedTwice

  /// The name in the table.
  public var name: String {
    switch self {
    case .once: "calibrated"
    case .rested: "calibrated, long rest"
    case .twice: "calibrated twice"
    case .restedTwice: "calibrated twice, long rests"
    }
  }

  /// The sessions and what the person did in them.
  func sittings(of person: Person) -> [(session: CalibrationSession, scene: Scene)] {
    switch self {
    case .once: [person.calibration()]
    case .rested: [person.calibration(rest: Person.longRest)]
    case .twice: [person.calibration(), person.calibration(isTired: true)]
    case .restedTwice:
      [person.calibration(rest: Person.longRest), person.calibration(isTired: true, rest: Person.longRest)]
    }
  }
}
