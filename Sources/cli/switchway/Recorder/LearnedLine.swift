import SwitchwayCore
import SwitchwayProtocol
import SwitchwayTime

/// A `learn` line of the daemon for a client that asked for events.
struct LearnedLine {
  enum Change {
    /// The daemon reads the device from now on. `held`: the keys that are down at this time.
    case added(LearnedPresses.Device, DeviceDescription, held: [UInt16])
    case events([InputEvent])
    case lost(held: [UInt16], axes: [InputEvent])
    case removed
  }

  let node: Int64
  let change: Change
  let time: Instant

  /// Reads a line. Returns `nil` if it is another line, for example from a daemon that is too old to know `events`.
  init?(_ line: JSONValue) {
    guard case .learn(let line)? = Wire.Event(line), let node = line.node, let time = line.time else { return nil }
    self.node = node
    self.time = Instant(time)
    let events = (line.events ?? []).compactMap(LearnedLine.event)
    let held = LearnedLine.codes(line.held)
    switch line.change {
    case nil: change = .events(events)
    case "added":
      guard let device = LearnedPresses.Device(line.device) else { return nil }
      var description = device.description
      description.bus = LearnedLine.number(line.bus)
      description.version = LearnedLine.number(line.version)
      description.keys = KeySet(LearnedLine.codes(line.keys))
      description.axes = (line.axes ?? []).compactMap(LearnedLine.axis)
      description.movements = LearnedLine.codes(line.movements).filter { $0 < 64 }.reduce(0) { $0 | 1 << UInt64($1) }
      change = .added(device, description, held: held)
    case "lost": change = .lost(held: held, axes: events)
    case "removed": change = .removed
    default: return nil
    }
  }

  private static func number(_ value: Int64?) -> UInt16 { value.flatMap(UInt16.init(exactly:)) ?? 0 }

  private static func codes(_ values: [Int64]?) -> [UInt16] {
    (values ?? []).compactMap { UInt16(exactly: $0) }.filter { $0 < EventLimit.keyCodes }
  }

  /// Reads an event from a row of time, type, code and value.
  private static func event(_ row: [Int64]) -> InputEvent? {
    guard row.count > 3, row[0] >= 0, let level = Int32(exactly: row[3]) else { return nil }
    return InputEvent(time: Instant(row[0]), type: number(row[1]), code: number(row[2]), value: level)
  }

  /// Reads an axis from a row of code, minimum, maximum and, if it is known, value.
  private static func axis(_ row: [Int64]) -> AxisDescription? {
    guard row.count > 2, let minimum = Int32(exactly: row[1]), let maximum = Int32(exactly: row[2]) else { return nil }
    return AxisDescription(
      code: number(row[0]), minimum: minimum, maximum: maximum,
      value: row.count > 3 ? Int32(exactly: row[3]) : nil)
  }
}
