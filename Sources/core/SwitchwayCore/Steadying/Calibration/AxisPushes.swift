/// How far an axis, one input of a switch, was pushed at each prompt of a calibration, and the level to which it
/// returned.
///
/// Two prompts `p`; the peaks are 80 and 60, and the levels at the end of each prompt's time are 8 and 10:
///
///     %    0 0 5 80 8 8 8 60 12 10 10
///          p         |p            |
///
/// A push that is too weak to press the switch is also measured.
public struct AxisPushes: Equatable, Sendable {
  /// The input that was pushed.
  public let use: InputUse
  /// The highest level after each prompt that asked for the switch, in percent of the axis's range on the input's side.
  private(set) var peaks: [Int] = []
  private(set) var ends: [Int] = []

  /// The result of several pushes.
  public struct Measure: Hashable, Sendable {
    /// The number of prompts that were answered by a push.
    public var pushes: Int
    /// The peak that nine tenths of the pushes reached.
    public var weakest: Int
    /// At the end of nine tenths of the prompts, the axis was at this level or nearer to the middle.
    public var rest: Int
  }

  /// A peak counts as a push if it is at least this far above the rest position, in percent. Noise of sticks is less.
  private static let least = 10

  /// The result of all sessions for this input. `nil` if fewer than three prompts, or fewer than half of them, were
  /// answered by a push.
  static func measure(_ all: [AxisPushes]) -> Measure? {
    let ends = all.flatMap(\.ends).sorted()
    let peaks = all.flatMap(\.peaks)
    guard !ends.isEmpty else { return nil }
    let rest = ends[ends.count - 1 - ends.count / 10]
    let pushes = peaks.filter { $0 - rest >= least }.sorted()
    guard pushes.count >= 3, 2 * pushes.count >= peaks.count else { return nil }
    return Measure(pushes: pushes.count, weakest: pushes[pushes.count / 10], rest: rest)
  }

  /// Reads all axis inputs of the switches that the session asked for.
  ///
  /// - Parameters:
  ///   - events: the events of the device in the time of the session, in order.
  ///   - entry: the index of the device's entry in `profile`.
  public static func read(
    _ session: CalibrationSession, _ profile: Profile, _ device: DeviceDescription, entry: Int, _ events: [InputEvent]
  ) -> [AxisPushes] {
    var found: [AxisPushes] = []
    for (index, one) in profile.switches.enumerated() where session.prompts.contains(where: { $0.switchIndex == index })
    {
      for (inputIndex, input) in one.inputs.enumerated() where input.device == entry && input.isAxis {
        guard case .axis(let condition) = input.selector, case .beyond = condition.region,
          let axis = device.axes.first(where: { $0.code == condition.code })
        else { continue }
        let gauge = AxisGauge(condition, axis: axis, among: device.axes, rest: one.rest)
        let moves = events.filter { $0.type == EventType.absolute && $0.code == condition.code }
          .map { (time: $0.time, percent: gauge.percent(at: $0.value)) }
        var pushes = AxisPushes(use: InputUse(switchIndex: index, inputIndex: inputIndex))
        for prompt in session.prompts.indices where session.prompts[prompt].switchIndex == index {
          let window = session.window(of: prompt)
          let end = moves.last { $0.time < window.upperBound }?.percent ?? 0
          pushes.peaks.append(moves.filter { window.contains($0.time) }.map(\.percent).max() ?? end)
          pushes.ends.append(end)
        }
        found.append(pushes)
      }
    }
    return found
  }

  private init(use: InputUse) { self.use = use }
}
