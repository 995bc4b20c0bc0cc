import Glibc
import SwitchwayCore
import SwitchwayTime

/// Measures what an edge costs with a few switches and with a thousand, in groups of four neighbours.
///
///     d0/a  ..####....        two switches of a group are pressed 20 ms apart, so that every press is compared, parked
///     d0/b  ....####..        and decided; then two switches of the next group
///
/// Processor time of the interpreter alone, without kernel and lines. Figures differ between machines; compare the
/// ratios.
public struct EdgeCost: Sendable {
  /// A case to measure.
  public struct Size: Sendable {
    /// The name in the table.
    public var name: String
    var switches: Int
    /// How many of them are pressed, in turn.
    var active: Int
  }

  /// Few switches, and many of which few or all are pressed.
  public static let sizes: [Size] = [
    Size(name: "4 switches", switches: 4, active: 4),
    Size(name: "1,000 switches, 4 of them pressed", switches: 1_000, active: 4),
    Size(name: "1,000 switches, all of them pressed", switches: 1_000, active: 1_000),
  ]

  private static let group = 4
  /// Times between the edges of a pair, µs.
  private static let steps: [Int64] = [400_000, 20_000, 100_000, 15_000]

  private var interpreter: Interpreter
  private var outputs: [Effect] = []
  private var event = [InputEvent(time: Instant(0), type: EventType.key, code: 0, value: 0)]
  private var time: Int64 = 1_000_000
  private let groups: Int

  /// All devices are attached and no switch is pressed.
  public init(_ size: Size) {
    interpreter = Interpreter(profile: EdgeCost.profile(size.switches))
    groups = size.active / EdgeCost.group
    outputs.reserveCapacity(256)
    let keys = KeySet((0..<EdgeCost.group).map { 0x100 + UInt16($0) })
    for device in 0..<size.switches / EdgeCost.group {
      interpreter.handle(
        .attached(
          NodeID(rawValue: device), DeviceDescription(name: "\(device)", keys: keys), entry: device, down: KeySet(),
          at: Instant(0)), into: &outputs)
    }
  }

  /// A device with four buttons for every group.
  private static func profile(_ count: Int) -> Profile {
    let tap = GestureBindings(tap: ScanCommand(name: "select", arguments: [], group: .scan))
    return Profile(
      name: "cost", devices: (0..<count / group).map { DeviceEntry(name: "\($0)", match: DeviceMatch()) },
      switches: (0..<count).map { index in
        SwitchDefinition(
          name: "\(index)",
          inputs: [SwitchInput(device: index / group, selector: .key(0x100 + UInt16(index % group)))],
          steadying: SteadyingPreset.twoSwitch.parameters, gestures: tap,
          neighbours: .only((index / group * group..<index / group * group + group).filter { $0 != index }))
      })
  }

  /// Nanoseconds of processor time per edge, measured over `edges` edges.
  public mutating func measure(edges: Int) -> Double {
    let before = EdgeCost.processorTime()
    for edge in 0..<edges {
      let pair = edge / 4
      time += EdgeCost.steps[edge % 4]
      event[0] = InputEvent(
        time: Instant(time), type: EventType.key, code: 0x100 + UInt16(edge % 2 + pair % 3),
        value: edge % 4 < 2 ? 1 : 0)
      // 37 and the number of groups have no common divisor, so every group has its turn, and not after its neighbour.
      interpreter.handle(.frame(event[...], from: NodeID(rawValue: pair * 37 % groups)), into: &outputs)
      outputs.removeAll(keepingCapacity: true)
    }
    return Double(EdgeCost.processorTime() - before) / Double(max(edges, 1))
  }

  private static func processorTime() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
