/// Other levels for the axes of a switch, because its pushes showed that the present levels do not fit.
public struct LevelProposal: Hashable, Sendable {
  /// The reason why a level does not fit.
  public enum Flaw: Hashable, Sendable {
    /// The axis rests above the release level, or so close to it that the switch may stay pressed.
    case restsAboveRelease
    /// Some pushes do not reach the level at which the switch is pressed.
    case tooHigh
  }

  /// Levels in whole percent of the axis's range, on the side that the input uses.
  public struct Levels: Hashable, Sendable {
    public var press: Int
    public var release: Int
  }

  /// Index in `Profile.switches`.
  public let switchIndex: Int
  public let flaw: Flaw
  public let measure: AxisPushes.Measure
  public let present: Levels
  public let proposed: Levels
  /// The switch's inputs with the proposed levels.
  public let inputs: [SwitchInput]
  /// The proposed `release` of the switch, with the sign of its first axis.
  public let release: AxisLevel

  /// The present press level is kept only if it is more than this above the rest position, in percent. With less room,
  /// the switch would tremble between pressed and released. The figure is arbitrary.
  private static let reserve = 5

  /// A proposal for each switch whose levels do not fit its pushes, in the order of switches.
  ///
  /// A switch has no proposal if another switch uses the same side of the same axis, because the levels of both must be
  /// chosen together.
  public static func all(_ pushes: [AxisPushes], _ profile: Profile) -> [LevelProposal] {
    profile.switches.indices.compactMap { index in
      let measured = profile.switches[index].inputs.indices.compactMap { input in
        let use = InputUse(switchIndex: index, inputIndex: input)
        return AxisPushes.measure(pushes.filter { $0.use == use }).map { (use: use, measure: $0) }
      }
      // If the switch has several axes, the axis with the most pushes counts. If several have as many pushes, the first
      // of these counts.
      let most = measured.map(\.measure.pushes).max()
      guard let (use, measure) = measured.first(where: { $0.measure.pushes == most }), !isShared(use, profile) else {
        return nil
      }
      return LevelProposal(use, measure, profile.switches[index])
    }
  }

  /// Whether another switch has an input on the same side of the same axis.
  private static func isShared(_ use: InputUse, _ profile: Profile) -> Bool {
    let mine = profile.switches[use.switchIndex].inputs[use.inputIndex]
    guard case .axis(let axis) = mine.selector else { return false }
    let others = profile.switches.indices.filter { $0 != use.switchIndex }.flatMap { profile.switches[$0].inputs }
    return others.contains { other in
      guard case .axis(let theirs) = other.selector, other.device == mine.device else { return false }
      return theirs.code == axis.code && theirs.isNegative == axis.isNegative
    }
  }

  private init?(_ use: InputUse, _ measure: AxisPushes.Measure, _ one: SwitchDefinition) {
    guard case .axis(let axis) = one.inputs[use.inputIndex].selector else { return nil }
    present = Levels(press: axis.region.press.percent, release: axis.release.percent)
    let isReached = measure.weakest >= present.press
    guard measure.rest + PushLevels.margin >= present.release || !isReached else { return nil }
    flaw = measure.rest + PushLevels.margin >= present.release ? .restsAboveRelease : .tooHigh
    if isReached, measure.rest + LevelProposal.reserve < present.press {
      proposed = Levels(press: present.press, release: (measure.rest + present.press + 1) / 2)
    } else {
      let fitting = PushLevels(weakest: measure.weakest, rest: measure.rest)
      proposed = Levels(press: fitting.press, release: fitting.release ?? fitting.press * 2 / 3)
    }
    (switchIndex, self.measure) = (use.switchIndex, measure)
    let proposed = proposed
    inputs = one.inputs.enumerated().map { index, input in
      guard case .axis(let axis) = input.selector else { return input }
      let levels = index == use.inputIndex ? proposed : nil
      return SwitchInput(device: input.device, selector: .axis(axis.with(levels, release: proposed.release)))
    }
    let first = inputs.lazy.compactMap { if case .axis(let axis) = $0.selector { axis } else { nil } }.first
    release = first?.release ?? axis.release
  }
}

extension AxisCondition {
  fileprivate var isNegative: Bool { region.press.units < 0 }

  /// Returns the condition with other levels. All axes of a switch have the same `release`. `levels` is `nil` for an
  /// axis that was not measured: it keeps its press level, unless `release` is further out, which then becomes its
  /// press level.
  fileprivate func with(_ levels: LevelProposal.Levels?, release: Int) -> AxisCondition {
    func level(_ percent: Int) -> AxisLevel { AxisLevel(thousandths: (isNegative ? -1_000 : 1_000) * Int64(percent)) }
    var changed = self
    changed.release = level(release)
    switch region {
    case .beyond(let present):
      let press = levels?.press ?? max(present.percent, release)
      if press != present.percent { changed.region = .beyond(level(press)) }
    case .within(let low, let high):
      if low.percent < release { changed.region = .within(low: level(min(release, high.percent)), high: high) }
    }
    return changed
  }
}
