import SwitchwayCore

/// The run over all kinds of people: what the machine does with each preset and calibrated, and what others' rules do.
///
/// A kind's score is that of all its persons together. Settings are tuned on `trainingSeeds` only; what is reported is
/// measured on `reportSeeds`.
public struct Bench: Sendable {
  /// Some of the seeds that rules and margins were chosen with: of all of them, up to 96.
  public static let trainingSeeds: ClosedRange<UInt64> = 1...16
  /// Those whose figures are held beside the design's.
  public static let figureSeeds: ClosedRange<UInt64> = 1...48
  /// Seeds that nothing was chosen with.
  public static let reportSeeds: ClosedRange<UInt64> = 30_001...30_064
  /// Intended presses of a person. Chosen: some three minutes.
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
    /// Of the kind that fares worst.
    public var worst: Double { kinds.map(\.score).min() ?? 0 }
    /// The kind with the lowest score.
    public var worstKind: PersonKind? {
      zip(PersonKind.allCases, kinds).min { $0.1.score < $1.1.score }?.0
    }
  }

  /// People of no kind, each judged alone, as they have no kind to be counted with.
  public struct Strangers: Sendable {
    /// By which settings.
    public var name: String
    /// A person each.
    public var persons: [Evaluation]

    /// Over all persons.
    public var all: Evaluation { persons.reduce(into: Evaluation()) { $0.add($1) } }
    /// Of the persons' scores.
    public var mean: Double {
      persons.isEmpty ? 0 : persons.map(\.score).reduce(0, +) / Double(persons.count)
    }
    /// What nine of ten reach.
    public var lowestTenth: Double { Evaluation.percentile(persons.map(\.score), 0.1) }
  }

  /// A person in daily use.
  struct Subject: Sendable {
    let person: Person
    let use: Scene

    init(_ person: Person, presses: Int) {
      self.person = person
      use = person.use(presses: presses)
    }
  }

  /// Of each kind, in order.
  let subjects: [[Subject]]
  /// Ten a seed.
  let strangers: [Subject]

  public init(seeds: ClosedRange<UInt64>, presses: Int = Bench.presses) {
    subjects = PersonKind.allCases.map { kind in
      seeds.map { Subject(Person(kind, seed: $0), presses: presses) }
    }
    strangers = seeds.flatMap { seed in
      (0..<10 as Range<UInt64>).map { Subject(Person(stranger: 10 * seed + $0), presses: presses) }
    }
  }

  /// A row of the machine with one set of parameters for every switch of everybody.
  public func fixed(_ name: String, _ steadying: SteadyingParameters) -> Row {
    row(name, "") { Bench.commands(of: $0, steadying) }
  }

  private static func commands(of subject: Subject, _ steadying: SteadyingParameters) -> [SteadyingRun.Command] {
    let parameters = subject.use.contacts.map { _ in steadying }
    return SteadyingRun(contacts: subject.use.contacts, steadying: parameters, absences: subject.use.absences).commands
  }

  /// The presets, in order.
  public func presets() -> [Row] {
    SteadyingPreset.allCases.map { preset in fixed(preset.rawValue, preset.parameters) }
  }

  /// Of `rows`, the best for each kind.
  public static func best(of rows: [Row], name: String) -> Row {
    let kinds = PersonKind.allCases.indices.map { index in
      rows.map { $0.kinds[index] }.max { $0.score < $1.score } ?? Evaluation()
    }
    return Row(name: name, setting: "", kinds: kinds)
  }

  /// Each person by their own calibration; who is refused keeps the default.
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

  /// Each person by the settings that turned out best on their very use: where the machine ends, not the calibration.
  public func ceiling() -> Row {
    row("best settings, known afterwards", "") {
      Ceiling.commands(of: $0.use, from: Bench.parameters(of: $0, calibrated: .once))
    }
  }

  /// People of no kind: by their own calibration in each way, with the preset that is best for each, and with the default.
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
    // The sessions are the workbench's own and in order.
    let outcomes = try? Calibration.propose(
      plan.sittings(of: person).map { sitting in
        .init(sitting.session, sitting.scene.contacts.map { .init(contacts: $0, isAxis: person.isAxis) })
      })
    return outcomes ?? []
  }

  /// Each of the others' rules at its best single setting, on these very people.
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
