import SwitchwayCore

/// Runs all kinds of people through the machine, with each preset and calibrated, and through other systems' rules.
///
/// A kind's score is that of all its persons together. Settings are tuned only on `trainingSeeds`; results are measured
/// on `reportSeeds`.
public struct Bench: Sendable {
  /// Some of the seeds with which rules and margins were chosen; up to 96 were used.
  public static let trainingSeeds: ClosedRange<UInt64> = 1...16
  /// The seeds whose figures are compared with those of docs/design/steadying.md.
  public static let figureSeeds: ClosedRange<UInt64> = 1...48
  /// Seeds with which nothing was chosen.
  public static let reportSeeds: ClosedRange<UInt64> = 30_001...30_064
  /// The intended presses of a person. About three minutes.
  public static let presses = 60

  /// A row of the table.
  public struct Row: Sendable {
    public var name: String
    public var setting: String
    /// In the order of `PersonKind.allCases`.
    public var kinds: [Evaluation]

    /// Over all persons.
    public var all: Evaluation { kinds.reduce(into: Evaluation()) { $0.add($1) } }
    /// Over the kinds.
    public var mean: Double { kinds.isEmpty ? 0 : kinds.map(\.score).reduce(0, +) / Double(kinds.count) }
    /// The lowest score of any kind.
    public var worst: Double { kinds.map(\.score).min() ?? 0 }
    /// The kind with the lowest score.
    public var worstKind: PersonKind? {
      zip(PersonKind.allCases, kinds).min { $0.1.score < $1.1.score }?.0
    }
  }

  /// People of no kind, each judged alone, because no kind groups them.
  public struct Strangers: Sendable {
    /// The settings.
    public var name: String
    /// One for each person.
    public var persons: [Evaluation]

    /// Over all persons.
    public var all: Evaluation { persons.reduce(into: Evaluation()) { $0.add($1) } }
    /// The mean of the persons' scores.
    public var mean: Double {
      persons.isEmpty ? 0 : persons.map(\.score).reduce(0, +) / Double(persons.count)
    }
    /// The score that nine of ten persons reach.
    public var lowestTenth: Double { Evaluation.percentile(persons.map(\.score), 0.1) }
  }

  /// A person with a scene of daily use.
  struct Subject: Sendable {
    let person: Person
    let use: Scene

    init(_ person: Person, presses: Int) {
      self.person = person
      use = person.use(presses: presses)
    }
  }

  /// One list for each kind, in order.
  let subjects: [[Subject]]
  /// Ten for each seed.
  let strangers: [Subject]

  public init(seeds: ClosedRange<UInt64>, presses: Int = Bench.presses) {
    subjects = PersonKind.allCases.map { kind in
      seeds.map { Subject(Person(kind, seed: $0), presses: presses) }
    }
    strangers = seeds.flatMap { seed in
      (0..<10 as Range<UInt64>).map { Subject(Person(stranger: 10 * seed + $0), presses: presses) }
    }
  }

  /// A row with one set of parameters for all switches and persons.
  public func fixed(_ name: String, _ steadying: SteadyingParameters) -> Row {
    row(name, "") { Bench.commands(of: $0, steadying) }
  }

  private static func commands(of subject: Subject, _ steadying: SteadyingParameters) -> [SteadyingRun.Command] {
    let parameters = subject.use.contacts.map { _ in steadying }
    return SteadyingRun(contacts: subject.use.contacts, steadying: parameters, absences: subject.use.absences).commands
  }

  /// One row for each preset, in order.
  public func presets() -> [Row] {
    SteadyingPreset.allCases.map { preset in fixed(preset.rawValue, preset.parameters) }
  }

  /// The best of `rows` for each kind.
  public static func best(of rows: [Row], name: String) -> Row {
    let kinds = PersonKind.allCases.indices.map { index in
      rows.map { $0.kinds[index] }.max { $0.score < $1.score } ?? Evaluation()
    }
    return Row(name: name, setting: "", kinds: kinds)
  }

  /// Each person with their own calibration, or with the default if it is refused.
  public func calibrated(_ plan: CalibrationPlan = .once) -> Row {
    row(plan.name, "") { Bench.commands(of: $0, calibrated: plan) }
  }

  private static func commands(of subject: Subject, calibrated plan: CalibrationPlan) -> [SteadyingRun.Command] {
    SteadyingRun(
      contacts: subject.use.contacts, steadying: parameters(of: subject, calibrated: plan),
      absences: subject.use.absences
    ).commands
  }

  private static func parameters(of subject: Subject, calibrated plan: CalibrationPlan) -> [SteadyingParameters] {
    calibrate(subject.person, plan).map { outcome in
      if case .proposed(let proposal) = outcome { return proposal.steadying }
      return SteadyingPreset.gentle.parameters
    }
  }

  /// Each person with the settings that are best for this very scene. Shows the limit of the machine, not of the
  /// calibration.
  public func ceiling() -> Row {
    row("best settings, known afterwards", "") {
      Ceiling.commands(of: $0.use, from: Bench.parameters(of: $0, calibrated: .once))
    }
  }

  /// People of no kind: with each way of calibration, with the best preset for each, and with the default.
  public func strangerRows() -> [Strangers] {
    func rows(_ run: (Subject) -> [SteadyingRun.Command]) -> [Evaluation] {
      strangers.map { Evaluation(of: run($0), in: $0.use) }
    }
    let presets = SteadyingPreset.allCases.map { preset in rows { Bench.commands(of: $0, preset.parameters) } }
    let best = strangers.indices.map { index in
      presets.map { $0[index] }.max { $0.score < $1.score } ?? Evaluation()
    }
    let calibrated = CalibrationPlan.allCases.map { plan in
      Strangers(name: plan.name, persons: rows { Bench.commands(of: $0, calibrated: plan) })
    }
    return calibrated + [
      Strangers(name: "best preset of each", persons: best),
      Strangers(name: "gentle", persons: rows { Bench.commands(of: $0, SteadyingPreset.gentle.parameters) }),
    ]
  }

  static func calibrate(_ person: Person, _ plan: CalibrationPlan) -> [Calibration.Outcome] {
    // The workbench's own sessions have no faults and are in order.
    let outcomes = try? Calibration.propose(
      plan.sittings(of: person).map { sitting in
        .init(sitting.session, sitting.scene.contacts.map { .init(contacts: $0, isAxis: person.isAxis) })
      })
    return outcomes ?? []
  }

  /// Each of the other systems' rules at its best single setting for these people.
  public func peers() -> [Row] {
    PeerRule.families.compactMap { family in
      family.settings.map { rule in row(family.name, rule.setting) { rule.commands(of: $0.use) } }
        .max { $0.mean < $1.mean }
    }
  }

  private func row(_ name: String, _ setting: String, _ run: (Subject) -> [SteadyingRun.Command]) -> Row {
    Row(
      name: name, setting: setting,
      kinds: subjects.map { persons in
        persons.reduce(into: Evaluation()) { $0.add(Evaluation(of: run($1), in: $1.use)) }
      })
  }
}
