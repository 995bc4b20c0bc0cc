import SwitchwayCore

/// How somebody is calibrated.
public enum CalibrationPlan: CaseIterable, Sendable {
  /// As STEADYING has it: 75 s, before the day's use.
  case once
  /// The same, with two minutes of rest.
  case rested
  /// Two sessions of 75 s together, one before the day's use and one after it.
  case twice
  /// Both with two minutes of rest.
  case restedTwice

  /// As the table shows it.
  public var name: String {
    switch self {
    case .once: "calibrated"
    case .rested: "calibrated, long rest"
    case .twice: "calibrated twice"
    case .restedTwice: "calibrated twice, long rests"
    }
  }

  /// What the person did in it.
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
