import SwitchwayCore
import SwitchwayJSON

/// A `learn` line of the daemon for a client that asked for events.
struct LearnedLine {
  enum Change {
    /// The device is read from now on, with these keys down. `isNameChanged`: its name was made printable.
    case added(LearnedPresses.Device, DeviceDescription, held: [UInt16])
    case events([InputEvent])
    case lost(held: [UInt16], axes: [InputEvent])
    case removed
  }

  let node: Int64
  let change: Change
  let time: Instant

  /// nil if the line is another one, such as that of a daemon that does not know `events`.
  init?(_ line: JSONValue) {
    guard line["type"]?.stringValue == "learn", let node = line["node"]?.integerValue,
      let time = line["time"]?.integerValue
    else { return nil }
    self.node = node
    self.time = Instant(time)
    let events = line.list("events").compactMap { LearnedLine.event($0) }
    let held = LearnedLine.codes(line["held"])
    switch line["change"]?.stringValue {
    case nil: change = .events(events)
    case "added":
      guard let device = LearnedPresses.Device(line["device"]) else { return nil }
      var description = device.description
      description.bus = LearnedLine.number(line["bus"])
      description.version = LearnedLine.number(line["version"])
      description.keys = KeySet(LearnedLine.codes(line["keys"]))
      description.axes = line.list("axes").compactMap { LearnedLine.axis($0) }
      description.movements = LearnedLine.codes(line["movements"]).filter { $0 < 64 }.reduce(0) { $0 | 1 << UInt64($1) }
      change = .added(device, description, held: held)
    case "lost": change = .lost(held: held, axes: events)
    case "removed": change = .removed
    default: return nil
    }
  }

  private static func number(_ value: JSONValue?) -> UInt16 { value?.integerValue.flatMap(UInt16.init(exactly:)) ?? 0 }

  private static func codes(_ value: JSONValue?) -> [UInt16] {
    (value?.arrayValue ?? []).compactMap { $0.integerValue.flatMap(UInt16.init(exactly:)) }
      .filter { $0 < EventLimit.keyCodes }
  }

  private static func event(_ value: JSONValue) -> InputEvent? {
    guard let time = value[0]?.integerValue, time >= 0,
      let level = value[3]?.integerValue.flatMap(Int32.init(exactly:))
    else { return nil }
    return InputEvent(time: Instant(time), type: number(value[1]), code: number(value[2]), value: level)
  }

  private static func axis(_ value: JSONValue) -> AxisDescription? {
    func number(_ index: Int) -> Int32? { value[index]?.integerValue.flatMap(Int32.init(exactly:)) }
    guard let minimum = number(1), let maximum = number(2) else { return nil }
    return AxisDescription(
      code: LearnedLine.number(value[0]), minimum: minimum, maximum: maximum, value: number(3))
  }
}
